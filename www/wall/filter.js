/** Which clips the wall shows, and in what order. Pure functions of the items and the visitor's choice. */

/** @typedef {import('./item.js').Item} Item */
/** @typedef {'name' | 'length' | 'date' | 'joints' | 'movement' | 'warnings'} Order */
/**
 * @typedef {object} Choice
 * @property {string} text part of a name, folder or format, as typed
 * @property {string} only a format, `warnings`, `bad`, or '' for all
 * @property {keyof typeof LENGTHS} length
 * @property {keyof typeof JOINTS} joints
 * @property {Order} order
 */

/** Ranges of length: seconds, from (inclusive) and to (exclusive). @type {Record<'any' | 'short' | 'medium' | 'long' | 'longest', [from: number, to: number]>} */
export const LENGTHS = { any: [-Infinity, Infinity], short: [0, 2], medium: [2, 10], long: [10, 60], longest: [60, Infinity] };
/** Ranges of the number of joints. @type {Record<'any' | 'few' | 'some' | 'many', [from: number, to: number]>} */
export const JOINTS = { any: [-Infinity, Infinity], few: [0, 26], some: [26, 61], many: [61, Infinity] };

/** @returns {Choice} */
export const everything = () => ({ text: '', only: '', length: 'any', joints: 'any', order: 'name' });

/** Sorts take 2 before take 10. `Intl.Collator` takes ten times as long. @type {WeakMap<Item, { name: string, key: string }>} */
const keys = new WeakMap();

/** @param {Item} item */
function keyOf(item) {
  const known = keys.get(item);
  if (known?.name === item.name) return known.key;
  const key = item.name.normalize('NFD').toLowerCase().replace(/\d+/g, (digits) => digits.padStart(12, '0'));
  keys.set(item, { name: item.name, key });
  return key;
}

/** The number that comes first where it is largest; unknown numbers are last. @type {Record<Order, (item: Item) => number | null>} */
const ORDERS = {
  name: () => 0,
  length: ({ seconds }) => seconds,
  date: ({ date }) => date,
  joints: ({ joints }) => joints,
  movement: ({ movement }) => movement,
  warnings: ({ warnings }) => warnings,
};

/** @param {number | null} value @param {[number, number]} range */
const within = (value, [from, to]) => from === -Infinity || (value !== null && value >= from && value < to);

/** @param {Item} item @param {string} only */
function isOf(item, only) {
  if (only === 'bad') return item.bad;
  if (only === 'warnings') return !item.bad && (item.warnings ?? 0) > 0;
  return !only || (!item.bad && item.format === only);
}

/** The items that fit, in order; unreadable ones last. @param {Item[]} items @param {Choice} choice @returns {Item[]} */
export function chosenOf(items, { text, only, length, joints, order }) {
  const wanted = text.trim().toLowerCase();
  const fits = items.filter((item) => isOf(item, only) && within(item.seconds, LENGTHS[length]) && within(item.joints, JOINTS[joints])
    && (!wanted || `${item.folder}/${item.name} ${item.format}`.toLowerCase().includes(wanted)));
  // What is compared is found once for each item.
  const keyed = fits.map((item) => ({ item, bad: Number(item.bad), value: ORDERS[order](item) ?? -1, key: keyOf(item) }));
  keyed.sort((a, b) => a.bad - b.bad || b.value - a.value || (a.key < b.key ? -1 : Number(a.key > b.key)));
  return keyed.map(({ item }) => item);
}

/** The chips, with their counts; none for what no item is. @param {Item[]} items @returns {{ only: string, count: number }[]} */
export function chipsOf(items) {
  /** @type {Map<string, number>} */
  const formats = new Map();
  for (const { bad, format } of items) if (!bad && format) formats.set(format, (formats.get(format) ?? 0) + 1);
  const sorted = [...formats].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([only, count]) => ({ only, count }));
  const marks = ['warnings', 'bad'].map((only) => ({ only, count: items.filter((item) => isOf(item, only)).length }));
  return [{ only: '', count: items.length }, ...sorted, ...marks].filter(({ only, count }) => count || !only);
}
