/**
 * The scripts that come after the player. `marey-player.js` registers how each is fetched, so that nothing in this folder names a room
 * above it.
 */
import { lazy, part } from '../base/parts.js';

/** @typedef {import('./element.js').MareyPlayer} MareyPlayer */
/** @typedef {import('../session/session.js').Session} Session */

/**
 * The loader of each script, with the exports that the player uses.
 * @typedef {object} Rooms
 * @property {() => Promise<{ Controls: new (shell: import('./shell.js').Shell, session: Session) => unknown }>} controls
 * @property {(session: Session) => [top: number, right: number, bottom: number, left: number]} expectedInsets what the controls will cover, in CSS pixels
 * @property {() => Promise<Panels>} panels
 * @property {() => Promise<unknown>} guesses
 * @property {() => Promise<unknown>} dialog the content of the share panel
 * @property {() => Promise<Exports>} exports
 * @property {() => Promise<{ show(shadow: ShadowRoot, session: Session): void }>} moments
 * @property {() => Promise<{ show(player: MareyPlayer, session: Session): { add(source: import('../../types.d.ts').Source, attributes?: Record<string, string>): Element } }>} actors
 * @property {() => Promise<{ show(shadow: ShadowRoot, session: Session): void }>} ghosts
 * @property {() => Promise<{ show(shadow: ShadowRoot, session: Session): void }>} trails
 * @property {() => Promise<{ follow(player: MareyPlayer, session: Session): void }>} sync
 * @property {() => Promise<unknown>} compare
 * @property {() => Promise<{ show(shadow: ShadowRoot, session: Session): unknown }>} measures
 * @property {() => Promise<unknown>} measureStrip
 * @property {() => Promise<unknown>} marks
 * @property {() => Promise<unknown>} curves
 * @property {() => Promise<{ show(player: MareyPlayer, session: Session, onto?: () => URL): { play(figure: import('../../types.d.ts').Source): void, playOnHuman(): void }, pairs(session: Session, lasting: boolean): HTMLElement }>} retarget
 */
/**
 * @typedef {object} Panels
 * @property {(session: Session) => string} hint what would help with the clip that failed
 * @property {(session: Session, apply?: (...picture: Parameters<import('../../types.d.ts').Surface['setPicture']>) => void) => Promise<void>} paint applies the skin's pictures
 * @property {(session: Session) => Promise<import('../../types.d.ts').PictureFile[]>} pictureFiles
 */
/**
 * @typedef {object} Exports
 * @property {(session: Session, copy: HTMLCanvasElement | null | false, options: { type?: string, quality?: number, scale: number }) => Promise<Blob>} currentPicture
 * @property {(session: Session, options: import('../../types.d.ts').PictureOptions) => Promise<Blob>} picture
 * @property {(session: Session, options: import('../../types.d.ts').FilmstripOptions) => Promise<Blob>} filmstrip
 * @property {(session: Session, options: import('../../types.d.ts').FilmOptions) => Promise<Blob>} film
 * @property {(session: Session, options: import('../../types.d.ts').ConvertOptions) => Promise<File[]>} convert
 */

/** @type {Rooms} */
let rooms;

/** Says how each is fetched. @param {Rooms} loaders functions with a literal `import()` */
export const register = (loaders) => {
  rooms = loaders;
};

/** @param {Session} session */
export const expectedInsets = (session) => rooms.expectedInsets(session);
export const controls = lazy(() => rooms.controls());
export const exporting = lazy(() => rooms.exports());
export const guesses = part(() => rooms.guesses());
export const dialog = part(() => rooms.dialog());
export const chronophotograph = part(() => rooms.moments());
export const actors = part(() => rooms.actors());
export const ghosts = part(() => rooms.ghosts());
export const trails = part(() => rooms.trails());
export const syncing = part(() => rooms.sync());
export const retargeting = part(() => rooms.retarget());
export const comparing = part(() => rooms.compare());
export const measuring = part(() => rooms.measures());
export const marking = part(() => rooms.marks());
export const measureStrip = part(() => rooms.measureStrip());
export const curving = part(() => rooms.curves());
/** The panels share code with the controls, which `xtask/link.mjs` bundles only there. */
export const panels = part(async () => {
  await rooms.controls();
  return rooms.panels();
});

/** Fetches a script once something on the stage needs it. @param {MareyPlayer} element @param {ShadowRoot} shadow @param {Session} session */
export function callRooms(element, shadow, session) {
  session.on('skin', () => {
    panels(element).then((module) => module?.paint(session));
  });
  session.on('setting', () => {
    if (session.get('moments')) chronophotograph(element).then((module) => module?.show(shadow, session));
    if (session.get('ghosts')) ghosts(element).then((module) => module?.show(shadow, session));
    if (session.get('measures')) measuring(element).then((module) => module?.show(shadow, session));
    if (session.get('trails')) trails(element).then((module) => module?.show(shadow, session));
  });
  const seek = () => {
    const { clips, onto } = session.intent;
    if (clips || element.querySelector('marey-clip')) actors(element).then((module) => module?.show(element, session));
    if ((onto || element.hasAttribute('onto')) && !session.deferred)
      retargeting(element).then((module) => module?.show(element, session, onto));
  };
  new MutationObserver(seek).observe(element, { childList: true });
  session.on('load', seek);
  session.on('attribute', seek);
}
