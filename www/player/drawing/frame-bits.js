/** The bits that a stage returns for a frame. */

/** The stage wants another frame. */
export const WANTS = 1;
export const DREW = 2;
export const TIME = 4;
export const ENDED = 8;
export const LOOPED = 16;
export const CAMERA = 32;
