/**
 * Copies of the visitor's files in this browser's own storage (IndexedDB), so that the list comes back after a reload. Only
 * what somebody asked to keep is written; what leaves the list is deleted. Other tabs may keep files in the same place: each
 * deletes what it knows of, and nothing else.
 */
import { clear, connect, drop, kept, read, written, STORE } from './keep-store.js';
import { K } from './keep-words.js';

/** @typedef {import('./keep-store.js').Kept} Kept */
/** @typedef {import('./keep-store.js').Row} Row */
/** @typedef {'kept' | 'unread' | 'over' | 'full' | 'failed'} Outcome over: more than is kept in all; full: the browser has no room */

/** More is not kept. */
const MOST_BYTES = 1e9;
/** Files that are copied at once. */
const TOGETHER = 20;

export class Keep {
  /** What is kept, as far as this tab knows. @type {Map<Blob, { id: IDBValidKey, size: number }>} */
  #rows = new Map();
  /** One thing after the other. @type {Promise<void>} */
  #last = Promise.resolve();
  /** What is wanted now. @type {Kept[]} */
  #wanted = [];
  /** @type {Promise<IDBDatabase> | null} */
  #base = null;
  /** What is to be said of an earlier visit's files: '' where all of them came back. */
  lost = '';

  /** @param {(text: string, refused: boolean) => void} tell */
  constructor(tell) { this.tell = tell; }

  /** All that is kept, in the order in which it came. Files are only opened when they are read. @returns {Promise<Kept[]>} */
  async restore() {
    /** @type {Kept[]} */
    const all = [];
    try {
      const base = await this.#open();
      /** @type {IDBValidKey[]} */
      const bad = [];
      for await (const { id, row } of read(base)) {
        const file = kept(row);
        if (file) {
          this.#rows.set(file.source.blob, { id, size: file.source.blob.size });
          all.push(file);
        } else bad.push(id);
      }
      if (bad.length) {
        this.lost = K.lost(bad.length);
        await remove(base, bad);
      }
    } catch {
      this.lost ||= K.unreachable;
    }
    return all;
  }

  /** What is kept becomes this. @param {Kept[]} wanted */
  sync(wanted) {
    this.#wanted = wanted;
    return this.#queue(async () => {
      try {
        await this.#sync(wanted);
      } catch {
        if (wanted !== this.#wanted) return;
        // The browser may have closed the database, for whatever reason.
        await this.#close();
        await this.#sync(wanted);
      }
    });
  }

  /** Deletes all of it, and tells whether that is done. */
  async forget() {
    this.#wanted = [];
    let done = false;
    await this.#queue(async () => {
      const emptied = await this.#open().then(clear).then(() => true, () => false);
      await this.#close();
      this.#rows.clear();
      done = await drop().then(() => true, () => emptied);
      if (done) this.lost = '';
    });
    return done;
  }

  /** The browser does not let the page keep anything. What there may be of it goes. */
  async refuse() {
    this.#wanted = [];
    this.tell(K.refused, true);
    await this.#close();
    this.#rows.clear();
    await drop().catch(() => {});
  }

  /** @param {() => Promise<void>} work */
  #queue(work) {
    this.#last = this.#last.then(work).catch((error) => {
      // What is kept already stays, also where it cannot be read just now.
      const stays = this.#rows.size || this.lost || error?.name === 'TimeoutError';
      return stays ? this.tell(this.#told(K.changes), false) : this.refuse();
    });
    return this.#last;
  }

  #open() {
    this.#base ??= connect().then((base) => {
      const left = () => { this.#base = null; this.#rows.clear(); };
      base.onclose = left;
      // Another tab deletes all of it, and waits for this one.
      base.onversionchange = () => { base.close(); this.#wanted = []; left(); };
      return base;
    });
    this.#base.catch(() => { this.#base = null; });
    return this.#base;
  }

  async #close() {
    const base = await this.#base?.catch(() => null);
    base?.close();
    this.#base = null;
  }

  /** @param {...string} more */
  #told(...more) { return [K.kept(this.#rows.size, this.#bytes), ...more, this.lost].filter(Boolean).join(' '); }

  get #bytes() { return [...this.#rows.values()].reduce((sum, { size }) => sum + size, 0); }

  /** @param {Kept[]} wanted */
  async #sync(wanted) {
    const base = await this.#open();
    const blobs = new Set(wanted.map(({ source }) => source.blob));
    const gone = [...this.#rows].filter(([blob]) => !blobs.has(blob));
    if (gone.length) {
      await remove(base, gone.map(([, { id }]) => id));
      for (const [blob] of gone) this.#rows.delete(blob);
    }
    const fresh = wanted.filter(({ source: { blob } }) => !this.#rows.has(blob));
    /** Names by what became of them. @type {Record<Outcome, string[]>} */
    const became = { kept: [], unread: [], over: [], full: [], failed: [] };
    /** A file that did not fit: none of its size will. */
    let most = Infinity;
    for (let at = 0; at < fresh.length; at += TOGETHER) {
      const some = fresh.slice(at, at + TOGETHER);
      let bytes = this.#bytes;
      // They are copied side by side and stored in their order: a small file does not come back before a large one.
      /** @type {Promise<Row | null>} */
      let copy = Promise.resolve(null);
      await Promise.all(some.map(async (file) => {
        const { name, blob: { size } } = file.source;
        /** @type {Outcome} */
        let outcome = 'over';
        if (size >= most) outcome = 'full';
        else if (bytes + size <= MOST_BYTES) {
          bytes += size;
          const own = copied(file);
          copy = copy.then(() => own);
          outcome = await this.#store(base, file, copy);
        }
        if (outcome === 'full') most = Math.min(most, size);
        became[outcome].push(name);
      }));
      // Something else is wanted meanwhile, or nothing.
      if (wanted !== this.#wanted) return;
      if (fresh.length > TOGETHER) this.tell(K.keeping(Math.min(at + TOGETHER, fresh.length), fresh.length), false);
    }
    const { unread, over, full, failed } = became;
    this.tell(this.#told(unread.length ? K.unread(unread.length) : '', over.length ? K.most(over, MOST_BYTES) : '', full.length ? K.full(full) : '', failed.length ? K.failed(failed) : ''), false);
  }

  /**
   * Keeps one file, in a transaction of its own: one that fails takes no other with it.
   * @param {IDBDatabase} base
   * @param {Kept} file
   * @param {Promise<Row | null>} copy
   * @returns {Promise<Outcome>}
   */
  async #store(base, file, copy) {
    const row = await copy;
    if (!row) return 'unread';
    // Closed meanwhile: this throws, and all of it is tried with another connection.
    const change = base.transaction(STORE, 'readwrite');
    try {
      const added = change.objectStore(STORE).add(row);
      await written(change);
      this.#rows.set(file.source.blob, { id: added.result, size: row.blob.size });
      return 'kept';
    } catch (error) {
      return /** @type {DOMException | null} */ (error)?.name === 'QuotaExceededError' ? 'full' : 'failed';
    }
  }
}

/** @param {IDBDatabase} base @param {IDBValidKey[]} ids */
async function remove(base, ids) {
  const change = base.transaction(STORE, 'readwrite');
  for (const id of ids) change.objectStore(STORE).delete(id);
  await written(change);
}

/**
 * A copy of its bytes; null where they cannot be read any more. What the browser itself stores of a file may be no more than
 * where it lies.
 * @param {Kept} file
 * @returns {Promise<Row | null>}
 */
async function copied({ source: { name, folder = '', blob }, kind }) {
  try {
    const copy = await new Response(blob.stream()).blob();
    return { name, folder, kind, date: blob instanceof File ? blob.lastModified : 0, blob: copy };
  } catch {
    return null;
  }
}
