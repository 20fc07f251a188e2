// of: compare
/** Where a dragged clip snaps, how a difference is drawn, and which measurements are made: without a browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { momentOf } from '../../www/actors/moment.js';
import { lineOf, peaksOf, valueAt } from '../../www/tools/compare/columns.js';
import { momentsAlong, stepOf } from '../../www/tools/compare/warped.js';
import { Measures } from '../../www/tools/compare/measures.js';
import { snapped, toFrame } from '../../www/tools/compare/snapping.js';
import { startsAfter } from '../../www/tools/compare/state.js';

/** @param {Partial<import('../../www/tools/compare/state.js').ComparedClip>} [more] @returns {import('../../www/tools/compare/state.js').ComparedClip} */
const clip = (more) => ({ name: 'walk', duration: 4, frameTime: 0.01, offset: 0, hidden: false, removable: true, ...more });
const near = (/** @type {number} */ found, /** @type {number} */ expected) =>
  assert.ok(Math.abs(found - expected) < 1e-9, `${found} is not ${expected}`);

test('a dragged clip snaps to starts, ends and contacts of the same foot within six pixels, else to frames', () => {
  const clips = [clip({ left: [0.5, 1.7], right: [1.1] }), clip({ duration: 2, left: [0.2], right: [0.77] })];
  const at = (/** @type {number} */ wanted, pixel = 0.005) => snapped(clips, 1, wanted, pixel);
  near(at(0.02), 0);
  near(at(2.02), 2);
  near(at(0.29), 0.3);
  near(at(1.52), 1.5);
  near(at(0.34), 0.33);
  near(at(0.8261), 0.83);
  near(at(0.29, 0.0001), 0.29);
  // The first clip moves, too.
  near(snapped(clips, 0, -0.29, 0.005), -0.3);
});

test('a dragged clip snaps to marks on the timeline with its start, its end and its contacts', () => {
  const clips = [clip({ duration: 9 }), clip({ duration: 2.5, left: [0.2] })];
  const at = (/** @type {number} */ wanted) => snapped(clips, 1, wanted, 0.005, [1.234, 5.678]);
  near(at(1.25), 1.234);
  near(at(3.19), 5.678 - 2.5);
  near(at(1.02), 1.234 - 0.2);
  near(at(1.4012), 1.4);
});

test('a list with many contacts is searched once', () => {
  const steps = Array.from({ length: 100_000 }, (_, step) => step);
  const clips = [clip({ duration: 1e5, left: steps }), clip({ duration: 1e5, left: steps.map((step) => step + 0.25) })];
  near(snapped(clips, 1, 40_000.753, 0.001), 40_000.75);
});

test('frames of the first clip are the steps of an offset', () => {
  const clips = [clip({ frameTime: 1 / 30 }), clip({ frameTime: 1 / 120 })];
  near(toFrame(clips, 1, 0.9), 27 / 30);
  near(toFrame(clips, 1, 0.91), 27 / 30);
  near(toFrame([clip({ frameTime: 0 }), clip()], 1, 0.911), 0.911);
  near(startsAfter([clip({ offset: 1 }), clip({ offset: 1.5 })], 1), 0.5);
  near(startsAfter([clip({ offset: 1 }), clip({ offset: 1.5 })], 0), -0.5);
});

test('a line of more values than pixels keeps the highest and the lowest of each column', () => {
  const count = 100_000;
  const times = Float64Array.from({ length: count }, (_, index) => index / 100);
  const values = new Float32Array(count).fill(10);
  values[54_321] = 90;
  values[12_345] = 1;
  const { line, from, to } = lineOf(
    times,
    values,
    (time) => (time / 1000) * 500,
    (value) => 100 - value,
    500,
  );
  const points = line
    .slice(1)
    .split('L')
    .map((point) => point.split(' ').map(Number));
  assert.ok(points.length <= 1002, `${points.length}`);
  assert.deepEqual([Math.min(...points.map(([, y]) => y)), Math.max(...points.map(([, y]) => y))], [10, 99]);
  assert.ok(from === 0 && Math.abs(to - 500) < 0.01);
  // A window of a second shows every value.
  const window = lineOf(
    times,
    values,
    (time) => (time - 543) * 500,
    (value) => 100 - value,
    500,
  );
  assert.equal(window.line.split('L').length, 102);
  assert.equal(
    lineOf(
      [],
      [],
      (time) => time,
      (value) => value,
      500,
    ).line,
    '',
  );
});

test('values between moments are interpolated, and there are none outside', () => {
  assert.equal(valueAt([1, 2, 3], [10, 20, 0], 2.5), 10);
  assert.equal(valueAt([1, 2, 3], [10, 20, 0], 3), 0);
  assert.ok(Number.isNaN(valueAt([1, 2, 3], [10, 20, 0], 3.1)));
  assert.ok(Number.isNaN(valueAt([1, 2, 3], [10, 20, 0], 0.9)));
  assert.ok(Number.isNaN(valueAt([], [], 0)));
});

test('peaks stand out from both sides; noise and a level line have none', () => {
  assert.deepEqual(peaksOf([0, 5, 0, 0.1, 0, 7, 6.9, 7, 2, 4]), [1, 5, 9]);
  assert.deepEqual(peaksOf([9, 1, 1, 1]), [0]);
  assert.deepEqual(peaksOf([0, 0, 0]), []);
  assert.deepEqual(peaksOf([]), []);
});

/** A module that answers when it is told to. */
function slow() {
  /** @type {{ name: string, args: unknown[], answer: (value?: unknown) => void, fail: (error: Error) => void }[]} */
  const calls = [];
  let ended = 0;
  let clips = 0;
  const start = () => ({
    call: (/** @type {string} */ name, /** @type {unknown[]} */ args) =>
      name === 'addClip'
        ? Promise.resolve(clips++)
        : new Promise((answer, fail) => {
            calls.push({ name, args, answer, fail });
          }),
    end: () => {
      ended += 1;
    },
  });
  return {
    calls,
    start,
    get ended() {
      return ended;
    },
    get clips() {
      return clips;
    },
  };
}
const measured = () => ({ packets: async () => new Uint8Array(3), options: { behaviour: 0 } });
/** Lets everything run that needs no answer. */
const settled = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  });

test('while a measurement runs only the last request waits', async () => {
  const module = slow();
  const measures = new Measures(module.start);
  const [a, b] = [measured(), measured()];
  const all = [0.1, 0.2, 0.3].map((offset) => measures.compare(a, b, offset));
  await settled();
  // The second request came before the first was answered, and the third before the second was begun.
  assert.deepEqual(
    module.calls.map(({ args }) => args),
    [[0, 1, 0.1]],
  );
  module.calls[0].answer('first');
  await settled();
  assert.deepEqual(
    module.calls.map(({ args }) => args),
    [
      [0, 1, 0.1],
      [0, 1, 0.3],
    ],
  );
  module.calls[1].answer('third');
  assert.deepEqual(await Promise.all(all), ['first', null, 'third']);
  assert.equal(module.clips, 2, 'each clip is sent once');
});

test('clips that are no longer compared leave the module, and after a failure a new one gets them again', async () => {
  const module = slow();
  const measures = new Measures(module.start);
  const [a, b] = [measured(), measured()];
  const best = measures.best(a, b);
  await settled();
  measures.keep([a]);
  await settled();
  assert.deepEqual(
    module.calls.map(({ name, args }) => [name, ...args]),
    [
      ['bestOffset', 0, 1],
      ['removeClip', 1],
    ],
  );
  module.calls[0].fail(new Error('trap'));
  await assert.rejects(best, /trap/);
  assert.equal(module.ended, 1);
  const again = measures.common(a, b);
  await settled();
  assert.deepEqual(module.calls.at(-1)?.args, [2, 3]);
  module.calls.at(-1)?.answer('pairs');
  assert.equal(await again, 'pairs');
});

test('along a warp the other clip has a moment for each step of the first', () => {
  const moments = (/** @type {number[]} */ times, /** @type {number[]} */ others) =>
    [...momentsAlong({ times, others }, 0.5)].map((at) => Number(at.toFixed(3)));
  assert.deepEqual(moments([0, 1, 2], [0, 2, 2.5]), [0, 1, 2, 2.25, 2.5]);
  assert.deepEqual(moments([0, 0, 0.5, 0.5, 1], [0, 0.2, 0.4, 0.8, 1]), [0, 0.4, 1], 'where one clip waits for the other');
  assert.deepEqual(moments([0.5, 1], [3, 4]), [3, 3, 4], 'before the warp begins');
  assert.deepEqual(moments([], []), []);
});

test('a clip beside the own one holds, leaves, loops, or follows a warp', () => {
  const at = (/** @type {object} */ clip, /** @type {number} */ time) =>
    momentOf(/** @type {any} */ ({ beyond: 'hold', offset: 1, speed: 2, clip: { duration: 3, momentAlong() {} }, ...clip }), time);
  assert.deepEqual(
    [at({}, 2), at({}, 0), at({}, 9)],
    [
      { at: 2, plays: true },
      { at: 0, plays: false },
      { at: 3, plays: false },
    ],
  );
  assert.deepEqual(
    [at({ beyond: 'loop' }, 3), at({ beyond: 'loop' }, 0.5)],
    [
      { at: 1, plays: true },
      { at: 2, plays: true },
    ],
  );
  const pose = { duration: 0, momentAlong() {} };
  assert.deepEqual(
    [at({ clip: pose }, 5), at({ clip: pose, beyond: 'leave' }, 5)],
    [
      { at: 0, plays: true },
      { at: 0, plays: false },
    ],
  );
  assert.deepEqual(at({ clip: { duration: 3, momentAlong: () => 1.5 } }, 9), { at: 1.5, plays: true });
});

test('a warp has a moment for each frame, and no more than can be told apart in a long one', () => {
  const along = (/** @type {number} */ seconds, /** @type {number} */ frameTime) => {
    const warp = { times: [0, seconds], others: [0, 1] };
    return momentsAlong(warp, stepOf(warp, frameTime)).length;
  };
  assert.equal(along(2, 0.1), 21);
  assert.equal(along(2, 0), 121, 'keys have no rate');
  for (const [seconds, frameTime] of [
    [1e6, 0],
    [1e9, 1e-6],
    [1e308, 1 / 60],
  ])
    assert.ok(along(seconds, frameTime) < 220_000, `${seconds} s`);
  assert.equal(along(NaN, 0), 0);
});
