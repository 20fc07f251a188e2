// of: player, render
/** The renderers: the best that works or the one asked for, and what happens when it stops working. */
import assert from 'node:assert/strict';
import { onlyDeep } from '../support/deep.mjs';
import { destroyDevice, hookInstances, hookContexts } from './support/sabotage.mjs';
import { framesLater, scenes, until } from './support/scenes.mjs';

const { scene, server } = await scenes({ gpu: 'webgpu', loads: 'walker' });
const path = server.page('/ladder.html', '<marey-player src="/walker.bvh" controls loop></marey-player>');

/** Loses or restores all WebGL contexts. @param {Page} page @param {'loseContext' | 'restoreContext'} what */
const contexts = (page, what) =>
  page.evaluate((way) => {
    for (const lose of /** @type {any} */ (globalThis).losers) lose[way]();
  }, what);

scene('each renderer draws when it is asked for, and the details name it', { path }, async ({ player }) => {
  await player.run((element) => {
    element.cameraState = 'front';
  });
  await player.holdAt(1);
  /** @type {number[][]} */
  const seen = [];
  for (const [rung, name] of [
    ['webgpu', 'WebGPU'],
    ['webgl', 'WebGL 2'],
    ['canvas', 'Canvas 2D'],
  ]) {
    await player.record('rendererchange');
    await player.run((element, value) => {
      element.setAttribute('renderer', value);
    }, rung);
    await player.isDrawnBy(rung);
    const { left, right, top, bottom } = (await player.figure()).box;
    seen.push([left, right, top, bottom]);
    if (rung !== 'webgpu') assert.deepEqual(await player.events(), ['rendererchange']);
    await player.details();
    assert.match(await player.drawing(), new RegExp(`^Drawn with\\s+${name}`));
    await player.press('Escape');
  }
  for (const edges of seen) edges.forEach((edge, side) => assert.ok(Math.abs(edge - seen[0][side]) <= 3, `${seen.join(' | ')}`));
  assert.equal((await player.state()).time, 1);
});

scene(
  'a renderer that is lost again and again gives way to the next; clip, time, camera, selection and playing stay; Try again goes back',
  { path, scripts: [hookInstances, hookContexts], skip: onlyDeep },
  async ({ player, page }) => {
    await player.run((element) => {
      element.selectedJoint = 4;
      element.cameraState = '40,10,4,0,0.9,1';
    });
    await player.holdAt(1.5);
    const stateNow = async () => {
      const { name, time, camera, paused } = await player.state();
      return { name, time, camera, paused, joint: await player.run((element) => element.selectedJoint) };
    };
    const before = await stateNow();
    // Four losses within a minute are forgiven, the fifth is not.
    for (let n = 0; (await player.drawnWith()) !== 'webgl'; n += 1) {
      assert.ok(n < 6, 'it never falls back');
      const draws = (await player.state()).draws;
      await destroyDevice(page);
      await until('it draws again', async () => {
        const state = await player.state();
        return state.draws > draws && state.rung !== 'none' && !state.interim;
      });
    }
    await player.isDrawnBy('webgl');
    assert.deepEqual(await stateNow(), before);
    assert.match(await player.find('.root > .sr').innerText(), /Now drawn with WebGL 2/);

    await player.start();
    await contexts(page, 'loseContext');
    await player.isDrawnBy('canvas');
    await player.plays();
    assert.deepEqual({ ...(await stateNow()), time: 0 }, { ...before, paused: false, time: 0 });
    await player.run((element) => element.pause());

    await player.details();
    const rung = player.find('.rung');
    assert.match(await player.drawing(), /^Drawn with\s+Canvas 2D/);
    await rung.getByRole('button', { name: 'Try again' }).click();
    await player.isDrawnBy('webgpu');
    assert.equal(await player.run((element) => element.selectedJoint), before.joint);
  },
);

scene.deep('a restored context draws again', { path, scripts: [hookContexts], loads: null }, async ({ player, page }) => {
  await player.drawBy('webgl');
  await player.loaded('walker');
  for (const playing of [false, true]) {
    await player.run((element, play) => {
      if (play) element.play();
      else element.pause();
    }, playing);
    await contexts(page, 'loseContext');
    await contexts(page, 'restoreContext');
    if (playing) await player.plays();
    await player.run((element) => {
      element.cameraState = element.cameraState === 'left' ? 'right' : 'left';
    });
    await player.isDrawnBy('webgl');
  }
});

scene.deep(
  'without WebGPU the next renderer draws from the start, and the details say why',
  {
    path,
    scripts: [
      () => {
        Object.defineProperty(navigator, 'gpu', { value: undefined });
      },
    ],
  },
  async ({ player }) => {
    await player.isDrawnBy('webgl');
    await player.details();
    assert.match(await player.drawing(), /^Drawn with\s+WebGL 2\s+This browser offers no WebGPU here\./);
    assert.equal(await player.find('.card').count(), 0);
    await player.start();
  },
);

scene.deep(
  'renderer="none" shows the details without a picture, and a link may choose a renderer',
  {
    path: server.page('/none.html', '<marey-player src="/walker.bvh" controls renderer="none"></marey-player>'),
    size: [1000, 640],
    loads: null,
  },
  async ({ page, player }) => {
    await until(
      'the details show',
      async () => (await player.find('.panel').count()) > 0 && /90/.test(await player.find('.panel').innerText()),
    );
    assert.match(await player.find('.card').innerText(), /Pictures are switched off/);
    await player.drawBy('canvas');
    assert.equal(await player.find('.card').count(), 0);
    await page.goto(server.url(`#url=${encodeURIComponent('/walker.bvh')}&renderer=canvas`));
    await player.loaded('walker');
    await player.isDrawnBy('canvas');
  },
);

scene(
  'without a picture the details show even when the browser reports the size last',
  {
    path: server.page('/late.html', '<marey-player src="/walker.bvh" controls renderer="none"></marey-player>'),
    size: [1000, 640],
    gpu: 'none',
    loads: null,
    scripts: [
      () => {
        /** @type {(() => void)[] | null} */
        let held = [];
        Object.assign(window, {
          tellSizes: () => {
            held?.forEach((tell) => tell());
            held = null;
          },
        });
        window.ResizeObserver = class extends ResizeObserver {
          /** @param {ResizeObserverCallback} told */
          constructor(told) {
            super((...sizes) => {
              if (held) held.push(() => told(...sizes));
              else told(...sizes);
            });
          }
        };
      },
    ],
  },
  async ({ page, player }) => {
    await player.find('.card').waitFor();
    await until('the clip is loaded', async () => (await player.state()).ready === 4);
    await framesLater(page, 3);
    assert.equal(await player.find('.panel').count(), 0);
    await page.evaluate(() => /** @type {any} */ (window).tellSizes());
    await player.find('.panel').waitFor();
  },
);
