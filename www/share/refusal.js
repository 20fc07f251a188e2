/** Reasons for failures in the player's own words. Messages from the browser go to the console. */
import { MareyError, faultOf } from '../player/words/errors.js';
import { X } from './strings.js';

/** @type {WeakSet<Error>} */
const forVisitors = new WeakSet();

/** Marks an error whose message is a sentence for the visitor. @template {Error} E @param {E} error @returns {E} */
export function refusal(error) {
  forVisitors.add(error);
  return error;
}

/** @param {unknown} error @returns {string} */
export function reasonOf(error) {
  // Writers say what a format cannot hold.
  const { kind, message } = faultOf(error);
  if (error instanceof MareyError || kind === 'write') return message;
  if (forVisitors.has(/** @type {Error} */ (error))) return /** @type {Error} */ (error).message;
  console.warn('Marey:', error);
  return X.said.browser;
}
