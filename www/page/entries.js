/** All clips of the list, and the files that they are read with. Takes files in any order: motions wait for their skeleton. */
import { ownFile } from '../player/session/own-file.js';
import { Entry, isOwn } from './entry.js';
import { isSkeleton, kindOf, roleOf } from './file-kinds.js';
import { groupsOf } from './groups.js';
import { CompanionPool, EntryIndex, isSameFile } from './known-files.js';
import { catalogueFor, fileOf, retryWaiting } from './pairing.js';

/** @typedef {import('../types.d.ts').Source} Source */
/** @typedef {import('./file-kinds.js').Kind} Kind */
/**
 * The entries that added files made or concern.
 * @typedef {object} Added
 * @property {Source[]} sources all files, new or not
 * @property {Source[]} fresh new companions
 * @property {Entry[]} motions
 * @property {Entry[]} skeletons
 * @property {Entry[]} waiting earlier entries that may use the companions
 */

export class Entries {
  /** In the order of arrival. @type {Entry[]} */
  all = [];
  /** Files of labels that have been read. @type {Source[]} */
  labels = [];
  #companions = new CompanionPool();
  #changed;

  /** @param {() => void} changed the files to keep have changed */
  constructor(changed) {
    this.#changed = changed;
  }

  get samples() {
    return this.all.filter(({ source }) => !isOwn(source));
  }

  get own() {
    return this.all.filter(({ source }) => isOwn(source));
  }

  get groups() {
    return groupsOf(this.all);
  }

  /** The files that entries may be read with. */
  get known() {
    return this.#companions.files;
  }

  /** Changes with every new one of these files. */
  get version() {
    return this.#companions.version;
  }

  /** @param {Source[]} labels */
  setLabels(labels) {
    this.labels = labels;
    this.#changed();
  }

  /** @param {Source | null} source */
  of(source) {
    const own = source && ownFile(source);
    return this.all.find((entry) => entry.source === own);
  }

  /** @param {Source} source */
  push(source) {
    const entry = new Entry(source);
    this.all = [...this.all, entry];
    return entry;
  }

  /** @param {Source[]} sources @returns {Added} */
  add(sources) {
    const roleIn = (/** @type {Source} */ { name }) => roleOf(kindOf(name));
    // A catalogue may hold motions or skeletons: treat it as both.
    const fresh = this.#companions.add(sources.filter((source) => roleIn(source) !== 'motion'));
    const before = new EntryIndex(this.all);
    const skeletons = this.#skeletons(sources);
    const motions = sources
      .filter((source) => ['motion', 'catalogue'].includes(roleIn(source)))
      .map((source) => before.find(source) ?? before.add(new Entry(source)));
    this.all = [...this.all, ...before.added];
    for (const entry of motions) {
      entry.fault = null;
      entry.batch = sources;
    }
    this.#changed();
    return { sources, fresh, motions, skeletons, waiting: retryWaiting(this.all, fresh) };
  }

  /** Gives each skeleton an entry; a newer file replaces an older one of the same name. @param {Source[]} sources */
  #skeletons(sources) {
    const before = new Map(this.all.filter(({ kind }) => isSkeleton(kind)).map((entry) => [entry.source.name, entry]));
    return sources
      .filter(({ name }) => isSkeleton(kindOf(name)))
      .map((source) => {
        const old = before.get(source.name);
        if (!old) return this.push(source);
        if (!isSameFile(old.source, source)) Object.assign(old, { source, info: null, fault: null });
        return old;
      });
  }

  /** Registers a clip that turned out to be a skeleton. Returns an entry that waited for it, or may use it. @param {Entry} entry */
  learnSkeleton(entry) {
    if (isSkeleton(entry.kind) || !entry.isPose || !isOwn(entry.source)) return undefined;
    const isModel = entry.kind === 'npz' || entry.kind === 'model';
    if (entry.info?.format === 'NumPy' && !isModel) return undefined;
    entry.kind = isModel ? 'model' : entry.info?.format === 'SKEL' ? 'skel' : 'asf';
    this.#changed();
    const file = fileOf(entry);
    if (isModel) {
      this.#companions.add([file], entry.kind);
      const isNew = (/** @type {Entry} */ { info, source }) => !info && entry.batch?.includes(source);
      return this.own.filter((other) => other !== entry && (other.hasNeutralBody || isNew(other))).at(-1);
    }
    return retryWaiting(this.all, this.#companions.add([file], entry.kind)).at(-1) ?? catalogueFor(this.all, file.name);
  }

  /** Sets a kind that the content revealed. @param {Source} source @param {Kind} kind */
  setKind(source, kind) {
    const entry = this.of(source);
    if (entry) entry.kind = kind;
    this.#companions.add([source], kind);
  }

  /** @param {Entry[]} gone @returns {() => void} brings them back to their places */
  forget(gone) {
    const before = this.all;
    const out = new Set(gone);
    this.all = this.all.filter((entry) => !out.has(entry));
    const companions = gone.filter(({ kind }) => roleOf(kind) !== 'motion');
    for (const { source } of companions) this.#companions.forget(source);
    this.#changed();
    return () => {
      const known = new Set(before);
      const there = new Set([...this.all, ...gone]);
      // Entries that have come meanwhile are last.
      this.all = [...before.filter((entry) => there.has(entry)), ...this.all.filter((entry) => !known.has(entry))];
      for (const { kind, source } of companions) this.#companions.add([source], kind);
      this.#changed();
    };
  }
}
