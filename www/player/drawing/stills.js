/** The figures of a chronophotograph in the picture, from the stage's answer. */

/** @typedef {{ moment: number, place: [x: number, y: number], label: [x: number, y: number], named: boolean }} Still place: of its path on the floor; label: of its time; CSS pixels, NaN behind the camera. named: its time has room */

/** Numbers of a figure in the answer. */
const EACH = 5;
/** The room of a time, CSS pixels. */
const WIDE = 40;
const TALL = 15;
/** The least distance of a time below its point of the path, CSS pixels. */
const BELOW = 18;

/** @param {ArrayLike<number>} numbers as `stills` of the stage answers @returns {{ stills: Still[], path: [x: number, y: number][] }} */
export function stillsOf(numbers) {
  const [count = 0, ...rest] = Array.from(numbers);
  const stills = Array.from({ length: count }, (_, index) => {
    const [moment, x, y, labelX, labelY] = rest.slice(index * EACH);
    return /** @type {Still} */ ({ moment, place: [x, y], label: [labelX, Math.max(labelY, y + BELOW)], named: false });
  });
  nameSome(stills);
  const points = rest.slice(count * EACH);
  return { stills, path: Array.from({ length: points.length / 2 }, (_, index) => [points[2 * index], points[2 * index + 1]]) };
}

/** Chooses the figures whose times do not touch: each, or each second, and so on, from the last one; then none that stands on another. @param {Still[]} stills */
function nameSome(stills) {
  const touch = (/** @type {Still} */ { label: [x, y] }, /** @type {Still} */ { label: [otherX, otherY] }) => Math.abs(x - otherX) < WIDE && Math.abs(y - otherY) < TALL;
  const last = stills.length - 1;
  let every = 1;
  while (every < last && stills.some((still, index) => index >= every && touch(still, stills[index - every]))) every += 1;
  /** @type {Still[]} */
  const named = [];
  for (let index = last; index >= 0; index -= every) {
    const still = stills[index];
    still.named = still.label[0] === still.label[0] && !named.some((other) => touch(still, other));
    if (still.named) named.push(still);
  }
}
