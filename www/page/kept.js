/** Whether clips are kept in this browser, and which one played last. Small enough to be known before the list is there. */
const NAME = 'marey-keep';

/** Null where nothing is kept; '' where it is not known which one played last. */
export function kept() {
  try {
    return localStorage.getItem(NAME);
  } catch {
    // No storage, nothing kept.
    return null;
  }
}

/** Tells whether the browser lets it. @param {string | null} last */
export function setKept(last) {
  try {
    if (last === null) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, last);
    return true;
  } catch {
    return false;
  }
}
