/** The sample clips, in the folder `samples/` beside the page. */

/** Plays behind the welcome. */
export const FIRST = 'dance.bvh';

/** Each with the key of its name, its file, and the files that it needs. */
export const SAMPLES = /** @type {const} */ ([
  ['dance', FIRST],
  ['jump', 'jump.bvh'],
  ['march', 'march.amc', 'march.asf', 'march.obj'],
  ['walk', 'walk.bvh'],
  ['wave', 'wave.x3d'],
  ['stroll', 'stroll.anim', 'adult.skel'],
  ['human', 'human-loa2.x3d'],
]);

/** @param {string} file */
export const sampleAt = (file) => new URL(`samples/${file}`, document.baseURI).href;
