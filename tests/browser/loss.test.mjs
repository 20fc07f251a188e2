/** What draws is lost at any moment, or stops drawing: nothing of the state is, and what cannot be mended is said. */
import assert from 'node:assert/strict';
import { walker } from './support/clips.mjs';
import { figureIn } from './support/pixels.mjs';
import { grasp, grip, hide } from './support/sabotage.mjs';
import { scenes } from './support/scenes.mjs';
import { until } from './support/browser.mjs';

/** @typedef {import('./support/scenes.mjs').Scene} Scene */

const { scene, row, server } = await scenes({ gpu: 'webgpu', own: true });
server.put('/walker.bvh', { body: walker(), type: 'text/plain' });
server.put('/long.bvh', { body: walker({ frames: 900 }), type: 'text/plain' });
const page = server.page('/loss.html', '<marey-player src="/walker.bvh" controls loop></marey-player>');
/** @type {[number, number]} */
const size = [1000, 620];

/** A place nobody would come to by chance. @param {Scene} each */
async function prepare({ player }) {
  await player.loaded('walker');
  await player.run((element) => {
    element.pause();
    element.playbackRate = 0.5;
    element.loopRange = [0.5, 2.5];
    element.cameraState = '40,10,4,0,0.9,1';
    element.selectedJoint = 4;
  });
  await player.holdAt(1.3);
  return state(player);
}

/** @param {import('./support/player.mjs').Player} player */
async function state(player) {
  const { name, time, camera, paused, rate, range, ready } = await player.state();
  return { name, time, camera, paused, rate, range, ready, joint: await player.run((element) => element.selectedJoint) };
}

/** @param {Scene} each @param {string} rung */
const draws = ({ player }, rung) => until(`${rung} draws`, async () => await player.drawnWith() === rung && figureIn(await player.picture()).pixels > 100);

/** Runs in the page: while `throwing` is set, what it names stops drawing. */
function falter() {
  const scope = /** @type {any} */ (globalThis);
  scope.throwing = '';
  for (const [rung, { prototype }, name] of /** @type {[string, any, string][]} */ ([['webgl', WebGL2RenderingContext, 'drawElementsInstanced'], ['canvas', CanvasRenderingContext2D, 'fill']])) {
    const draw = prototype[name];
    prototype[name] = function falters(/** @type {any[]} */ ...args) {
      if (scope.throwing.includes(rung)) throw new Error(`${rung} would not draw https://host.example/?secret=1`);
      return Reflect.apply(draw, this, args);
    };
  }
}

scene('a renderer that throws gives way to the next; below the last is a card that says why; the details stay as they were', { path: page, scripts: [falter], size }, async (each) => {
  const { player, page: tab } = each;
  await player.run((element) => { element.renderer = 'webgl'; });
  const before = await prepare(each);
  await draws(each, 'webgl');
  await player.button(/^Details/).click();
  const tree = player.find('.panel').getByRole('tree');
  await tree.getByRole('treeitem', { name: /^Chest/ }).locator('.twist').click();
  const joints = () => tree.locator('.joint').allTextContents();
  const folded = await joints();
  assert.equal(folded.length, 11);

  /** @param {string} rungs */
  const break_ = (rungs) => tab.evaluate((which) => { /** @type {any} */ (globalThis).throwing = which; }, rungs);
  await break_('webgl');
  await player.run((element) => { element.currentTime = 1; });
  await draws(each, 'canvas');
  await player.holdAt(1.3);
  assert.deepEqual(await state(player), before);
  assert.match(await player.find('.rung').innerText(), /^Canvas 2D\s+.*webgl would not draw/s);
  assert.deepEqual(await joints(), folded);

  await player.run((element) => element.play());
  await player.plays();
  await break_('webgl canvas');
  const card = player.find('.card');
  await card.waitFor();
  assert.match(await card.innerText(), /The picture stopped/);
  assert.deepEqual(await card.getByRole('button').allInnerTexts(), ['Try again', 'Reload']);
  assert.match((await player.state()).error ?? '', /Canvas would not draw/);
  await break_('');
  await card.getByRole('button', { name: 'Try again' }).click();
  await draws(each, 'webgl');
  await player.plays();
  assert.equal(await card.count(), 0);
  assert.deepEqual({ ...await state(player), time: 0 }, { ...before, paused: false, time: 0 });
  assert.deepEqual(await joints(), folded);
});

/**
 * Ways to lose what draws, by rung.
 * @type {Record<string, (tab: Scene['page']) => Promise<void>>}
 */
const LOSE = {
  // In one go: a moment later the last device may be the next one already.
  webgpu: (tab) => tab.evaluate(async () => {
    const device = /** @type {any} */ (globalThis).devices.at(-1).deref();
    device.destroy();
    await device.lost;
  }),
  webgl: (tab) => tab.evaluate(async () => {
    for (const lose of /** @type {any} */ (globalThis).losers) {
      lose.loseContext();
      // Only when it was told may it come back.
      await new Promise((resolve) => { setTimeout(resolve); });
      lose.restoreContext();
    }
  }),
};

// Twenty losses of each, over some minutes.
for (const rung of /** @type {const} */ (['webgpu', 'webgl'])) {
  const five = row({ path: page, scripts: [grasp, grip, hide], size });
  /**
   * @param {Scene} each
   * @param {() => Promise<void>} [meanwhile] after the loss
   */
  const loseAndReturn = async ({ page: tab, player }, meanwhile) => {
    const { draws: drawn } = await player.state();
    // A quarter of a minute later: so many losses are forgiven.
    await tab.evaluate(() => { /** @type {any} */ (globalThis).later += 16_000; });
    await LOSE[rung](tab);
    await meanwhile?.();
    await until('it draws again', async () => (await player.state()).draws > drawn && await player.drawnWith() === rung);
    assert.equal(await player.find('.card').count(), 0, 'nobody has to be told');
  };
  /** @param {() => Promise<void>} body */
  const fiveTimes = async (body) => { for (let n = 0; n < 5; n += 1) await body(); };
  /** @type {Awaited<ReturnType<typeof state>>} */
  let before;

  five(`${rung} is lost at rest, five times: it comes back to where it was`, async (each) => {
    await each.player.run((element, wish) => { element.renderer = wish; }, rung);
    before = await prepare(each);
    await draws(each, rung);
    await fiveTimes(async () => {
      await loseAndReturn(each);
      assert.deepEqual(await state(each.player), before);
    });
    await draws(each, rung);
  });

  five(`${rung} is lost in a background tab, five times`, async (each) => {
    const { page: tab, player } = each;
    const background = (/** @type {boolean} */ hidden) => tab.evaluate((now) => /** @type {any} */ (globalThis).setHidden(now), hidden);
    await fiveTimes(async () => {
      await background(true);
      await loseAndReturn(each, () => background(false));
      assert.deepEqual(await state(player), before);
    });
    await draws(each, rung);
  });

  five(`${rung} is lost while it plays, five times`, async (each) => {
    const { player } = each;
    await player.run((element) => element.play());
    await fiveTimes(async () => {
      await player.plays();
      await loseAndReturn(each);
      await player.plays();
      assert.deepEqual({ ...await state(player), time: 0 }, { ...before, paused: false, time: 0 });
    });
  });

  five(`${rung} is lost while a clip loads, five times`, async (each) => {
    const { player } = each;
    // Half of it is there, and plays; the rest comes later.
    await player.run((element) => { element.src = '/fault/held/long.bvh'; });
    await until('it has begun', async () => (await player.state()).name === 'long' && (await player.state()).ready === 3);
    await fiveTimes(() => loseAndReturn(each));
    server.release();
    const { frames, error } = await player.loaded('long');
    assert.deepEqual([frames, error], [900, null]);
    await draws(each, rung);
  });
}
