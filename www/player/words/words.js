/** The words of all modules, English until a page replaces them. Numbers always have Latin digits, as in fields and links. */

/** @typedef {import('../../types.d.ts').PlayerWords} PlayerWords */

/** Several tables may share a name: one of the first load, one that comes later. @type {[name: string, table: object][]} */
const tables = [];
/** The page's replacements, also for tables still to come. @type {PlayerWords[]} */
const replacements = [];
let language = 'en';
/** Undefined for English: the first one costs tens of milliseconds just before the first picture. @type {Intl.NumberFormat | undefined} */
let numberFormat;
let decimalMark = '.';

/** Registers a table, and applies the page's replacements. @template {object} T @param {string} name @param {T} table */
export function words(name, table) {
  tables.push([name, table]);
  for (const each of replacements) replace(table, each[name]);
  return table;
}

/** @param {PlayerWords} replacement replacements, by the names of the tables */
export function setWords(replacement) {
  replacements.push(replacement);
  for (const [name, table] of tables) replace(table, replacement[name]);
}

/** Replaces existing words by values of the same type, since words that are functions are called. @param {object} table @param {PlayerWords[string]} [replacement] */
function replace(table, replacement) {
  for (const [key, word] of Object.entries(replacement ?? {})) {
    const own = Object.hasOwn(table, key) ? /** @type {Record<string, string | object>} */ (table)[key] : null;
    if (own === null || own.constructor !== word?.constructor) continue;
    if (own.constructor === Object) replace(/** @type {object} */ (own), word);
    else /** @type {Record<string, string | object>} */ (table)[key] = word;
  }
}

/** Switches numbers to the language of the words around an element, and returns that language. @param {Element} element */
export function speak(element) {
  const wanted = (replacements.length && nearest(element)) || 'en';
  if (wanted !== language) {
    language = wanted;
    try {
      numberFormat = new Intl.NumberFormat(wanted, { numberingSystem: 'latn' });
      decimalMark = numberFormat.formatToParts(0.5)[1].value;
    } catch {
      // An invalid `lang` leaves the numbers as they are.
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

/** An integer with its thousands grouped. @param {number} n */
export const count = (n) => numberFormat?.format(n) ?? String(n).replace(/\B(?=(\d{3})+$)/g, ',');

/** Localizes a decimal point. @param {string} number */
export const local = (number) => number.replace('.', decimalMark);
