/** Chooses the moments of a chronophotograph, where its figures stand and how they are coloured; `crates/study/src/picture/choose.rs` by the same rules. */
import { STANDS, actor } from '../../actors/cast.js';

/**
 * @typedef {object} Choice
 * @property {number} count
 * @property {number[]} [own] seconds chosen by hand, in order, in place of `count` and `spacing`
 * @property {'time' | 'distance' | 'contacts'} spacing
 * @property {number[] | null} [contacts] when feet come down, seconds; null or empty: the moments are spaced equally in time
 * @property {number} [most] the most figures that are drawn
 * @property {'fade' | 'viridis'} tint
 * @property {number} fade how faint the first figure is, from 0 to 1
 * @property {'dark' | 'light'} theme
 * @property {[from: number, to: number]} span seconds
 */
/** A place on the floor: metres on the stage, Y up. @typedef {[x: number, y: number, z: number]} Point */
/**
 * @typedef {object} ChosenMoments
 * @property {number[]} moments seconds
 * @property {number[]} numbers of each figure, as `setActors` takes them
 * @property {(theme: Choice['theme']) => number[]} recoloured the same in the colours of a theme
 * @property {number} yaw of the camera, radians
 * @property {Point[]} places where the path of each figure touches the floor
 * @property {Point[]} path of the figures on the floor; empty if they stand in a row
 * @property {number} height of the figure, metres
 * @property {boolean} ofClip the path is that of the whole clip, whatever its range
 * @property {number} wanted how many moments were asked for: more than there are if the device draws no more figures
 * @property {number} [contacts] how often feet come down in this part of the clip, if that is known
 */

/** Steps in which the path is measured and drawn. */
const STEPS = 256;
/** A figure whose path crosses less of the floor stays in place: heights of the figure. */
const STAYS = 0.5;
/** The way from the first to the last place tells the direction of a path, unless it is a smaller share of the path's length. */
const STRAIGHT = 0.5;
/** What faint figures are mixed with, and how much of it the first one has at most. @type {Record<'dark' | 'light', { colour: number[], most: number }>} */
const PAPER = { dark: { colour: [0x3c, 0x52, 0x74], most: 0.7 }, light: { colour: [0xed, 0xf1, 0xf6], most: 0.62 } };
/** Feet that come down within this time make one figure, seconds: both may land from a jump. */
const TOGETHER = 0.1;
/** How far beyond the end a moment may be, seconds. */
const ROUNDED = 1e-3;
/** Brightness of right limbs where colours do not tell the sides apart. */
const RIGHT = 0.66;
/** Nine colours of matplotlib's viridis. */
const VIRIDIS = [
  [68, 1, 84],
  [72, 40, 120],
  [62, 73, 137],
  [49, 104, 142],
  [38, 130, 142],
  [31, 158, 137],
  [53, 183, 121],
  [110, 206, 88],
  [253, 231, 37],
];

/**
 * @param {Choice} choice
 * @param {(moments: number[]) => ArrayLike<number>} carriers the figure's height, its facing (a yaw), and x, y, z of its carrier joint at each moment
 * @returns {ChosenMoments | null} null without a motion
 */
export function choose({ count: asked, own, spacing, contacts, most = Infinity, tint, fade, theme, span: [from, to] }, carriers) {
  // Decimals of a list may round up.
  const chosen = own?.filter((at) => at >= from && at < to + ROUNDED).map((at) => Math.min(at, to));
  const steps = contacts && landings(contacts, [from, to]);
  const all = chosen ?? (spacing === 'contacts' && steps?.length ? some(steps, asked) : undefined);
  const listed = all && some(all, most);
  const wanted = all?.length ?? asked;
  const count = Math.min(wanted, most);
  if (!(count > 0 && to > from)) return null;
  const times = Array.from({ length: STEPS + 1 }, (_, step) => from + ((to - from) * step) / STEPS);
  const [height, facing, ...numbers] = Array.from(carriers(times));
  if (!(height >= 0)) return null;
  const path = floor(numbers);
  const lengths = [0];
  for (let step = 1; step <= STEPS; step += 1) lengths.push(lengths[step - 1] + apart(path[step - 1], path[step]));
  const [wide, deep] = [0, 2].map((axis) => Math.max(...path.map((point) => point[axis])) - Math.min(...path.map((point) => point[axis])));
  const inRow = Math.max(wide, deep) < STAYS * height;
  const shares = Array.from({ length: count }, (_, index) => (count > 1 ? index / (count - 1) : 1));
  const moments =
    listed ??
    shares.map((share) => from + (to - from) * (spacing === 'distance' && !inRow ? shareOfTime(lengths, share * lengths[STEPS]) : share));
  const yaw = inRow ? facing : across(path, lengths[STEPS], wide, deep);
  const step = inRow ? height : 0;
  const offsets = shares.map((_, index) => (index - (count - 1) / 2) * step).map((way) => [Math.cos(yaw) * way, -Math.sin(yaw) * way]);
  const places = floor(Array.from(carriers(moments)).slice(2)).map(
    ([x, y, z], index) => /** @type {Point} */ ([x + offsets[index][0], y, z + offsets[index][1]]),
  );
  const recoloured = (/** @type {Choice['theme']} */ of) =>
    shares.flatMap((share, index) =>
      actor({ kind: STANDS, at: moments[index], x: offsets[index][0], z: offsets[index][1], tint: colours(share, tint, fade, of) }),
    );
  return {
    moments,
    numbers: recoloured(theme),
    recoloured,
    yaw,
    places,
    path: inRow ? [] : path,
    ofClip: Boolean(own),
    height,
    contacts: steps?.length,
    wanted,
  };
}

/** The contacts in a part of the motion, one for feet that come down together. @param {number[]} contacts @param {[from: number, to: number]} span */
function landings(contacts, [from, to]) {
  /** @type {number[]} */
  const kept = [];
  for (const at of contacts) if (at >= from && at <= to && !(at - kept[kept.length - 1] < TOGETHER)) kept.push(at);
  return kept;
}

/** At most so many of them, evenly thinned out. @param {number[]} all @param {number} most */
function some(all, most) {
  const count = Math.min(most, all.length);
  return Array.from({ length: count }, (_, index) => all[Math.round((count > 1 ? index / (count - 1) : 1) * (all.length - 1))]);
}

/** The points on the floor below x, y, z. @param {number[]} numbers @returns {Point[]} */
const floor = (numbers) => Array.from({ length: numbers.length / 3 }, (_, index) => [numbers[3 * index], 0, numbers[3 * index + 2]]);

/** @param {Point} a @param {Point} b */
const apart = (a, b) => Math.hypot(b[0] - a[0], b[2] - a[2]);

/** The share of the time at which the path has this length. @param {number[]} lengths after each step @param {number} wanted */
function shareOfTime(lengths, wanted) {
  const next = Math.max(
    1,
    lengths.findIndex((length) => length >= wanted),
  );
  const [before, after] = [lengths[next - 1], lengths[next]];
  return (next - 1 + (after > before ? (wanted - before) / (after - before) : 0)) / STEPS;
}

/** The yaw of a camera that sees the motion go to the right. @param {Point[]} path @param {number} length @param {number} wide @param {number} deep */
function across(path, length, wide, deep) {
  const [first, last] = [path[0], path[path.length - 1]];
  if (apart(first, last) >= STRAIGHT * length) return Math.atan2(first[2] - last[2], last[0] - first[0]);
  // A path that returns is seen across its longer side.
  return wide >= deep ? 0 : Math.PI / 2;
}

/** Colour (r, g, b), its share, lost saturation, brightness of right limbs and opacity. @param {number} share of the way from the first figure to the last @param {Choice['tint']} tint @param {number} fade @param {Choice['theme']} theme */
function colours(share, tint, fade, theme) {
  if (tint === 'viridis') {
    const at = share * (VIRIDIS.length - 1);
    const index = Math.min(Math.floor(at), VIRIDIS.length - 2);
    return [...VIRIDIS[index].map((value, channel) => value + (VIRIDIS[index + 1][channel] - value) * (at - index)), 1, 0, RIGHT, 1];
  }
  const faint = (1 - share) * fade;
  const { colour, most } = PAPER[theme];
  return [...colour, most * faint, 0.5 * faint, 1, 1];
}
