/** What the steps are called that visitors undo. */
import { tools } from '../player/element/rooms.js';
import { P } from './strings.js';

/** @param {string} name of an option, of a setting, or of another change */
export function stepNamed(name) {
  const tool = tools().find(({ settings, words }) => words.title && settings.some((setting) => setting === name));
  return /** @type {Record<string, string>} */ (P.steps)[name] ?? tool?.words.title ?? name;
}
