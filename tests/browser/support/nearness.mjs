/** @typedef {import('./pixels.mjs').Point} Point */
export { apart, area, extent, farthest, limbs, opaque } from './pixels.mjs';
