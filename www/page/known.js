/** What files are to each other. Skeletons and skins are kept for the rest of the visit, because motions are read beside them. */

/** @typedef {import('../types.d.ts').Source} Source */
/** @typedef {'bvh' | 'asf' | 'amc' | 'obj' | 'skel' | 'anim' | 'cmx' | 'bcf' | 'cfp' | 'x3d' | 'marey' | 'png' | ''} Kind every kind of scene, packed or not, is an x3d, and every picture a png */
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
  marey: { role: 'motion', family: 'marey' },
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

/** Files of these kinds may belong together; of what nobody knows yet nothing is ruled out. @param {Kind} a @param {Kind} b */
export const related = (a, b) => !a || !b || KINDS[a].family === KINDS[b].family;

/** The name without its extension. @param {string} name */
export const bare = (name) => name.replace(NAMED, '');

/**
 * The same file once more: opened again, or dropped twice. Files of one name in two folders are two. How large a file is and
 * when it was changed is only asked where the names agree: the browser has to look.
 * @param {Source} a
 * @param {Source} b
 */
export function same(a, b) {
  if (a.name !== b.name || a.url !== b.url || !(inside(a.folder, b.folder) || inside(b.folder, a.folder))) return false;
  return a.blob === b.blob || (a.blob instanceof File && b.blob instanceof File && a.blob.size === b.blob.size && a.blob.lastModified === b.blob.lastModified);
}

/** A folder may have been opened by itself, and in another one. */
const inside = (deep = '', flat = '') => !flat || `/${deep}`.endsWith(`/${flat}`);

/** @template T @param {T[]} all @param {(each: T) => string} keyOf @returns {Map<string, T[]>} */
function grouped(all, keyOf) {
  /** @type {Map<string, T[]>} */
  const groups = new Map();
  for (const each of all) {
    const group = groups.get(keyOf(each));
    if (group) group.push(each);
    else groups.set(keyOf(each), [each]);
  }
  return groups;
}

/** Finds the entry of a file that is there already. @template {{ source: Source }} E */
export class Same {
  /** @type {E[]} */
  added = [];

  /** @param {E[]} entries */
  constructor(entries) { this.named = grouped(entries, ({ source }) => source.name); }

  /** @param {Source} source */
  find(source) { return this.named.get(source.name)?.find((entry) => same(entry.source, source)); }

  /** @param {E} entry */
  add(entry) {
    const { name } = entry.source;
    const named = this.named.get(name);
    if (named) named.push(entry);
    else this.named.set(name, [entry]);
    this.added.push(entry);
    return entry;
  }
}

/** A file is read beside no more others than these: to try each takes its time. */
const MOST_BESIDE = 200;

export class Known {
  /** Newest first: where several would do, the reader takes the first. @type {{ kind: Kind, file: Source }[]} */
  #all = [];
  /** Another number after every change. */
  version = 0;

  /**
   * Takes in what is new; it takes the place of older files of its name. Two of one name that come together lie in two
   * folders: both stay.
   * @param {Source[]} files
   * @param {Kind} [kind] where the name does not tell
   */
  add(files, kind) {
    const before = grouped(this.#all, (known) => known.file.name);
    const fresh = files.filter((file) => !before.get(file.name)?.some((known) => same(known.file, file)));
    if (!fresh.length) return fresh;
    const names = new Set(fresh.map(({ name }) => name));
    this.#all = [...fresh.map((file) => ({ kind: kind ?? kindOf(file.name), file })),
      ...this.#all.filter((known) => !names.has(known.file.name))];
    this.version += 1;
    return fresh;
  }

  /** @param {Source} file */
  forget(file) { this.#all = this.#all.filter((known) => !same(known.file, file)); }

  /** All of it. */
  get files() { return this.#all; }

  /** Whether there is one that such a file may belong to. @param {Kind} part */
  hasSkeletonFor(part) { return this.#all.some(({ kind }) => isSkeleton(kind) && related(kind, part)); }

  /**
   * What a file is to be read beside. Where there is too much of it, that in its folder counts.
   * @param {Kind} kind of that file
   * @param {string | undefined} folder of that file
   * @param {string} first the skeleton it is known to have: of several that fit it keeps this one
   * @param {boolean} skins
   */
  beside(kind, folder, first, skins) {
    if (kind === 'bvh' || roleOf(kind) === 'part') return [];
    const fits = (/** @type {Kind} */ other) => other && (!kind || KINDS[kind].family === KINDS[other].family)
      && (other === 'obj' ? skins : !isSkeleton(kind));
    const files = this.#all.filter((known) => fits(known.kind)).map(({ file }) => file);
    const near = files.length > MOST_BESIDE ? [...files.filter((file) => file.folder === folder), ...files.filter((file) => file.folder !== folder)] : files;
    return [...near.filter(({ name }) => name === first), ...near.filter(({ name }) => name !== first)].slice(0, MOST_BESIDE);
  }
}
