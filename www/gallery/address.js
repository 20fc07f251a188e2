/** What is searched, in the page's address. */
import { JOINTS, LENGTHS, everything } from '../wall/filter.js';

/** @typedef {import('../wall/filter.js').Choice} Choice */
/** @typedef {import('../wall/filter.js').Order} Order */

/** The orders of a gallery. By name is the order of its table. @type {Order[]} */
export const ORDERS = ['name', 'length', 'travel', 'movement', 'joints', 'warnings'];
/** Before the names of columns of one's own. */
const COLUMN = 'is.';
/** @typedef {Omit<Choice, 'columns'>} Plain */
/** The names of parameters. @type {[parameter: string, key: keyof Plain][]} */
const PARAMETERS = [
  ['q', 'text'],
  ['folder', 'folder'],
  ['only', 'only'],
  ['length', 'length'],
  ['joints', 'joints'],
  ['rig', 'rig'],
  ['sort', 'order'],
];
/** The values of those that are one of several. @type {Partial<Record<keyof Plain, string[]>>} */
const VALUES = { length: Object.keys(LENGTHS), joints: Object.keys(JOINTS), order: ORDERS };

/** @param {string} search @returns {Choice} */
export function choiceIn(search) {
  const parameters = new URLSearchParams(search);
  const { columns, ...plain } = everything();
  /** @type {Record<string, string>} */
  const choice = plain;
  for (const [name, key] of PARAMETERS) {
    const value = parameters.get(name);
    if (value !== null && (VALUES[key]?.includes(value) ?? true)) choice[key] = value;
  }
  for (const [name, value] of parameters) if (name.startsWith(COLUMN)) columns[name.slice(COLUMN.length)] = value;
  return { .../** @type {Plain} */ (/** @type {unknown} */ (choice)), columns };
}

/** The end of an address that tells a choice; '' if everything is shown. @param {Choice} choice */
export function searchOf(choice) {
  const usual = everything();
  const parameters = new URLSearchParams();
  for (const [name, key] of PARAMETERS) if (choice[key].trim() !== usual[key]) parameters.set(name, choice[key].trim());
  for (const [name, value] of Object.entries(choice.columns)) parameters.set(COLUMN + name, value);
  return parameters.size ? `?${parameters}` : '';
}
