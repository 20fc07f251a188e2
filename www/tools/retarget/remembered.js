/** Corrections of the pairs of joints, for figures whose parts have the same names: for this visit, and on Marey's own page for later ones. */

/** In the browser's storage: corrections by the pairs that they correct. */
const KEY = 'marey-pairs';
/** The oldest are dropped. */
const MOST = 50;

/** Those of this visit. @type {Map<string, string>} */
const ofVisit = new Map();

/** Those of earlier visits. @returns {Record<string, string>} */
function stored() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return kept && typeof kept === 'object' ? kept : {};
  } catch {
    // The page may not use the storage.
    return {};
  }
}

/** The corrections for pairs, or ''. @param {string} pairs as they are found by names */
export const recall = (pairs) => ofVisit.get(pairs) ?? String(stored()[pairs] ?? '');

/** @param {string} pairs as they are found by names @param {string} mended the corrections; '' for none @param {boolean} lasting for later visits, too */
export function remember(pairs, mended, lasting) {
  ofVisit.set(pairs, mended);
  if (!lasting) return;
  const { [pairs]: _, ...others } = stored();
  const kept = Object.entries(mended ? { ...others, [pairs]: mended } : others).slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // They hold for this visit only.
  }
}
