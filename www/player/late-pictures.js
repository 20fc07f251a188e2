/** Notices that pictures come late, or that there is much to draw, and fetches what then draws less. */
import { lazy } from './parts.js';
import { MANY_JOINTS } from './settings.js';

/**
 * Pictures further apart are late; one that takes several times as long counts for up to `LATE_MOST`, and one in time takes one back.
 * So many are no hiccup, as when the controls come or a GPU begins.
 */
const LATE_MS = 150;
const LATE_MOST = 3;
const LATE = 8;

const pacing = lazy(() => import('./pace.js'));

export class LatePictures {
  /** Draws less. Null: nothing is left out. @type {import('./pace.js').Pace | null} */
  pace = null;
  #host;
  /** @type {import('../types.d.ts').Device | undefined} */
  #device;
  /** @type {HTMLCanvasElement | undefined} */
  #canvas;
  #joints = 0;
  /** How many pictures were late. */
  #count = 0;

  /** @param {import('./pace.js').Host & { wake(): void }} host */
  constructor(host) {
    this.#host = host;
  }

  /** How many joints the clip on the stage has. @param {number} count */
  set joints(count) {
    this.#joints = count;
    this.#begin();
  }

  /**
   * Something else draws, or nothing does.
   * @param {import('../types.d.ts').Device} [device]
   * @param {HTMLCanvasElement} [canvas]
   */
  watch(device, canvas) {
    this.#device = device;
    this.#canvas = canvas;
    this.#begin();
  }

  /** Nothing is left out, unless there is much of it. */
  #begin() {
    const before = this.pace;
    this.pace = null;
    before?.close();
    this.#count = 0;
    if (this.#joints > MANY_JOINTS) this.#slow();
  }

  /** A picture was drawn. @param {number} gap milliseconds since the one before */
  drew(gap) {
    this.#count = Math.max(0, this.#count + (Math.min(Math.floor(gap / LATE_MS), LATE_MOST) || -1));
    if (this.#count >= LATE && !this.pace) this.#slow();
  }

  /** Watches how long pictures take. */
  async #slow() {
    const [device, canvas, joints, late] = [this.#device, this.#canvas, this.#joints, this.#count > 0];
    const script = await pacing().catch(() => null);
    if (!script || !device || !canvas || this.pace || device !== this.#device || joints !== this.#joints) return;
    this.pace = new script.Pace(this.#host, device.done ?? script.doneOn(canvas), joints, late);
    this.#host.wake();
  }
}
