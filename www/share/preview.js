/**
 * A small picture of what would be saved, as it is chosen and as the player stands now. It is drawn only while it can be seen: whoever
 * closes its section, the panel or the page ends it.
 */
import { h } from '../player/dom.js';
import { lazy } from '../player/parts.js';
import { reasonOf } from './refusal.js';
import { X } from './strings.js';

/** @typedef {import('../player/session.js').Session} Session */
/** @typedef {typeof import('./index.js')} Exports */

const exporting = lazy(() => import('./index.js'));

/** What is still being chosen is not drawn for. */
const REST_MS = 150;
/** While it plays the picture follows slowly: it is not what is looked at. */
const PLAYING_MS = 1000;
/** Pixels of a screen for each CSS pixel, at most. */
const MOST_RATIO = 2;
/** No higher than this, CSS pixels. */
export const HIGH = 160;

/** How many pixels are needed for each of a picture so high, and no wider than the section. @param {number} width @param {number} height @param {number} room CSS pixels */
export const scaleFor = (width, height, room) => Math.min(room / width, HIGH / height) * Math.min(MOST_RATIO, devicePixelRatio || 1);

/**
 * @param {Session} session
 * @param {(made: Exports, room: number, signal: AbortSignal) => Promise<HTMLCanvasElement>} draw room: CSS pixels from side to side
 * @param {() => 'dark' | 'light'} paper what it is seen on, where it is seen through
 */
export function preview(session, draw, paper) {
  const picture = h('canvas', { role: 'img', 'aria-label': X.preview, width: 0, height: 0 });
  const why = h('small', { class: 'rest', hidden: true });
  const root = h('div', { class: 'preview' }, picture, why);
  /** Of what is drawn now. @type {AbortController | null} */
  let cancel = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {(() => void)[]} */
  let ends = [];

  const paint = async () => {
    const mine = new AbortController();
    cancel = mine;
    const { signal } = mine;
    try {
      const made = await draw(await exporting(), root.clientWidth, signal);
      if (signal.aborted) return;
      picture.dataset.paper = paper();
      picture.width = made.width;
      picture.height = made.height;
      picture.getContext('2d')?.drawImage(made, 0, 0);
      root.style.setProperty('--shape', `${made.width / made.height}`);
      why.hidden = true;
    } catch (error) {
      if (signal.aborted || /** @type {Error} */ (error).name === 'AbortError') return;
      // What cannot be drawn is what could not be saved either: saving says more.
      picture.width = 0;
      why.textContent = reasonOf(error);
      why.hidden = false;
    } finally {
      if (cancel === mine) cancel = null;
    }
  };
  const later = (rest = REST_MS) => {
    clearTimeout(timer);
    timer = setTimeout(paint, rest);
  };
  /** Something else is wanted: what is on its way is not drawn to its end. */
  const changed = () => {
    cancel?.abort();
    if (ends.length) later();
  };
  let last = 0;
  const moved = () => {
    if (session.playback.paused) { changed(); return; }
    if (cancel || performance.now() - last < PLAYING_MS) return;
    last = performance.now();
    later(0);
  };

  const watch = () => {
    if (ends.length) return;
    ends = [session.on('time', moved), ...(/** @type {const} */ (['view', 'setting', 'size', 'clip'])).map((event) => session.on(event, changed))];
    later(0);
  };
  const rest = () => {
    for (const end of ends.splice(0)) end();
    clearTimeout(timer);
    cancel?.abort();
  };
  new IntersectionObserver(([{ isIntersecting }]) => { if (isIntersecting) watch(); else rest(); }).observe(root);
  return { root, changed };
}
