/** What a stage tells of a frame. */

/** It wants another one. */
export const WANTS = 1;
export const DREW = 2;
/** The moment is another one. */
export const TIME = 4;
export const ENDED = 8;
export const LOOPED = 16;
export const CAMERA = 32;
