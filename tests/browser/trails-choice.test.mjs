// of: trails
/** Whose trails are drawn, and the speeds, colours and scale along them: without a browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { named, titleOf } from '../../www/player/words/joints.js';
import { ends, farthest } from '../../www/tools/trails/choose.js';
import { shownPart } from '../../www/tools/trails/draw.js';
import { colourOf, scaleOf, speeds, ticks, widthOf } from '../../www/tools/trails/speed.js';
import { coverOf } from '../../www/tools/trails/cover.js';

/** @param {string} name @param {number} parent @param {'left' | 'right' | 'middle'} side @param {string} [label] */
const joint = (name, parent, side, label = '') => ({ name, parent, side, label, endSite: name.endsWith('End'), channels: '' });
const JOINTS = [
  joint('Hips', -1, 'middle', 'hips'),
  joint('Spine', 0, 'middle', 'spine'),
  joint('LeftHand', 1, 'left', 'left hand'),
  joint('LeftThumb', 2, 'left', 'left thumb'),
  joint('LeftThumbEnd', 3, 'left'),
  joint('LeftIndex', 2, 'left', 'left index finger'),
  joint('RightHand', 1, 'right', 'right hand'),
  joint('RightHandEnd', 6, 'right'),
  joint('L Foot', 0, 'left', 'left foot'),
  joint('tail', 0, 'middle'),
  joint('tail 2', 9, 'middle'),
];

test('joints are found by name, in any case, or in words', () => {
  assert.deepEqual(named(JOINTS, ['RightHand', 'lefthand', 'left foot']), [6, 2, 8]);
  assert.deepEqual(named(JOINTS, ['RightHand LeftHand']), [6, 2], 'spaces separate names that are none together');
  assert.deepEqual(named(JOINTS, ['L Foot', 'Hips', 'Hips', 'nobody']), [8, 0]);
  assert.equal(titleOf(JOINTS[2]), 'Left hand');
  assert.equal(titleOf(JOINTS[10]), 'tail 2');
});

test('ends are hands and feet, or the last joints of chains', () => {
  assert.deepEqual(ends(JOINTS), [2, 6, 8, 10]);
  const unnamed = JOINTS.map((each) => ({ ...each, label: '' }));
  assert.deepEqual(ends(unnamed), [3, 5, 6, 8, 10]);
  assert.deepEqual(
    ends([...unnamed, joint('tail_end', 10, 'middle'), joint('Bip01 L FootNub', 8, 'left')]),
    [3, 5, 6, 8, 10],
    'joints that only end a bone',
  );
});

test('the three ends that travel farthest are chosen, one of each limb', () => {
  const unnamed = JOINTS.map((each) => ({ ...each, label: '' }));
  /** Each end goes up and down by its own height, at its own place. @type {Record<number, [x: number, height: number]>} */
  const ways = { 2: [0, 1], 3: [0, 1], 5: [0.1, 0.9], 6: [2, 0.5], 8: [-2, 0.4], 10: [1, 0.3] };
  const pathOf = (/** @type {number} */ end) => Array.from({ length: 10 }, (_, at) => [ways[end][0], (at % 2) * ways[end][1], 0]).flat();
  assert.deepEqual(farthest(JOINTS, pathOf, 1.7), [2, 6, 8]);
  assert.deepEqual(farthest(unnamed, pathOf, 1.7), [3, 6, 8], 'two fingers are one hand');
  assert.deepEqual(
    farthest(JOINTS, () => [0, 0, 0, 0, 0, 0], 1.7),
    [],
    'nothing moves',
  );
});

test('speeds are in metres a second, averaged over seven frames', () => {
  const times = Array.from({ length: 21 }, (_, frame) => frame / 10);
  const steady = speeds(
    times.flatMap((time) => [3 * time, 0, 4 * time]),
    times,
  );
  assert.ok(steady.every((speed) => Math.abs(speed - 5) < 1e-4));
  // A jump of 0.6 m in one frame, of which the average of six intervals is 1 m/s.
  const jump = speeds(
    times.flatMap((_, frame) => [frame < 10 ? 0 : 0.6, 0, 0]),
    times,
  );
  assert.deepEqual(
    [...jump].map((speed) => Math.round(speed * 1000) / 1000),
    times.map((_, frame) => (frame > 6 && frame < 13 ? 1 : 0)),
  );
  assert.deepEqual([...speeds([1, 2, 3], [0])], [0]);
  assert.equal(speeds([], []).length, 0);
});

test('the scale ends at 1, 2, 5, .. above nearly all speeds of the shown part', () => {
  const part = (/** @type {number[]} */ ...list) => [{ speeds: Float32Array.from(list), from: 0, to: list.length }];
  assert.equal(scaleOf(part(0, 0.2)), 1);
  assert.equal(scaleOf(part(...Array(99).fill(1.2), 40)), 2, 'a single peak does not count');
  assert.deepEqual(
    [2.5, 7, 11, 30, 70].map((speed) => scaleOf(part(speed))),
    [5, 10, 20, 50, 100],
  );
  assert.equal(scaleOf([{ speeds: Float32Array.of(50, 1, 1, 1), from: 1, to: 4 }]), 1);
  assert.equal(scaleOf([]), 1);
  assert.deepEqual([1, 2, 5, 10, 20].map(ticks), [
    [0, 0.2, 0.4, 0.6, 0.8, 1],
    [0, 0.5, 1, 1.5, 2],
    [0, 1, 2, 3, 4, 5],
    [0, 2, 4, 6, 8, 10],
    [0, 5, 10, 15, 20],
  ]);
});

test('fast is light and wide', () => {
  assert.deepEqual([0, 0.25, 0.5, 0.78, 1].map(colourOf), [
    'rgb(49 67 122)',
    'rgb(63 127 196)',
    'rgb(95 201 216)',
    'rgb(244 232 160)',
    'rgb(255 247 222)',
  ]);
  assert.deepEqual([0, 1].map(widthOf), [1.3, 3.2]);
});

test('the shown part is what lies within the window', () => {
  const times = [0, 0.1, 0.2, 0.3, 0.4];
  assert.deepEqual(shownPart(times, 0.2, 0.1), [1, 4]);
  assert.deepEqual(shownPart(times, 0, 0.1), [0, 2]);
  assert.deepEqual(shownPart(times, 0.4, Infinity), [0, 5]);
  assert.deepEqual(shownPart([], 0, 1), [0, 0]);
});

test('a bone hides the points behind it, not those before it, beside it or inside it, in perspective and without', () => {
  for (const parallel of [0, 1]) {
    const uniforms = new Float32Array(92);
    // A camera at z = 5 that looks along -Z.
    uniforms.set([0, 0, 5], 32);
    uniforms[55] = 2.5;
    uniforms[59] = parallel;
    const instances = Float32Array.of(-1, 0, 0, 0.1, 1, 0, 0, 0.1, 0, 0, 0, 0);
    const table = { uniformsAt: 0, instancesAt: 1, bones: 1, casters: 1, hidden: 0 };
    const frame = /** @type {any} */ ({
      read: () => ({ table }),
      floats: (/** @type {number} */ at) => (at ? instances : uniforms),
      words: () => new Uint32Array(instances.length),
    });
    const matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, parallel ? 0 : -1, 0, 0, 0, parallel ? 1 : 5];
    const hides = (/** @type {[number, number, number]} */ ...[x, y, z]) => {
      const w = parallel ? 1 : 5 - z;
      return coverOf(frame, { matrix, width: 100, height: 100 })(x, y, z, (x / w + 1) * 50, (1 - y / w) * 50);
    };
    assert.deepEqual(
      [hides(0, 0, -1), hides(0.9, 0, -0.5), hides(0, 0, 1), hides(0, 0.5, -1), hides(0, 0, -0.1), hides(3, 0, -1)],
      [true, true, false, false, false, false],
    );
    assert.equal(hides(0, 0.17, -0.5), false);
    table.hidden = 1;
    assert.equal(hides(0, 0.17, -0.5), true, 'a skin is wider than its bones');
  }
});
