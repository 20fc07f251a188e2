/** The controls: fetched after the first picture, or at the first input. */
export { Controls } from './controls.js';
