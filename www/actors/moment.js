/** The moment of a clip beside the own one. */

/**
 * @param {Pick<import('./clip-element.js').MareyClip, 'beyond' | 'clip' | 'offset' | 'speed'>} element @param {number} time that the player's clock shows @param {number} [duration] of the clip
 * @returns {{ at: number, plays: boolean }} at: seconds in the clip; plays: false before the clip begins and after it ended
 */
export function momentOf({ beyond, clip, offset, speed }, time, duration = clip?.duration ?? 0) {
  const warped = clip?.momentAlong(time);
  if (warped !== undefined) return { at: warped, plays: true };
  const own = (time - offset) * speed;
  // A pose has no time that it could be beyond.
  if (!duration) return { at: 0, plays: own === 0 || beyond !== 'leave' };
  if (own >= 0 && own <= duration) return { at: own, plays: true };
  return beyond === 'loop'
    ? { at: own - Math.floor(own / duration) * duration, plays: true }
    : { at: Math.max(0, Math.min(duration, own)), plays: false };
}
