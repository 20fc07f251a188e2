/** Settings that decide where joints are. Not in `settings.js`, which every page loads. */
export const OF_POSE = /** @type {const} */ (['behaviour', 'frameTime', 'unit', 'up', 'positions', 'ground', 'inPlace', 'interpolation']);
