/**
 * The words of all parts, which a page can replace. Until it does, the player is English; then it is in the language of the
 * nearest `lang`. Numbers are always in the digits that fields and links take.
 */

/** @typedef {import('../types.d.ts').PlayerWords} PlayerWords */

/** Several may have one name: what comes with the first load, and what comes later. @type {[name: string, table: object][]} */
const tables = [];
/** What the page has set, also for parts that are still to come. @type {PlayerWords[]} */
const given = [];
let language = 'en';
/** Of another language than English: a page's first one costs tens of milliseconds, just when the first picture is awaited. @type {Intl.NumberFormat | undefined} */
let counting;
let decimalMark = '.';

/**
 * Takes in a table. What the page has set for it already replaces its words.
 * @template {object} T
 * @param {string} name
 * @param {T} table
 */
export function words(name, table) {
  tables.push([name, table]);
  for (const each of given) replace(table, each[name]);
  return table;
}

/** @param {PlayerWords} theirs by the names of the tables */
export function setWords(theirs) {
  given.push(theirs);
  for (const [name, table] of tables) replace(table, theirs[name]);
}

/** Replaces what is there, and only by what is of the same kind: a function's word is called. @param {any} table @param {any} theirs */
function replace(table, theirs) {
  for (const [key, word] of Object.entries(theirs ?? {})) {
    const own = Object.hasOwn(table, key) ? table[key] : null;
    if (own === null || own.constructor !== word?.constructor) continue;
    if (own.constructor === Object) replace(own, word);
    else table[key] = word;
  }
}

/** Writes numbers as the words around an element do, and tells in which language these are. @param {Element} element */
export function speak(element) {
  const wanted = (given.length && nearest(element)) || 'en';
  if (wanted !== language) {
    language = wanted;
    try {
      counting = new Intl.NumberFormat(wanted, { numberingSystem: 'latn' });
      decimalMark = counting.formatToParts(0.5)[1].value;
    } catch {
      // Some `lang` are no languages. The numbers stay as they are.
    }
  }
  return language;
}

/** @param {Element} element @returns {string} */
function nearest(element) {
  const around = element.closest('[lang]');
  if (around) return around.getAttribute('lang') ?? '';
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? nearest(root.host) : '';
}

/** @param {number} n a whole one */
export const count = (n) => counting?.format(n) ?? String(n).replace(/\B(?=(\d{3})+$)/g, ',');

/** A number that has a decimal point. @param {string} number */
export const local = (number) => number.replace('.', decimalMark);
