/** Whether clips are kept in this browser, and which one played last. Small enough to be known before the list is there. */
export const FLAG = 'marey-keep';
/** The database with their copies. */
export const DATABASE = 'marey';

/** Null where nothing is kept; '' where it is not known which one played last. */
export function kept() {
  try {
    return localStorage.getItem(FLAG);
  } catch {
    // No storage, nothing kept.
    return null;
  }
}

/** Tells whether the browser lets it. @param {string | null} last */
export function setKept(last) {
  try {
    if (last === null) localStorage.removeItem(FLAG);
    else localStorage.setItem(FLAG, last);
    return true;
  } catch {
    return false;
  }
}

/** Deletes copies that may be left although nothing is to be kept: the page was closed too early, or only a part of its storage was cleared. */
export function forgetLeft() {
  try {
    indexedDB.deleteDatabase(DATABASE);
  } catch {
    // No database, no copies.
  }
}
