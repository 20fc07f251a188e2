/** The words of the controls. They belong to the table `panels`. Pages replace words with `setWords`. */
import { count } from '../../player/words/format.js';
import { words } from '../../player/words/words.js';

export const P = words('panels', {
  moments: {
    title: 'Chronophotograph',
    figures: 'Figures',
    /** While the strip is folded. */
    count: (/** @type {number} */ n) => `${count(n)} figures`,
    fewer: 'Fewer figures',
    more: 'More figures',
    spacing: 'Spacing',
    spacings: { time: 'Time', distance: 'Distance', contacts: 'Contacts', own: 'By hand' },
    noContacts: 'No contacts found: no foot comes down on the ground here',
    marks: 'Moments on the timeline',
    mark: (/** @type {number} */ n, /** @type {number} */ all) => `Moment ${count(n)} of ${count(all)}`,
    removed: (/** @type {string} */ time) => `Moment at ${time} s removed`,
    added: (/** @type {string} */ time) => `Moment at ${time} s added`,
    colours: 'Colours',
    tints: { fade: 'Own', viridis: 'Viridis' },
    fade: 'Fade',
    path: 'Path',
    times: 'Times',
    save: 'Save\u2026',
    saveAs: (/** @type {string} */ kind) => `Save as ${kind}`,
    close: 'Close the chronophotograph',
  },
}).moments;
