/** `<marey-clip>`: a clip beside the player's own, as a child of `<marey-player>`. */
import { limited } from '../player/base/settings.js';
import { number as finite } from '../player/words/format.js';
import { LIMITS } from '../player/base/limits.js';

/** @typedef {import('./other-clip.js').OtherClip} OtherClip */
/** @typedef {(clip: MareyClip) => void} Changed */

const Base = globalThis.HTMLElement ?? /** @type {typeof HTMLElement} */ (/** @type {unknown} */ (class {}));

/** A number of an attribute, within its limits; 0 without one. @param {keyof typeof LIMITS} name @param {string | null} text */
export const number = (name, text) => limited(finite(text, 0), LIMITS[name]);

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
  static observedAttributes = [
    'src',
    'skeleton',
    'joints',
    'axes',
    'holds',
    'skip-reference',
    'label',
    'offset',
    'speed',
    'beyond',
    'position',
    'turn',
    'unit',
    'up',
    'fps',
    'positions',
    'behaviour',
    'hidden',
    'ghost',
  ];

  /** @type {Blob | Blob[] | null} */
  #object = null;
  /** Where it comes from, if the page or a link has chosen it for as long as the player's own clip is shown. @type {import('../types.d.ts').Source | null} */
  source = null;
  /** What the player has read of it. @type {OtherClip | null} */
  clip = null;

  constructor() {
    super();
    // A property set before the element was defined shadows the accessor.
    const { srcObject } = this;
    if (!Object.hasOwn(this, 'srcObject')) return;
    delete (/** @type {Partial<MareyClip>} */ (this).srcObject);
    this.#object = srcObject;
  }

  attributeChangedCallback() {
    listeners.get(this)?.(this);
  }

  /** The clip's address. */
  get src() {
    return this.getAttribute('src') ?? '';
  }
  set src(address) {
    this.setAttribute('src', address);
  }
  /** The address of its skeleton, for a motion file without one. */
  get skeleton() {
    return this.getAttribute('skeleton') ?? '';
  }
  set skeleton(address) {
    this.setAttribute('skeleton', address);
  }
  /** A file in place of `src`, or several that belong together. */
  get srcObject() {
    return this.#object;
  }
  set srcObject(object) {
    this.#object = object;
    listeners.get(this)?.(this);
  }

  /** Its name on the page; by default that of its file. */
  get label() {
    return this.getAttribute('label') ?? '';
  }
  set label(text) {
    this.setAttribute('label', text);
  }
  /** When it begins, seconds on the clock of the player's own clip; negative: before that. */
  get offset() {
    return number('offset', this.getAttribute('offset'));
  }
  set offset(seconds) {
    this.setAttribute('offset', String(seconds));
  }
  /** Its speed; 1 is that of the player. */
  get speed() {
    return number('speed', this.getAttribute('speed')) || 1;
  }
  set speed(rate) {
    this.setAttribute('speed', String(rate));
  }
  /** Beyond its beginning and its end: stands there faintly (`hold`), is not there (`leave`), or plays again (`loop`). @returns {'hold' | 'leave' | 'loop'} */
  get beyond() {
    return /** @type {const} */ (['leave', 'loop']).find((word) => word === this.getAttribute('beyond')) ?? 'hold';
  }
  set beyond(word) {
    this.setAttribute('beyond', word);
  }
  /** Its displacement along x and z on the floor, metres. @returns {[x: number, z: number]} */
  get position() {
    const [x = '', z = ''] = (this.getAttribute('position') ?? '').trim().split(/[\s,]+/);
    return [number('position', x), number('position', z)];
  }

  set position([x, z]) {
    this.setAttribute('position', `${x} ${z}`);
  }
  /** Whether it is a ghost: translucent in its own colours, and not compared. */
  get ghost() {
    return this.hasAttribute('ghost');
  }
  set ghost(on) {
    this.toggleAttribute('ghost', on);
  }
  /** How far it is turned around the vertical axis of the stage, degrees. */
  get turn() {
    return number('turn', this.getAttribute('turn'));
  }
  set turn(degrees) {
    this.setAttribute('turn', String(degrees));
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
