/**
 * The database of the files that are kept: opened, read, emptied and deleted, whatever state it is in. Another version of the page may have
 * made it, the browser may have lost files of it, and other tabs may have it open.
 */
import { DATABASE } from './kept.js';
import { kindOf } from './known.js';

/** @typedef {import('../types.d.ts').Source} Source */
/** @typedef {import('./known.js').Kind} Kind */
/** @typedef {{ source: Source & { blob: Blob }, kind: Kind }} Kept kind: what it turned out to be, whatever its name */
/** @typedef {{ id?: number, name: string, folder: string, kind: Kind, date: number, blob: Blob }} Row date: when the file was changed last */

export const STORE = 'files';
/** Rows that are read at once. */
const TOGETHER = 500;
/** A database that does not open by then, or is not deleted, is waited for by others, too: the page goes on without it. */
const PATIENCE_MS = 3000;

/**
 * Opens the database, and makes it where there is none.
 * @returns {Promise<IDBDatabase>} rejected where the browser does not let the page, or does not answer
 */
export async function connect() {
  // A later version of the page has made it: what this one needs may be there all the same.
  const base = await open(1).catch((error) => (error?.name === 'VersionError' ? open() : Promise.reject(error)));
  if (isOurs(base)) return base;
  base.close();
  await drop();
  return open(1);
}

/** @param {number} [version] */
function open(version) {
  const request = indexedDB.open(DATABASE, version);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id', autoIncrement: true });
  return new Promise((/** @type {(base: IDBDatabase) => void} */ resolve, reject) => {
    const late = setTimeout(() => {
      // What opens too late keeps nobody from deleting it.
      request.onsuccess = () => request.result.close();
      reject(new DOMException('', 'TimeoutError'));
    }, PATIENCE_MS);
    answer(request).then(resolve, reject).finally(() => clearTimeout(late));
  });
}

/** @param {IDBDatabase} base */
function isOurs(base) {
  if (!base.objectStoreNames.contains(STORE)) return false;
  const { keyPath, autoIncrement } = base.transaction(STORE).objectStore(STORE);
  return keyPath === 'id' && autoIncrement;
}

/**
 * All rows, in the order in which they came; null for one that cannot be read. It fails all that are asked for together with it, so after a
 * failure each is asked for by itself.
 * @param {IDBDatabase} base
 * @returns {AsyncGenerator<{ id: IDBValidKey, row: unknown }>}
 */
export async function* read(base) {
  const files = () => base.transaction(STORE).objectStore(STORE);
  const ids = await answer(files().getAllKeys());
  for (let at = 0; at < ids.length; at += TOGETHER) {
    const some = ids.slice(at, at + TOGETHER);
    const whole = IDBKeyRange.bound(some[0], some[some.length - 1]);
    const rows = await answer(files().getAll(whole)).catch(() => null);
    if (rows) yield* rows.map((row) => ({ id: row.id, row }));
    else for (const id of some) yield { id, row: await answer(files().get(id)).catch(() => null) };
  }
}

/** The file of a row. Null where it is none: nothing can be done without a name and bytes. @param {any} row @returns {Kept | null} */
export function kept(row) {
  const { name, folder, kind, date, blob } = row ?? {};
  if (typeof name !== 'string' || !name || !(blob instanceof Blob)) return null;
  const file = new File([blob], name, { lastModified: Number.isFinite(date) ? date : 0 });
  // A kind is one that this version knows, or else what the name says.
  const known = kindOf(`x.${kind}`) === kind;
  return { source: { name, blob: file, ...(folder && typeof folder === 'string' && { folder }) }, kind: known ? kind : kindOf(name) };
}

/** Deletes all rows. @param {IDBDatabase} base */
export async function clear(base) {
  const change = base.transaction(STORE, 'readwrite');
  change.objectStore(STORE).clear();
  await written(change);
}

/**
 * Deletes the database. Where a tab holds on to it, that happens as soon as it lets go, and is not waited for. A second tab that deletes it
 * is not told of that: the browser gets to its request after the first one, so it waits no longer than `PATIENCE_MS`.
 * @returns {Promise<void>}
 */
export async function drop() {
  const request = indexedDB.deleteDatabase(DATABASE);
  await new Promise((/** @type {(done: void) => void} */ resolve, reject) => {
    request.onblocked = () => resolve();
    setTimeout(resolve, PATIENCE_MS);
    answer(request).then(() => resolve(), reject);
  });
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
export const answer = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** @param {IDBTransaction} change @returns {Promise<void>} */
export const written = (change) => new Promise((resolve, reject) => {
  change.oncomplete = () => resolve();
  change.onabort = () => reject(change.error);
});
