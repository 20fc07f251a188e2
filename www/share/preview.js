/** A small preview of the picture to be saved, redrawn after changes of options and player. It is only drawn while visible. */
import { h } from '../player/base/dom.js';
import { lazy } from '../player/base/parts.js';
import { drawLasting } from './lasting.js';
import { reasonOf } from './refusal.js';
import { X } from './strings.js';

/** @typedef {import('../player/session/session.js').Session} Session */
/** @typedef {typeof import('./index.js')} Exports */

const exporting = lazy(() => import('./index.js'));

/** Delay before drawing, in case more changes follow. */
const DELAY_MS = 150;
/** Interval during playback, when the preview is not what people look at. */
const PLAYING_MS = 1000;
/** Most device pixels per CSS pixel. */
const MAX_RATIO = 2;
/** Largest height, CSS pixels. */
export const MAX_HEIGHT = 160;

/** Scale at which a picture fits, in device pixels. @param {number} width @param {number} height @param {number} room CSS pixels */
export const scaleFor = (width, height, room) => Math.min(room / width, MAX_HEIGHT / height) * Math.min(MAX_RATIO, devicePixelRatio || 1);

/**
 * @param {Session} session
 * @param {(made: Exports, room: number, signal: AbortSignal) => Promise<HTMLCanvasElement>} draw room: available width in CSS pixels
 * @param {() => 'dark' | 'light'} paper the background behind a transparent picture
 */
export function preview(session, draw, paper) {
  const picture = h('canvas', { role: 'img', 'aria-label': X.preview, width: 0, height: 0 });
  const why = h('small', { class: 'rest', hidden: true });
  const root = h('div', { class: 'preview' }, picture, why);
  /** Aborts the drawing in progress. @type {AbortController | null} */
  let cancel = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {(() => void)[]} */
  let unsubscribes = [];

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
      drawLasting(picture, made);
      root.style.setProperty('--shape', `${made.width / made.height}`);
      why.hidden = true;
    } catch (error) {
      if (signal.aborted || /** @type {Error} */ (error).name === 'AbortError') return;
      // Saving would fail for the same reason, and says more.
      picture.width = 0;
      why.textContent = reasonOf(error);
      why.hidden = false;
    } finally {
      if (cancel === mine) cancel = null;
    }
  };
  const later = (rest = DELAY_MS) => {
    clearTimeout(timer);
    timer = setTimeout(paint, rest);
  };
  /** Aborts the drawing in progress and starts another. */
  const changed = () => {
    cancel?.abort();
    if (unsubscribes.length) later();
  };
  let last = 0;
  const timeChanged = () => {
    if (session.playback.paused) {
      changed();
      return;
    }
    if (cancel || performance.now() - last < PLAYING_MS) return;
    last = performance.now();
    later(0);
  };

  const watch = () => {
    if (unsubscribes.length) return;
    unsubscribes = [
      session.on('time', timeChanged),
      .../** @type {const} */ (['view', 'setting', 'size', 'clip']).map((event) => session.on(event, changed)),
    ];
    later(0);
  };
  const stop = () => {
    for (const end of unsubscribes.splice(0)) end();
    clearTimeout(timer);
    cancel?.abort();
  };
  new IntersectionObserver(([{ isIntersecting }]) => {
    if (isIntersecting) watch();
    else stop();
  }).observe(root);
  return { root, changed };
}
