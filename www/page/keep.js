/**
 * Copies of the visitor's files in this browser's own storage (IndexedDB), so that the list comes back after a reload. Only
 * what somebody asked to keep is written; what leaves the list is deleted. Other tabs may keep files in the same place: each
 * deletes what it knows of, and nothing else.
 */
import { K } from './keep-words.js';

/** @typedef {import('../types.d.ts').Source} Source */
/** @typedef {import('./known.js').Kind} Kind */
/** @typedef {{ source: Source, kind: Kind }} Kept kind: what it turned out to be, whatever its name */
/** @typedef {{ id?: number, name: string, folder: string, kind: Kind, date: number, blob: Blob }} Row date: when the file was changed last */

const NAME = 'marey';
const STORE = 'files';
/** More is not kept. */
const MOST_BYTES = 1e9;
/** Files that are written, and read back, at once. */
const TOGETHER = 20;
const READ_TOGETHER = 500;

export class Keep {
  /** What is kept, as far as this tab knows. @type {Map<Blob, { id: number, size: number }>} */
  #rows = new Map();
  /** One thing after the other. @type {Promise<void>} */
  #last = Promise.resolve();
  /** What is wanted now. @type {Kept[]} */
  #wanted = [];
  /** @type {Promise<IDBDatabase> | null} */
  #base = null;

  /** @param {(text: string, refused: boolean) => void} tell */
  constructor(tell) { this.tell = tell; }

  /** All that is kept, in the order in which it came. Files are only opened when they are read. @returns {Promise<Kept[]>} */
  async restore() {
    /** @type {Kept[]} */
    const all = [];
    try {
      const base = await this.#open();
      for (let from = 0, done = false; !done;) {
        const rows = /** @type {Required<Row>[]} */ (await answer(base.transaction(STORE).objectStore(STORE).getAll(IDBKeyRange.lowerBound(from, true), READ_TOGETHER)));
        for (const { id, name, folder, kind, date, blob } of rows) {
          const file = new File([blob], name, { lastModified: date });
          this.#rows.set(file, { id, size: file.size });
          all.push({ source: { name, blob: file, ...(folder && { folder }) }, kind });
          from = id;
        }
        done = rows.length < READ_TOGETHER;
      }
    } catch {
      this.refuse();
    }
    return all;
  }

  /** What is kept becomes this. @param {Kept[]} wanted */
  sync(wanted) {
    this.#wanted = wanted;
    return this.#queue(() => this.#sync(wanted));
  }

  /** Deletes all of it. */
  forget() {
    this.#wanted = [];
    return this.#queue(async () => {
      (await this.#open()).close();
      this.#base = null;
      this.#rows.clear();
      await answer(indexedDB.deleteDatabase(NAME));
      this.tell('', false);
    });
  }

  /** The browser does not let the page keep anything. */
  refuse() { this.tell(K.refused, true); }

  /** @param {() => Promise<void>} work */
  #queue(work) {
    this.#last = this.#last.then(work).catch(() => this.refuse());
    return this.#last;
  }

  #open() {
    this.#base ??= (async () => {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id', autoIncrement: true });
      const base = await answer(request);
      // Another tab deletes all of it, and waits for this one.
      base.onversionchange = () => { base.close(); this.#base = null; this.#rows.clear(); };
      return base;
    })();
    this.#base.catch(() => { this.#base = null; });
    return this.#base;
  }

  /** @param {Kept[]} wanted */
  async #sync(wanted) {
    const base = await this.#open();
    const blobs = new Set(wanted.map(({ source }) => source.blob));
    const gone = [...this.#rows].filter(([blob]) => !blobs.has(blob));
    if (gone.length) {
      const change = base.transaction(STORE, 'readwrite');
      for (const [blob, { id }] of gone) {
        change.objectStore(STORE).delete(id);
        this.#rows.delete(blob);
      }
      await written(change);
    }
    const fresh = wanted.filter(({ source: { blob } }) => blob && !this.#rows.has(blob));
    let why = '';
    let [unread, done] = [0, 0];
    for (let at = 0; at < fresh.length && !why && wanted === this.#wanted; at += TOGETHER) {
      const some = fresh.slice(at, at + TOGETHER);
      const size = some.reduce((sum, { source }) => sum + (source.blob?.size ?? 0), 0);
      if (this.#bytes + size > MOST_BYTES) why = K.most(fresh.length - done, MOST_BYTES);
      else {
        const rows = await Promise.all(some.map(copied));
        unread += rows.filter((row) => !row).length;
        if (!await this.#write(base, rows, some)) why = K.full(fresh.length - done);
      }
      done = Math.min(at + TOGETHER, fresh.length);
      if (fresh.length > TOGETHER) this.tell(K.keeping(done, fresh.length), false);
    }
    this.tell([K.kept(this.#rows.size, this.#bytes), unread && K.unread(unread), why].filter(Boolean).join(' '), false);
  }

  get #bytes() { return [...this.#rows.values()].reduce((sum, { size }) => sum + size, 0); }

  /**
   * Tells whether there was room.
   * @param {IDBDatabase} base
   * @param {(Row | null)[]} rows
   * @param {Kept[]} some of which they are copies
   */
  async #write(base, rows, some) {
    try {
      const change = base.transaction(STORE, 'readwrite');
      const ids = rows.map((row) => row && change.objectStore(STORE).add(row));
      await written(change);
      for (const [index, { source: { blob } }] of some.entries()) {
        const id = ids[index]?.result;
        if (blob && id !== undefined) this.#rows.set(blob, { id: Number(id), size: blob.size });
      }
      return true;
    } catch (error) {
      if (/** @type {DOMException} */ (error)?.name === 'QuotaExceededError') return false;
      throw error;
    }
  }
}

/**
 * A copy of its bytes; null where they cannot be read any more. What the browser itself stores of a file may be no more than
 * where it lies.
 * @param {Kept} file
 * @returns {Promise<Row | null>}
 */
async function copied({ source: { name, folder = '', blob }, kind }) {
  try {
    const copy = await new Response(blob?.stream()).blob();
    return { name, folder, kind, date: blob instanceof File ? blob.lastModified : 0, blob: copy };
  } catch {
    return null;
  }
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answer = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** @param {IDBTransaction} change @returns {Promise<void>} */
const written = (change) => new Promise((resolve, reject) => {
  change.oncomplete = () => resolve();
  change.onabort = () => reject(change.error);
});
