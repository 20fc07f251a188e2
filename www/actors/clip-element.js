/** `<marey-clip>`: a clip beside the player's own, as a child of `<marey-player>`. */
import { CLIP_ROWS, reflect, takeOver } from '../player/base/options.js';

/** @typedef {import('./other-clip.js').OtherClip} OtherClip */
/** @typedef {(clip: MareyClip) => void} Changed */

const Base =
  /** @type {new () => HTMLElement & import('../player/base/options.js').ValuesOf<typeof import('../player/base/options.js').CLIP_OPTIONS>} */ (
    /** @type {unknown} */ (class extends (globalThis.HTMLElement ?? Object) {})
  );
reflect(Base, CLIP_ROWS);

/** Who listens to the attributes of each. @type {WeakMap<Element, Changed>} */
const listeners = new WeakMap();
/** @param {MareyClip} clip @param {Changed} changed */
export const onChange = (clip, changed) => {
  listeners.set(clip, changed);
};

/**
 * A clip beside the player's own.
 * @fires cliploaded - it is whole
 * @fires error - it cannot be read
 */
export class MareyClip extends Base {
  static observedAttributes = [...CLIP_ROWS.map(({ attribute }) => attribute), 'hidden'];

  /** @type {Blob | Blob[] | null} */
  #object = null;
  /** Where it comes from, if the page or a link has chosen it for as long as the player's own clip is shown. @type {import('../types.d.ts').Source | null} */
  source = null;
  /** What the player has read of it. @type {OtherClip | null} */
  clip = null;

  constructor() {
    super();
    takeOver(this);
  }

  attributeChangedCallback() {
    listeners.get(this)?.(this);
  }

  /** A file in place of `src`, or several that belong together. */
  get srcObject() {
    return this.#object;
  }
  set srcObject(object) {
    this.#object = object;
    listeners.get(this)?.(this);
  }

  /** Facts about it; null until it is there. */
  get info() {
    return this.clip?.info ?? null;
  }
  /** Why it cannot be read; null otherwise. */
  get error() {
    return this.clip?.error ?? null;
  }
}
