// of: player, render
/** The renderer is lost at any moment or stops drawing: the state survives, and a failure for good is reported. */
import assert from 'node:assert/strict';
import { DEEP } from '../support/deep.mjs';
import { walker } from './support/clips.mjs';
import { collectGarbage } from './support/devtools.mjs';
import { card } from './support/page.mjs';
import { stateOf, prepare } from './support/survival.mjs';
import { hookInstances, hookContexts, hookVisibility } from './support/sabotage.mjs';
import { scenes, until } from './support/scenes.mjs';

const { scene, row, server } = await scenes({ gpu: 'webgpu', own: true, files: { '/long.bvh': walker({ frames: 900 }) } });
const START = { path: server.page('/loss.html', '<marey-player src="/walker.bvh" controls loop></marey-player>') };
/** How often each loss is repeated. */
const TIMES = DEEP ? 5 : 2;
/** These fields differ from picture to picture while it plays. */
const PLAYING = { paused: false, time: 0, frame: 0 };

/** Runs in the page: while `throwing` names a renderer, it throws. */
function falter() {
  const scope = /** @type {any} */ (globalThis);
  scope.throwing = '';
  for (const [rung, { prototype }, name] of /** @type {[string, any, string][]} */ ([
    ['webgl', WebGL2RenderingContext, 'drawElementsInstanced'],
    ['canvas', CanvasRenderingContext2D, 'fill'],
  ])) {
    const draw = prototype[name];
    prototype[name] = function falters(/** @type {any[]} */ ...args) {
      if (scope.throwing.includes(rung)) throw new Error(`${rung} would not draw https://host.example/?secret=1`);
      return Reflect.apply(draw, this, args);
    };
  }
}

scene.deep(
  'a renderer that throws gives way to the next; after the last one a card says why, and the details stay',
  { ...START, scripts: [falter], loads: 'walker' },
  async ({ page, player }) => {
    await player.drawBy('webgl');
    const { state } = await prepare(player);
    await player.details();
    const tree = player.find('.panel').getByRole('tree');
    await tree
      .getByRole('treeitem', { name: /^Chest/ })
      .locator('.twist')
      .click();
    const joints = () => tree.locator('.joint').allTextContents();
    const folded = await joints();
    assert.equal(folded.length, 11);

    /** @param {string} rungs */
    const break_ = (rungs) =>
      page.evaluate((which) => {
        /** @type {any} */ (globalThis).throwing = which;
      }, rungs);
    await break_('webgl');
    await player.run((element) => {
      element.currentTime = 1;
    });
    await player.isDrawnBy('canvas');
    await player.holdAt(1.3);
    assert.deepEqual(await stateOf(player), { ...state, rung: 'canvas' });
    assert.match(await player.drawing(), /^Drawn with\s+Canvas 2D\s+The browser.s graphics failed\./);
    assert.doesNotMatch(await player.drawing(), /would not draw/);
    assert.deepEqual(await joints(), folded);

    await player.start();
    await break_('webgl canvas');
    assert.match(await card(player), /The picture stopped/);
    assert.deepEqual(await player.find('.card').getByRole('button').allInnerTexts(), ['Try again', 'Reload']);
    assert.match((await player.state()).error ?? '', /graphics failed/);
    assert.doesNotMatch(await card(player), /would not draw/);
    // The report quotes the browser's message without queries of addresses, which may be secret.
    await player.find('.card summary').click();
    assert.match(await player.find('.card code').innerText(), /no canvas: .*canvas would not draw https:\/\/host\.example\/$/m);
    await break_('');
    await player.find('.card').getByRole('button', { name: 'Try again' }).click();
    await player.isDrawnBy('webgl');
    await player.plays();
    assert.equal(await player.find('.card').count(), 0);
    assert.deepEqual({ ...(await stateOf(player)), ...PLAYING }, { ...state, ...PLAYING });
    assert.deepEqual(await joints(), folded);
  },
);

const LOSE = {
  // In one task: a moment later the last device may be the next one already.
  webgpu: (/** @type {Player} */ { page }) =>
    page.evaluate(async () => {
      const device = /** @type {any} */ (globalThis).devices.at(-1).deref();
      device.destroy();
      await device.lost;
    }),
  webgl: (/** @type {Player} */ { page }) =>
    page.evaluate(async () => {
      for (const lose of /** @type {any} */ (globalThis).losers) {
        lose.loseContext();
        // It may be restored only after the event.
        await new Promise((resolve) => {
          setTimeout(resolve);
        });
        lose.restoreContext();
      }
    }),
};

// Twenty losses of each renderer, over some minutes.
for (const rung of /** @type {const} */ (['webgpu', 'webgl'])) {
  const again = row({ ...START, scripts: [hookInstances, hookContexts, hookVisibility] });
  /** @param {Player} player @param {() => Promise<void>} [meanwhile] after the loss */
  const loseAndReturn = async (player, meanwhile) => {
    const { draws: drawn } = await player.state();
    // A quarter of a minute passes each time: this many losses are forgiven.
    await player.page.evaluate(() => {
      /** @type {any} */ (globalThis).later += 16_000;
    });
    await LOSE[rung](player);
    await meanwhile?.();
    await until('it draws again', async () => (await player.state()).draws > drawn && (await player.drawnWith()) === rung);
    assert.equal(await player.find('.card').count(), 0, 'no card is shown');
  };
  /** @param {() => Promise<void>} body */
  const repeatedly = async (body) => {
    for (let n = 0; n < TIMES; n += 1) await body();
  };
  /** @type {Awaited<ReturnType<typeof stateOf>>} */
  let before;

  (rung === 'webgpu' ? again : again.deep)(
    `${rung} is lost at rest, again and again: the picture comes back unchanged`,
    async ({ player }) => {
      await player.loaded('walker');
      await player.drawBy(rung);
      before = (await prepare(player)).state;
      await repeatedly(async () => {
        await loseAndReturn(player);
        assert.deepEqual(await stateOf(player), before);
      });
      await player.isDrawnBy(rung);
    },
  );

  again.deep(`${rung} is lost in a background tab, again and again`, async ({ page, player }) => {
    const background = (/** @type {boolean} */ hidden) => page.evaluate((now) => /** @type {any} */ (globalThis).setHidden(now), hidden);
    await repeatedly(async () => {
      await background(true);
      await loseAndReturn(player, () => background(false));
      assert.deepEqual(await stateOf(player), before);
    });
    await player.isDrawnBy(rung);
  });

  again.deep(`${rung} is lost while it plays, again and again`, async ({ player }) => {
    await player.run((element) => element.play());
    await repeatedly(async () => {
      await player.plays();
      await loseAndReturn(player);
      await player.plays();
      assert.deepEqual({ ...(await stateOf(player)), ...PLAYING }, { ...before, ...PLAYING });
    });
  });

  if (rung === 'webgpu')
    again('lost devices are kept, since Chromium 156 can hang when it collects one as garbage', async ({ page }) => {
      await collectGarbage(page);
      const { length, kept } = await page.evaluate(() => {
        const { devices } = /** @type {any} */ (globalThis);
        return { length: devices.length, kept: devices.filter((/** @type {WeakRef<object>} */ each) => each.deref()).length };
      });
      assert.ok(length > (DEEP ? 3 : 1) * TIMES, `${length}`);
      assert.equal(kept, length);
    });

  again.deep(`${rung} is lost while a clip loads, again and again`, async ({ player }) => {
    // Half of the clip has arrived and plays; the rest comes later.
    await player.run((element) => {
      element.src = '/fault/held/long.bvh';
    });
    await until('it has begun', async () => (await player.state()).name === 'long' && (await player.state()).ready === 3);
    await repeatedly(() => loseAndReturn(player));
    server.release();
    const { frames, error } = await player.loaded('long');
    assert.deepEqual([frames, error], [900, null]);
    await player.isDrawnBy(rung);
  });
}
