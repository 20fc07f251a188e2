/** Draws trails over a picture: lines that show a joint's speed by colour and width, over a dark edge. */
import { colourOf, widthOf } from './speed.js';

/** @typedef {import('./choose.js').ChosenTrails} ChosenTrails */
/**
 * @typedef {object} View
 * @property {ArrayLike<number>} matrix of the stage's `viewProjection`
 * @property {number} width CSS pixels
 * @property {number} height
 * @property {number} ratio pixels per CSS pixel
 * @property {number} now the current moment, seconds
 * @property {number} reach seconds before and after it; Infinity: all
 * @property {number} most the end of the scale, metres a second
 * @property {ArrayLike<number>[]} places x, y, z of each joint now
 * @property {string[]} colours of the dots at the joints
 * @property {import('./cover.js').Hides} [hides] which points the figures hide
 */

/** The dark edge, CSS pixels wide. */
const EDGE = 5;
const EDGE_COLOUR = 'rgb(8 12 20 / .6)';
/** Opacity at the past and at the future end. */
const PAST = 0.25;
const FUTURE = 0.2;
/** Opacity of what a figure hides. */
const BEHIND = 0.35;
/** Steps of colour and of opacity: the lines of one step are drawn together. */
const LEVELS = 24;
const FADES = 8;
/** Points of the line nearer to each other than this are left out, CSS pixels; more are left out where there would be too many. */
const NEAR = 1.5;
const MOST_LINES = 1500;
/** Points of all trails that are projected; of more, only each second, third, .. */
const MOST_POINTS = 9000;
/** Seconds between the dots, of which a trail has a limited number. */
const BEATS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 300];
const MOST_DOTS = 60;
/** The least distance of two dots, CSS pixels. */
const DOTS_APART = 7;

/** Limbs by side, as the stage draws them. */
export const LIMBS = {
  dark: { left: '#2cb5a6', right: '#e8a03c', middle: '#c6cbd8' },
  light: { left: '#17a697', right: '#e69624', middle: '#5a6275' },
};

const COLOURS = Array.from({ length: LEVELS }, (_, level) => colourOf(level / (LEVELS - 1)));
const WIDTHS = Array.from({ length: LEVELS }, (_, level) => widthOf(level / (LEVELS - 1)));

/** Where the points are in the picture: x, y each. */
let seen = new Float32Array(0);
/** The points that are drawn. */
let kept = new Int32Array(0);

/** The first index with a time of at least this. @param {ArrayLike<number>} times @param {number} time */
function indexAt(times, time) {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The shown part of the trails. @param {ArrayLike<number>} times @param {number} now @param {number} reach @returns {[from: number, to: number]} indices */
export const shownPart = (times, now, reach) =>
  reach === Infinity ? [0, times.length] : [indexAt(times, now - reach), indexAt(times, now + reach + 1e-6)];

/**
 * Projects points to `seen`.
 * @param {ArrayLike<number>} points @param {number} from @param {number} count @param {number} every from point to point @param {number} into index of the first in `seen`
 * @param {View} view
 */
function project(points, from, count, every, into, { matrix, width, height }) {
  const [a, b, , d, e, f, , h, i, j, , l, m, n, , p] = Array.from(matrix);
  const halfWidth = width / 2;
  const halfHeight = height / 2;
  for (let at = 3 * from, out = 2 * into; out < 2 * (into + count); at += 3 * every, out += 2) {
    const x = points[at];
    const y = points[at + 1];
    const z = points[at + 2];
    const w = d * x + h * y + l * z + p;
    // Behind the camera there is no place.
    const scale = w > 1e-6 ? 1 / w : NaN;
    seen[out] = ((a * x + e * y + i * z + m) * scale + 1) * halfWidth;
    seen[out + 1] = (1 - (b * x + f * y + j * z + n) * scale) * halfHeight;
  }
}

/** Chooses the points that are drawn, at least `near` apart, of those from `begin` to `end` in `seen`. @param {number} begin @param {number} end @param {number} into index in `kept` @param {number} near @returns {number} the index after the last in `kept` */
function thin(begin, end, into, near) {
  let lastX = NaN;
  let lastY = NaN;
  let count = into;
  const least = near * near;
  for (let at = begin; at < end; at += 1) {
    const acrossX = seen[2 * at] - lastX;
    const acrossY = seen[2 * at + 1] - lastY;
    // The first point has no distance, nor has one behind the camera.
    if (acrossX * acrossX + acrossY * acrossY < least && at < end - 1) continue;
    kept[count] = at;
    count += 1;
    lastX = seen[2 * at];
    lastY = seen[2 * at + 1];
  }
  return count;
}

/** @param {CanvasRenderingContext2D} context @param {ChosenTrails} trails @param {View} view */
export function drawTrails(context, trails, view) {
  const { times, tracks } = trails;
  const { hides, now, ratio, reach, most } = view;
  const [from, to] = shownPart(times, now, reach);
  const every = Math.ceil(((to - from) * tracks.length) / MOST_POINTS) || 1;
  const size = Math.ceil((to - from) / every);
  // A trail has more dots than points where frames are far apart.
  const room = Math.max(size, MOST_DOTS + 2) * tracks.length;
  if (kept.length < room) {
    seen = new Float32Array(2 * room);
    kept = new Int32Array(room);
  }
  tracks.forEach(({ points }, index) => project(points, from, size, every, index * size, view));
  /** The ends of each trail in `kept`. @type {number[]} */
  let ends = [];
  const choose = (/** @type {number} */ near) => {
    ends = [0];
    for (const index of tracks.keys()) ends.push(thin(index * size, (index + 1) * size, ends[index], near));
    return ends[tracks.length];
  };
  const lines = choose(NEAR);
  if (lines > MOST_LINES) choose((NEAR * lines) / MOST_LINES);

  /** @type {(Path2D | undefined)[]} */
  const edges = [];
  /** By opacity and speed. @type {(Path2D | undefined)[]} */
  const paths = [];
  const [first, last] = size ? [Math.max(times[from], now - reach), Math.min(times[to - 1], now + reach)] : [now, now];
  const fade = (/** @type {number} */ time) =>
    time < now ? 1 - ((1 - PAST) * (now - time)) / (now - first || 1) : 1 - ((1 - FUTURE) * (time - now)) / (last - now || 1);
  tracks.forEach(({ points, speeds }, index) => {
    const begin = ends[index];
    const end = ends[index + 1];
    /** What the line before this one was added to, and ends in. @type {Path2D | undefined} */
    let lastPath;
    /** @type {Path2D | undefined} */
    let lastEdge;
    for (let at = begin; at < end; at += 1) {
      const here = kept[at];
      const x = seen[2 * here];
      const y = seen[2 * here + 1];
      const before = kept[at > begin ? at - 1 : at];
      const after = kept[at < end - 1 ? at + 1 : at];
      const startX = (seen[2 * before] + x) / 2;
      const startY = (seen[2 * before + 1] + y) / 2;
      const endX = (seen[2 * after] + x) / 2;
      const endY = (seen[2 * after + 1] + y) / 2;
      if (!(startX + endX === startX + endX)) {
        lastPath = lastEdge = undefined;
        continue;
      }
      const frame = from + (here - index * size) * every;
      const behind = hides?.(points[3 * frame], points[3 * frame + 1], points[3 * frame + 2], x, y) ? BEHIND : 1;
      const opacity = Math.max(0, Math.min(FADES, Math.round(fade(times[frame]) * behind * FADES)));
      const level = Math.round(Math.min(1, speeds[frame] / most) * (LEVELS - 1));
      // From middle to middle around a point, so that there are no corners.
      const edge = (edges[opacity] ??= new Path2D());
      const path = (paths[opacity * LEVELS + level] ??= new Path2D());
      if (edge !== lastEdge) edge.moveTo(startX, startY);
      if (path !== lastPath) path.moveTo(startX, startY);
      edge.quadraticCurveTo(x, y, endX, endY);
      path.quadraticCurveTo(x, y, endX, endY);
      lastEdge = edge;
      lastPath = path;
    }
  });
  context.save();
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.lineJoin = 'round';
  context.lineWidth = EDGE;
  context.strokeStyle = EDGE_COLOUR;
  edges.forEach((path, opacity) => {
    context.globalAlpha = opacity / FADES;
    if (path) context.stroke(path);
  });
  paths.forEach((path, index) => {
    context.globalAlpha = Math.floor(index / LEVELS) / FADES;
    context.lineWidth = WIDTHS[index % LEVELS];
    context.strokeStyle = COLOURS[index % LEVELS];
    if (path) context.stroke(path);
  });
  context.globalAlpha = 1;
  drawDots(context, trails, view, first, last);
  context.restore();
}

/** Draws the dots on the trails, and larger ones at the joints. @param {CanvasRenderingContext2D} context @param {ChosenTrails} trails @param {View} view @param {number} first seconds @param {number} last */
function drawDots(context, { times, tracks }, view, first, last) {
  const beat = BEATS.find((each) => (last - first) / each <= MOST_DOTS) ?? (last - first) / MOST_DOTS;
  const dots = new Path2D();
  const hidden = new Path2D();
  const begin = Math.ceil(first / beat - 1e-6);
  const count = Math.max(0, Math.min(MOST_DOTS + 1, Math.floor(last / beat + 1e-6) - begin + 1));
  const places = new Float32Array(3 * count);
  for (const { points } of tracks) {
    for (let dot = 0; dot < count; dot += 1) {
      const time = (begin + dot) * beat;
      const next = Math.max(1, Math.min(times.length - 1, indexAt(times, time)));
      const share = Math.max(0, Math.min(1, (time - times[next - 1]) / (times[next] - times[next - 1] || 1)));
      for (let axis = 0; axis < 3; axis += 1) {
        const before = points[3 * next - 3 + axis];
        places[3 * dot + axis] = before + (points[3 * next + axis] - before) * share;
      }
    }
    project(places, 0, count, 1, 0, view);
    let lastX = NaN;
    let lastY = NaN;
    for (let dot = 0; dot < count; dot += 1) {
      const x = seen[2 * dot];
      const y = seen[2 * dot + 1];
      if (x !== x || (x - lastX) ** 2 + (y - lastY) ** 2 < DOTS_APART ** 2) continue;
      lastX = x;
      lastY = y;
      const into = view.hides?.(places[3 * dot], places[3 * dot + 1], places[3 * dot + 2], x, y) ? hidden : dots;
      into.moveTo(x + 1.6, y);
      into.arc(x, y, 1.6, 0, 7);
    }
  }
  context.lineWidth = 2;
  context.strokeStyle = EDGE_COLOUR;
  context.fillStyle = '#fff';
  for (const each of [hidden, dots]) {
    context.globalAlpha = each === hidden ? BEHIND : 1;
    context.stroke(each);
    context.fill(each);
  }
  view.places.forEach((place, index) => {
    project(place, 0, 1, 1, 0, view);
    const [x, y] = seen;
    if (x !== x) return;
    context.beginPath();
    context.arc(x, y, 5.5, 0, 7);
    context.fillStyle = view.colours[index];
    context.lineWidth = 4;
    context.strokeStyle = EDGE_COLOUR;
    context.stroke();
    context.lineWidth = 2;
    context.strokeStyle = '#fff';
    context.fill();
    context.stroke();
  });
}
