/** Copies of the visitor's files in IndexedDB, which restore the list. Each of several tabs deletes only files that it knows. */
import { clear, connect, drop, storedFile, read, written, STORE } from './file-database.js';
import { K } from './keep-words.js';

/** @typedef {import('./file-database.js').StoredFile} StoredFile */
/** @typedef {import('./file-database.js').Row} Row */
/** @typedef {'kept' | 'unread' | 'over' | 'full' | 'failed'} Outcome over: beyond the page's limit; full: beyond the browser's */

/** Most bytes kept. */
const MAX_BYTES = 1e9;
/** Files copied at the same time. */
const PARALLEL = 20;

export class FileStore {
  /** Stored files known to this tab. @type {Map<Blob, { id: IDBValidKey, size: number }>} */
  #rows = new Map();
  /** The queue of operations. @type {Promise<void>} */
  #queueEnd = Promise.resolve();
  /** The files to store. @type {StoredFile[]} */
  #wanted = [];
  /** @type {Promise<IDBDatabase> | null} */
  #base = null;
  /** A message about files lost since an earlier visit, or ''. */
  lost = '';

  /** @param {(text: string, refused: boolean) => void} tell */
  constructor(tell) {
    this.tell = tell;
  }

  /** All stored files in the order of arrival. The browser opens a file only when it is read. @returns {Promise<StoredFile[]>} */
  async restore() {
    /** @type {StoredFile[]} */
    const all = [];
    try {
      const base = await this.#open();
      /** @type {IDBValidKey[]} */
      const bad = [];
      for await (const { id, row } of read(base)) {
        const file = storedFile(row);
        if (file) {
          this.#rows.set(file.source.blob, { id, size: file.source.blob.size });
          all.push(file);
        } else bad.push(id);
      }
      if (bad.length) {
        this.lost = K.lost(bad.length);
        await removeRows(base, bad);
      }
    } catch {
      this.lost ||= K.unreachable;
    }
    return all;
  }

  /** Makes the storage contain these files. @param {StoredFile[]} wanted */
  sync(wanted) {
    this.#wanted = wanted;
    return this.#queue(async () => {
      try {
        await this.#sync(wanted);
      } catch {
        if (wanted !== this.#wanted) return;
        // The browser may have closed the database: reconnect once.
        await this.#close();
        await this.#sync(wanted);
      }
    });
  }

  /** Deletes everything. Returns whether that succeeded. */
  async deleteAll() {
    this.#wanted = [];
    let done = false;
    await this.#queue(async () => {
      const emptied = await this.#open()
        .then(clear)
        .then(
          () => true,
          () => false,
        );
      await this.#close();
      this.#rows.clear();
      done = await drop().then(
        () => true,
        () => emptied,
      );
      if (done) this.lost = '';
    });
    return done;
  }

  /** The browser forbids storage: reports that, and deletes what may be there. */
  async giveUp() {
    this.#wanted = [];
    this.tell(K.refused, true);
    await this.#close();
    this.#rows.clear();
    await drop().catch(() => {});
  }

  /** @param {() => Promise<void>} work */
  #queue(work) {
    this.#queueEnd = this.#queueEnd.then(work).catch((error) => {
      // Files stored earlier stay, even if they cannot be read now.
      const hasStored = this.#rows.size || this.lost || error?.name === 'TimeoutError';
      return hasStored ? this.tell(this.#message(K.changes), false) : this.giveUp();
    });
    return this.#queueEnd;
  }

  #open() {
    this.#base ??= connect().then((base) => {
      const disconnected = () => {
        this.#base = null;
        this.#rows.clear();
      };
      base.onclose = disconnected;
      // Another tab deletes the database and waits for this connection.
      base.onversionchange = () => {
        base.close();
        this.#wanted = [];
        disconnected();
      };
      return base;
    });
    this.#base.catch(() => {
      this.#base = null;
    });
    return this.#base;
  }

  async #close() {
    const base = await this.#base?.catch(() => null);
    base?.close();
    this.#base = null;
  }

  /** @param {...string} more */
  #message(...more) {
    return [K.kept(this.#rows.size, this.#bytes), ...more, this.lost].filter(Boolean).join(' ');
  }

  get #bytes() {
    return [...this.#rows.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** @param {StoredFile[]} wanted */
  async #sync(wanted) {
    const base = await this.#open();
    const blobs = new Set(wanted.map(({ source }) => source.blob));
    const gone = [...this.#rows].filter(([blob]) => !blobs.has(blob));
    if (gone.length) {
      await removeRows(
        base,
        gone.map(([, { id }]) => id),
      );
      for (const [blob] of gone) this.#rows.delete(blob);
    }
    const fresh = wanted.filter(({ source: { blob } }) => !this.#rows.has(blob));
    /** File names by outcome. @type {Record<Outcome, string[]>} */
    const outcomes = { kept: [], unread: [], over: [], full: [], failed: [] };
    /** Size of the smallest file that did not fit. */
    let smallestRefused = Infinity;
    for (let at = 0; at < fresh.length; at += PARALLEL) {
      const some = fresh.slice(at, at + PARALLEL);
      let bytes = this.#bytes;
      // Copy in parallel but store in order, so that the restored list keeps its order.
      /** @type {Promise<Row | null>} */
      let copy = Promise.resolve(null);
      await Promise.all(
        some.map(async (file) => {
          const {
            name,
            blob: { size },
          } = file.source;
          /** @type {Outcome} */
          let outcome = 'over';
          if (size >= smallestRefused) outcome = 'full';
          else if (bytes + size <= MAX_BYTES) {
            bytes += size;
            const own = copyOf(file);
            copy = copy.then(() => own);
            outcome = await this.#store(base, file, copy);
          }
          if (outcome === 'full') smallestRefused = Math.min(smallestRefused, size);
          outcomes[outcome].push(name);
        }),
      );
      // The visitor changed the list, or switched storage off.
      if (wanted !== this.#wanted) return;
      if (fresh.length > PARALLEL) this.tell(K.keeping(Math.min(at + PARALLEL, fresh.length), fresh.length), false);
    }
    const { unread, over, full, failed } = outcomes;
    this.tell(
      this.#message(
        unread.length ? K.unread(unread.length) : '',
        over.length ? K.most(over, MAX_BYTES) : '',
        full.length ? K.full(full) : '',
        failed.length ? K.failed(failed) : '',
      ),
      false,
    );
  }

  /**
   * Stores one file in its own transaction, so that a failure affects no other file.
   * @param {IDBDatabase} base @param {StoredFile} file @param {Promise<Row | null>} copy @returns {Promise<Outcome>}
   */
  async #store(base, file, copy) {
    const row = await copy;
    if (!row) return 'unread';
    // Throws if the connection was closed; then `sync` reconnects and repeats everything.
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
async function removeRows(base, ids) {
  const change = base.transaction(STORE, 'readwrite');
  for (const id of ids) change.objectStore(STORE).delete(id);
  await written(change);
}

/** A copy, since browsers may store a mere reference; null if unreadable. @param {StoredFile} file @returns {Promise<Row | null>} */
async function copyOf({ source: { name, folder = '', blob }, kind }) {
  try {
    const copy = await new Response(blob.stream()).blob();
    return { name, folder, kind, date: blob instanceof File ? blob.lastModified : 0, blob: copy };
  } catch {
    return null;
  }
}
