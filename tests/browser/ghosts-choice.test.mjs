// of: ghosts
/** When ghosts stand, and in which colours: without a browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ghosts, parseStep, tintOf, within } from '../../www/tools/ghosts/choose.js';

const CLIP = { now: 1, frameTime: 1 / 30, keys: [] };
const at = (/** @type {ReturnType<typeof ghosts>} */ all) => all.map((ghost) => Math.round(ghost.at * 1000) / 1000);

test('a step is seconds, frames, keys or contacts; all else is a tenth of a second', () => {
  assert.deepEqual(['0.25', ' 5F ', '.5', 'keys', ' Contacts', '0f'].map(parseStep), [
    { seconds: 0.25 },
    { frames: 5 },
    { seconds: 0.5 },
    'keys',
    'contacts',
    { seconds: 0.1 },
  ]);
  for (const text of ['', '0', '-1', 'x', '5 m', '1e9', 'Infinity']) assert.deepEqual(parseStep(text), { seconds: 0.1 }, text);
});

test('ghosts stand at equal times from the figure, and move with it', () => {
  const some = ghosts([2, 1], parseStep('0.2'), CLIP);
  assert.deepEqual(at(some), [-0.4, -0.2, 0.2]);
  assert.ok(some.every(({ moves }) => moves));
  assert.deepEqual(
    some.map(({ before, rank }) => [before, rank]),
    [
      [true, 1],
      [true, 0],
      [false, 0],
    ],
  );
  assert.deepEqual(at(ghosts([1, 1], parseStep('3f'), CLIP)), [-0.1, 0.1]);
  assert.deepEqual(ghosts([0, 0], parseStep(''), CLIP), []);
});

test('ghosts at keys are the nearest keys of each side, without the moment itself', () => {
  const keys = [0, 0.3, 0.9, 1, 1.4, 2];
  const some = ghosts([2, 3], 'keys', { ...CLIP, keys });
  assert.deepEqual(at(some), [0.3, 0.9, 1.4, 2]);
  assert.ok(some.every(({ moves }) => !moves));
  assert.deepEqual(ghosts([2, 3], 'contacts', { ...CLIP, keys }), some);
  for (const step of /** @type {const} */ (['keys', 'contacts']))
    assert.deepEqual(at(ghosts([1, 0], step, CLIP)), [-0.1], `a motion without ${step}`);
});

test('ghosts for which there is no room are left out, of the longer side first', () => {
  assert.deepEqual(within([3, 1], 9), [3, 1]);
  assert.deepEqual(within([12, 12], 9), [4, 5]);
  assert.deepEqual(within([10, 2], 9), [7, 2]);
  assert.deepEqual(within([0, 12], 9), [0, 9]);
  assert.deepEqual(within([5, 5], 0), [0, 1]);
  assert.deepEqual(within([12, 12], Infinity), [12, 12]);
});

test('farther ghosts are fainter; without fading all are as light; past and future differ', () => {
  const tint = (/** @type {boolean} */ before, /** @type {number} */ rank, /** @type {number} */ fade) =>
    tintOf({ at: 0, moves: true, before, rank }, fade, 'dark');
  const [share, opacity] = [3, 6].map((at) => (/** @type {number[]} */ numbers) => numbers[at]);
  assert.ok(opacity(tint(true, 1, 0.5)) < opacity(tint(true, 0, 0.5)) && opacity(tint(true, 0, 1)) < opacity(tint(true, 0, 0.5)));
  assert.equal(opacity(tint(true, 1, 0)), 1);
  assert.deepEqual(tint(true, 0, 0).slice(0, 3).map(Math.round), [0x45, 0x66, 0x99]);
  assert.equal(share(tint(true, 0, 0)), 0.6);
  assert.ok(tint(true, 0, 0.5)[2] > tint(false, 0, 0.5)[2] + 20);
  for (const fade of [0, 0.5, 1])
    for (const rank of [0, 0.5, 1])
      assert.ok(tint(false, rank, fade).every((number) => number >= 0 && number <= 255) && share(tint(false, rank, fade)) < 1);
});
