// of: player, render, controls, marey_web
/** The first picture comes before the controls and before a slow GPU, and does not jump when they come. */
import assert from 'node:assert/strict';
import { timedGpu } from './support/gpu.mjs';
import { figureIn, limb } from './support/pixels.mjs';
import { apart } from './support/renderers.mjs';
import { scenes, until } from './support/scenes.mjs';
import { asset } from './support/server.mjs';

const { scene, server } = await scenes();
const { scene: drawnByGpu } = await scenes({ gpu: 'webgpu' });
const CONTROLS = `**/${asset('controls.js')}`;
const PLAYER = '<marey-player controls src="/walker.bvh"></marey-player>';

for (const size of [
  [960, 540],
  [640, 360],
  [360, 240],
]) {
  (size[0] === 960 ? scene : scene.deep)(
    `at ${size.join(' x ')} the figure does not move when the controls come`,
    { path: null, size },
    async ({ context, page, player }) => {
      /** @type {Promise<import('playwright-core').Route>} */
      const requested = new Promise((resolve) => {
        context.route(CONTROLS, resolve);
      });
      await player.visits(server.page('/framed.html', PLAYER), 'walker');
      await player.settle();
      const before = await player.run((element) => element.figureBox);
      assert.equal(await player.find('.bar').count(), 0);
      await (await requested).continue();
      await player.find('.bar').waitFor();
      await player.settle();
      const after = await player.run((element) => element.figureBox);
      assert.deepEqual(after.map(Math.round), before.map(Math.round));
    },
  );
}

scene('what is said before the controls have come is shown with them', { path: null }, async ({ context, page, player }) => {
  /** @type {Promise<import('playwright-core').Route>} */
  const requested = new Promise((resolve) => {
    context.route(CONTROLS, resolve);
  });
  await page.goto(server.page('/said.html', PLAYER));
  await player.loaded('walker');
  await player.run((element) => {
    element.behaviour = 'waltz';
  });
  const route = await requested;
  assert.equal(await player.find('.toast').count(), 0);
  await route.continue();
  await until('it is shown', async () => /waltz/.test((await player.text('.toast')) ?? ''));
});

scene.deep(
  'without the controls the figure plays, and the shell reports them missing',
  { path: null, allow: [/Failed to load/, /ERR_FAILED/] },
  async ({ context, page, player }) => {
    await context.route(CONTROLS, (route) => route.abort());
    await page.goto(server.page('/bare.html', PLAYER.replace('controls', 'controls autoplay loop')));
    await player.plays();
    assert.match(await player.text('.note'), /could not be fetched[^]*Reload/);
    await context.unroute(CONTROLS);
    await until('the pointer fetches them', async () => {
      await player.find('.stage').click({ position: { x: 20, y: 20 } });
      return (await player.find('.bar').count()) === 1;
    });
    assert.equal(await player.find('.note').count(), 0);
  },
);

/** The pixels of limbs. @param {import('./support/pixels.mjs').Picture} picture */
const limbs = ({ data }) =>
  Uint8Array.from({ length: data.length / 3 }, (_, i) => Number(limb(data[3 * i], data[3 * i + 1], data[3 * i + 2]) !== null));

/**
 * The pictures before and after a change of renderers look the same: as many pixels of limbs within 2 %, in a box within 1 px, and nothing
 * but their edges differs.
 * @param {import('./support/pixels.mjs').Picture} before @param {import('./support/pixels.mjs').Picture} after
 */
function looksTheSame(before, after) {
  const { area, share } = apart(limbs(before), limbs(after));
  assert.ok(area > 1000, `limbs of ${area} pixels`);
  assert.ok(share < 0.05, `${share} of the figure has moved`);
  const [one, other] = [before, after].map(figureIn);
  assert.ok(Math.abs(one.pixels - other.pixels) < 0.02 * one.pixels, `${one.pixels} pixels became ${other.pixels}`);
  const edges = Object.values(other.box);
  assert.ok(
    Object.values(one.box).every((edge, i) => Math.abs(edge - edges[i]) <= 1),
    `${Object.values(one.box)} became ${edges}`,
  );
}

scene('the picture after the first one has sharp shadows, though nothing moves', { path: null, gpu: 'none' }, async ({ page, player }) => {
  /** @param {string} attributes */
  const picture = async (attributes) => {
    await page.goto(server.page('/still.html', PLAYER.replace('controls', attributes)));
    await until('the clip is drawn', async () => (await player.state()).draws > 0);
    await player.settle();
    assert.equal(await player.drawnWith(), 'canvas');
    return (await player.picture()).data;
  };
  const [first, other] = [await picture(''), await picture('renderer="canvas"')];
  const most = first.reduce((so, each, i) => Math.max(so, Math.abs(each - other[i])), 0);
  assert.ok(most <= 4, `the noise differs by a step or two, but here are ${most}`);
});

drawnByGpu(
  'the first picture waits for no GPU, and does not change when the GPU takes over',
  { path: null },
  async ({ page, player, server }) => {
    await page.addInitScript(timedGpu);
    await page.goto(server.page('/slow.html', PLAYER.replace('controls', 'controls loop')));
    await until('the clip is drawn', async () => (await player.state()).draws > 0);
    assert.equal(await player.drawnWith(), 'canvas');
    await player.find('.bar').waitFor();
    await player.run((element) => void element.play());
    await player.plays();
    await player.holdAt(0.4);
    await player.record('rendererchange', 'timeupdate', 'seeking');
    const before = await player.picture();
    await page.evaluate(() => /** @type {any} */ (globalThis).gpuComes());
    await until('the GPU draws', async () => (await player.drawnWith()) === 'webgpu');
    await player.settle();
    assert.equal(await player.find('.canvas canvas').count(), 1);
    assert.equal((await player.state()).time, 0.4);
    assert.deepEqual(await player.events(), ['rendererchange']);
    const after = await player.picture();
    looksTheSame(before, after);
  },
);

drawnByGpu('what the GPU needs is fetched after the first picture', { path: null }, async ({ context, page, player, server }) => {
  /** @type {string[]} */
  const fetched = [];
  page.on('request', (request) => fetched.push(request.url()));
  /** @type {Promise<import('playwright-core').Route>} */
  const asked = new Promise((resolve) => {
    context.route('**/marey_gpu*.wasm', resolve);
  });
  await page.goto(server.page('/quick.html', PLAYER));
  const route = await asked;
  assert.ok((await player.state()).draws > 0, 'a picture is there');
  assert.equal(await player.drawnWith(), 'canvas');
  assert.ok(fetched.some((url) => url.endsWith(asset('canvas.js'))));
  assert.ok(!fetched.some((url) => /webgl-/.test(url)));
  await route.continue();
  await until('the GPU draws', async () => (await player.drawnWith()) === 'webgpu');
});

drawnByGpu('the renderer does not change while the visitor drags', { path: null }, async ({ page, player, server }) => {
  await page.addInitScript(timedGpu);
  await page.goto(server.page('/drag.html', PLAYER));
  await until('the clip is drawn', async () => (await player.state()).draws > 0);
  await player.find('.bar').waitFor();
  await page.mouse.move(300, 200);
  await page.mouse.down();
  await page.mouse.move(340, 200, { steps: 4 });
  // The GPU is ready as soon as its objects are valid.
  await page.evaluate(() => {
    const scope = /** @type {any} */ (globalThis);
    const { popErrorScope } = scope.GPUDevice.prototype;
    scope.GPUDevice.prototype.popErrorScope = async function popped() {
      const found = await popErrorScope.call(this);
      scope.gpuReady = true;
      return found;
    };
    scope.gpuComes();
  });
  await until('the GPU is ready', async () => page.evaluate(() => Boolean(/** @type {any} */ (globalThis).gpuReady)));
  await page.mouse.move(380, 200, { steps: 4 });
  assert.equal(await player.drawnWith(), 'canvas');
  await page.mouse.up();
  await until('the GPU draws', async () => (await player.drawnWith()) === 'webgpu');
});
