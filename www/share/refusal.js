/** Why something could not be made, in words of the player's own. What a browser says in such a case is for the console. */
import { MareyError, faultOf } from '../player/errors.js';
import { X } from './strings.js';

/** @type {WeakSet<Error>} */
const worded = new WeakSet();

/** Its message is a sentence for people. @template {Error} E @param {E} error @returns {E} */
export function refusal(error) {
  worded.add(error);
  return error;
}

/** @param {unknown} error @returns {string} */
export function reasonOf(error) {
  // The writers say what a format has no place for.
  const { kind, message } = faultOf(error);
  if (error instanceof MareyError || kind === 'write') return message;
  if (worded.has(/** @type {Error} */ (error))) return /** @type {Error} */ (error).message;
  console.warn('Marey:', error);
  return X.said.browser;
}
