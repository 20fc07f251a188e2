/** The clips that welcome a visitor. They lie in the folder `samples/` beside the page. */

/** Plays behind the welcome. */
export const FIRST = 'dance.bvh';

/** Each by its name among the words, its file, and those it needs. */
export const SAMPLES = /** @type {const} */ ([['dance', FIRST], ['jump', 'jump.bvh'], ['march', 'march.amc', 'march.asf', 'march.obj'], ['walk', 'walk.bvh'],
  ['wave', 'wave.x3d'], ['stroll', 'stroll.anim', 'adult.skel'], ['human', 'human-loa2.x3d']]);

/** @param {string} file */
export const sampleAt = (file) => new URL(`samples/${file}`, document.baseURI).href;
