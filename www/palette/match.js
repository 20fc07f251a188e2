/** Finds entries by words. Nothing here needs a page. */

/**
 * @typedef {object} Searched
 * @property {string} name
 * @property {string} [about] what stands beside the name
 * @property {string} [words] synonyms, not shown
 */

/** Letters as they are compared: without accents and capitals. @param {string} text */
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The beginnings of words: `LeftUpLeg` has three. @param {string} text */
const wordsOf = (text) => plain(text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')).split(/[^\p{L}\p{N}]+/u);

/** How well an entry matches, 0 if it does not: each word of the question begins a word of it. @param {Searched} entry @param {string} question */
export function matches({ name, about = '', words = '' }, question) {
  const asked = wordsOf(question).filter(Boolean);
  if (!asked.length) return 1;
  let sum = 0;
  for (const word of asked) {
    const inName = wordsOf(name).findIndex((each) => each.startsWith(word));
    if (inName >= 0) sum += inName ? 3 : 4;
    else if (wordsOf(about).some((each) => each.startsWith(word))) sum += 2;
    else if (wordsOf(words).some((each) => each.startsWith(word))) sum += 1;
    else return 0;
  }
  return sum / asked.length;
}

/** A name in pieces, of which every second one is what was asked for. @param {string} name @param {string} question */
export function pieces(name, question) {
  const asked = wordsOf(question).filter(Boolean);
  const flat = plain(name);
  // Letters with accents of their own may have another length.
  if (!asked.length || flat.length !== name.length) return [name];
  const found = asked
    .map((word) => /** @type {[number, number]} */ ([startOf(name, flat, word), word.length]))
    .filter(([at]) => at >= 0)
    .sort((a, b) => a[0] - b[0]);
  const out = [];
  let end = 0;
  for (const [at, length] of found) {
    if (at < end) continue;
    out.push(name.slice(end, at), name.slice(at, at + length));
    end = at + length;
  }
  out.push(name.slice(end));
  return out;
}

/** Where a word begins with these letters. @param {string} name @param {string} flat @param {string} word */
function startOf(name, flat, word) {
  for (let at = flat.indexOf(word); at >= 0; at = flat.indexOf(word, at + 1)) {
    const before = name[at - 1] ?? ' ';
    if (!/[\p{L}\p{N}]/u.test(before) || (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(name[at]))) return at;
  }
  return -1;
}
