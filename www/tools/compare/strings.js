/** The words of the comparison. Pages replace words with `setWords`. */
import { clock, fixed } from '../../player/words/format.js';
import { local, words } from '../../player/words/words.js';

/** "4.2 mm", "21 cm", "1.24 m". @param {number} millimetres */
export const distance = (millimetres) =>
  local(
    millimetres < 9.95
      ? `${millimetres.toFixed(1)} mm`
      : millimetres < 995
        ? `${Math.round(millimetres / 10)} cm`
        : `${(millimetres / 1000).toFixed(2)} m`,
  );

/** "+0.91 s" @param {number} seconds */
const shift = (seconds) => `${seconds > 0 ? '+' : ''}${fixed(seconds, 2)} s`;

export const V = words('compare', {
  title: 'Comparison',
  hide: (/** @type {string} */ name) => `Hide ${name}`,
  only: (/** @type {string} */ name) => `Show only ${name}`,
  onlyLetter: (/** @type {string} */ letter) => `Only ${letter}`,
  remove: (/** @type {string} */ name) => `Take ${name} out of the comparison`,
  shown: 'Which clips are shown',
  all: (/** @type {number} */ clips) => (clips === 2 ? 'Both' : 'All'),
  add: 'Add a clip',
  /** Said with a button that brings them back. */
  noOther: 'There is one clip alone here, and nothing to compare it with',
  removed: (/** @type {string[]} */ names) => `${names.join(', ')}: no longer compared`,
  dragged: (/** @type {string} */ name, /** @type {number} */ seconds) => `${name} starts at ${shift(seconds)}`,
  layout: 'Layout',
  layouts: { overlay: 'Overlay', side: 'Side by side' },
  close: 'End the comparison',
  seconds: (/** @type {number} */ seconds) => `${clock(seconds, seconds)} s`,

  lanes: 'Clips in time',
  offset: shift,
  speed: (/** @type {string} */ name) => `Speed of ${name}`,
  times: (/** @type {number} */ speed) => local(`${speed}\u00d7`),
  /** The value of a lane's slider. */
  starts: (/** @type {number} */ seconds) => {
    const size = local(Math.abs(seconds).toFixed(2));
    return Number(Math.abs(seconds).toFixed(2)) === 0
      ? 'starts together with the others'
      : `starts ${size} seconds ${seconds > 0 ? 'after' : 'before'}`;
  },

  /** What is said above the bar about how the clips are brought together. */
  aligned: {
    world: 'Where their files put them',
    hips: 'Aligned at the hips',
    contact: 'Aligned at the first contact',
    joint: 'Aligned at the selected joint',
  },
  started: {
    zero: 'start together',
    match: 'start by best match',
    contact: 'start by first contact',
    own: 'own start times',
    warp: 'matched step by step',
  },
  /** How well the best match fits. @param {number} correlation */
  match: (correlation) => `match ${fixed(correlation, 2)}`,
  /** Said of a low one. @param {number} correlation */
  weakMatch: (correlation) => `weak match ${fixed(correlation, 2)}`,
  noMatch: 'no match found',
  matchTitle: 'How alike the speeds of the joints are: 1 is the same',
  alignment: 'How the clips are brought together',
  place: 'Place',
  places: { world: 'As in the files', hips: 'Hips', contact: 'First contact', joint: 'Selected joint' },
  /** Said if there is no such joint. */
  selectJoint: 'Select a joint that both clips have',
  facing: 'Same direction',
  scaled: 'Same leg length',
  /** Said if a figure has no legs to scale by. */
  noLegs: 'Only figures with legs are scaled',
  start: 'Start',
  startChoices: {
    zero: 'Together',
    match: 'Best match',
    contact: 'First contact of the left foot',
    own: 'Own start times',
    warp: 'Match step by step',
  },

  difference: 'Difference',
  kinds: { mpjpe: 'As they stand (MPJPE)', rootRelative: 'Hips together (root-relative)', paMpjpe: 'Best fit (PA-MPJPE)' },
  kind: 'Distances',
  mean: (/** @type {number} */ millimetres) => `mean ${distance(millimetres)}`,
  worst: (/** @type {number} */ millimetres) => `worst ${distance(millimetres)}`,
  worstAt: (/** @type {number} */ millimetres, /** @type {number} */ when) => `worst ${distance(millimetres)} at ${clock(when, 0)} s`,
  nextPeak: 'Next peak',
  nextPeakTitle: 'Go to the next peak (N)',
  ended: (/** @type {number} */ seconds, /** @type {string} */ letter) =>
    `nothing to compare after ${clock(seconds, seconds)} s: ${letter} has ended`,
  joint: (/** @type {string} */ name, /** @type {number} */ millimetres) => `${name} ${distance(millimetres)}`,
  goToWorst: 'Go to the worst moment',
  noJoints: 'no joints in common',
  noMoments: 'no moment in common',
  failed: 'The difference cannot be measured',
  measuring: 'measuring',
  noPeak: 'No further peak',
  /** The measures in tables. */
  names: { mpjpe: 'MPJPE', rootRelative: 'Root-relative', paMpjpe: 'PA-MPJPE' },
  meanRow: 'Mean',
  maximumRow: 'Maximum',
  maximumAt: 'Maximum at',
  saves: { moments: 'Save the moments as CSV', joints: 'Save the joints as CSV' },
  table: 'Difference as a table',
  time: 'Time',
  jointColumn: 'Joint',
  /** What screen readers say of the lane. */
  described: (/** @type {number} */ mean, /** @type {number} */ worst, /** @type {number} */ when, /** @type {string} */ joint) =>
    `Difference: mean ${distance(mean)}, worst ${distance(worst)} at ${clock(when, 0)} seconds, ${joint}`,
});
