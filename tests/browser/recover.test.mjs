/** What holds the picture can die: the device, the wasm instance, the worker. The player does not. */
import assert from 'node:assert/strict';
import { broken, statue, stick, walker } from './support/clips.mjs';
import { difference } from './support/pixels.mjs';
import { scenes } from './support/scenes.mjs';
import { SABOTEUR, destroyDevice, grasp, trap } from './support/sabotage.mjs';
import { until } from './support/browser.mjs';

const { scene, browser } = await scenes({ gpu: 'webgpu', own: true, server: { append: SABOTEUR } });

const grasped = { scripts: [grasp] };

/** A walker, held at a moment nobody would come to by chance. @param {import('./support/player.mjs').Player} player */
async function prepare(player) {
  await player.loaded();
  await player.drop({ name: 'walker.bvh', text: walker() });
  await player.loaded('walker');
  await player.run((element) => {
    element.playbackRate = 0.5;
    element.loopRange = [0.5, 2.5];
    element.setAttribute('patterns', '');
    element.cameraState = '70,25,6,0.2,0.9,0.1';
  });
  await player.holdAt(1.3);
  return { picture: await player.picture(), state: await player.state() };
}

/**
 * Breaks something, and finds the player as it was.
 * @param {import('./support/scenes.mjs').Scene} scene
 * @param {() => Promise<unknown>} breakIt
 */
async function survives({ player }, breakIt) {
  const { picture, state } = await prepare(player);
  await player.run((element) => { /** @type {any} */ (globalThis).before = element.shadowRoot?.querySelector('canvas'); });
  await breakIt();
  await until('a new canvas', () => player.run((element) => {
    const canvas = element.shadowRoot?.querySelector('canvas');
    return Boolean(canvas) && canvas !== /** @type {any} */ (globalThis).before && element.drawCount > 0;
  }));
  await until('the moment is back', async () => (await player.state()).time === state.time);
  await player.settle();
  const { draws: _, ...after } = await player.state();
  const { draws: __, ...before } = state;
  assert.deepEqual(after, before);
  assert.ok(difference(picture, await player.picture()) < 50, 'it looks as before');
  assert.equal(await player.find('.card').count(), 0, 'and nobody had to be told');
  await player.run((element) => element.play());
  await player.plays();
}

scene('a lost device: the player comes back at the same time, with the same camera and settings', grasped, async (each) => {
  await survives(each, () => destroyDevice(each.page));
  assert.equal(await each.page.evaluate(() => /** @type {any} */ (globalThis).devices.length), 2);
});

scene('a device lost while it plays: it goes on playing', grasped, async ({ page, player }) => {
  await player.loaded();
  await player.plays();
  await destroyDevice(page);
  await until('another device', () => page.evaluate(() => /** @type {any} */ (globalThis).devices.length === 2));
  await player.loaded();
  await player.plays();
  await player.isFramed();
});

scene('a trap in the picture\u2019s instance: a fresh one takes over; a second trap asks first', grasped, async (each) => {
  const { page, player } = each;
  await survives(each, () => trap(player));
  await player.run((element) => element.pause());
  await trap(player);
  const card = player.find('.card');
  await card.waitFor();
  assert.match(await card.innerText(), /picture stopped|could not start/);
  await player.button('Try again').click();
  await until('it is back', async () => { const { draws, name } = await player.state(); return draws > 0 && name === 'walker'; });
  await card.waitFor({ state: 'detached' });
  await player.isFramed();
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).devices.length), 3);
});

scene('a trap in the reader costs one clip, not the player', {}, async ({ player }) => {
  await prepare(player);
  await player.drop({ name: 'evil.bvh', text: statue().replace('ROOT Hips', 'ROOT trap') });
  const card = player.find('.card');
  await card.waitFor();
  assert.match(await card.innerText(), /evil\.bvh can.t be played/);
  assert.match(await card.innerText(), /our fault/);
  assert.equal((await player.state()).name, 'walker');
  await player.drop({ name: 'fine.bvh', text: walker() });
  await player.loaded('fine');
});

scene('a reader that spins for ever is stopped, and the page never noticed', {}, async ({ player }) => {
  await prepare(player);
  await player.run((element) => { element.loopRange = null; element.loop = true; return element.play(); });
  await player.drop({ name: 'endless.bvh', text: statue().replace('ROOT Hips', 'ROOT spin') });
  await player.plays();
  const card = player.find('.card');
  await card.waitFor({ timeout: 60_000 });
  assert.match(await card.innerText(), /no progress/);
  await player.plays();
  assert.equal((await player.state()).name, 'walker');
  await player.drop({ name: 'fine.bvh', text: walker() });
  await player.loaded('fine');
});

scene('the first good file plays, even when a bad one before it takes longer to be refused', { path: null }, async ({ page, player, server }) => {
  // The list is still being read when the files come.
  /** @type {(value?: unknown) => void} */
  let go = () => {};
  const gate = new Promise((resolve) => { go = resolve; });
  await page.route('**/samples/jump.bvh', async (route) => { await gate; await route.continue(); });
  await page.goto(server.url());
  await player.loaded();
  await player.drop({ name: 'late.bvh', text: broken().text.replace('ROOT Hips', 'ROOT late') }, { name: 'one.bvh', text: walker() },
    { name: 'two.bvh', text: stick() });
  go();
  await player.loaded('one');
  await player.plays();
  assert.match(await player.find('.library .row[data-bad]').innerText(), /late\.bvh\s+line \d+/);
});

// The last of this file: Chromium remembers crashes of its GPU process, and after a second one refuses the page.
scene('the GPU process crashes: the player comes back by itself', grasped, async (each) => {
  await survives(each, async () => {
    const session = await browser.newBrowserCDPSession();
    await session.send('Browser.crashGpuProcess').catch(() => {});
    await session.detach();
  });
});
