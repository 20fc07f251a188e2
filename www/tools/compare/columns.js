/** Draws many values over time as one line, and finds their peaks. */

/** A peak stands out from its surroundings by at least this share of the highest value. */
const PROMINENCE = 0.08;

/** Index of the first number that is not below `wanted`. @param {ArrayLike<number>} sorted @param {number} wanted */
export function firstFrom(sorted, wanted) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The path of a line: all values or, where they are closer than pixels, the least and the largest of each column.
 * @param {ArrayLike<number>} times in order @param {ArrayLike<number>} values @param {(time: number) => number} x @param {(value: number) => number} y
 * @param {number} width of the picture, CSS pixels
 * @returns {{ line: string, from: number, to: number }} from, to: where the line begins and ends in the picture
 */
export function lineOf(times, values, x, y, width) {
  const perPixel = x(1) - x(0);
  const timeAt = (/** @type {number} */ px) => (px - x(0)) / perPixel;
  // One value more at each side, so that the line goes on to the edge.
  const first = Math.max(0, firstFrom(times, timeAt(0)) - 1);
  const last = Math.min(times.length, firstFrom(times, timeAt(width)) + 1);
  if (!(perPixel > 0) || last <= first) return { line: '', from: 0, to: 0 };
  let line = '';
  const add = (/** @type {number} */ px, /** @type {number} */ value) => {
    line += `${line ? 'L' : 'M'}${px.toFixed(1)} ${y(value).toFixed(1)}`;
  };
  if (last - first <= 2 * width) {
    for (let index = first; index < last; index += 1) add(x(times[index]), values[index]);
  } else {
    for (let index = first; index < last;) {
      const column = Math.floor(x(times[index]));
      let [low, high] = [index, index];
      for (; index < last && Math.floor(x(times[index])) === column; index += 1) {
        if (values[index] < values[low]) low = index;
        if (values[index] > values[high]) high = index;
      }
      add(column + 0.5, values[Math.min(low, high)]);
      if (low !== high) add(column + 0.5, values[Math.max(low, high)]);
    }
  }
  return { line, from: x(times[first]), to: x(times[last - 1]) };
}

/** The value at a moment, between its neighbours; NaN outside. @param {ArrayLike<number>} times @param {ArrayLike<number>} values @param {number} time */
export function valueAt(times, values, time) {
  const next = firstFrom(times, time);
  if (times[next] === time) return values[next];
  if (!next || next >= times.length) return NaN;
  const share = (time - times[next - 1]) / (times[next] - times[next - 1]);
  return values[next - 1] + share * (values[next] - values[next - 1]);
}

/** Indices of the peaks: higher than all between them and lower ground. @param {ArrayLike<number>} values */
export function peaksOf(values) {
  let highest = 0;
  for (let index = 0; index < values.length; index += 1) highest = Math.max(highest, values[index]);
  const least = highest * PROMINENCE;
  const peaks = [];
  let [top, bottom, rising] = [0, 0, true];
  for (let index = 0; index < values.length; index += 1) {
    if (rising && values[index] > values[top]) top = index;
    if (!rising && values[index] < values[bottom]) bottom = index;
    if (rising && values[top] - values[index] > least) {
      peaks.push(top);
      [bottom, rising] = [index, false];
    } else if (!rising && values[index] - values[bottom] > least) {
      [top, rising] = [index, true];
    }
  }
  // A line that ends while it rises has its last peak at its end.
  if (rising && values.length && highest > 0 && (!peaks.length || values[top] - values[bottom] > least)) peaks.push(top);
  return peaks;
}
