/** Frames a second that are usual. */
export const RATES = [24, 25, 30, 50, 60, 100, 120, 240];
