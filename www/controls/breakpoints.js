/** The limits of `sizes.css`, in CSS pixels. */

/** The controls of at most this height are one line. */
export const SLIM_PX = 400;
/** The title of at most this height is small. */
export const LOW_PX = 300;
/** A phone's width. */
export const NARROW_PX = 640;
