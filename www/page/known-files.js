/** Files that the page knows: finds them when they come again, and keeps skeletons and skins to read motions with them. */
import { kindOf } from './file-kinds.js';

/** @typedef {import('../types.d.ts').Source} Source */
/** @typedef {import('./kinds.js').Kind} Kind */
/** @typedef {{ kind: Kind, file: Source }} KnownFile kind: according to the content if that is known */

/**
 * Whether both are the same file, opened or dropped again. Files of one name in different folders differ. Compares size and date
 * last, because the browser has to look them up.
 * @param {Source} a @param {Source} b
 */
export function isSameFile(a, b) {
  if (a.name !== b.name || a.url !== b.url || !(inside(a.folder, b.folder) || inside(b.folder, a.folder))) return false;
  return (
    a.blob === b.blob ||
    (a.blob instanceof File && b.blob instanceof File && a.blob.size === b.blob.size && a.blob.lastModified === b.blob.lastModified)
  );
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
  constructor(entries) {
    this.named = grouped(entries, ({ source }) => source.name);
  }

  /** @param {Source} source */
  find(source) {
    return this.named.get(source.name)?.find((entry) => isSameFile(entry.source, source));
  }

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

/** The files that motions are read with, for the rest of the visit. */
export class CompanionPool {
  /** Newest first, since the reader takes the first that fits. @type {KnownFile[]} */
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
    this.#all = [
      ...fresh.map((file) => ({ kind: kind ?? kindOf(file.name), file })),
      ...this.#all.filter((known) => !names.has(known.file.name)),
    ];
    this.version += 1;
    return fresh;
  }

  /** @param {Source} file */
  forget(file) {
    this.#all = this.#all.filter((known) => !isSameFile(known.file, file));
  }

  get files() {
    return this.#all;
  }
}
