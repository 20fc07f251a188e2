/** Which clips the wall shows, and in what order. Pure functions of the items and the visitor's choice. */
import { G } from './strings.js';

/** @typedef {import('./item.js').Item} Item */
/** @typedef {'name' | 'length' | 'date' | 'joints' | 'travel' | 'movement' | 'warnings'} Order */
/**
 * @typedef {object} Choice
 * @property {string} text words, each of which is part of the name, folder, format or rig; or a fact such as `24 joints`, `8.4 s`
 * @property {string} folder one of those at the top, or '' for all
 * @property {string} only a format, `warnings`, `duplicates`, `outliers`, `bad`, or '' for all
 * @property {keyof typeof LENGTHS} length
 * @property {keyof typeof JOINTS} joints
 * @property {string} rig the name of a rig, `NO_RIG`, or '' for all
 * @property {Record<string, string>} columns of columns of one's own the value that is shown; those without one are not among them
 * @property {Order} order
 */

/** Ranges of length: seconds, from (inclusive) and to (exclusive). @type {Record<'any' | 'short' | 'medium' | 'long' | 'longest', [from: number, to: number]>} */
export const LENGTHS = { any: [-Infinity, Infinity], short: [0, 2], medium: [2, 10], long: [10, 60], longest: [60, Infinity] };
/** Ranges of the number of joints. @type {Record<'any' | 'few' | 'some' | 'many', [from: number, to: number]>} */
export const JOINTS = { any: [-Infinity, Infinity], few: [0, 26], some: [26, 61], many: [61, Infinity] };

/** The choice of clips without a known rig. */
export const NO_RIG = 'none';

/** @returns {Choice} */
export const everything = () => ({ text: '', folder: '', only: '', length: 'any', joints: 'any', rig: '', columns: {}, order: 'name' });

/** Sorts take 2 before take 10. `Intl.Collator` takes ten times as long. @type {WeakMap<Item, { name: string, key: string }>} */
const keys = new WeakMap();

/** @param {Item} item */
function keyOf(item) {
  const known = keys.get(item);
  if (known?.name === item.name) return known.key;
  const key = item.name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\d+/g, (digits) => digits.padStart(12, '0'));
  keys.set(item, { name: item.name, key });
  return key;
}

/** The number that comes first where it is largest; unknown numbers are last. @type {Record<Order, (item: Item) => number | null>} */
const ORDERS = {
  name: () => 0,
  length: ({ seconds }) => seconds,
  date: ({ date }) => date,
  joints: ({ joints }) => joints,
  travel: ({ travel }) => travel,
  movement: ({ movement }) => movement,
  warnings: ({ warnings }) => warnings,
};

/** @param {number | null} value @param {[number, number]} range */
const within = (value, [from, to]) => from === -Infinity || (value !== null && value >= from && value < to);

/** @param {Item} item @param {string} only */
function isOf(item, only) {
  if (only === 'bad') return item.bad;
  if (only === 'warnings') return !item.bad && (item.warnings ?? 0) > 0;
  if (only === 'duplicates') return item.duplicate === true;
  if (only === 'outliers') return item.outlier === true;
  return !only || (!item.bad && item.format === only);
}

/** What a search looks through. @typedef {{ names: string, facts: string }} Searched */
/** @type {WeakMap<Item, Searched & { key: string, labels: string }>} */
const searched = new WeakMap();
/** A fact with its unit: a number alone is looked for in names. */
const FACT = /^\d[\d.]* ?(j|s|min|f)/;

/** What is searched of a rig. @param {Item['rig']} rig */
export const rigWords = (rig) => rig || (rig === '' ? G.noRig : '');

/** Names of an item, in lower case. @param {Pick<Item, 'folder' | 'format' | 'name' | 'rig'>} item */
const namesIn = ({ folder, format, name, rig }) => `${folder}/${name} ${format} ${rigWords(rig)}`.toLowerCase();

/** Facts about an item, each with a space before it. @param {Pick<Item, 'joints' | 'note'>} item @param {string} [more] facts */
export const factsIn = ({ joints, note }, more = '') => `${joints === null ? '' : ` ${joints} joints`} ${note} ${more}`.toLowerCase();

/** @param {Item} item @returns {Searched} */
function searchedOf(item) {
  const { joints, labels = '', name, note, rig } = item;
  const known = searched.get(item);
  // What is known of a clip changes when it has been read.
  const key = `${name}${note}${joints}${rig}`;
  if (known?.key === key && known.labels === labels) return known;
  const made = { key, labels, names: `${namesIn(item)} ${labels}`, facts: factsIn(item) };
  searched.set(item, made);
  return made;
}

/** The items that fit, in the same order. @param {Item[]} items @param {Choice} choice @returns {Item[]} */
export function fitting(items, { text, folder, only, length, joints, rig, columns }) {
  const asked = text.trim().toLowerCase();
  const words = asked.split(/\s+/).filter(Boolean);
  const isFact = FACT.test(asked);
  const chosen = Object.entries(columns);
  /** @param {Searched} all */
  const has = (all) => words.every((word) => all.names.includes(word)) || (isFact && all.facts.includes(` ${asked}`));
  return items.filter(
    (item) =>
      isOf(item, only) &&
      within(item.seconds, LENGTHS[length]) &&
      within(item.joints, JOINTS[joints]) &&
      (!rig || item.rig === (rig === NO_RIG ? '' : rig)) &&
      (!folder || topOf(item) === folder) &&
      chosen.every(([name, value]) => item.columns?.[name]?.includes(value)) &&
      (!words.length || has(item.searched ?? searchedOf(item))),
  );
}

/** The folder at the top that has a clip; '' for none. @param {Item} item */
export const topOf = ({ folder }) => {
  const end = folder.indexOf('/');
  return end < 0 ? folder : folder.slice(0, end);
};

/** The items in order; unreadable ones last. @param {Item[]} items @param {Order} order @param {boolean} [named] they are in the order of their names already @returns {Item[]} */
export function ordered(items, order, named = false) {
  // What is compared is found once for each item.
  const keyed = items.map((item) => ({ item, bad: Number(item.bad), value: ORDERS[order](item) ?? -1, key: named ? '' : keyOf(item) }));
  keyed.sort((a, b) => a.bad - b.bad || b.value - a.value || (a.key < b.key ? -1 : Number(a.key > b.key)));
  return keyed.map(({ item }) => item);
}

/** The items that fit, in order. @param {Item[]} items @param {Choice} choice @returns {Item[]} */
export const chosenOf = (items, choice) => ordered(fitting(items, choice), choice.order);

/** Different values of a column that are few enough for a list, and columns that get one. */
const [MOST_VALUES, MOST_COLUMNS] = [24, 6];

/** The columns of one's own that have a few different values, in the order in which they come. @param {Item[]} items @returns {[name: string, values: string[]][]} */
export function columnsOf(items) {
  /** @type {Map<string, Set<string>>} */
  const columns = new Map();
  for (const { columns: own = {} } of items)
    for (const [name, values] of Object.entries(own)) {
      const known = columns.get(name) ?? new Set();
      columns.set(name, known);
      if (known.size <= MOST_VALUES) for (const value of values) known.add(value);
    }
  const few = [...columns].filter(([, values]) => values.size > 1 && values.size <= MOST_VALUES);
  return few.slice(0, MOST_COLUMNS).map(([name, values]) => [name, [...values].sort()]);
}

/** The chips, with their counts; none for what no item is. @param {Item[]} items @returns {{ only: string, count: number }[]} */
export function chipsOf(items) {
  /** @type {Map<string, number>} */
  const formats = new Map();
  for (const { bad, format } of items) if (!bad && format) formats.set(format, (formats.get(format) ?? 0) + 1);
  const sorted = [...formats].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([only, count]) => ({ only, count }));
  const marks = ['warnings', 'duplicates', 'outliers', 'bad'].map((only) => ({
    only,
    count: items.filter((item) => isOf(item, only)).length,
  }));
  return [{ only: '', count: items.length }, ...sorted, ...marks].filter(({ only, count }) => count || !only);
}
