/** Skeletons and skins: kept for the rest of the visit, because motions are read beside them. */

/** @typedef {import('../types.d.ts').Companion} Companion */
/** @typedef {import('../types.d.ts').Source} Source */
/** @typedef {'bvh' | 'asf' | 'amc' | 'obj' | 'skel' | 'anim' | 'cmx' | 'bcf' | 'cfp' | 'x3d' | 'png' | ''} Kind every kind of scene, packed or not, is an x3d, and every picture a png */
/** @typedef {'motion' | 'skeleton' | 'part' | 'catalogue'} Role a part is a skin, keys or a picture; a catalogue holds skeletons or motions */

/** @type {Record<Exclude<Kind, ''>, { role: Role, family: string }>} */
const KINDS = {
  bvh: { role: 'motion', family: 'bvh' },
  asf: { role: 'skeleton', family: 'acclaim' },
  amc: { role: 'motion', family: 'acclaim' },
  obj: { role: 'part', family: 'acclaim' },
  skel: { role: 'skeleton', family: 'sims' },
  anim: { role: 'motion', family: 'sims' },
  cmx: { role: 'catalogue', family: 'sims' },
  bcf: { role: 'catalogue', family: 'sims' },
  cfp: { role: 'part', family: 'sims' },
  x3d: { role: 'motion', family: 'hanim' },
  png: { role: 'part', family: 'hanim' },
};

/** Extensions of scenes. Many other files are JSON or packed, so in a folder these two are looked into. */
const SCENES = ['x3dv', 'wrl', 'x3dj', 'x3dz', 'x3dvz', 'wrz', 'json', 'gz'];
/** Pictures that skins wear. */
const PICTURES = ['jpg', 'jpeg', 'gif', 'webp', 'bmp', 'avif'];
const ALL = [...Object.keys(KINDS), ...SCENES, ...PICTURES];

/** The extensions of all that can be opened. */
export const EXTENSIONS = ALL.map((extension) => `.${extension}`);
/** A name with such an extension, or with two. */
export const NAMED = new RegExp(`(\\.(?:${ALL.join('|')}))?\\.(${ALL.join('|')})$`, 'i');

/** What a file's name says it is. Its content has the last word, where it is read. @param {string} name @returns {Kind} */
export function kindOf(name) {
  const extension = NAMED.exec(name)?.[2].toLowerCase() ?? '';
  return SCENES.includes(extension) ? 'x3d' : PICTURES.includes(extension) ? 'png' : /** @type {Kind} */ (extension);
}

/** What part it plays among others. What nobody knows is tried as a motion. @param {Kind} kind @returns {Role} */
export const roleOf = (kind) => (kind ? KINDS[kind].role : 'motion');

/** @param {Kind} kind */
export const isSkeleton = (kind) => roleOf(kind) === 'skeleton';

/** The name without its extension. @param {string} name */
export const bare = (name) => name.replace(NAMED, '');

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

  get hasSkeleton() { return this.#all.some(({ kind }) => isSkeleton(kind)); }

  /**
   * What a file is to be read beside.
   * @param {Kind} kind of that file
   * @param {string} first the skeleton it is known to have: of several that fit it keeps this one
   * @param {boolean} skins
   */
  beside(kind, first, skins) {
    if (kind === 'bvh' || roleOf(kind) === 'part') return [];
    const fits = (/** @type {Kind} */ other) => other && (!kind || KINDS[kind].family === KINDS[other].family)
      && (other === 'obj' ? skins : !isSkeleton(kind));
    const files = this.#all.filter((known) => fits(known.kind)).map(({ file }) => file);
    return [...files.filter(({ name }) => name === first), ...files.filter(({ name }) => name !== first)];
  }
}
