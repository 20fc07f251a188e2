/** What floats over the stage: fetched after the first picture, or as soon as a hand comes. */
export { Controls } from './controls.js';
