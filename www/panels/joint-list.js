/** The visible joints of a tree in order, after folding and search. */

/** @typedef {import('../types.d.ts').JointInfo} JointInfo */

/** Trees with more joints start with the deeper levels folded. */
const MAX_OPEN_JOINTS = 100;
const OPEN_LEVELS = 3;

export class JointList {
  /** @type {number[][]} */
  children;
  /** @type {number[]} */
  roots = [];
  /** @type {Uint16Array} */
  depth;
  /** @type {Set<number>} */
  #folded;
  /** Folds made during a search, which starts with all matches visible. @type {Set<number>} */
  #foldedInSearch = new Set();
  /** The search words, in lower case. @type {string[]} */
  #words = [];
  /** @type {Set<number>} */
  matches = new Set();
  /** The matches and their ancestors. @type {Set<number>} */
  #shown = new Set();

  /** @param {JointInfo[]} joints */
  constructor(joints) {
    this.joints = joints;
    this.children = joints.map(() => []);
    this.depth = new Uint16Array(joints.length);
    joints.forEach(({ parent }, index) => {
      if (this.children[parent]) {
        this.children[parent].push(index);
        this.depth[index] = this.depth[parent] + 1;
      } else this.roots.push(index);
    });
    // List a joint's sites directly below its name, before its child joints.
    for (const each of this.children) each.sort((a, b) => Number(joints[b].endSite) - Number(joints[a].endSite) || a - b);
    this.#folded = new Set(
      joints.length > MAX_OPEN_JOINTS
        ? [...joints.keys()].filter((index) => this.depth[index] >= OPEN_LEVELS && this.children[index].length)
        : [],
    );
  }

  get searching() {
    return this.#words.length > 0;
  }

  /** @param {string} text words that a name contains, in any order; without words the search ends */
  search(text) {
    this.#words = text.toLowerCase().split(/\s+/).filter(Boolean);
    this.#foldedInSearch.clear();
    this.matches = new Set(
      [...this.joints.keys()].filter((index) => {
        const names = `${this.joints[index].label} ${this.joints[index].name}`.toLowerCase();
        return this.searching && this.#words.every((word) => names.includes(word));
      }),
    );
    this.#shown = new Set(this.matches);
    // The loop also visits parents added while it runs.
    for (const index of this.#shown) if (this.joints[index].parent >= 0) this.#shown.add(this.joints[index].parent);
  }

  /** The children of a joint that pass the search. @param {number} index -1: the roots */
  below(index) {
    const below = this.children[index] ?? this.roots;
    return this.searching ? below.filter((each) => this.#shown.has(each)) : below;
  }

  /** @param {number} index */
  isOpen(index) {
    return !(this.searching ? this.#foldedInSearch : this.#folded).has(index);
  }

  /** @param {number} index @param {boolean} open */
  fold(index, open) {
    const folded = this.searching ? this.#foldedInSearch : this.#folded;
    if (open) folded.delete(index);
    else folded.add(index);
  }

  /** Unfolds a joint's ancestors. Returns whether any was folded. @param {number} index */
  uncover(index) {
    let changed = false;
    for (let { parent } = this.joints[index]; parent >= 0; { parent } = this.joints[parent]) {
      changed ||= !this.isOpen(parent);
      this.fold(parent, true);
    }
    return changed;
  }

  /** The visible joints in row order. @returns {number[]} */
  visible() {
    const order = [];
    const pending = [...this.below(-1)].reverse();
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      order.push(index);
      if (this.isOpen(index)) for (const each of [...this.below(index)].reverse()) pending.push(each);
    }
    return order;
  }
}
