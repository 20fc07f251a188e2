/** The page's words. */

export const W = {
  clips: 'Clips',
  /** @type {[name: string, file: string][]} */
  samples: [['Walk', 'walk.bvh'], ['Jump', 'jump.bvh'], ['Dance', 'dance.bvh']],
  drop: 'Drop to play',
  hint: 'Drop a BVH file anywhere, or',
  open: 'open one',
  openMore: 'Open a file',
  remove: (/** @type {string} */ name) => `Remove ${name}`,
  waiting: '\u2026',
  seconds: (/** @type {string} */ seconds) => `${seconds} s`,
  failed: 'not readable',
  line: (/** @type {number} */ line) => `line ${line}`,
  pasted: 'pasted.bvh',
  nothing: 'No motion file in there',
};
