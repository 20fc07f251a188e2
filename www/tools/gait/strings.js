/** The words of gait and joint angles. Pages replace words with `setWords`. */
import { count, fixed } from '../../player/words/format.js';
import { words } from '../../player/words/words.js';

const DEGREES = '\u00b0';

export const V = words('gait', {
  title: 'Gait',
  label: 'Gait and joint angles',
  views: { cycles: 'Cycles', time: 'Over time' },
  view: 'Shown',
  sides: ['Left', 'Right', 'Both'],
  letters: ['L', 'R', ''],
  /** Names of angles and of numbers begin with a capital. */
  capital: (/** @type {string} */ name) => name.charAt(0).toUpperCase() + name.slice(1),
  positive: (/** @type {string} */ way) => `+ ${way}`,
  /** The direction of a positive angle, where it is said in fewer words than the table of angles has. @type {Record<string, string>} */
  ways: { 'own side up': 'side up', 'own side forwards': 'side forwards', 'turned inwards': 'inwards' },
  degrees: (/** @type {number} */ value) => (value === value ? `${fixed(value, 1)}${DEGREES}` : '\u2013'),
  tick: (/** @type {number} */ value) => `${fixed(value, 0)}${DEGREES}`,
  percent: (/** @type {number} */ value) => `${fixed(value, 0)} %`,
  spread: (/** @type {string} */ value, /** @type {number} */ sd) => `${value} \u00b1 ${fixed(sd, 1)}${DEGREES}`,
  of: (/** @type {string} */ side, /** @type {string} */ value) => `${side} ${value}`,
  there: (/** @type {string} */ percent, /** @type {string[]} */ values) => `${percent}: ${values.join(', ')}`,
  plots: 'Joint angles over the gait cycle',
  overTime: (/** @type {string} */ angle) => `${angle} over time`,
  angle: 'Joint angle over time',
  folded: 'Rotations: shape only',
  legend: { liftOff: 'lift-off', band: 'mean \u00b1 sd', line: 'one cycle', axis: '0 to 100 % of the cycle' },
  zero: 'Zero is',
  zeros: {
    usual: 'Zero: as usual',
    rest: 'Zero: rest pose',
    straightest: 'Zero: straightest frame',
    frame: (/** @type {number} */ frame) => `Zero: frame ${frame}`,
    now: 'Zero: this frame',
  },
  measuring: 'Measuring \u2026',
  failed: 'The walk could not be measured',
  /** Of a motion whose joints are not recognised. */
  nobody: (/** @type {string} */ why) => `No joint angles: ${why}.`,
  /** Angles that the motion does not tell, with the reason of each. */
  missing: (/** @type {{ angle: string, reason: string }[]} */ all) =>
    [...new Set(all.map(({ reason }) => reason))]
      .map(
        (reason) =>
          `no ${all
            .filter((each) => each.reason === reason)
            .map(({ angle }) => angle)
            .join(', ')}: ${reason}`,
      )
      .join('; '),
  sentence: (/** @type {string[]} */ parts) => `${parts.join('; ')}.`,
  summary: (/** @type {string} */ what) => `Gait: ${what}`,
  table: 'Numbers of the walk',
  cycles: 'Cycles',
  columns: { number: 'Mean of cycles', difference: 'Difference', sd: 'sd', n: 'n' },
  cycleColumns: { begins: 'Begins', foot: 'Foot', turn: 'Turn', curves: 'Curves' },
  inCurves: ['left out', 'yes'],
  cyclesOf: (/** @type {number} */ n) => (n === 1 ? '1 cycle' : `${count(n)} cycles`),
  value: (/** @type {number} */ value, /** @type {string} */ unit) => fixed(value, DIGITS[unit] ?? 2),
  withSd: (/** @type {string} */ value, /** @type {string} */ sd) => `${value} \u00b1 ${sd}`,
  differs: (/** @type {number} */ percent) => `${percent > 0 ? '+' : ''}${fixed(percent, 1)} %`,
  seconds: (/** @type {number} */ value) => fixed(value, 2),
  nothing: '\u2013',
  units: { deg: DEGREES },
  save: 'Save',
  saves: {
    curves: 'Cycles in percent (CSV)',
    table: 'Table (CSV)',
    clip: 'The clip in one row (CSV)',
    angles: 'Angles over time (CSV)',
    json: 'Everything (JSON)',
    svg: 'Picture for a paper (SVG)',
  },
  saved: (/** @type {string} */ name) => `Saved ${name}`,
  unknown: (/** @type {string} */ text) => `No pose that could be zero: ${text}`,
});

/** Places after the point, by unit. @type {Record<string, number>} */
const DIGITS = { 'steps/min': 0, '%': 1, deg: 1 };
