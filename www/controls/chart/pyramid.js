/** The smallest and the largest value of each 2, 4, 8, .. frames, so that a curve costs no more than the pixels it crosses. */

import { valueOf } from '../../actors/series.js';

/** @typedef {import('../../actors/series.js').Series} Series */

/** Levels below this one are made from the frames themselves, and only where they are looked at; those above from the level below. */
const BASE = 4;
/** Nodes that are made together. */
const CHUNK = 1024;

export class Pyramid {
  /** The nodes of each level: smallest and largest each, NaN without a value. @type {{ nodes: Float32Array, made: Uint8Array }[]} */
  #levels = [];

  /** @param {Series} series */
  constructor(series) {
    this.series = series;
  }

  /**
   * The nodes of a level, of which those from `from` to `to` (indices) are valid: node `n` has the smallest and the largest value of the frames
   * from `n * 2 ** level` on.
   * @param {number} level 1 or more @param {number} from @param {number} to exclusive
   */
  nodes(level, from, to) {
    const size = Math.ceil(this.series.count / 2 ** level);
    this.#levels[level] ??= { nodes: new Float32Array(2 * size), made: new Uint8Array(Math.ceil(size / CHUNK)) };
    const { nodes, made } = this.#levels[level];
    for (let chunk = Math.floor(from / CHUNK); chunk * CHUNK < Math.min(to, size); chunk += 1) {
      if (made[chunk]) continue;
      const [first, end] = [chunk * CHUNK, Math.min(size, (chunk + 1) * CHUNK)];
      if (level > BASE) this.#join(nodes, level, first, end);
      else this.#gather(nodes, 2 ** level, first, end);
      made[chunk] = 1;
    }
    return nodes;
  }

  /** Makes nodes from frames. @param {Float32Array} nodes @param {number} width frames of a node @param {number} first @param {number} end */
  #gather(nodes, width, first, end) {
    const { rows, offset, stride, count, factor } = this.series;
    for (let node = first; node < end; node += 1) {
      let [least, most] = [Infinity, -Infinity];
      for (let frame = node * width; frame < Math.min(count, (node + 1) * width); frame += 1) {
        const value = rows[offset + frame * stride] * factor;
        // Comparisons with NaN are false.
        if (value < least) least = value;
        if (value > most) most = value;
      }
      put(nodes, node, least, most);
    }
  }

  /** Makes nodes from those of the level below. @param {Float32Array} nodes @param {number} level @param {number} first @param {number} end */
  #join(nodes, level, first, end) {
    const below = this.nodes(level - 1, 2 * first, 2 * end);
    for (let node = first; node < end; node += 1) {
      let [least, most] = [Infinity, -Infinity];
      for (let at = 4 * node; at < Math.min(below.length, 4 * node + 4); at += 2) {
        if (below[at] < least) least = below[at];
        if (below[at + 1] > most) most = below[at + 1];
      }
      put(nodes, node, least, most);
    }
  }

  /** The smallest and the largest value of frames; NaN without any. @param {number} from @param {number} to exclusive @returns {[least: number, most: number]} */
  range(from, to) {
    let [least, most] = [Infinity, -Infinity];
    for (let frame = from; frame < to;) {
      // The largest stretch that begins here, and ends in time.
      let level = 0;
      while (frame % 2 ** (level + 1) === 0 && frame + 2 ** (level + 1) <= to) level += 1;
      const node = frame / 2 ** level;
      const nodes = level < BASE ? null : this.nodes(level, node, node + 1);
      const low = nodes ? nodes[2 * node] : valueOf(this.series, frame);
      const high = nodes ? nodes[2 * node + 1] : low;
      if (low < least) least = low;
      if (high > most) most = high;
      frame += nodes ? 2 ** level : 1;
    }
    return least <= most ? [least, most] : [NaN, NaN];
  }
}

/** @param {Float32Array} nodes @param {number} node @param {number} least @param {number} most Infinity and -Infinity without a value */
function put(nodes, node, least, most) {
  nodes[2 * node] = least <= most ? least : NaN;
  nodes[2 * node + 1] = least <= most ? most : NaN;
}
