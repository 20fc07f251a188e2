/** Where a dragged clip snaps: to starts and ends, to contacts of the same foot, to marks on the timeline, and to frames. */
/** @typedef {import('./state.js').ComparedClip} ComparedClip */

/** How near a contact or an end has to be, CSS pixels. */
const NEAR_PX = 6;
const FEET = /** @type {const} */ (['left', 'right']);

/**
 * The offset for a dragged clip.
 * @param {readonly ComparedClip[]} clips @param {number} index of the dragged one @param {number} wanted offset @param {number} pixel seconds
 * @param {ArrayLike<number>} [marks] on the timeline, in order, for the clip's start, end and contacts
 */
export function snapped(clips, index, wanted, pixel, marks = []) {
  const own = clips[index];
  let best = NaN;
  let least = NEAR_PX * pixel;
  const offer = (/** @type {number} */ offset) => {
    if (Math.abs(offset - wanted) > least) return;
    least = Math.abs(offset - wanted);
    best = offset;
  };
  /** Offers each moment of the clip only the nearest of others: all pairs of long clips would be millions. @param {ArrayLike<number>} mine @param {ArrayLike<number>} theirs @param {number} start */
  const match = (mine, theirs, start) => {
    let next = 0;
    for (let step = 0; step < mine.length; step += 1) {
      const at = wanted + mine[step] - start;
      while (next + 1 < theirs.length && Math.abs(theirs[next + 1] - at) <= Math.abs(theirs[next] - at)) next += 1;
      if (next < theirs.length) offer(start + theirs[next] - mine[step]);
    }
  };
  clips.forEach((other, at) => {
    if (at === index) return;
    offer(other.offset);
    offer(other.offset + other.duration - own.duration);
    for (const foot of FEET) match(own[foot] ?? [], other[foot] ?? [], other.offset);
  });
  match([0, own.duration], marks, 0);
  for (const foot of FEET) match(own[foot] ?? [], marks, 0);
  return best === best ? best : toFrame(clips, index, wanted);
}

/** The nearest offset at which frames of both clips coincide. @param {readonly ComparedClip[]} clips @param {number} index @param {number} wanted */
export function toFrame(clips, index, wanted) {
  const { frameTime } = clips[0];
  const other = clips[index ? 0 : 1]?.offset ?? 0;
  return frameTime > 0 ? other + Math.round((wanted - other) / frameTime) * frameTime : wanted;
}
