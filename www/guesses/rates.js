/** Usual rates, frames per second. */
export const RATES = [24, 25, 30, 50, 60, 100, 120, 240];
