/** The words of the controls. They belong to the table `panels`. Pages replace words with `setWords`. */
import { count, decimal } from '../../player/words/format.js';
import { words } from '../../player/words/words.js';

export const P = words('panels', {
  ghosts: {
    title: 'Ghosts',
    group: 'Ghosts and trails',
    before: 'Before',
    after: 'After',
    fewer: (/** @type {string} */ side) => `Fewer ghosts ${side.toLowerCase()}`,
    more: (/** @type {string} */ side) => `More ghosts ${side.toLowerCase()}`,
    count: (/** @type {string} */ side) => `Ghosts ${side.toLowerCase()}`,
    every: 'Every',
    seconds: (/** @type {number} */ n) => `${decimal(n)} s`,
    frames: (/** @type {number} */ n) => (n === 1 ? '1 frame' : `${count(n)} frames`),
    keys: 'Keys',
    contacts: 'Contacts',
    fade: 'Fade',
    trails: 'Trails',
    /** While the strip is folded. */
    summary: (/** @type {number} */ ghosts, /** @type {number} */ joints) =>
      [ghosts && `${count(ghosts)} ghost${ghosts === 1 ? '' : 's'}`, joints && `trails of ${count(joints)} joint${joints === 1 ? '' : 's'}`]
        .filter(Boolean)
        .join(', '),
    length: 'Length',
    lengths: { '': 'As ghosts', 0.5: '0.5 s', 1: '1 s', 2: '2 s', all: 'Whole' },
    remove: (/** @type {string} */ joint) => `Remove the trail of ${joint}`,
    add: 'Add the trail of the selected joint',
    select: 'Select a joint first: click it, or choose it in the details',
    close: 'Close ghosts and trails',
  },
}).ghosts;
