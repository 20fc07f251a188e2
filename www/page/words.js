/** The page's words. */

export const W = {
  clips: 'Clips',
  /** @type {[name: string, file: string, ...beside: string[]][]} */
  samples: [['Walk', 'walk.bvh'], ['Jump', 'jump.bvh'], ['Dance', 'dance.bvh'], ['March', 'march.amc', 'march.asf', 'march.obj'], ['Stroll', 'stroll.anim', 'adult.skel'], ['Wave', 'wave.x3d'], ['Human', 'human-loa2.x3d']],
  /** Samples that come in several forms (see forms.js): what they are. @type {Record<string, string | undefined>} */
  several: { Wave: 'HAnim', Human: 'HAnim LOA 1\u20134' },
  drop: 'Drop to play',
  hint: 'Drop BVH, ASF/AMC, SKEL/ANIM or HAnim files anywhere, or',
  open: 'open them',
  hintMotions: (/** @type {string} */ extension) => `Drop its motions (${extension}), or`,
  openMotions: 'open them',
  remove: (/** @type {string} */ name) => `Remove ${name}`,
  removeAll: (/** @type {string} */ name) => `Remove ${name} and its motions`,
  skeleton: 'skeleton',
  acclaim: 'ASF/AMC',
  sims: 'SKEL/ANIM',
  needs: (/** @type {string} */ skeleton) => `needs ${skeleton}`,
  noFit: 'no skeleton fits',
  inFile: (/** @type {string} */ file, /** @type {number | undefined} */ line) => (line ? `${file}, line ${line}` : file),
  skinAlone: 'this is a skin: drop its skeleton (.asf) too',
  pictureAlone: 'this is a picture: drop the HAnim figure that wears it too',
  keysAlone: 'these are keys: drop their .cmx or .bcf and a skeleton too',
  kept: (/** @type {string} */ name) => `${name} is kept for its skeleton`,
  seconds: (/** @type {string} */ seconds) => `${seconds} s`,
  failed: 'not readable',
  line: (/** @type {number} */ line) => `line ${line}`,
  pasted: (/** @type {number} */ n) => (n > 1 ? `pasted ${n}` : 'pasted'),
  nothing: 'No motion file in there',
};
