/** Where the times of a chronophotograph are written. */

/** @typedef {{ moment: number, place: [x: number, y: number], label: [x: number, y: number], named: boolean }} Mark place: of the figure's path on the floor; label: of its time; CSS pixels, NaN behind the camera. named: its time has room */

/** How far before the figure's path its time is written, heights of the figure. */
const BEFORE = 0.24;
/** The room of a time, CSS pixels. */
const WIDE = 40;
const TALL = 15;
/** The least distance of a time below its point of the path, CSS pixels. */
const BELOW = 18;

/** The yaw of a camera, radians; 0 for one of the file's. @param {string} camera its text */
export const yawOf = (camera) => (Number.parseFloat(camera) || 0) * (Math.PI / 180);

/**
 * @param {import('./choose.js').ChosenMoments} chosen @param {number} yaw of the camera, radians
 * @param {(points: Float32Array) => ArrayLike<number>} toScreen x, y in the picture for x, y, z on the stage
 * @returns {{ marks: Mark[], path: [x: number, y: number][] }} the path without points behind the camera; nothing while there is no stage
 */
export function onScreen({ height, moments, path, places }, yaw, toScreen) {
  const towards = [Math.sin(yaw) * BEFORE * height, 0, Math.cos(yaw) * BEFORE * height];
  const labels = places.map((place) => place.map((value, axis) => value + towards[axis]));
  const seen = Array.from(toScreen(new Float32Array([...places, ...labels, ...path].flat())));
  // A stage that is being replaced does not answer.
  if (seen.length < 2 * (2 * moments.length + path.length) || places.length < moments.length) return { marks: [], path: [] };
  const points = Array.from(
    { length: seen.length / 2 },
    (_, index) => /** @type {[number, number]} */ ([seen[2 * index], seen[2 * index + 1]]),
  );
  const marks = moments.map((moment, index) => {
    const [place, [x, y]] = [points[index], points[moments.length + index]];
    return /** @type {Mark} */ ({ moment, place, label: [x, Math.max(y, place[1] + BELOW)], named: false });
  });
  nameSome(marks);
  return { marks, path: points.slice(2 * moments.length).filter(([x]) => x === x) };
}

/** Chooses the times that do not touch: each, or each second, and so on, from the last one; then none that stands on another. @param {Mark[]} marks */
function nameSome(marks) {
  const touch = (/** @type {Mark} */ { label: [x, y] }, /** @type {Mark} */ { label: [otherX, otherY] }) =>
    Math.abs(x - otherX) < WIDE && Math.abs(y - otherY) < TALL;
  const last = marks.length - 1;
  let every = 1;
  while (every < last && marks.some((mark, index) => index >= every && touch(mark, marks[index - every]))) every += 1;
  /** @type {Mark[]} */
  const named = [];
  for (let index = last; index >= 0; index -= every) {
    const mark = marks[index];
    mark.named = mark.label[0] === mark.label[0] && !named.some((other) => touch(mark, other));
    if (mark.named) named.push(mark);
  }
}
