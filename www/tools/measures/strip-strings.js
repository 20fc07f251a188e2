/** The words of the controls of measures. Pages replace words with `setWords`. */
import { words } from '../../player/words/words.js';

export const J = words('measuring', {
  title: 'Measures',
  group: 'Measures of the motion',
  kinds: { distance: 'Distance', angle: 'Angle', vertical: 'Lean', height: 'Height', mass: 'Centre of mass', steps: 'Steps' },
  hints: {
    distance: 'Select two joints.',
    angle: 'Select three joints: the second is the corner.',
    vertical: 'Select two joints.',
    height: 'Select a joint.',
    mass: '',
    steps: '',
  },
  more: (/** @type {number} */ count) => (count === 1 ? 'Select one more joint.' : `Select ${count} more joints.`),
  none: 'No measures yet',
  remove: (/** @type {string} */ name) => `Remove ${name}`,
  copy: 'Copy as CSV',
  save: 'Save as CSV',
  copied: 'The measures of the shown window are copied.',
  close: 'Close measures',
});
