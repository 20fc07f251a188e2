/**
 * The scripts that come after the player. `marey-player.js` registers how each is fetched, so that nothing in this folder names a room
 * above it.
 */
import { lazy, part } from '../base/parts.js';

/** @typedef {import('./element.js').MareyPlayer} MareyPlayer */
/** @typedef {import('../session/session.js').Session} Session */
/** @typedef {import('../../change.d.ts').Notes} Notes */

/**
 * The loader of each script, with the exports that the player uses.
 * @typedef {object} Rooms
 * @property {() => Promise<{ Controls: new (shell: import('./shell.js').Shell, session: Session) => unknown }>} controls
 * @property {(session: Session) => [top: number, right: number, bottom: number, left: number]} expectedInsets what the controls will cover, in CSS pixels
 * @property {() => Promise<Panels>} panels
 * @property {() => Promise<unknown>} guesses
 * @property {() => Promise<unknown>} dialog the content of the share panel
 * @property {() => Promise<Exports>} exports
 * @property {Tool[]} tools
 * @property {() => Promise<{ show(player: MareyPlayer, session: Session): Clips }>} actors
 * @property {() => Promise<{ toggle(ui: any): void }>} palette
 * @property {() => Promise<{ follow(player: MareyPlayer, session: Session): void }>} sync
 * @property {() => Promise<{ show(player: MareyPlayer, session: Session, onto?: () => URL): { choose(how: import('../../types.d.ts').Source | 'human' | 'follow' | 'still' | 'own', history?: Notes): void, showOwn(how: '' | 'beside' | 'ghost', history?: Notes): Promise<void> }, pairs(session: Session, lasting: boolean, history?: Notes): HTMLElement }>} retarget
 */
/**
 * The clips beside a player's own.
 * @typedef {object} Clips
 * @property {(source: import('../../types.d.ts').Source, attributes?: Record<string, string>) => HTMLElement} add
 * @property {(element: any) => import('../../change.d.ts').Change} added
 * @property {(elements: any[]) => import('../../change.d.ts').Change} takeAway
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

/** What a tool shows itself on: a player, or its controls. @typedef {{ element: MareyPlayer, shadow: ShadowRoot, session: Session }} Host */
/** @typedef {import('../../shown.d.ts').Shown} Shown */
/**
 * A tool: what the shell knows before its script is there.
 * @typedef {object} Tool
 * @property {string} name of its folder
 * @property {{ title?: string, tab?: string, about?: string, ofJoint?: string, keys?: string, ofChoices?: string, choices?: Record<string, string> }} words its name in the menu, a shorter one for the dock, and what it is for, what it shows of a joint, what its key does, and its choices among the looks
 * @property {(keyof import('../base/settings.js').Values)[]} settings by which it is called, unless they are off
 * @property {(session: Session) => unknown} [called] something else by which it is called
 * @property {(session: Session) => unknown} [inUse] something else that says in the menu that it is in use
 * @property {(session: Session) => unknown} [offered] whether the menu has it
 * @property {(session: Session) => unknown} [thumb] whether a phone has its button in the bar, in place of the one that opens files
 * @property {{ option: import('../base/options.js').OptionName, now: (session: Session) => string, offered: (session: Session, value: string) => unknown }} [choices] what it adds to the looks: the option with their values
 * @property {boolean} [bar] it shows itself in the bar
 * @property {string} [key] opens its strip or its dock
 * @property {string[]} [press] keys that are for its script
 * @property {string} [icon]
 * @property {boolean} [moves] it needs a motion, not only a pose
 * @property {boolean} [figures] it shows the figure several times, in place of other tools that do
 * @property {(from: EventTarget) => Promise<ToolScript | null>} script
 * @property {(from: EventTarget) => Promise<{ build: (ui: any, parts: any, shown: any) => any } | null>} [strip] its controls above the bar
 * @property {Partial<Record<import('../base/options.js').OptionName, unknown>>} [usual] what is set when its strip or its dock is opened, unless some of it is set already
 * @property {boolean} [dock] it is shown above the timeline
 */
/**
 * @typedef {object} ToolScript
 * @property {(host: any) => unknown} [show] shows it, now and whenever its settings change; the host is the controls if it needs the bar
 * @property {(ui: any, key: string) => void} [press] a key of the tool
 * @property {Record<string, (text: string) => string>} [check] what the console tells page authors of a wrong text, by attribute; '' if it is valid
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
export const actors = part(() => rooms.actors());
export const palette = part(() => rooms.palette());
export const syncing = part(() => rooms.sync());
export const retargeting = part(() => rooms.retarget());
/** The panels share code with the controls, which `xtask/link.mjs` bundles only there. */
export const panels = part(async () => {
  await rooms.controls();
  return rooms.panels();
});

/** All tools. */
export const tools = () => rooms.tools;
/** What the tools show, in their order. @param {Session} session @returns {Shown[]} */
export const shownTools = ({ state }) => rooms.tools.flatMap(({ name }) => state.tools[name] ?? []);

/** The values of tools' settings while they are off. @type {unknown[]} */
export const OFF = [null, 0, false, 'auto'];
/** Whether its settings call a tool. @param {Tool} tool @param {Session} session */
export const isOn = ({ settings }, session) => settings.some((name) => !OFF.includes(session.get(name)));

/** Shows the tools that are called, of those in the bar or of all others. @param {Host} host @param {boolean} bar @param {keyof import('../base/settings.js').Values} [name] the setting that has changed, if one has */
export function callTools(host, bar, name) {
  const { element, session } = host;
  for (const tool of rooms.tools) {
    if ((!name || tool.settings.includes(name)) && (isOn(tool, session) || tool.called?.(session)) && Boolean(tool.bar) === bar)
      tool.script(element).then((script) => script?.show?.(host));
  }
}

/** Fetches a script once something on the stage needs it. @param {MareyPlayer} element @param {ShadowRoot} shadow @param {Session} session */
export function callRooms(element, shadow, session) {
  session.on('skin', () => {
    panels(element).then((module) => module?.paint(session));
  });
  session.on('setting', (name) => callTools({ element, shadow, session }, false, name));
  const seek = () => {
    const { clips, onto } = session.intent;
    if (clips || element.querySelector('marey-clip')) actors(element).then((module) => module?.show(element, session));
    if ((onto || element.hasAttribute('onto')) && !session.deferred)
      retargeting(element).then((module) => module?.show(element, session, session.state.opened?.intent.onto));
  };
  new MutationObserver(seek).observe(element, { childList: true });
  session.on('load', seek);
  session.on('attribute', (name) => {
    if (name === 'onto') seek();
  });
}
