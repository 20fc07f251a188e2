/** Takes a gait out of the player as `marey measure --gait` writes it: tables, JSON, and a picture for a paper. Fetched when something is saved. */
import { fileName, fileOf, save } from '../../share/downloads.js';
import { number, quoted, table } from '../../share/table.js';
import { cyclesOf } from './cycles.js';
import { V } from './strings.js';

/** @typedef {import('../../types.d.ts').GaitReport} GaitReport */
/** @typedef {(typeof import('./head.js').FILES)[number]} File */
/** What a file is made of: the angles that are folded away are in it where they are shown. @typedef {{ report: GaitReport, clip: string, folded: boolean }} Source */

const SIDES = ['left', 'right', null];
const EVENTS = ['touch-down', 'lift-off'];
/** Values of a cycle: 0 to 100 percent. */
const POINTS = 101;

/** @param {number | undefined} value */
const field = (value) => number(value ?? NaN);
/** @param {number} side */
const named = (side) => SIDES[side] ?? '';

/** The angles of a file, in order. @param {Source} source */
const anglesOf = ({ folded, report: { angles } }) => angles?.all.filter((each) => folded || !each.folded).map(({ angle }) => angle) ?? [];

/** What was found, in one line. @param {GaitReport} report */
const found = ({ angles, refusal = '', words }) => [...words, ...(angles?.words ?? [`no angles: ${refusal}`])].join('; ');

/** A row for each cycle of the curves and each percent, a column for each angle. @param {Source} source */
function curvesCsv(source) {
  const { curves } = source.report;
  const angles = anglesOf(source).filter((angle) => curves.some((curve) => curve.angle === angle));
  const rows = cyclesOf(source.report).flatMap(({ from, side, to }, index) => {
    const own = angles.map((angle) => {
      const curve = curves.find((each) => each.angle === angle && each.side === side);
      const place = curve ? curve.cycles.indexOf(index) : -1;
      return curve && place >= 0 ? curve.values.subarray(place * POINTS, (place + 1) * POINTS) : null;
    });
    if (!own.some(Boolean)) return [];
    return Array.from({ length: POINTS }, (_, percent) => [
      String(index + 1),
      named(side),
      String(percent),
      number(from + ((to - from) * percent) / 100),
      ...own.map((values) => field(values?.[percent])),
    ]);
  });
  return table([['cycle', 'side', 'percent', 'time', ...angles.map((angle) => `${angle} [deg]`)], ...rows]);
}

/** A row for each number: mean, deviation and count of each side. @param {Source} source */
const tableCsv = ({ report }) =>
  table([
    ['number', 'unit', 'left', 'left sd', 'left n', 'right', 'right sd', 'right n', 'difference [%]'],
    ...report.table.map(({ difference, left, number: name, right, unit }) => [
      name,
      unit,
      ...[left, right].flatMap(({ mean, sd, n }) => [field(mean), field(sd), String(n)]),
      field(difference),
    ]),
  ]);

/** A row for the clip. @param {Source} source */
function clipCsv({ clip, report }) {
  const counts = [0, 1].map((side) => String(cyclesOf(report).filter((cycle) => cycle.side === side).length));
  return table([
    [
      ...['file', 'walk', 'left cycles', 'right cycles'],
      ...report.table.flatMap(({ number: name, unit }) => [`${name} [${unit}]`, `${name} left`, `${name} right`]),
      ...['belt [m/s]', 'found'],
    ],
    [
      ...[quoted(clip), report.walks ? 'yes' : 'no', ...counts],
      ...report.table.flatMap(({ both, left, right }) => [field(both), field(left.mean), field(right.mean)]),
      ...[number(report.belt), quoted(found(report))],
    ],
  ]);
}

/** A row for each frame, a column for each angle and side. @param {Source} source */
function anglesCsv(source) {
  const { angles } = source.report;
  if (!angles) return '';
  const names = anglesOf(source);
  const series = angles.series.filter(({ angle }) => names.includes(angle));
  const titles = series.map(({ angle, side }) => `${angle}${side < 2 ? ` ${named(side)}` : ''} [deg]`);
  const rows = Array.from(angles.times, (time, frame) => [
    String(frame),
    number(time),
    ...series.map(({ degrees }) => number(degrees[frame])),
  ]);
  return table([['frame', 'time', ...titles], ...rows]);
}

/** @param {Source} source */
function json(source) {
  const { clip, report } = source;
  const { angles, belt, curves, events, table: rows, walks } = report;
  const names = anglesOf(source);
  const known = (/** @type {number} */ value) => (value === value ? value : null);
  const list = (/** @type {ArrayLike<number>} */ values) => Array.from(values, known);
  const own = (/** @type {import('../../types.d.ts').GaitStatistic} */ { mean, sd, n }) => ({ mean: mean ?? null, sd: sd ?? null, n });
  const positive = (/** @type {string} */ name) => angles?.all.find(({ angle }) => angle === name)?.positive;
  const one = {
    file: clip,
    walk: walks,
    words: found(report),
    belt,
    events: Array.from({ length: events.length / 3 }, (_, index) => {
      const [time, side, kind] = events.subarray(3 * index);
      return { time, side: SIDES[side], event: EVENTS[kind] };
    }),
    cycles: cyclesOf(report).map(({ flies, from, liftOff, numbers, shown, side, to, turn }) => ({
      ...{ side: SIDES[side], from, lift_off: liftOff, to, turn, in_curves: shown, flight: flies },
      ...Object.fromEntries(rows.map((row, index) => [row.number, known(numbers[index])])),
    })),
    table: rows.map(({ difference, left, number: name, right, unit }) => ({
      ...{ number: name, unit, left: own(left), right: own(right), difference: difference ?? null },
    })),
    curves: curves
      .filter(({ angle }) => names.includes(angle))
      .map(({ angle, cycles, liftOff, mean, sd, side }) => ({
        ...{ angle, positive: positive(angle), side: SIDES[side], unit: 'deg', n: cycles.length },
        ...{ mean: list(mean), sd: sd ? list(sd) : null, lift_off: liftOff },
      })),
    missing: angles?.missing ?? [],
    folded: angles?.all.flatMap(({ angle, folded }) => (folded ? [{ angle, reason: folded }] : [])) ?? [],
  };
  return `${JSON.stringify([one])}\n`;
}

/** What makes each file, its type and what its name says. @type {Record<Exclude<File, 'svg'>, [make: (source: Source) => string, type: string, about: string]>} */
const FILES = {
  curves: [curvesCsv, 'text/csv', 'cycles'],
  table: [tableCsv, 'text/csv', 'gait'],
  clip: [clipCsv, 'text/csv', 'gait-row'],
  angles: [anglesCsv, 'text/csv', 'joint-angles'],
  json: [json, 'application/json', 'gait'],
};

/** @param {import('./index.js').Pane} pane @param {File} file */
export async function take({ finder, multiples: { withFolded: folded }, ui: { session } }, file) {
  const { report } = finder;
  if (!report) return;
  const clip = session.info?.name ?? '';
  const [make, type, about] = file === 'svg' ? [null, 'image/svg+xml', 'gait'] : FILES[file];
  const content = make ? make({ report, clip, folded }) : await finder.picture(clip, folded);
  const name = fileName(clip, about, type);
  save(session, [fileOf(content, name, type)], V.saved(name));
}
