/** The words of bodies. Pages replace words with `setWords`. */
import { count } from '../../player/words/format.js';
import { words } from '../../player/words/words.js';

export const B = words('body', {
  now: { auto: 'As the file has it', bones: 'Bones', body: 'Body', both: 'Body with bones', generated: 'Generated body' },
  about: 'The body is generated from the joints: its proportions are the figure\u2019s, its shape is nobody\u2019s.',
  /** Of a figure that is no person. */
  none: (/** @type {string} */ clip, /** @type {string} */ reason) => `${clip} stays bones: ${reason}`,
  /** Of a file of markers. */
  markers: 'it has markers. Where they tell its joints, `marey convert --joint-centres` makes a person of it',
  many: (/** @type {number} */ clips, /** @type {number} */ most) =>
    `${count(clips)} clips are drawn as bones: at most ${count(most)} wear a body`,
});
