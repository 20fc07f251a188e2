/** The text of the attribute `gait`: which pose is zero. */

/** @typedef {'' | 'rest' | 'straightest' | 'frame'} ZeroKind '': the usual one */
/** A pose that is zero. @typedef {{ kind: ZeroKind, frame: number }} Zero frame: its index, for a frame */

/** @param {string} text @returns {Zero | null} null if it is nothing */
export function parseZero(text) {
  const value = text.trim().toLowerCase();
  if (value === '' || value === 'rest' || value === 'straightest') return { kind: value, frame: 0 };
  const [, frame] = /^f(\d{1,9})$/.exec(value) ?? [];
  return frame === undefined ? null : { kind: 'frame', frame: Number(frame) };
}
