// of: player
// The frame budget: the rule that leaves out details when frames come late, and a page that would freeze without it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onlyDeep } from '../support/deep.mjs';
import { Budget, LATE_MS } from '../../www/player/drawing/budget.js';
import { walker } from './support/clips.mjs';
import { openCrowd } from './support/crowd.mjs';
import { coloured } from './support/pixels.mjs';
import { scenes, until } from './support/scenes.mjs';
import { openFile } from './support/sharing.mjs';
import { switchRenderer } from './support/worn.mjs';

const PIXELS = 720 * 450;
/** Frames of a machine that draws this many triangles and pixels a millisecond. @param {Budget} budget @param {number} joints @param {number} speed @param {number} [pictures] */
function play(budget, joints, speed, pictures = 100) {
  const levels = [budget.level];
  for (let n = 0; n < pictures; n += 1) {
    const { simple, scale } = budget.levels[budget.level];
    budget.record((joints * (simple ? 16 : 1100) + PIXELS * scale * scale) / speed, budget.level);
    if (budget.level !== levels.at(-1)) levels.push(budget.level);
  }
  return levels;
}

test('a fast machine soon draws everything, and a still figure at once', () => {
  for (const joints of [31, 2000, 20_000]) {
    const budget = new Budget(joints, PIXELS);
    assert.equal(budget.level, Number(joints > 31));
    budget.record(3, budget.level);
    assert.equal(budget.still, 0);
    assert.equal(play(budget, joints, 2e6).at(-1), 0);
  }
});

test('late frames lower the level step by step, early ones raise it, and a level that failed is retried less often', () => {
  const budget = new Budget(2000, PIXELS);
  assert.deepEqual(play(budget, 2000, 500), [1, 2, 3]);
  const calm = new Budget(2000, PIXELS);
  for (let n = 0; n < 40; n += 1) calm.record(n % 2 ? LATE_MS + 50 : LATE_MS - 20, 1);
  assert.equal(calm.level, 1);

  // Nearly fast enough for the next level: each level lasts, and the retries become rare.
  const edge = new Budget(2000, PIXELS);
  let changes = 0;
  let [before, late] = [edge.level, 0];
  for (let n = 0; n < 400; n += 1) {
    const ms = edge.level > 1 ? 40 : 160;
    late += Number(ms > LATE_MS);
    edge.record(ms, edge.level);
    changes += Number(edge.level !== before);
    before = edge.level;
  }
  assert.ok(changes <= 12 && late <= 16, `${changes} changes, ${late} late pictures`);
});

test('a still figure is drawn in full unless that takes seconds; a figure of few joints always is', () => {
  const slow = new Budget(31, PIXELS, true);
  assert.equal(slow.level, 1);
  slow.record(3000, 1);
  assert.equal(slow.still, 0);

  const huge = new Budget(20_000, PIXELS);
  huge.record(140, 1);
  assert.equal(huge.still, 1);
  const large = new Budget(2000, PIXELS);
  large.record(100, 1);
  assert.equal(large.still, 0);
  // This frame took too long after all.
  large.record(9000, 0);
  assert.equal(large.still, 1);
  assert.equal(large.level, 1, 'it does not lower the level of a moving figure');
});

const { scene, server } = await scenes({ gpu: 'webgpu', own: true });
const page = server.page('/budget.html', '<marey-player controls loop renderer="webgpu"></marey-player>');

/** Runs in the page: counts frames that the GPU has not finished yet. */
function countFlying() {
  const scope = /** @type {any} */ (globalThis);
  const { prototype } = scope.GPUQueue;
  const { onSubmittedWorkDone } = prototype;
  scope.flying = { now: 0, most: 0, all: 0 };
  prototype.onSubmittedWorkDone = async function done() {
    scope.flying.all += 1;
    scope.flying.now += 1;
    scope.flying.most = Math.max(scope.flying.most, scope.flying.now);
    await onSubmittedWorkDone.call(this).finally(() => {
      scope.flying.now -= 1;
    });
  };
}

scene(
  'four thousand joints without acceleration play, keys work, and the details say what is left out; a small clip is drawn in full',
  { path: page, steady: false, scripts: [countFlying], skip: onlyDeep },
  async ({ page: tab, player }) => {
    await openCrowd(player, 182);
    await player.run((element) => {
      element.play().catch(() => {});
    });
    await player.loaded('crowd');
    for (const rung of /** @type {const} */ (['webgpu', 'webgl', 'canvas'])) {
      await switchRenderer(player, rung);
      await player.plays();
      await player.details();
      await until('the details say so', async () => /simple bones/.test(await player.drawing()));
      await player.press('Escape');
      await player.hotkey('Space');
      await player.isPaused();
      await player.settle();
      const {
        counts: { limb },
      } = coloured(await player.picture(), (r, g, b) => (Math.max(r, g, b) - Math.min(r, g, b) > 60 ? 'limb' : null), ['limb']);
      assert.ok(limb > 2000, `${rung}: ${limb} pixels of arms and legs`);
      await player.press('Space');
      await player.plays();
    }
    const flying = await tab.evaluate(() => /** @type {any} */ (globalThis).flying);
    assert.ok(flying.all > 3 && flying.most <= 2, JSON.stringify(flying));

    await player.run((element) => {
      element.renderer = 'webgpu';
    });
    // At rest: while it plays, a busy machine is late with a small clip, too.
    await player.run((element) => {
      element.pause();
    });
    await openFile(player, 'walker', walker());
    await player.settle();
    assert.ok(
      await player.run((element) => element.shadowRoot?.querySelector('canvas')?.width === element.clientWidth),
      'at full resolution',
    );
    await player.details();
    assert.doesNotMatch(await player.drawing(), /simple bones/);
  },
);
