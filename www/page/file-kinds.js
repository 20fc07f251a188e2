/** How files relate to each other. Keeps skeletons and skins for the rest of the visit, to read motions with them. */

import { KINDS } from './kinds.js';

/** @typedef {import('../types.d.ts').Source} Source */
/** @typedef {import('./kinds.js').Kind} Kind */
/** @typedef {import('./kinds.js').Role} Role */

/** The kind of each extension. */
const BY_EXTENSION = new Map(/** @type {[Exclude<Kind, ''>, { extensions: string[] }][]} */ (Object.entries(KINDS))
  .flatMap(([kind, { extensions }]) => extensions.map((extension) => /** @type {const} */ ([extension, kind]))));
const ALL = [...BY_EXTENSION.keys()];

/** All extensions that can be opened. */
export const EXTENSIONS = ALL.map((extension) => `.${extension}`);
/** Matches a name with such an extension, or two. */
export const NAMED = new RegExp(`(\\.(?:${ALL.join('|')}))?\\.(${ALL.join('|')})$`, 'i');

/** The kind according to the name. Once the file is read, its content decides. @param {string} name @returns {Kind} */
export const kindOf = (name) => BY_EXTENSION.get(NAMED.exec(name)?.[2].toLowerCase() ?? '') ?? '';

/** Unknown kinds are tried as motions. @param {Kind} kind @returns {Role} */
export const roleOf = (kind) => (kind ? KINDS[kind].role : 'motion');

/** @param {Kind} kind */
export const isSkeleton = (kind) => roleOf(kind) === 'skeleton';

/** Whether files of these kinds may belong together; unknown kinds may belong to any. @param {Kind} a @param {Kind} b */
export const mayBelong = (a, b) => !a || !b || KINDS[a].family === KINDS[b].family;

/** The name without its extension. @param {string} name */
export const baseName = (name) => name.replace(NAMED, '');

/**
 * Whether both are the same file, opened or dropped again. Files of one name in different folders differ. Compares size and date
 * last, because the browser has to look them up.
 * @param {Source} a @param {Source} b
 */
export function isSameFile(a, b) {
  if (a.name !== b.name || a.url !== b.url || !(inside(a.folder, b.folder) || inside(b.folder, a.folder))) return false;
  return a.blob === b.blob || (a.blob instanceof File && b.blob instanceof File && a.blob.size === b.blob.size && a.blob.lastModified === b.blob.lastModified);
}

/** Whether the folders agree: one may have been opened as part of a larger one. */
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

/** Finds entries for files that are already listed. @template {{ source: Source }} E */
export class EntryIndex {
  /** @type {E[]} */
  added = [];

  /** @param {E[]} entries */
  constructor(entries) { this.named = grouped(entries, ({ source }) => source.name); }

  /** @param {Source} source */
  find(source) { return this.named.get(source.name)?.find((entry) => isSameFile(entry.source, source)); }

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

/** Most companions of a file, because each takes time to try. */
const MAX_COMPANIONS = 200;

export class CompanionPool {
  /** Newest first, since the reader takes the first that fits. @type {{ kind: Kind, file: Source }[]} */
  #all = [];
  /** Changes with every addition. */
  version = 0;

  /**
   * Adds new files, which replace older ones of the same name. Files of one name added together come from different folders, so
   * all of them stay. Returns the new files.
   * @param {Source[]} files @param {Kind} [kind] if it differs from the name's
   */
  add(files, kind) {
    const before = grouped(this.#all, (known) => known.file.name);
    const fresh = files.filter((file) => !before.get(file.name)?.some((known) => isSameFile(known.file, file)));
    if (!fresh.length) return fresh;
    const names = new Set(fresh.map(({ name }) => name));
    this.#all = [...fresh.map((file) => ({ kind: kind ?? kindOf(file.name), file })),
      ...this.#all.filter((known) => !names.has(known.file.name))];
    this.version += 1;
    return fresh;
  }

  /** @param {Source} file */
  forget(file) { this.#all = this.#all.filter((known) => !isSameFile(known.file, file)); }

  get files() { return this.#all; }

  /** Whether there is a skeleton for such a file. @param {Kind} part */
  hasSkeletonFor(part) { return this.#all.some(({ kind }) => isSkeleton(kind) && mayBelong(kind, part)); }

  /**
   * The companions to read a file with. If there are too many, those in its folder come first.
   * @param {Kind} kind of the file @param {string | undefined} folder of the file
   * @param {string} first its present skeleton, which it keeps if several fit @param {boolean} skins
   */
  companionsFor(kind, folder, first, skins) {
    if (kind === 'bvh' || roleOf(kind) === 'part') return [];
    const fits = (/** @type {Kind} */ other) => other && (!kind || KINDS[kind].family === KINDS[other].family)
      && (other === 'obj' ? skins : !isSkeleton(kind));
    const files = this.#all.filter((known) => fits(known.kind)).map(({ file }) => file);
    const near = files.length > MAX_COMPANIONS ? [...files.filter((file) => file.folder === folder), ...files.filter((file) => file.folder !== folder)] : files;
    return [...near.filter(({ name }) => name === first), ...near.filter(({ name }) => name !== first)].slice(0, MAX_COMPANIONS);
  }
}
