// of: player, render
/** Nothing draws any more: the message, its place, and how the player recovers. */
import assert from 'node:assert/strict';
import { onlyDeep } from '../support/deep.mjs';
import { endGpuProcess } from './support/devtools.mjs';
import { openPanel } from './support/hands.mjs';
import { card } from './support/page.mjs';
import { refuseRenderers, destroyDevice, hookInstances } from './support/sabotage.mjs';
import { scenes, until } from './support/scenes.mjs';
import { stateOf } from './support/survival.mjs';

const { scene, row, server, browser } = await scenes({ gpu: 'webgpu', own: true, loads: 'walker' });
const page = server.page('/crash.html', '<marey-player src="/walker.bvh" controls loop></marey-player>', {
  css: 'html, body { margin: 0; height: 100% } marey-player { width: 100%; height: 100%; aspect-ratio: auto }',
});

const options = { path: page, scripts: [hookInstances, refuseRenderers], size: [1100, 620] };

/** Loses the device, and no other can be had. @param {Player} player */
async function loseForGood(player) {
  await player.page.evaluate(() => {
    /** @type {any} */ (globalThis).refused = true;
  });
  await destroyDevice(player.page);
  await player.find('.card').waitFor();
}

/** @param {Player} player */
async function tryAgain(player) {
  await player.page.evaluate(() => {
    /** @type {any} */ (globalThis).refused = false;
  });
  await player.button('Try again').click();
  await player.find('.card').waitFor({ state: 'detached' });
}

scene.deep(
  'without another device a playing clip plays on after Try again, and a paused one keeps its moment',
  options,
  async ({ player }) => {
    await player.start();
    await loseForGood(player);
    assert.match(await card(player), /graphics process crashed/);
    assert.doesNotMatch(await card(player), /WebGPU/);
    assert.deepEqual(await player.find('.card').getByRole('button').allInnerTexts(), ['Try again', 'Reload']);
    assert.equal((await player.state()).paused, true);
    await tryAgain(player);
    await player.plays();

    await player.holdAt(1.3);
    const { camera } = await player.state();
    await loseForGood(player);
    await tryAgain(player);
    await player.settle();
    const { time, paused, camera: now } = await player.state();
    assert.deepEqual([time, paused, now], [1.3, true, camera]);
  },
);

scene('until another device comes another renderer draws, from the same moment on', options, async ({ page: tab, player }) => {
  await player.start();
  await tab.evaluate(() => {
    const scope = /** @type {any} */ (globalThis);
    scope.late = new Promise((resolve) => {
      scope.come = resolve;
    });
  });
  // On a busy machine the GPU may be given up before the test looks: the page records the renderers.
  await player.run((element) => {
    const scope = /** @type {any} */ (globalThis);
    scope.changes = [];
    element.addEventListener('rendererchange', () => scope.changes.push([element.currentRenderer, element.drawCount]));
  });
  const before = await player.state();
  await destroyDevice(tab);
  const first = await until('it is drawn', async () => {
    const state = await player.state();
    return state.draws > before.draws + 5 ? state : null;
  });
  const [[renderer, draws]] = await tab.evaluate(() => /** @type {any} */ (globalThis).changes);
  assert.equal(renderer, 'canvas');
  assert.ok(draws > before.draws, `it is drawn before rendererchange fires: ${before.draws}, ${draws}`);
  assert.equal(first.paused, false);
  assert.notEqual(first.rung, 'none');
  assert.ok(first.time > before.time, `${before.time} to ${first.time}`);
  assert.equal(await player.find('.card').count(), 0);
  await tab.evaluate(() => /** @type {any} */ (globalThis).come());
  await until('the GPU draws again', async () => (await player.drawnWith()) === 'webgpu');
  await player.plays();
});

scene.deep(
  'after a trap in WebGPU\u2019s module another renderer draws from the same moment on',
  options,
  async ({ page: tab, player }) => {
    await player.start();
    await player.holdAt(0.7);
    await tab.evaluate(() => {
      /** @type {any} */ (globalThis).trapPainter = true;
    });
    await player.run((element) => {
      element.currentTime = 0.8;
    });
    await until('another renderer draws', async () => ['webgl', 'canvas'].includes(await player.drawnWith()));
    await player.settle();
    assert.equal((await player.state()).time, 0.8);
    assert.equal(await player.find('.card').count(), 0);
  },
);

scene('an adapter that comes late is used, and the clip plays on', { ...options, skip: onlyDeep }, async ({ page: tab, player }) => {
  await player.start();
  await tab.evaluate(() => {
    const scope = /** @type {any} */ (globalThis);
    scope.late = new Promise((resolve) => {
      scope.come = resolve;
    });
  });
  await destroyDevice(tab);
  await until('something else draws', async () => ['webgl', 'canvas'].includes(await player.drawnWith()));
  await player.plays();
  await tab.evaluate(() => /** @type {any} */ (globalThis).come());
  await until('the late GPU draws', async () => (await player.drawnWith()) === 'webgpu');
  await player.plays();
});

const narrower = row(options, ({ player }) => player.closesPanel());
for (const width of [1100, 700, 360]) {
  (width === 360 ? narrower : narrower.deep)(`at ${width} pixels no panel covers the card`, async ({ page: tab, player }) => {
    await tab.setViewportSize({ width, height: 640 });
    await openPanel(player, 'Settings');
    await loseForGood(player);
    const seen = await player.run((element) => {
      const root = /** @type {ShadowRoot} */ (element.shadowRoot);
      const lying = /** @type {Element} */ (root.querySelector('.card'));
      const { left, right, top, bottom, width: wide, height } = lying.getBoundingClientRect();
      const points = [0.02, 0.5, 0.98].flatMap((x) =>
        [0.05, 0.5, 0.95].map((y) => root.elementFromPoint(left + wide * x, top + height * y)),
      );
      return {
        inside: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight,
        free: points.every((one) => lying.contains(one)),
      };
    });
    assert.deepEqual(seen, { inside: true, free: true });
    await tryAgain(player);
  });
}

/** The figure's left and right edge, CSS pixels. @param {Player} player */
async function framed(player) {
  await player.settle();
  return player.run((element) => {
    const [left, , right] = element.figureBox;
    return { left, right, middle: (left + right) / 2 };
  });
}

scene(
  'a panel moves the figure aside, on the right and on the left',
  { path: page, size: [1100, 620], gpu: 'none', reducedMotion: true },
  async ({ player }) => {
    const free = await framed(player);
    assert.ok(Math.abs(free.middle - 550) < 60, JSON.stringify(free));
    await openPanel(player, 'Settings');
    const pushed = await framed(player);
    assert.ok(pushed.right < 1100 - 320 && pushed.middle < free.middle - 120, JSON.stringify(pushed));
    await player.closesPanel();
    await player.run((element) => {
      const root = /** @type {ShadowRoot} */ (element.shadowRoot);
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('.panel { left: 16px !important; right: auto !important }');
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    });
    await openPanel(player, 'Settings');
    const other = await framed(player);
    assert.ok(other.left > 320 && other.middle > free.middle + 120, JSON.stringify(other));
  },
);

scene('so does the page\u2019s list of clips', { size: [1100, 620], gpu: 'none', reducedMotion: true, loads: '' }, async ({ player }) => {
  await until('the list is complete', async () => (await player.list()).length > 5);
  await player.run((element) => element.pause());
  const { left } = await framed(player);
  const right = await player.find('.welcome .samples').evaluate((list) => list.getBoundingClientRect().right);
  assert.ok(right > 60 && left > right, `${left} ${right}`);
});

function countRestored() {
  const scope = /** @type {any} */ (globalThis);
  scope.restoredContexts = 0;
  const count = () => {
    scope.restoredContexts += 1;
  };
  scope.onWebgl.push((/** @type {WebGL2RenderingContext} */ { canvas }) => canvas.addEventListener('webglcontextrestored', count));
}

// The last test of this file: Chromium remembers crashes of its GPU process.
scene(
  'after repeated crashes of the GPU process a renderer still draws, and the details say why',
  { ...options, scripts: [hookInstances, countRestored], skip: onlyDeep },
  async ({ page: tab, player }) => {
    await player.run((element) => {
      Object.assign(element, { selectedJoint: 4, loopRange: [0.5, 2.5], cameraState: '40,10,4,0,0.9,1' });
      return element.play();
    });
    const returns = async () =>
      tab.evaluate(() => {
        const { devices, restoredContexts } = /** @type {any} */ (globalThis);
        return devices.length + restoredContexts;
      });
    const rungs = [];
    // Canvas 2D does not use the GPU process.
    for (let crash = 0; crash < 4 && (await player.drawnWith()) !== 'canvas'; crash += 1) {
      const [rung, before] = [await player.drawnWith(), await returns()];
      await endGpuProcess(browser);
      await until('it is back, or another renderer draws', async () => (await returns()) > before || (await player.drawnWith()) !== rung);
      await until('a renderer has been chosen', async () => !(await player.state()).interim);
      await player.plays();
      const { name, camera, range, paused, joint } = await stateOf(player);
      assert.deepEqual([name, camera, range, paused, joint], ['walker', '40,10,4,0,0.9,1', [0.5, 2.5], false, 4]);
      assert.equal(await player.find('.card').count(), 0);
      rungs.push(await player.drawnWith());
    }
    // Chromium gives a page no adapter after a few crashes.
    assert.notEqual(rungs.at(-1), 'webgpu', rungs.join());
    const figure = await player.figure();
    assert.ok(figure.pixels > 100, `the figure is visible: ${JSON.stringify(figure)}`);
    await player.details();
    assert.match(await player.drawing(), /The graphics process of the browser crashed\..*Try again/s);
  },
);
