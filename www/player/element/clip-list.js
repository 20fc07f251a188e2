/** The clips of a player as a list: `clips[1]`, `clips.add(..)`, `clips.remove(..)`. */

/** @typedef {import('../../types.d.ts').ClipInfo} ClipInfo */
/** @typedef {import('../../types.d.ts').MareyClip} MareyClip */
/** @typedef {{ label?: string, offset?: number, speed?: number, skeleton?: string, beyond?: 'hold' | 'leave' | 'loop', position?: [x: number, z: number], turn?: number, unit?: string, up?: string, fps?: number, positions?: string, behaviour?: string, joints?: string, axes?: string, holds?: string, 'skip-reference'?: '' }} ClipOptions as the attributes of `<marey-clip>` */

/** @extends {Array<ClipInfo & { element?: Element }>} */
export class ClipList extends Array {
  static get [Symbol.species]() {
    return Array;
  }

  #player;

  /** @param {HTMLElement} player */
  constructor(player) {
    super();
    this.#player = player;
  }

  /**
   * Adds a clip beside the player's own, as a `<marey-clip>` in it, which tells when it has been read.
   * @param {string | Blob | Blob[]} source its address, or its files @param {ClipOptions} [options] @returns {MareyClip}
   */
  add(source, options = {}) {
    const clip = /** @type {MareyClip} */ (document.createElement('marey-clip'));
    for (const [name, value] of Object.entries(options)) clip.setAttribute(name, String(value));
    if (typeof source === 'string') clip.setAttribute('src', source);
    else Object.assign(clip, { srcObject: source });
    this.#player.append(clip);
    return clip;
  }

  /** Removes a clip beside the player's own. @param {number} index in this list */
  remove(index) {
    this[index]?.element?.remove();
  }
}
