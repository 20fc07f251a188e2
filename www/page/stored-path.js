/** Whether clips are kept in this browser, and which one played last. Small, because it is needed before the list. */
export const FLAG = 'marey-keep';
/** Name of the database. */
export const DATABASE = 'marey';

/** The path of the clip that played last, '' if unknown; null if nothing is kept. */
export function storedPath() {
  try {
    return localStorage.getItem(FLAG);
  } catch {
    // Without storage nothing is kept.
    return null;
  }
}

/** Identifies a file across visits. @param {import('../types.d.ts').Source} source */
export const pathOf = ({ name, folder = '' }) => `${folder}/${name}`;

/** Returns whether the browser permits it. @param {string | null} last */
export function setStoredPath(last) {
  try {
    if (last === null) localStorage.removeItem(FLAG);
    else localStorage.setItem(FLAG, last);
    return true;
  } catch {
    return false;
  }
}

/** The store of the pictures that the grid of clips has drawn. */
const POSTERS = 'marey-posters';

/** Deletes the pictures of clips. */
export function deletePosters() {
  globalThis.caches?.delete(POSTERS).catch(() => {});
}

/** Deletes copies left over after the page was closed too early, or after only part of its storage was cleared. */
export function deleteLeftovers() {
  deletePosters();
  try {
    indexedDB.deleteDatabase(DATABASE);
  } catch {
    // Without a database there are no copies.
  }
}
