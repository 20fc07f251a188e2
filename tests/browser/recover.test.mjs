// of: player, marey_web
/** The GPU device, the wasm instance or the worker can die; the player recovers. */
import assert from 'node:assert/strict';
import { broken, stick, walker } from './support/clips.mjs';
import { endGpuProcess } from './support/devtools.mjs';
import { returnsAfter, isAsBefore, prepare } from './support/survival.mjs';
import { card } from './support/page.mjs';
import { Player } from './support/player.mjs';
import { scenes, until } from './support/scenes.mjs';
import { destroyDevice, hookInstances, trap } from './support/sabotage.mjs';

const { scene, browser, server } = await scenes({ gpu: 'webgpu', whole: true, own: true });
const grasped = { path: '#url=/walker.bvh&loop=1', loads: 'walker', scripts: [hookInstances] };

/** Breaks something, and fails unless the player is as before. @param {Player} player @param {() => Promise<unknown>} breakIt */
async function survives(player, breakIt) {
  const before = await prepare(player);
  await returnsAfter(player, breakIt);
  await until('the moment is back', async () => (await player.state()).time === before.state.time);
  await isAsBefore(player, before);
  assert.equal(await player.find('.card').count(), 0, 'no card is shown');
  await player.start();
}

scene(
  'after a lost device the player comes back at the same time, with the same camera and settings',
  grasped,
  async ({ page, player }) => {
    await survives(player, () => destroyDevice(page));
    assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).devices.length), 2);
  },
);

scene.deep('a device lost while playing: it plays on', grasped, async ({ page, player }) => {
  await player.plays();
  await destroyDevice(page);
  await until('another device', () => page.evaluate(() => /** @type {any} */ (globalThis).devices.length === 2));
  await player.loaded();
  await player.plays();
  await player.isFramed();
});

scene.deep('after a trap on the page a new instance takes over; a second trap asks first', grasped, async ({ page, player }) => {
  await survives(player, () => trap(player));
  await player.run((element) => element.pause());
  await trap(player);
  assert.match(await card(player), /picture stopped|could not start/);
  await player.button('Try again').click();
  await until('it is back', async () => {
    const { draws, name } = await player.state();
    return draws > 0 && name === 'walker';
  });
  await player.find('.card').waitFor({ state: 'detached' });
  await player.isFramed();
  assert.equal(
    await page.evaluate(() => /** @type {any} */ (globalThis).devices.length),
    1,
    'the GPU\u2019s device belongs to another module and stays',
  );
});

scene(
  'the first good file plays, even when a bad one before it takes longer to refuse',
  { path: null, gpu: 'none', whole: false },
  async ({ page, player }) => {
    // The list's script is still loading when the files come.
    let go = () => {};
    const gate = new Promise((resolve) => {
      go = () => resolve(undefined);
    });
    await page.route('**/samples/jump.bvh', async (route) => {
      await gate;
      await route.continue();
    });
    await page.goto(server.url());
    await player.loaded();
    await player.drop(
      { name: 'late.bvh', text: broken().text.replace('ROOT Hips', 'ROOT late') },
      { name: 'one.bvh', text: walker() },
      { name: 'two.bvh', text: stick() },
    );
    go();
    await player.loaded('one');
    await player.plays();
    assert.match(await player.find('.library .row[data-bad]').innerText(), /late\.bvh\s+line \d+/);
  },
);

/** How many of these canvases are not blank. @param {import('playwright-core').Locator} canvases */
const pictures = (canvases) =>
  canvases.evaluateAll(
    (all) =>
      all.filter((each) => {
        // Read from a copy: Chromium moves a canvas that is read into the page's memory.
        const { width, height } = /** @type {HTMLCanvasElement} */ (each);
        const copy = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(width, height).getContext('2d'));
        copy.drawImage(/** @type {HTMLCanvasElement} */ (each), 0, 0);
        return copy.getImageData(0, 0, width, height).data.some((value) => value > 0);
      }).length,
  );

// The last test of this file: Chromium remembers crashes of its GPU process, and after a second one refuses the page.
scene.deep(
  'after a crash of the GPU process the player, the pictures of the welcome and the posters of the wall are there again',
  grasped,
  async ({ context, player }) => {
    const welcome = new Player(await context.newPage());
    await welcome.page.goto(server.url());
    const films = welcome.find('canvas.film');
    await until('each sample has a picture', async () => (await pictures(films)) === 7);
    const folder = await context.newPage();
    await folder.goto(server.url());
    const stage = new Player(folder);
    await stage.loaded();
    await stage.drop({ name: 'one.bvh', text: walker() }, { name: 'two.bvh', text: stick() });
    await folder.locator('.clips .grid').click();
    const posters = folder.locator('.wall-poster > canvas');
    await until('each card has a poster', async () => (await pictures(posters)) === 2);
    await player.page.bringToFront();
    await survives(player, () => endGpuProcess(browser));
    await welcome.page.bringToFront();
    await welcome.plays();
    assert.equal(await pictures(films), 7);
    await folder.bringToFront();
    assert.equal(await pictures(posters), 2);
  },
);
