/** Draws posters, one after the other, with a player that nobody sees. It shares the page's device and module with the other players. */
import { h, setAttr } from '../player/base/dom.js';
import { sessionOf } from '../player/session/sessions.js';
import { tells } from './telling.js';

/** @typedef {import('../types.d.ts').ClipInfo} ClipInfo */
/** @typedef {import('../types.d.ts').Fault} Fault */
/** @typedef {import('../types.d.ts').Source} Source */
/** @typedef {import('../types.d.ts').WasmStage} WasmStage */
/** @typedef {import('../player/element/element.js').MareyPlayer} MareyPlayer */
/** @typedef {import('../player/session/session.js').Session} Session */
/** @typedef {{ canvas: HTMLCanvasElement | null, moment: number, movement: number, camera: string, info: ClipInfo | null, fault: Fault | null }} Print a poster, its moment in seconds, how much the clip moves as a share of its height, its camera, and what was read; without a canvas it could not be drawn */

/** Largest share of the picture's height and width that the joints take; a head reaches a little higher. */
const [HIGH, WIDE] = [0.74, 0.84];
/** Where the middle of the joints is: share of the height. */
const MIDDLE = 0.52;
/** How much nearer the camera goes at most than it would by itself. */
const MOST_NEARER = 2.5;
/** How long a picture may take before the clip goes without one. */
const PICTURE_MS = 10_000;
const POLL_MS = 20;
/** More pixels than two per CSS pixel show no more. */
const MOST_RATIO = 2;

/** A player without controls that looks like another one. @param {Session} like */
export function quietPlayer(like) {
  const player = /** @type {MareyPlayer} */ (h(/** @type {any} */ ('marey-player'), { class: 'wall-player', inert: true, 'aria-hidden': 'true', loop: true, loading: 'eager', follow: 'on', nohotkeys: true }));
  const follow = () => {
    setAttr(player, 'theme', like.get('theme') === 'light' ? 'light' : 'dark');
    setAttr(player, 'renderer', like.element.getAttribute('renderer'));
  };
  follow();
  return { player, follow };
}

export class Darkroom {
  /** @param {Session} like the page's player */
  constructor(like) {
    const { player, follow } = quietPlayer(like);
    this.player = player;
    this.follow = follow;
    this.root = h('div', { class: 'wall-darkroom', 'aria-hidden': 'true' }, player);
  }

  /** @param {number} width CSS pixels @param {number} height */
  resize(width, height) {
    this.player.style.setProperty('width', `${width}px`);
    this.player.style.setProperty('height', `${height}px`);
  }

  /** Reads a file and draws it. Call it again only when it has settled. @param {Source} source @param {AbortSignal} signal @returns {Promise<Print>} */
  async develop(source, signal) {
    signal.throwIfAborted();
    const session = sessionOf(this.player);
    /** @type {Print} */
    const print = { canvas: null, moment: 0, movement: 0, camera: '', info: null, fault: null };
    try {
      print.info = await this.#read(session, source, signal);
    } catch (fault) {
      signal.throwIfAborted();
      print.fault = /** @type {Fault} */ (fault);
      return print;
    }
    const { joints } = print.info;
    await canDraw(session, signal);
    Object.assign(print, session.host.read((stage) => tells(stage, joints, session.playback.duration), null));
    // Eased, the camera would not be there in the first picture.
    session.set('smooth', false);
    session.playback.pause();
    session.playback.seek({ seconds: print.moment });
    print.camera = session.host.read((stage) => nearer(stage, session.host.size), '');
    print.canvas = await this.#draw(session, signal);
    return print;
  }

  /** @param {Session} session @param {Source} source @param {AbortSignal} signal @returns {Promise<ClipInfo>} rejects with the fault */
  #read(session, source, signal) {
    return new Promise((resolve, reject) => {
      const settled = new AbortController();
      const on = (/** @type {string} */ type, /** @type {(detail: any) => void} */ then) => this.player.addEventListener(type, (event) => {
        if (session.requested !== source) return;
        settled.abort();
        then(/** @type {CustomEvent} */ (event).detail);
      }, { signal: settled.signal });
      on('cliploaded', resolve);
      on('error', (fault) => reject(fault));
      signal.addEventListener('abort', () => {
        settled.abort();
        session.empty();
        reject(signal.reason);
      }, { signal: settled.signal });
      session.load(source, { eager: true });
    });
  }

  /** @param {Session} session @param {AbortSignal} signal @returns {Promise<HTMLCanvasElement | null>} */
  async #draw(session, signal) {
    const drew = new Promise((resolve) => {
      session.pictures.request(() => resolve(copyOf(session)));
      setTimeout(() => resolve(null), PICTURE_MS);
      signal.addEventListener('abort', () => resolve(null), { once: true });
    });
    session.host.change((stage) => stage.redraw());
    return /** @type {Promise<HTMLCanvasElement | null>} */ (drew);
  }

  end() { sessionOf(this.player)?.empty(); }
}

/** Settles once a player has its size and a renderer: the first picture of all waits for both. @param {Session} session @param {AbortSignal} signal */
async function canDraw({ host }, signal) {
  for (let waited = 0; waited < PICTURE_MS && !(host.size.width && host.drawing); waited += POLL_MS) {
    await new Promise((resolve) => { setTimeout(resolve, POLL_MS); });
    signal.throwIfAborted();
  }
}

/** Moves the camera so that the figure fills the picture and stands in its middle. Returns the camera. @param {WasmStage} stage @param {{ width: number, height: number }} size CSS pixels */
function nearer(stage, { width, height }) {
  const [left, top, right, bottom] = stage.figureBox();
  const factor = Math.min((HIGH * height) / (bottom - top), (WIDE * width) / (right - left), MOST_NEARER);
  if (factor > 0) {
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    stage.zoom(factor, x, y);
    stage.pan(width / 2 - x, height * MIDDLE - y);
  }
  return stage.camera();
}

/** A copy of what a player has just drawn. @param {Session} session */
function copyOf(session) {
  const from = [...session.host.box.querySelectorAll('canvas')].at(0);
  if (!from?.width || !from.height) return null;
  const { size } = session.host;
  const scale = Math.min(1, (size.width * Math.min(size.ratio, MOST_RATIO)) / from.width);
  const canvas = h('canvas', { width: Math.round(from.width * scale), height: Math.round(from.height * scale) });
  canvas.getContext('2d')?.drawImage(from, 0, 0, canvas.width, canvas.height);
  return canvas;
}
