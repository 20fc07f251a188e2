// of: moments
/** Which moments a chronophotograph shows, where its figures stand, and which times are written: without a browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choose } from '../../www/tools/moments/choose.js';
import { parseMoments } from '../../www/player/base/values.js';
import { onScreen, yawOf } from '../../www/tools/moments/on-screen.js';

const HEIGHT = 1.7;
/** A figure that faces +Z, with its carrier joint at these places (x, z). @param {(moment: number) => [number, number]} place */
const figure = (place) => (/** @type {number[]} */ moments) => [
  HEIGHT,
  0,
  ...moments.flatMap((moment) => {
    const [x, z] = place(moment);
    return [x, 0.9, z];
  }),
];
const CHOICE = {
  count: 5,
  spacing: /** @type {const} */ ('time'),
  tint: /** @type {const} */ ('fade'),
  fade: 1,
  theme: /** @type {const} */ ('dark'),
  span: /** @type {[number, number]} */ ([0, 2]),
};
const walks = figure((moment) => [0, 2 * moment]);
/** @param {Partial<typeof CHOICE> | object} choice @param {ReturnType<typeof figure>} [who] */
const chosen = (choice, who = walks) => {
  const made = choose({ ...CHOICE, ...choice }, who);
  assert.ok(made);
  return made;
};
const rounded = (/** @type {Iterable<number>} */ numbers) => [...numbers].map((n) => Math.round(n * 1000) / 1000 + 0);
/** The numbers of one figure for the stage. @param {import('../../www/tools/moments/choose.js').ChosenMoments} made @param {number} index */
const numbersOf = ({ moments, numbers }, index) =>
  rounded(numbers.slice((index * numbers.length) / moments.length, ((index + 1) * numbers.length) / moments.length));

test('moments are spread over the clip or a range; one figure is the last; without motion there are none', () => {
  assert.deepEqual(rounded(chosen({}).moments), [0, 0.5, 1, 1.5, 2]);
  assert.deepEqual(rounded(chosen({ span: [0.5, 1.5] }).moments), [0.5, 0.75, 1, 1.25, 1.5]);
  assert.deepEqual(rounded(chosen({ count: 1 }).moments), [2]);
  assert.equal(choose({ ...CHOICE, span: [0, 0] }, walks), null);
  assert.equal(choose({ ...CHOICE, count: 0 }, walks), null);
  assert.equal(
    choose(CHOICE, () => []),
    null,
    'no clip',
  );
});

test('moments by hand stay where they are, as far as the clip goes', () => {
  const own = [0.1, 0.2, 1.7];
  assert.deepEqual(chosen({ own, spacing: 'distance' }).moments, own);
  assert.equal(chosen({ own }).path.length, 257, 'the path is that of the whole clip');
  assert.deepEqual(chosen({ own: [0.5, 2.0004, 2.1] }).moments, [0.5, 2], 'the end may be rounded up');
  assert.equal(choose({ ...CHOICE, own: [3, 4] }, walks), null);
});

test('at contacts there is a figure for each, at most as many as are wanted; without contacts they stand at equal times', () => {
  const contacts = [0.1, 0.4, 0.44, 0.8, 1.2, 1.9];
  const at = (/** @type {object} */ choice) => chosen({ spacing: 'contacts', contacts, ...choice });
  assert.deepEqual(at({ count: 9 }).moments, [0.1, 0.4, 0.8, 1.2, 1.9], 'feet that land together make one figure');
  assert.equal(at({ count: 9 }).contacts, 5);
  assert.deepEqual(at({ count: 3 }).moments, [0.1, 0.8, 1.9]);
  assert.deepEqual(at({ count: 1 }).moments, [1.9]);
  assert.deepEqual(at({ count: 9, span: [0.3, 1.2] }).moments, [0.4, 0.8, 1.2]);
  assert.deepEqual(at({ own: [0.5, 1] }).moments, [0.5, 1]);
  for (const none of [null, []]) assert.deepEqual(rounded(at({ contacts: none, count: 3 }).moments), [0, 1, 2]);
  assert.deepEqual([at({ contacts: null }).contacts, at({ contacts: [] }).contacts], [undefined, 0]);
});

test('there are no more figures than a device draws, spread like all of them', () => {
  const few = chosen({ count: 40, most: 5 });
  assert.deepEqual([rounded(few.moments), few.wanted], [[0, 0.5, 1, 1.5, 2], 40]);
  const own = [0, 0.1, 0.2, 0.3, 1.7, 1.8];
  assert.deepEqual([chosen({ own, most: 3 }).moments, chosen({ own, most: 3 }).wanted], [[0, 0.3, 1.8], 6]);
  assert.equal(chosen({ count: 5, most: 9 }).wanted, 5);
});

test('a list has at least two seconds, with spaces or commas between them; all else is no list', () => {
  assert.deepEqual(parseMoments(' 1.1 0.2,0.55, 3'), [0.2, 0.55, 1.1, 3]);
  assert.equal(parseMoments(Array(200).fill('1').join(' '))?.length, 100);
  for (const text of [null, '', '8', '0.5', '1 x', '-1 2', '1,', 'Infinity 1', '1;2', 'NaN NaN'])
    assert.equal(parseMoments(text), null, String(text));
});

test('equal distances take a figure that slows down more often at its start', () => {
  const slows = figure((moment) => [0, 4 * (1 - (1 - moment / 2) ** 2)]);
  const { moments, places } = chosen({ spacing: 'distance' }, slows);
  places.forEach(([, , z], index) => assert.ok(Math.abs(z - index) < 0.01, String(places)));
  // Half of the way takes 0.586 s.
  assert.ok(Math.abs(moments[2] - 0.586) < 0.01);
  assert.ok(
    chosen(
      { spacing: 'distance' },
      figure((moment) => [0, moment < 1 ? 0 : 3]),
    ).moments.every(Number.isFinite),
    'a figure that rests and jumps',
  );
});

test('the camera stands where the motion goes to the right', () => {
  // At yaw y the right of the picture is (cos y, -sin y) in x and z.
  for (const [x, z] of [
    [0, 1],
    [1, 0],
    [-1, 0],
    [0.6, -0.8],
  ]) {
    const { yaw } = chosen(
      {},
      figure((moment) => [2 * x * moment, 2 * z * moment]),
    );
    assert.ok(Math.cos(yaw) * x - Math.sin(yaw) * z > 0.999, `${x}, ${z}`);
  }
  const returns = (/** @type {boolean} */ turned) =>
    figure((moment) => {
      const way = 3 * Math.sin(Math.PI * moment);
      return turned ? [0, way] : [way, 0];
    });
  assert.equal(chosen({}, returns(false)).yaw, 0, 'a path that returns is seen across its longer side');
  assert.equal(chosen({}, returns(true)).yaw, Math.PI / 2);
});

test('what stays in place, however much it moves about, is laid out in a row a stature apart', () => {
  for (const place of [
    () => /** @type {[number, number]} */ ([3, 1]),
    (/** @type {number} */ moment) => /** @type {[number, number]} */ ([3 + 0.3 * Math.sin(30 * moment), 1]),
  ]) {
    const made = chosen({ count: 3 }, figure(place));
    assert.deepEqual(made.path, []);
    assert.deepEqual(rounded(made.moments), [0, 1, 2]);
    assert.deepEqual(
      [0, 1, 2].map((index) => numbersOf(made, index)[5]),
      [-HEIGHT, 0, HEIGHT],
    );
    assert.ok(Math.abs(made.places[2][0] - made.places[0][0] - 2 * HEIGHT) < 0.7);
  }
});

test('the first figure is faint and the last has its own colours; viridis tells sides by brightness', () => {
  const fade = chosen({ count: 3 });
  assert.deepEqual(numbersOf(fade, 0).slice(9), [0x3c, 0x52, 0x74, 0.7, 0.5, 1, 1]);
  assert.deepEqual(numbersOf(fade, 2).slice(12), [0, 0, 1, 1]);
  assert.deepEqual(numbersOf(chosen({ count: 3, fade: 0 }), 0).slice(12), [0, 0, 1, 1]);
  const viridis = chosen({ count: 3, tint: 'viridis' });
  assert.deepEqual(
    [0, 1, 2].map((index) => numbersOf(viridis, index).slice(9, 12)),
    [
      [68, 1, 84],
      [38, 130, 142],
      [253, 231, 37],
    ],
  );
  assert.ok(numbersOf(viridis, 0)[14] < 0.75);
  assert.deepEqual(rounded(fade.recoloured('light')), rounded(chosen({ count: 3, theme: 'light' }).numbers));
});

test('times stand below the path; those that would touch are left out, the last never', () => {
  const made = chosen({ count: 9 });
  /** Eight figures 20 pixels apart. @param {Float32Array} points */
  const narrow = (points) => Array.from({ length: points.length / 3 }, (_, index) => [points[3 * index + 2] * 40, 300]).flat();
  const { marks, path } = onScreen(made, 0, narrow);
  assert.ok(marks.every(({ place, label }) => label[1] >= place[1] + 18));
  assert.deepEqual(
    marks.map(({ named }) => named),
    made.moments.map((_, index) => index % 2 === 0),
  );
  assert.ok(path.length > 200);
  const behind = onScreen(made, 0, (points) => new Array((points.length / 3) * 2).fill(NaN));
  assert.ok(behind.path.length === 0 && behind.marks.every(({ named }) => !named));
  assert.deepEqual(
    onScreen(made, 0, () => []),
    { marks: [], path: [] },
    'a stage that is being replaced does not answer',
  );
  assert.deepEqual([yawOf('90,12,4,0,1,0'), yawOf('view:head')], [Math.PI / 2, 0]);
});
