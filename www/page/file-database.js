/** The database of kept files. Another version of the page may have created it, files may be lost, other tabs may have it open. */
import { DATABASE } from './stored-path.js';
import { kindOf } from './file-kinds.js';

/** @typedef {import('../types.d.ts').Source} Source */
/** @typedef {import('./file-kinds.js').Kind} Kind */
/** @typedef {{ source: Source & { blob: Blob }, kind: Kind | 'labels' }} StoredFile kind: by content, not by name */
/** @typedef {{ id?: number, name: string, folder: string, kind: Kind | 'labels', date: number, blob: Blob }} Row date: of the last modification */
/** A row that any version of the page may have written. @typedef {{ [K in keyof Row]?: {} | null }} FoundRow */

export const STORE = 'files';
/** Rows read at once. */
const BATCH = 500;
/** Timeout for opening and deleting. Later than this, some other tab blocks the database, and the page goes on without it. */
const TIMEOUT_MS = 3000;

/** Opens the database, creating it if necessary. @returns {Promise<IDBDatabase>} rejects if the browser refuses or does not answer */
export async function connect() {
  // A newer version of the page created it, possibly in a usable form.
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
      // Close a late connection, so that it does not block a deletion.
      request.onsuccess = () => request.result.close();
      reject(new DOMException('', 'TimeoutError'));
    }, TIMEOUT_MS);
    answer(request)
      .then(resolve, reject)
      .finally(() => clearTimeout(late));
  });
}

/** @param {IDBDatabase} base */
function isOurs(base) {
  if (!base.objectStoreNames.contains(STORE)) return false;
  const { keyPath, autoIncrement } = base.transaction(STORE).objectStore(STORE);
  return keyPath === 'id' && autoIncrement;
}

/**
 * All rows in the order of arrival; null for unreadable ones. One unreadable row fails a whole batch, so the rows of a failed
 * batch are read one by one.
 * @param {IDBDatabase} base @returns {AsyncGenerator<{ id: IDBValidKey, row: FoundRow | null }>}
 */
export async function* read(base) {
  const files = () => base.transaction(STORE).objectStore(STORE);
  const ids = await answer(files().getAllKeys());
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH);
    const whole = IDBKeyRange.bound(batch[0], batch[batch.length - 1]);
    const rows = await answer(files().getAll(whole)).catch(() => null);
    if (rows) yield* rows.map((row) => ({ id: row.id, row }));
    else for (const id of batch) yield { id, row: await answer(files().get(id)).catch(() => null) };
  }
}

/** The file of a row; null without a name and bytes. @param {FoundRow | null} row @returns {StoredFile | null} */
export function storedFile(row) {
  const { name, folder, kind, date, blob } = row ?? {};
  if (typeof name !== 'string' || !name || !(blob instanceof Blob)) return null;
  const file = new File([blob], name, { lastModified: Number.isFinite(date) ? /** @type {number} */ (date) : 0 });
  // Ignore kinds unknown to this version, and use the name instead.
  const known = kind === 'labels' || kindOf(`x.${kind}`) === kind;
  return {
    source: { name, blob: file, ...(folder && typeof folder === 'string' && { folder }) },
    kind: known ? /** @type {Kind} */ (kind) : kindOf(name),
  };
}

/** Deletes all rows. @param {IDBDatabase} base */
export async function clear(base) {
  const change = base.transaction(STORE, 'readwrite');
  change.objectStore(STORE).clear();
  await written(change);
}

/**
 * Deletes the database. If another tab holds it open, the deletion happens later, and this does not wait for it. The browser
 * does not report that to a second tab that deletes, whose request is queued, so the wait is limited to `TIMEOUT_MS`.
 * @returns {Promise<void>}
 */
export async function drop() {
  const request = indexedDB.deleteDatabase(DATABASE);
  await new Promise((/** @type {(done: void) => void} */ resolve, reject) => {
    request.onblocked = () => resolve();
    setTimeout(resolve, TIMEOUT_MS);
    answer(request).then(() => resolve(), reject);
  });
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
export const answer = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @param {IDBTransaction} change @returns {Promise<void>} */
export const written = (change) =>
  new Promise((resolve, reject) => {
    change.oncomplete = () => resolve();
    change.onabort = () => reject(change.error);
  });
