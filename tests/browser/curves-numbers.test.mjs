// of: curves
/** The numbers of curves, their pyramid, scales, the text of the attribute and arrays for NumPy: without a browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCurves } from '../../www/tools/curves/words.js';
import { axesFor, linesOf, padded, spread, stepOf, yOf } from '../../www/controls/chart/axes.js';
import { aboutAxes, axesOfBones } from '../../www/tools/curves/bone-axes.js';
import { keyOf, rotationOrder, shownOf, whatsOf } from '../../www/tools/curves/choose.js';
import { drawLines, framesIn, paintLines } from '../../www/controls/chart/draw.js';
import { npy, npz } from '../../www/tools/curves/npz.js';
import { Pyramid } from '../../www/controls/chart/pyramid.js';
import { accelerations, angularSpeeds, axesOf, eulerAngles, placeAt, speeds, turns, valueAt, valueOf } from '../../www/actors/series.js';

/** @typedef {import('../../www/actors/series.js').Series} Series */

const RADIANS = Math.PI / 180;

/** @param {ArrayLike<number>} numbers @param {Partial<Series>} [more] @returns {Series} */
const series = (numbers, more = {}) => ({
  key: 'Hips:x',
  label: 'x',
  unit: 'deg',
  role: 'x',
  rows: Float32Array.from(numbers),
  offset: 0,
  stride: 1,
  count: numbers.length,
  factor: 1,
  ...more,
});
/** @param {number[]} a @param {number[]} b x, y, z, w */
const times = ([ax, ay, az, aw], [bx, by, bz, bw]) => [
  aw * bx + ax * bw + ay * bz - az * by,
  aw * by - ax * bz + ay * bw + az * bx,
  aw * bz + ax * by - ay * bx + az * bw,
  aw * bw - ax * bx - ay * by - az * bz,
];
/** A rotation about an axis. @param {number} axis @param {number} degrees */
const about = (axis, degrees) =>
  [0, 1, 2].map((each) => (each === axis ? Math.sin((degrees * RADIANS) / 2) : 0)).concat(Math.cos((degrees * RADIANS) / 2));
/** Ri Rj Rk. @param {number[]} axes @param {number[]} degrees about x, y, z */
const composed = (axes, degrees) => axes.map((axis) => about(axis, degrees[axis])).reduce(times);

/** Numbers that look like chance, the same each time. */
function* chance(seed = 7) {
  for (let state = seed; ; state = (state * 1103515245 + 12345) % 2147483648) yield state / 2147483648;
}

test('Euler angles are found again in every order, at any angle, and stay continuous', () => {
  for (const order of ['xyz', 'xzy', 'yxz', 'yzx', 'zxy', 'zyx']) {
    const axes = axesOf(order);
    // Two turns about the first axis, past 90 degrees about the second.
    const wanted = Array.from({ length: 721 }, (_, step) => {
      const degrees = [0, 0, 0];
      degrees[axes[0]] = step;
      degrees[axes[1]] = 130 * Math.sin(step / 90);
      degrees[axes[2]] = 40 * Math.cos(step / 50) - 40;
      return degrees;
    });
    const rotations = Float32Array.from(wanted.flatMap((degrees) => composed(axes, degrees)));
    const found = eulerAngles(rotations, axes, true);
    wanted.forEach((degrees, frame) =>
      degrees.forEach((each, axis) =>
        assert.ok(Math.abs(found[axis][frame] - each) < 0.01, `${order} ${frame} ${axis}: ${found[axis][frame]} for ${each}`),
      ),
    );
    const wrapped = eulerAngles(rotations, axes, false);
    assert.ok(wrapped.every((list) => list.every((each) => each >= -180.001 && each <= 180.001)));
    assert.ok(
      wrapped[axes[1]].every((each) => Math.abs(each) < 90.001),
      'the middle one is the principal solution',
    );
  }
});

test('at gimbal lock the third angle stays', () => {
  const axes = axesOf('zxy');
  const [x, y, z] = eulerAngles(Float32Array.from([composed(axes, [80, 15, 25]), composed(axes, [90, 15, 25])].flat()), axes, true);
  assert.ok(Math.abs(x[1] - 90) < 0.03 && Math.abs(y[1] - 15) < 0.1 && Math.abs(z[1] - 25) < 0.1, `${x[1]} ${y[1]} ${z[1]}`);
});

test('the order of rotations is that of the file; missing axes come last', () => {
  assert.equal(rotationOrder('Xposition Yposition Zposition Zrotation Xrotation Yrotation'), 'zxy');
  assert.equal(rotationOrder('rx (-160 20) ry rz (0 1)'), 'zyx', 'Acclaim names the one that is applied first, first');
  assert.deepEqual(axesOf('xz'), [0, 2, 1]);
  assert.deepEqual(axesOf(''), [2, 0, 1]);
});

test('rotations about other axes are those of the channels', () => {
  const axes = composed([0, 1, 2], [20, -35, 50]);
  const conjugate = [-axes[0], -axes[1], -axes[2], axes[3]];
  const own = composed([2, 1, 0], [-46.3, 1.8, -10.9]);
  const seen = aboutAxes(Float32Array.from(times(times(axes, own), conjugate)), Float32Array.from(axes));
  const [x, y, z] = eulerAngles(seen, axesOf('zyx'), true);
  for (const [found, wanted] of [
    [x[0], -46.3],
    [y[0], 1.8],
    [z[0], -10.9],
  ])
    assert.ok(Math.abs(found - wanted) < 1e-3, `${found} for ${wanted}`);
  assert.deepEqual([...aboutAxes(Float32Array.from(own), [0, 0, 0, 1])], [...Float32Array.from(own)]);
});

test('the axes of bones are read from an ASF', () => {
  const text =
    ':units\n  mass 1.0\n  angle deg\n:bonedata\n  begin\n     id 1\n     name lfemur # left\n     direction 0 -1 0\n     axis 10 -20 30 XYZ\n  end\n  begin\n name rfemur\n axis 0 0 -20  Z Y X\n end\n begin name odd\n end\n';
  const axes = axesOfBones(text);
  assert.deepEqual([...axes.keys()], ['lfemur', 'rfemur']);
  composed([2, 1, 0], [10, -20, 30]).forEach((part, at) => assert.ok(Math.abs(part - (axes.get('lfemur') ?? [])[at]) < 1e-12));
  composed([2], [0, 0, -20]).forEach((part, at) => assert.ok(Math.abs(part - (axes.get('rfemur') ?? [])[at]) < 1e-12));
  const radians = axesOfBones('angle rad\nbegin\nname a\naxis 0 0 1 XYZ\nend').get('a') ?? [];
  assert.ok(Math.abs(radians[2] - Math.sin(0.5)) < 1e-12);
  assert.equal(axesOfBones('').size, 0);
});

test('speeds, accelerations and angular speeds are central differences', () => {
  const even = { count: 11, step: 0.1, keys: null };
  const path = Array.from({ length: 11 }, (_, frame) => [2 * (frame / 10) ** 2, 0, 1]).flat();
  const speed = speeds(path, even);
  assert.ok(Math.abs(speed[5] - 2) < 1e-6 && Math.abs(speed[0] - 0.2) < 1e-6, 'a one-sided difference at the end');
  assert.ok(accelerations(path, even).every((each) => Math.abs(each - 4) < 1e-5));
  const rotations = Array.from({ length: 11 }, (_, frame) => about(1, 9 * frame)).flat();
  assert.ok(angularSpeeds(rotations, even).every((each) => Math.abs(each - 90) < 1e-3));
  assert.ok([...turns(rotations)].every((each, frame) => Math.abs(each - 9 * frame) < 1e-3));
  // Keys with their own times.
  const keys = { count: 3, step: 0, keys: [0, 0.1, 0.4] };
  assert.ok(Math.abs(speeds([0, 0, 0, 1, 0, 0, 4, 0, 0], keys)[1] - 10) < 1e-5);
  assert.ok(accelerations([0, 0, 0, 1, 0, 0, 4, 0, 0], keys)[1] < 1e-5, 'an even pace');
  assert.ok(Number.isNaN(accelerations([0, 0, 0, 1, 0, 0], { count: 2, step: 1, keys: null })[0]), 'two frames have none');
});

test('a series is read with its offset and its stride, and between frames', () => {
  const one = series([9, 1, 9, 2, 9, 4], { offset: 1, stride: 2, count: 3, factor: 0.5 });
  assert.deepEqual(
    [0, 1, 2].map((frame) => valueOf(one, frame)),
    [0.5, 1, 2],
  );
  assert.deepEqual(
    [-1, 0.5, 1.5, 2, 9].map((place) => valueAt(one, place)),
    [0.5, 0.75, 1.5, 2, 2],
  );
  assert.deepEqual(
    [-1, 0, 0.25, 9].map((seconds) => placeAt({ count: 3, step: 0.5, keys: null }, seconds)),
    [0, 0, 0.5, 2],
  );
  assert.deepEqual(
    [-1, 0, 0.05, 0.25, 0.4, 9].map((seconds) => placeAt({ count: 3, step: 0, keys: [0, 0.1, 0.4] }, seconds)),
    [0, 0, 0.5, 1.5, 2, 2],
  );
});

test('the pyramid has the smallest and the largest value of each stretch, by brute force', () => {
  const random = chance();
  const next = () => /** @type {number} */ (random.next().value);
  const numbers = Array.from({ length: 70_001 }, (_, at) => (at > 900 && at < 1200 ? NaN : 100 * next() * Math.sin(at / 700)));
  const rows = Float32Array.from(numbers.flatMap((value) => [0, value, 0]));
  const own = series(numbers, { rows, offset: 1, stride: 3, factor: 2 });
  const doubled = Float32Array.from(numbers, (value) => 2 * Math.fround(value));
  const least = (/** @type {number} */ from, /** @type {number} */ to) =>
    doubled.slice(from, to).reduce((a, b) => (b < a ? b : a), Infinity);
  const most = (/** @type {number} */ from, /** @type {number} */ to) =>
    doubled.slice(from, to).reduce((a, b) => (b > a ? b : a), -Infinity);
  const pyramid = new Pyramid(own);
  for (const level of [1, 3, 4, 5, 8, 12, 17]) {
    const size = 2 ** level;
    const count = Math.ceil(numbers.length / size);
    const nodes = pyramid.nodes(level, 0, count);
    for (let node = 0; node < count; node += Math.max(1, Math.floor(count / 300))) {
      const [low, high] = [least(node * size, (node + 1) * size), most(node * size, (node + 1) * size)];
      const wanted = low <= high ? [low, high] : [NaN, NaN];
      assert.deepEqual([nodes[2 * node], nodes[2 * node + 1]], wanted, `level ${level}, node ${node}`);
    }
  }
  const fresh = new Pyramid(own);
  for (let run = 0; run < 300; run += 1) {
    const [a, b] = [Math.floor(next() * numbers.length), Math.floor(next() * numbers.length)].sort((one, other) => one - other);
    const [low, high] = [least(a, b), most(a, b)];
    assert.deepEqual(fresh.range(a, b), low <= high ? [low, high] : [NaN, NaN], `${a} to ${b}`);
  }
});

test('the pyramid makes only what is looked at', () => {
  let reads = 0;
  const rows = new Float32Array(200_000);
  const own = series([], {
    rows: /** @type {any} */ (
      new Proxy(rows, {
        get: (target, name) => {
          if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
          return Reflect.get(target, name, target);
        },
      })
    ),
    count: 200_000,
  });
  const pyramid = new Pyramid(own);
  pyramid.nodes(2, 10_000, 10_100);
  assert.ok(reads > 0 && reads <= 3 * 1024 * 4, String(reads));
  const before = reads;
  pyramid.nodes(2, 10_000, 10_100);
  assert.equal(reads, before);
});

/** The points that a curve is drawn through, and how each is reached. @param {number[]} numbers @param {[number, number]} window @param {number} width @param {number[]} [dashes] */
function drawn(numbers, window, width, dashes = []) {
  const own = series(numbers);
  /** @type {[string, number, number][]} */
  const path = [];
  const calls = { moveTo: 'M', lineTo: 'L' };
  const pen = /** @type {any} */ (
    new Proxy(
      {},
      {
        get:
          (_, name) =>
          /** @param {number[]} at */ (...at) => {
            if (name in calls) path.push([calls[/** @type {keyof typeof calls} */ (name)], at[0], at[1]]);
          },
        set: () => true,
      },
    )
  );
  const axis = /** @type {const} */ ({
    unit: 'deg',
    side: 'left',
    range: /** @type {[number, number]} */ ([0, 100]),
    top: 0,
    bottom: 100,
    lines: /** @type {number[]} */ ([]),
  });
  drawLines(
    pen,
    [{ curve: { series: own, pyramid: new Pyramid(own), joint: 0, what: 'x' }, axis, colour: '', paper: '', dashes }],
    { count: numbers.length, step: 1, keys: null },
    { window, left: 0, width },
    2,
  );
  return path;
}

test('a curve goes through its frames, NaN breaks it, and it has no more points than twice the pixels', () => {
  assert.deepEqual(drawn([0, 50, NaN, 100, 0], [0, 4], 400), [
    ['M', 0, 100],
    ['L', 100, 50],
    ['M', 300, 0],
    ['L', 400, 100],
  ]);
  const many = drawn(
    Array.from({ length: 100_000 }, (_, at) => at % 100),
    [0, 99_999],
    500,
  );
  assert.ok(many.length <= 1000 && many.length > 400, String(many.length));
  // The area is as high as the line is thick beyond the smallest and the largest values.
  assert.ok(many.some(([, , y]) => y === 0) && many.some(([, , y]) => y === 101), 'peaks stay');
  assert.equal(many.filter(([way]) => way === 'M').length, 1);
  const gap = drawn(
    Array.from({ length: 100_000 }, (_, at) => (at > 40_000 && at < 60_000 ? NaN : at % 100)),
    [0, 99_999],
    500,
  );
  assert.equal(gap.filter(([way]) => way === 'M').length, 2, 'a stretch without numbers');
  assert.ok(
    drawn(
      Array.from({ length: 100_000 }, (_, at) => at % 100),
      [0, 99_999],
      500,
      [7, 4],
    ).filter(([way]) => way === 'M').length > 20,
    'dashes',
  );
  assert.deepEqual(framesIn({ count: 100, step: 1, keys: null }, [10.5, 20.5]), [10, 22]);
});

test('many curves are painted pixel by pixel, from the smallest to the largest value of a column', () => {
  const [width, height] = [50, 40];
  const own = series(Array.from({ length: 1000 }, (_, at) => (at === 500 ? 100 : at >= 900 ? NaN : 50)));
  const axis = /** @type {const} */ ({
    unit: 'deg',
    side: 'left',
    range: /** @type {[number, number]} */ ([0, 100]),
    top: 0,
    bottom: 40,
    lines: /** @type {number[]} */ ([]),
  });
  const image = /** @type {any} */ ({ data: new Uint8ClampedArray(4 * width * height), width, height });
  paintLines(
    image,
    1,
    [{ curve: { series: own, pyramid: new Pyramid(own), joint: 0, what: 'x' }, axis, colour: '#102030', paper: '', dashes: [] }],
    { count: 1000, step: 1, keys: null },
    { window: [0, 999], width },
    2,
  );
  const at = (/** @type {number} */ x, /** @type {number} */ y) => [...image.data.slice(4 * (y * width + x), 4 * (y * width + x) + 4)];
  assert.deepEqual(at(10, 20), [16, 32, 48, 255]);
  assert.deepEqual(at(10, 5), [0, 0, 0, 0]);
  assert.ok(
    [24, 25].some((x) => at(x, 5)[3] === 255),
    'the peak of one frame',
  );
  assert.deepEqual(at(48, 20), [0, 0, 0, 0], 'no numbers');
  // The last curve is in front, and those behind it show above and below.
  const wide = series(Array.from({ length: 1000 }, (_, frame) => (frame % 2 ? 80 : 20)));
  const line = (/** @type {Series} */ one, /** @type {string} */ colour) => ({
    curve: { series: one, pyramid: new Pyramid(one), joint: 0, what: /** @type {const} */ ('x') },
    axis,
    colour,
    paper: '',
    dashes: [],
  });
  paintLines(image, 1, [line(wide, '#ff0000'), line(own, '#00ff00')], { count: 1000, step: 1, keys: null }, { window: [0, 999], width }, 2);
  assert.deepEqual(
    [at(10, 6), at(10, 7), at(10, 18), at(10, 20), at(10, 21), at(10, 32), at(10, 34)].map(([red, green, , alpha]) => [red, green, alpha]),
    [
      [0, 0, 0],
      [255, 0, 255],
      [255, 0, 255],
      [0, 255, 255],
      [255, 0, 255],
      [255, 0, 255],
      [0, 0, 0],
    ],
  );
});

test('scales have round lines, and no unit shares one with another', () => {
  assert.equal(stepOf(120, 172, 'deg'), 30);
  assert.equal(stepOf(1.4, 172, 'm'), 0.5);
  assert.deepEqual(linesOf([-61, 31], 30), [-60, -30, 0, 30]);
  assert.deepEqual(linesOf([0.1, 0.35], 0.1), [0.1, 0.2, 0.3]);
  assert.deepEqual(padded([10, 10], 'deg'), [8, 12]);
  assert.ok(padded([0, 2], 'm/s')[0] > -0.1, 'nothing is slower than 0');
  const units = /** @type {const} */ (['deg', 'm', 'm/s']).map((unit) => ({ unit, range: /** @type {[number, number]} */ ([0, 1]) }));
  const low = axesFor(units, 0, 200);
  assert.deepEqual(
    low.map(({ side, top }) => [side, top]),
    [
      ['left', 0],
      ['right', 0],
      ['left', 105],
    ],
  );
  const high = axesFor(units, 0, 300);
  assert.deepEqual(
    high.map(({ side }) => side),
    ['left', 'left', 'left'],
    'a band each',
  );
  assert.equal(yOf(low[0], 0), low[0].bottom);
  assert.equal(yOf(low[0], 1), low[0].top);
});

test('letters at the ends of lines keep their order and their distance', () => {
  const places = spread([50, 52, 10, 51], 16, 8, 92);
  const order = [2, 0, 3, 1].map((index) => places[index]);
  for (let at = 1; at < order.length; at += 1) assert.ok(order[at] - order[at - 1] >= 16, String(order));
  assert.ok(spread([95, 96, 97], 16, 8, 92).every((place) => place <= 92));
});

test('the attribute names joints and what is shown of them', () => {
  assert.deepEqual(parseCurves('RightHand:y LeftKnee:angle').requests, [
    { joint: 'RightHand', what: 'y' },
    { joint: 'LeftKnee', what: 'angle' },
  ]);
  assert.deepEqual(parseCurves('L Foot:x, Bip01 R Hand:Speed height').requests.map(keyOf), ['L Foot:x', 'Bip01 R Hand:speed', 'height']);
  assert.deepEqual(parseCurves('mixamorig:Hips:py Spine:rotation').requests.map(keyOf), [
    'mixamorig:Hips:height',
    'Spine:x',
    'Spine:y',
    'Spine:z',
  ]);
  assert.deepEqual(parseCurves('x y:z'), {
    requests: [
      { joint: '', what: 'x' },
      { joint: 'y', what: 'z' },
    ],
    wrong: [],
    none: false,
  });
  assert.deepEqual(parseCurves(' none , Head:speed'), { requests: [{ joint: 'Head', what: 'speed' }], wrong: [], none: true });
  assert.deepEqual(parseCurves('speed sped Head:high').wrong, ['sped', 'Head:high']);
  assert.deepEqual(parseCurves(''), { requests: [], wrong: [], none: false });
});

test('a joint has the curves of its channels, and what follows from its place', () => {
  const whats = (/** @type {string} */ channels, described = true, endSite = false) => whatsOf({ channels, endSite }, described);
  assert.deepEqual(whats('Zrotation Xrotation').slice(0, 3), ['x', 'z', 'height']);
  assert.ok(whats('Xposition Zposition Zrotation').join().endsWith('tx,tz'));
  assert.ok(whats('translation rotation').join().endsWith('tx,ty,tz'));
  assert.deepEqual(whats(''), ['height', 'speed', 'acceleration', 'px', 'pz']);
  assert.deepEqual(whats('', false).slice(0, 3), ['x', 'y', 'z'], 'a clip without channels');
  assert.deepEqual(whats('', false, true), whats(''), 'an end site does not turn');
  const all = whats('Zrotation Xrotation Yrotation');
  assert.deepEqual(shownOf(all, [], true), ['x', 'y', 'z']);
  assert.deepEqual(shownOf(all, ['speed', 'x'], false), ['x', 'speed']);
  assert.deepEqual(shownOf(all, [], false), []);
  assert.deepEqual(shownOf(whats(''), ['x', 'y'], false), ['height', 'speed', 'px', 'pz'], 'place and speed in place of channels');
});

test('arrays are files that NumPy reads', async () => {
  const bytes = npy(Float64Array.of(1.5, -2, NaN));
  assert.equal(new TextDecoder('latin1').decode(bytes.subarray(0, 8)), '\x93NUMPY\x01\x00');
  const length = bytes[8] + 256 * bytes[9];
  assert.equal((10 + length) % 64, 0);
  assert.match(
    new TextDecoder().decode(bytes.subarray(10, 10 + length)),
    /^\{'descr': '<f8', 'fortran_order': False, 'shape': \(3,\), \} *\n$/,
  );
  assert.deepEqual([...new Float64Array(bytes.slice(10 + length).buffer)], [1.5, -2, NaN]);
  const archive = new Uint8Array(
    await npz([
      ['time', Float64Array.of(0, 1)],
      ['Händ:x', Int32Array.of(7)],
    ]).arrayBuffer(),
  );
  const view = new DataView(archive.buffer);
  const end = archive.length - 22;
  assert.deepEqual([view.getUint32(0, true), view.getUint32(end, true), view.getUint16(end + 10, true)], [0x04034b50, 0x06054b50, 2]);
  assert.equal(view.getUint32(view.getUint32(end + 16, true), true), 0x02014b50, 'the list is where the end says');
});
