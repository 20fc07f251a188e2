/** Texts about guesses, on chips and in the details. */
import { length } from '../player/words/format.js';
import { words } from '../player/words/words.js';

export const G = words('panels', {
  menu: {
    unit: 'Unit',
    units: { m: 'Metres', cm: 'Centimetres', mm: 'Millimetres', in: 'Inches', cmu: 'CMU units', dm: 'Decimetres' },
    up: 'Up axis',
    fps: 'Frame rate',
    joints: 'Joints',
    axes: 'Axes',
    holds: 'Contents',
    body: 'Body',
    rig: 'Rig',
    guessed: (/** @type {string} */ value) => `${value} (our guess)`,
    /** By confidence, 0 to 3. */
    sure: ['scale unknown', 'our guess, not certain', 'our guess, likely', 'our guess, certain'],
    maybe: (/** @type {string} */ value) => `maybe ${value}`,
  },
  info: {
    /** The limbs that a stature is estimated from. */
    from: (/** @type {'legs' | 'arms' | 'hands'} */ bones) => `from the ${bones}`,
  },
  guesses: {
    title: 'What the file leaves open',
    unknown: 'Scale unknown',
    /** A unit without a name. */
    custom: (/** @type {string} */ metres) => `${metres} m a unit`,
    guessed: (/** @type {string} */ value) => `${value}, our guess`,
    assumed: (/** @type {string} */ value) => `${value}, assumed`,
    chosen: (/** @type {string} */ value) => `${value}, chosen`,
    /** The chosen unit, and the figure's height in it. */
    nowTall: (/** @type {string} */ value, /** @type {number} */ metres) => `${value}, now ${length(metres)} tall`,
    tall: (/** @type {number} */ metres) => `${length(metres)} tall`,
    axis: (/** @type {string} */ axis) => `${axis} up`,
    fps: (/** @type {string} */ rate) => `${rate} fps`,
    /** Of an array: bones that are guessed, none, and rotations of a body. */
    inferred: 'Bones guessed',
    points: 'Points only',
    rotations: 'Rotations of SMPL',
    whyJoints: 'The array does not name its joints.',
    unsure: (/** @type {string} */ reading) => `${reading}, not certain`,
    whyReadings: 'The array does not say what it holds, and its numbers could be any of these.',
    whyHolds: 'The array does not say what it holds.',
    /** What the array could hold that cannot be shown. */
    orElse: (/** @type {string} */ what) => `Or it has ${what.charAt(0).toLowerCase()}${what.slice(1)}.`,
    guess: 'Guess',
    /** Axes of an array by their letters. @type {Record<string, string>} */
    axisNames: { N: 'clips', B: 'bodies', F: 'frames', J: 'joints', 3: 'coordinates', V: 'values of all joints', P: 'all x, all y, all z' },
    /** In the menu of the rig. */
    programs: 'Which programs take it',
    more: 'Details',
    neutral: 'Neutral proportions',
    whyNeutral: 'The file has rotations without the lengths of bones. A body model of your own (.npz) gives them; it stays on this device.',
    bodyModel: 'Open a body model\u2026',
    lasts: (/** @type {string} */ time) => `${time} s`,
    /** By confidence, 0 to 3. */
    sure: ['', 'not certain', 'likely', 'certain'],
    whyUnit: (/** @type {number} */ sure, /** @type {'' | 'legs' | 'arms' | 'hands'} */ bones) => {
      if (!sure) return 'The file states no unit, and none of these makes the figure as tall as a person.';
      return `The file states no unit. This one makes the figure ${bones ? `as tall as a person, by its ${bones}` : 'of a likely size'} (${G.guesses.sure[sure]}).`;
    },
    whyUp: (/** @type {number} */ sure) =>
      `The file states no up axis. The figure stands along this one${sure ? ` (${G.guesses.sure[sure]})` : ''}.`,
    whyRate: 'The file states no frame rate.',
    /** For a rate at which hands move too fast. */
    tooFast: (/** @type {number} */ speed) =>
      `At the assumed one a hand moves at ${Math.round(speed)} m/s, as in a throw or a blow. In any other motion the rate is probably lower.`,
  },
});
