/** Notices late pictures, or a figure of many joints, and fetches the script that draws less. */
import { lazy } from '../base/parts.js';
import { MANY_JOINTS } from '../base/settings.js';

/**
 * A picture whose gap is longer is late; one several times as long counts for up to `LATE_MOST`, and one in time subtracts one.
 * A count of `LATE` is more than a hiccup, as when the controls load or a GPU starts.
 */
const LATE_MS = 150;
const LATE_MOST = 3;
const LATE = 8;

const pacing = lazy(() => import('./pace.js'));

export class LatePictures {
  /** Reduces what is drawn. Null: everything is drawn. @type {import('./pace.js').Pace | null} */
  pace = null;
  #host;
  /** @type {import('../../types.d.ts').Device | undefined} */
  #device;
  /** @type {HTMLCanvasElement | undefined} */
  #canvas;
  #joints = 0;
  /** Count of late pictures, less those in time. */
  #count = 0;

  /** @param {import('./pace.js').Host & { wake(): void }} host */
  constructor(host) {
    this.#host = host;
  }

  /** Sets the number of joints of the clip on the stage. @param {number} count */
  set joints(count) {
    this.#joints = count;
    this.#begin();
  }

  /** Sets what draws, or that nothing does. @param {import('../../types.d.ts').Device} [device] @param {HTMLCanvasElement} [canvas] */
  watch(device, canvas) {
    this.#device = device;
    this.#canvas = canvas;
    this.#begin();
  }

  /** Starts over with everything drawn; a figure of many joints is paced at once. */
  #begin() {
    const before = this.pace;
    this.pace = null;
    before?.close();
    this.#count = 0;
    if (this.#joints > MANY_JOINTS) this.#startPacing();
  }

  /** Counts a drawn picture. @param {number} gap milliseconds since the one before */
  drew(gap) {
    this.#count = Math.max(0, this.#count + (Math.min(Math.floor(gap / LATE_MS), LATE_MOST) || -1));
    if (this.#count >= LATE && !this.pace) this.#startPacing();
  }

  /** Fetches the pacing, and starts it if nothing has changed meanwhile. */
  async #startPacing() {
    const [device, canvas, joints, late] = [this.#device, this.#canvas, this.#joints, this.#count > 0];
    const script = await pacing().catch(() => null);
    if (!script || !device || !canvas || this.pace || device !== this.#device || joints !== this.#joints) return;
    this.pace = new script.Pace(this.#host, device.done ?? script.doneOn(canvas), joints, late);
    this.#host.wake();
  }
}
