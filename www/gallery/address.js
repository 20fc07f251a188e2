/** What is searched, in the page's address. */
import { JOINTS, LENGTHS, everything } from '../wall/filter.js';

/** @typedef {import('../wall/filter.js').Choice} Choice */
/** @typedef {import('../wall/filter.js').Order} Order */

/** The orders of a gallery. By name is the order of its table. @type {Order[]} */
export const ORDERS = ['name', 'length', 'travel', 'movement', 'joints', 'warnings'];
/** The names of parameters. @type {[parameter: string, key: keyof Choice][]} */
const PARAMETERS = [
  ['q', 'text'],
  ['folder', 'folder'],
  ['only', 'only'],
  ['length', 'length'],
  ['joints', 'joints'],
  ['rig', 'rig'],
  ['sort', 'order'],
];
/** The values of those that are one of several. @type {Partial<Record<keyof Choice, string[]>>} */
const VALUES = { length: Object.keys(LENGTHS), joints: Object.keys(JOINTS), order: ORDERS };

/** @param {string} search @returns {Choice} */
export function choiceIn(search) {
  const parameters = new URLSearchParams(search);
  /** @type {Record<string, string>} */
  const choice = { ...everything() };
  for (const [name, key] of PARAMETERS) {
    const value = parameters.get(name);
    if (value !== null && (VALUES[key]?.includes(value) ?? true)) choice[key] = value;
  }
  return /** @type {Choice} */ (choice);
}

/** The end of an address that tells a choice; '' if everything is shown. @param {Choice} choice */
export function searchOf(choice) {
  const usual = everything();
  const parameters = new URLSearchParams();
  for (const [name, key] of PARAMETERS) if (choice[key].trim() !== usual[key]) parameters.set(name, choice[key].trim());
  return parameters.size ? `?${parameters}` : '';
}
