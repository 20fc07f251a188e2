/** Corrections of the pairs of joints, kept for figures whose parts have the same names. */

/** In the browser's storage: corrections by the pairs that they correct. */
const KEY = 'marey-pairs';
/** The oldest are dropped. */
const MOST = 50;

/** @returns {Record<string, string>} */
function all() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return kept && typeof kept === 'object' ? kept : {};
  } catch {
    // The page may not use the storage.
    return {};
  }
}

/** The corrections for pairs, or ''. @param {string} pairs as they are found by names */
export const recall = (pairs) => String(all()[pairs] ?? '');

/** @param {string} pairs as they are found by names @param {string} mended the corrections; '' for none */
export function remember(pairs, mended) {
  const { [pairs]: _, ...others } = all();
  const kept = Object.entries(mended ? { ...others, [pairs]: mended } : others).slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // They hold for this visit only.
  }
}
