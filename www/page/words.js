/** Texts of the list of clips and of the welcome. */
import { count } from '../player/words/format.js';
import { words } from '../player/words/words.js';

export const W = words('page', {
  clips: 'Clips',
  /** Samples in several forms, by file. @type {Record<string, string | undefined>} */
  several: { 'wave.x3d': 'HAnim', 'human-loa2.x3d': 'HAnim LOA 1\u20134' },
  /** What the forms of a sample differ in. @type {Record<string, string>} */
  formsOf: { 'wave.x3d': 'Motion', 'human-loa2.x3d': 'Level of articulation' },
  keys: 'keys',
  keysOf: 'keys of interpolators',
  rows: 'frames',
  rowsOf: 'frames of HAnimMotion',
  level: (/** @type {number} */ level) => `Level of articulation ${level}`,

  welcome: 'Welcome',
  sentence: 'Plays motion capture in your browser. Nothing is uploaded.',
  openFiles: 'Open files',
  or: 'or',
  aFolder: 'a folder',
  orDrop: 'or drop them anywhere',
  formats: 'BVH \u00b7 ASF/AMC \u00b7 SKEL/ANIM \u00b7 HAnim X3D, VRML, JSON \u00b7 glTF, VRM \u00b7 FBX \u00b7 C3D, TRC \u00b7 NumPy',
  tryOne: 'Try one',
  yourOwn: 'Your own',
  /** Formats of samples that have not been read. @type {Record<string, string | undefined>} */
  short: { 'march.amc': 'AMC', 'stroll.anim': 'SKEL', 'wave.x3d': 'HAnim', 'human-loa2.x3d': 'LOA' },
  back: (/** @type {number} */ n) => (n === 1 ? 'Back to your clip' : `Back to your ${count(n)} clips`),
  home: 'About Marey, and samples',

  from: (/** @type {string} */ host) => `From ${host}`,
  openYours: 'Open your own',
  dropOwn: 'or drop it here',

  samples: 'Samples',
  bad: 'Could not be read',
  count: (/** @type {number} */ n) => (n === 1 ? '1 clip' : `${count(n)} clips`),
  number: (/** @type {number} */ n) => count(n),
  unreadable: (/** @type {number} */ n) => `${count(n)} could not be read`,
  filter: 'Filter',
  noMatch: 'No clip has a matching name.',
  showGrid: 'Show as a grid',
  foldList: 'Hide the list',
  unfoldList: 'Show the list',
  foldGroup: (/** @type {string} */ name) => `Clips of ${name}`,

  keep: 'Keep these clips in this browser',
  keepTitle: 'Copies of them stay here until you switch this off. Nothing is uploaded.',

  hintMotions: (/** @type {string} */ extension) => `Drop its motions (${extension}), or`,
  openMotions: 'open them',
  remove: (/** @type {string} */ name) => `Remove ${name}`,
  removed: (/** @type {number} */ count, /** @type {string} */ name) =>
    count === 1 ? `${name} removed` : `${name} and ${count - 1} more removed`,
  notBeside: (/** @type {string} */ name) => `${name}: no longer compared`,
  compareWith: (/** @type {string} */ name) => `Compare with ${name}`,
  compareNoMore: (/** @type {string} */ name) => `Compare with ${name} no more`,
  removeAll: (/** @type {string} */ name) => `Remove ${name} and its motions`,
  skeleton: 'skeleton',
  pose: 'pose',
  acclaim: 'ASF/AMC',
  sims: 'SKEL/ANIM',
  needs: (/** @type {string} */ skeleton) => `needs ${skeleton}`,
  noFit: 'no skeleton fits',
  inFile: (/** @type {string} */ file, /** @type {number | undefined} */ line) => (line ? `${file}, line ${line}` : file),
  skinAlone: 'this is a skin: drop its skeleton (.asf) too',
  pictureAlone: 'this is a picture: drop the HAnim figure that uses it too',
  meansAlone: 'these numbers belong to normalized vectors: drop the vectors (.npy) too',
  keysAlone: 'these are keys: drop their .cmx or .bcf and a skeleton too',
  kept: (/** @type {string} */ name, /** @type {import('./file-kinds.js').Kind} */ kind) =>
    `${name} is kept for its ${kind === 'png' ? 'figure' : kind === 'cfp' ? 'motion' : 'skeleton'}`,
  seconds: (/** @type {string} */ seconds) => `${seconds} s`,
  failed: 'not readable',
  line: (/** @type {number} */ line) => `line ${line}`,
});
