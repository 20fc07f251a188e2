/** What the steps are called that visitors undo. */
import { tools } from '../player/element/rooms.js';
import { P } from './strings.js';

/** What a step is called that changed this: by how clips are brought together, else by the last thing that has a name. @param {string[]} names of options, of settings, or of other changes */
export function stepNamed(names) {
  const words = names.flatMap((name) => {
    const tool = tools().find(({ settings, words: { title } }) => title && settings.some((setting) => setting === name));
    return /** @type {Record<string, string>} */ (P.steps)[name] ?? tool?.words.title ?? [];
  });
  return names.includes('alignment') ? P.steps.alignment : (words.at(-1) ?? names[0]);
}
