/** Where a dragged clip snaps: to starts and ends, to contacts of the same foot, and to frames. */
/** @typedef {import('./state.js').ComparedClip} ComparedClip */

/** How near a contact or an end has to be, CSS pixels. */
const NEAR_PX = 6;

/**
 * The offset for a dragged clip.
 * @param {readonly ComparedClip[]} clips @param {number} index of the dragged one @param {number} wanted offset @param {number} pixel seconds
 */
export function snapped(clips, index, wanted, pixel) {
  const own = clips[index];
  let best = NaN;
  let least = NEAR_PX * pixel;
  const offer = (/** @type {number} */ offset) => {
    if (Math.abs(offset - wanted) > least) return;
    least = Math.abs(offset - wanted);
    best = offset;
  };
  clips.forEach((other, at) => {
    if (at === index) return;
    offer(other.offset);
    offer(other.offset + other.duration - own.duration);
    for (const foot of /** @type {const} */ (['left', 'right'])) {
      // A touch-down is offered only to the one that is nearest to it: all pairs of long clips would be millions.
      const theirs = other[foot] ?? [];
      const mine = own[foot] ?? [];
      let next = 0;
      for (let step = 0; step < mine.length; step += 1) {
        const at = wanted + mine[step] - other.offset;
        while (next + 1 < theirs.length && Math.abs(theirs[next + 1] - at) <= Math.abs(theirs[next] - at)) next += 1;
        if (next < theirs.length) offer(other.offset + theirs[next] - mine[step]);
      }
    }
  });
  return best === best ? best : toFrame(clips, index, wanted);
}

/** The nearest offset at which frames of both clips coincide. @param {readonly ComparedClip[]} clips @param {number} index @param {number} wanted */
export function toFrame(clips, index, wanted) {
  const { frameTime } = clips[0];
  const other = clips[index ? 0 : 1]?.offset ?? 0;
  return frameTime > 0 ? other + Math.round((wanted - other) / frameTime) * frameTime : wanted;
}
