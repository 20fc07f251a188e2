/** Colours and dashes of curves: what is shown decides the colour, the joint the dashes. */

/** @typedef {import('../../actors/series.js').Role} Role */

/** @type {Record<'dark' | 'light', Record<Role, string>>} */
export const COLOURS = {
  dark: { x: '#7fbaff', y: '#d7a6f3', z: '#a9d27c', speed: '#f4e8a0', angular: '#fcc8e0', acceleration: '#9fe3ea', angle: '#e9ecf4' },
  light: { x: '#1d5fc0', y: '#8a3fb5', z: '#47761c', speed: '#8a5a00', angular: '#b8407f', acceleration: '#0f6f7c', angle: '#1a2132' },
};

/** The dashes of the first joint, the second, ..: CSS pixels. */
const DASHES = [[], [7, 4], [2, 4], [10, 4, 2, 4]];

/** @param {number} rank of the joint among those shown */
export const dashesOf = (rank) => DASHES[rank % DASHES.length];

/** Half of a colour, for curves behind others. @param {string} colour six digits @param {'dark' | 'light'} theme */
export function paled(colour, theme) {
  const ground = theme === 'light' ? 255 : 24;
  const half = (/** @type {number} */ at) => Math.round((parseInt(colour.slice(at, at + 2), 16) + ground) / 2);
  return `#${[1, 3, 5].map((at) => half(at).toString(16).padStart(2, '0')).join('')}`;
}
