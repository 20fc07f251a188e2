/** The clips of a player as a list: `clips[1]`, `clips.add(..)`, `clips.remove(..)`. */

import { CLIP_ROWS } from '../base/options.js';

/** @typedef {import('../../types.d.ts').ClipInfo} ClipInfo */
/** @typedef {import('../../types.d.ts').MareyClip} MareyClip */
/** The options of `<marey-clip>`, by their properties or attributes. @typedef {{ [name: string]: unknown }} ClipOptions */

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
    for (const [name, value] of Object.entries(options)) {
      const row = CLIP_ROWS.find((each) => each.name === name || each.attribute === name);
      const text = value === '' || !row ? value : row.write(value);
      if (text !== null && text !== undefined) clip.setAttribute(row?.attribute ?? name, String(text));
    }
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
