/** Skeletons and skins: kept for the rest of the visit, because motions are read beside them. */

/** @typedef {import('../types.d.ts').Companion} Companion */
/** @typedef {import('../types.d.ts').Source} Source */
/** @typedef {'bvh' | 'asf' | 'amc' | 'obj' | ''} Kind */

/** What a file's name says it is. Its content has the last word, where it is read. @param {string} name @returns {Kind} */
export const kindOf = (name) => /** @type {Kind} */ (/\.(bvh|asf|amc|obj)$/i.exec(name)?.[1].toLowerCase() ?? '');

/** The same file once more: opened again, or dropped twice. @param {Source} a @param {Source} b */
export function same(a, b) {
  if (a.name !== b.name || a.url !== b.url) return false;
  return a.blob === b.blob || (a.blob instanceof File && b.blob instanceof File && a.blob.size === b.blob.size && a.blob.lastModified === b.blob.lastModified);
}

export class Known {
  /** Newest first: where several would do, the reader takes the first. @type {{ kind: Kind, file: Companion }[]} */
  #all = [];
  /** Another number after every change. */
  version = 0;

  /**
   * Takes in what is new; it takes the place of older files of its name. Two of one name that come together lie in two
   * folders: both stay.
   * @param {Companion[]} files
   * @param {Kind} [kind] where the name does not tell
   */
  add(files, kind) {
    const fresh = files.filter((file) => !this.#all.some((known) => same(known.file, file)));
    if (!fresh.length) return fresh;
    this.#all = [...fresh.map((file) => ({ kind: kind ?? kindOf(file.name), file })),
      ...this.#all.filter((known) => !fresh.some(({ name }) => name === known.file.name))];
    this.version += 1;
    return fresh;
  }

  /** @param {Companion} file */
  forget(file) { this.#all = this.#all.filter((known) => !same(known.file, file)); }

  get hasSkeleton() { return this.#all.some(({ kind }) => kind === 'asf'); }

  /**
   * What a file is to be read beside.
   * @param {Kind} kind of that file
   * @param {string} first the skeleton it is known to have: of several that fit it keeps this one
   * @param {boolean} skins
   */
  beside(kind, first, skins) {
    if (kind === 'bvh' || kind === 'obj') return [];
    const files = this.#all.filter((known) => (known.kind === 'obj' ? skins : kind !== 'asf')).map(({ file }) => file);
    return [...files.filter(({ name }) => name === first), ...files.filter(({ name }) => name !== first)];
  }
}
