/** Which joints a tree shows, and in which order: what is folded, and what a search leaves. */

/** @typedef {import('../types.d.ts').JointInfo} JointInfo */

/** Of more joints the deeper levels start folded. */
const OPEN_JOINTS = 100;
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
  /** Folded while a search is on: every search begins with all of its matches in sight. @type {Set<number>} */
  #foldedHere = new Set();
  /** What is searched for: small letters. @type {string[]} */
  #words = [];
  /** What the search found. @type {Set<number>} */
  matches = new Set();
  /** These, and all that lead to them. @type {Set<number>} */
  #kept = new Set();

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
    // A joint's own sites stand below its name, not below all that hangs on it.
    for (const each of this.children) each.sort((a, b) => Number(joints[b].endSite) - Number(joints[a].endSite) || a - b);
    this.#folded = new Set(joints.length > OPEN_JOINTS ? [...joints.keys()].filter((index) => this.depth[index] >= OPEN_LEVELS && this.children[index].length) : []);
  }

  get searching() { return this.#words.length > 0; }

  /** @param {string} text words that a name has, in any order; none end the search */
  search(text) {
    this.#words = text.toLowerCase().split(/\s+/).filter(Boolean);
    this.#foldedHere.clear();
    this.matches = new Set([...this.joints.keys()].filter((index) => {
      const names = `${this.joints[index].label} ${this.joints[index].name}`.toLowerCase();
      return this.searching && this.#words.every((word) => names.includes(word));
    }));
    this.#kept = new Set(this.matches);
    // A set may grow while it is walked.
    for (const index of this.#kept) if (this.joints[index].parent >= 0) this.#kept.add(this.joints[index].parent);
  }

  /** What is below a joint and may be shown. @param {number} index -1: the roots */
  below(index) {
    const below = this.children[index] ?? this.roots;
    return this.searching ? below.filter((each) => this.#kept.has(each)) : below;
  }

  /** @param {number} index */
  isOpen(index) { return !(this.searching ? this.#foldedHere : this.#folded).has(index); }

  /** @param {number} index @param {boolean} open */
  fold(index, open) {
    const folded = this.searching ? this.#foldedHere : this.#folded;
    if (open) folded.delete(index);
    else folded.add(index);
  }

  /** Unfolds what is above a joint. Whether that changed anything. @param {number} index */
  uncover(index) {
    let changed = false;
    for (let { parent } = this.joints[index]; parent >= 0; { parent } = this.joints[parent]) {
      changed ||= !this.isOpen(parent);
      this.fold(parent, true);
    }
    return changed;
  }

  /** In the order of the rows. @returns {number[]} */
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
