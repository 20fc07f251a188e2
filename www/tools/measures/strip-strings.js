/** The words of the controls of measures. Pages replace words with `setWords`. */
import { words } from '../../player/words/words.js';

export const J = words('measuring', {
  title: 'Measures',
  group: 'Measures of the motion',
  kinds: { distance: 'Distance', angle: 'Angle', vertical: 'Lean', height: 'Height', mass: 'Centre of mass', steps: 'Steps' },
  hints: {
    distance: 'Click two joints.',
    angle: 'Click hip, knee, ankle: the middle one is the corner.',
    vertical: 'Click two joints, the lower one first.',
    height: 'Click a joint.',
    mass: '',
    steps: '',
  },
  /** What the joints of a measure may be, until they are chosen. */
  joints: {
    distance: ['joint', 'joint'],
    angle: ['hip', 'knee', 'ankle'],
    vertical: ['lower', 'upper'],
    height: ['joint'],
    mass: [],
    steps: [],
  },
  making: 'Joints of the measure',
  corner: 'corner',
  knees: { left: 'Left knee', right: 'Right knee' },
  twice: (/** @type {string} */ joint) => `${joint} is chosen already: click another joint.`,
  more: (/** @type {number} */ count) => (count === 1 ? 'Click one more joint.' : `Click ${count} more joints.`),
  none: 'No measures yet',
  remove: (/** @type {string} */ name) => `Remove ${name}`,
  copy: 'Copy as CSV',
  save: 'Save as CSV',
  close: 'Close measures',
});
