/** The steps of mending, in the order in which they are done, with what can be set of each. */

/** @typedef {import('../../types.d.ts').MendSteps} MendSteps */
/** @typedef {import('../../types.d.ts').MendStepName} MendStepName */

/** A number that can be set. @typedef {{ key: 'longestFill' | 'spikeDegrees' | 'strength' | 'leastCycle' | 'cycleBlend' | 'restSpeed' | 'restHeight' | 'footBlend', usual: number, least: number, most: number, step: number, unit: 's' | 'deg' | 'times' | 'm/s' | 'cm' }} Parameter */
/**
 * @typedef {object} StepRow
 * @property {MendStepName} step
 * @property {'trim' | 'resample' | 'gaps' | 'spikes' | 'smooth' | 'level' | 'loop' | 'path' | 'feet' | 'inPlace'} key
 * @property {readonly string[]} [choices] what it is set to, if it is more than on and off
 * @property {Parameter[]} parameters
 * @property {boolean} [person] it needs a person's feet
 */

/** @type {Required<Pick<MendSteps, 'trim' | 'resample' | 'gaps' | 'spikes' | 'smooth' | 'level' | 'loop' | 'path' | 'feet' | 'inPlace' | 'also' | 'except'>> & MendSteps} */
export const NONE = {
  trim: null,
  resample: null,
  gaps: false,
  spikes: 'off',
  smooth: 'off',
  level: false,
  loop: false,
  path: false,
  feet: false,
  inPlace: false,
  also: [],
  except: [],
};
/** The steps that leave a motion without faults as it is. */
export const USUAL = { ...NONE, gaps: true, spikes: /** @type {const} */ ('root'), smooth: /** @type {const} */ ('auto') };

/** @type {StepRow[]} */
export const STEPS = [
  { step: 'trim', key: 'trim', parameters: [] },
  { step: 'resample', key: 'resample', parameters: [] },
  { step: 'gaps', key: 'gaps', parameters: [{ key: 'longestFill', usual: 0.4, least: 0.05, most: 2, step: 0.05, unit: 's' }] },
  {
    step: 'spikes',
    key: 'spikes',
    choices: ['off', 'root', 'all'],
    parameters: [{ key: 'spikeDegrees', usual: 25, least: 5, most: 180, step: 1, unit: 'deg' }],
  },
  {
    step: 'smooth',
    key: 'smooth',
    choices: ['off', 'auto', 'on'],
    parameters: [{ key: 'strength', usual: 1, least: 0.3, most: 3, step: 0.1, unit: 'times' }],
  },
  { step: 'level', key: 'level', parameters: [], person: true },
  {
    step: 'loop',
    key: 'loop',
    parameters: [
      { key: 'leastCycle', usual: 0.5, least: 0.1, most: 10, step: 0.1, unit: 's' },
      { key: 'cycleBlend', usual: 0.2, least: 0.1, most: 0.4, step: 0.01, unit: 's' },
    ],
  },
  { step: 'path', key: 'path', parameters: [], person: true },
  {
    step: 'feet',
    key: 'feet',
    parameters: [
      { key: 'restSpeed', usual: 0.2, least: 0.05, most: 1, step: 0.01, unit: 'm/s' },
      { key: 'restHeight', usual: 0.05, least: 0.01, most: 0.3, step: 0.01, unit: 'cm' },
      { key: 'footBlend', usual: 0.15, least: 0.05, most: 0.5, step: 0.01, unit: 's' },
    ],
    person: true,
  },
  { step: 'in-place', key: 'inPlace', parameters: [] },
];

/** Whether a step may change something. @param {StepRow} row @param {MendSteps} steps */
export const isOn = ({ key }, steps) => Boolean(steps[key]) && steps[key] !== 'off';

/** @param {import('../../types.d.ts').MendPlace} a @param {import('../../types.d.ts').MendPlace} b */
const isSame = (a, b) => a.kind === b.kind && a.joint === b.joint && a.first === b.first && a.last === b.last;

/** The steps with one finding mended, or left as it is. @param {typeof NONE} steps @param {import('../../types.d.ts').MendMark} mark @param {boolean} on @returns {Partial<typeof NONE>} */
export function withFinding({ also, except }, { kind, joint, first, last }, on) {
  const place = { kind, joint, first, last };
  const others = (/** @type {import('../../types.d.ts').MendPlace[]} */ places) => places.filter((each) => !isSame(each, place));
  return { also: on ? [...others(also), place] : others(also), except: on ? others(except) : [...others(except), place] };
}

/** Kinds of findings that are spikes; the others are gaps. */
const SPIKES = ['spike', 'root-spike'];

/** The steps with one of them set to something, which takes back what was chosen for its single findings. @param {typeof NONE} steps @param {StepRow} row @param {string | boolean} value @returns {Partial<typeof NONE>} */
export function withStep({ also, except }, { key, step }, value) {
  const ofOthers = (/** @type {import('../../types.d.ts').MendPlace} */ { kind }) => step !== (SPIKES.includes(kind) ? 'spikes' : 'gaps');
  return { also: also.filter(ofOthers), except: except.filter(ofOthers), [key]: value };
}
