/** Draws posters, one after the other, with a player that nobody sees. It shares the page's device and module with the other players. */
import { h, setAttr } from '../player/base/dom.js';
import { sessionOf } from '../player/session/sessions.js';
import { fit } from '../share/fit.js';
import { lastingCopy } from '../share/lasting.js';
import { allShown } from '../share/overlay.js';
import { looks } from './looks.js';
import { tells, travelOf } from './telling.js';

/** @typedef {import('../types.d.ts').ClipInfo} ClipInfo */
/** @typedef {import('../types.d.ts').Fault} Fault */
/** @typedef {import('../types.d.ts').Source} Source */
/** @typedef {import('../types.d.ts').WasmStage} WasmStage */
/** @typedef {import('../player/element/element.js').MareyPlayer} MareyPlayer */
/** @typedef {import('../player/session/session.js').Session} Session */
/** @typedef {{ width: number, height: number }} Size CSS pixels */
/** @typedef {{ canvas: HTMLCanvasElement | null, moment: number, movement: number, travel: number | null, camera: string, whole: string, info: ClipInfo | null, fault: Fault | null }} Drawn a poster, its moment in seconds, how much the clip moves as a share of its height, how far its figure travels in metres, its camera, one that shows the whole motion, and what was read; without a canvas it could not be drawn */

/** At so many moments the whole motion is looked at. */
const MOMENTS = 12;
/** How long a picture may take before the clip goes without one. */
const PICTURE_MS = 10_000;
const POLL_MS = 20;
/** More pixels than two per CSS pixel show no more. */
const MOST_RATIO = 2;

/** A player without controls that looks like another one. @param {Session} like */
export function quietPlayer(like) {
  const player = h('marey-player', {
    class: 'wall-player',
    inert: true,
    'aria-hidden': 'true',
    loop: true,
    loading: 'eager',
    follow: 'on',
    nohotkeys: true,
  });
  const follow = () => {
    setAttr(player, 'theme', like.get('theme') === 'light' ? 'light' : 'dark');
    for (const name of looks()) setAttr(player, name, like.element.getAttribute(name));
  };
  follow();
  return { player, follow };
}

export class PosterStudio {
  /** @param {Session} like the page's player */
  constructor(like) {
    const { player, follow } = quietPlayer(like);
    this.player = player;
    this.follow = follow;
    this.root = h('div', { class: 'wall-studio', 'aria-hidden': 'true' }, player);
  }

  /** @param {number} width CSS pixels @param {number} height */
  resize(width, height) {
    this.player.style.setProperty('width', `${width}px`);
    this.player.style.setProperty('height', `${height}px`);
  }

  /** Reads a file and draws it. Call it again only when it has settled. @param {Source} source @param {AbortSignal} signal @returns {Promise<Drawn>} */
  async draw(source, signal) {
    signal.throwIfAborted();
    const session = sessionOf(this.player);
    /** @type {Drawn} */
    const drawn = { canvas: null, moment: 0, movement: 0, travel: null, camera: '', whole: '', info: null, fault: null };
    try {
      drawn.info = await this.#read(session, source, signal);
    } catch (fault) {
      signal.throwIfAborted();
      drawn.fault = /** @type {Fault} */ (fault);
      return drawn;
    }
    const { joints, unit } = drawn.info;
    // Its body is made meanwhile.
    await Promise.all([canDraw(session, signal), allShown(session)]);
    signal.throwIfAborted();
    Object.assign(
      drawn,
      session.host.read((stage) => tells(stage, joints, session.playback.duration), null),
    );
    if (unit.confidence || unit.from !== 'guess')
      drawn.travel = session.host.read((stage) => travelOf(stage, session.playback.duration), null);
    // Eased, the camera would not be there in the first picture.
    session.set('smooth', false);
    session.playback.pause();
    session.playback.seek({ seconds: drawn.moment });
    const { duration } = session.playback;
    Object.assign(
      drawn,
      session.host.read((stage) => cameras(stage, session.host.size, drawn.moment, duration), null),
    );
    drawn.canvas = await this.#draw(session, signal);
    return drawn;
  }

  /** @param {Session} session @param {Source} source @param {AbortSignal} signal @returns {Promise<ClipInfo>} rejects with the fault */
  #read(session, source, signal) {
    return new Promise((resolve, reject) => {
      const settled = new AbortController();
      const on = (/** @type {string} */ type, /** @type {(detail: any) => void} */ then) =>
        this.player.addEventListener(
          type,
          (event) => {
            if (session.requested !== source) return;
            settled.abort();
            then(/** @type {CustomEvent} */ (event).detail);
          },
          { signal: settled.signal },
        );
      on('cliploaded', resolve);
      on('error', (fault) => reject(fault));
      signal.addEventListener(
        'abort',
        () => {
          settled.abort();
          session.empty();
          reject(signal.reason);
        },
        { signal: settled.signal },
      );
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

  end() {
    sessionOf(this.player)?.empty();
  }
}

/** Settles once a player has its size and a renderer: the first picture of all waits for both. @param {Session} session @param {AbortSignal} signal */
async function canDraw({ host }, signal) {
  for (let waited = 0; waited < PICTURE_MS && !(host.size.width && host.drawing); waited += POLL_MS) {
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_MS);
    });
    signal.throwIfAborted();
  }
}

/**
 * The camera of a clip's poster, and one that shows the whole motion while it follows the figure. The stage keeps that of the poster.
 * @param {WasmStage} stage paused at the poster's moment, following @param {Size} size @param {number} moment of the poster, seconds @param {number} duration seconds
 */
function cameras(stage, size, moment, duration) {
  // Queries move a camera that follows the figure to where the figure is.
  stage.figureBox();
  const before = stage.camera();
  const whole = fitted(
    stage,
    size,
    moment,
    Array.from({ length: MOMENTS }, (_, index) => (duration * index) / (MOMENTS - 1)),
  );
  stage.setCamera(before);
  return { whole, camera: fitted(stage, size, moment, [moment]) };
}

/** Moves the camera so that the figure, wherever it is at these moments, fills the picture. Returns the camera. @param {WasmStage} stage @param {Size} size @param {number} moment at which the stage stays @param {number[]} moments seconds */
function fitted(stage, size, moment, moments) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const at of moments) {
    stage.seek(at);
    const [x, y, x2, y2] = stage.figureBox();
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x2), Math.max(bottom, y2)];
  }
  stage.seek(moment);
  stage.figureBox();
  fit(stage, size, [left, top, right, bottom]);
  return stage.camera();
}

/** A copy of what a player has just drawn; null if it has no size, since the wall was closed. @param {Session} session */
function copyOf(session) {
  const from = [...session.host.box.querySelectorAll('canvas')].at(0);
  const { size } = session.host;
  if (!from?.width || !from.height || !size.width) return null;
  const scale = Math.min(1, (size.width * Math.min(size.ratio, MOST_RATIO)) / from.width);
  return lastingCopy(from, Math.round(from.width * scale), Math.round(from.height * scale));
}
