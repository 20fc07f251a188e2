// of: player, page
/** Nothing is fetched twice: what was shown once can be shown again without a network. */
import assert from 'node:assert/strict';
import { onlyDeep } from '../support/deep.mjs';
import { openLarge } from './support/large.mjs';
import { returnsAfter, isAsBefore, stateOf, momentOf, prepare } from './support/survival.mjs';
import { destroyDevice, hookInstances, trap } from './support/sabotage.mjs';
import { framesLater, scenes, until } from './support/scenes.mjs';
import { asset } from './support/server.mjs';
import { RED, board, colours, halves } from './support/worn.mjs';

/** @typedef {import('./support/scenes.mjs').Scene} Scene */

const { scene, server } = await scenes({ gpu: 'webgpu', whole: true });
const path = server.page('/offline.html', '<marey-player src="/walker.bvh" controls loop></marey-player><section></section>');
const grasped = { path, scripts: [hookInstances], allow: [/ERR_INTERNET_DISCONNECTED/] };
const walks = { ...grasped, loads: 'walker' };

/** Cuts the network and returns the list of requests that follow. @param {Scene} scene */
async function disconnect({ context, page }) {
  /** @type {string[]} */
  const requests = [];
  // On a slow machine frames may come late: the player then asks for pace.js, and does without it.
  page.on('request', (request) => {
    if (!request.url().endsWith(asset('pace.js'))) requests.push(request.url());
  });
  await context.setOffline(true);
  return requests;
}

/** Opens the details and selects a joint. @param {Scene} scene */
async function details({ page, player }) {
  await player.details();
  const joint = player.root.getByRole('treeitem', { name: 'LeftArm' });
  await joint.click();
  await page.mouse.move(5, 5);
  return { joint, before: await prepare(player) };
}

/** How often a clip was read. @param {Scene} scene */
const reads = ({ page }) => page.evaluate(() => /** @type {any} */ (globalThis).read);

/** What is lost, how, whether that may happen again at once, and the GPU. @type {[name: string, lose: (each: Scene) => Promise<unknown>, again: boolean, gpu: 'webgpu' | 'none'][]} */
const LOSSES = [
  [
    'a lost device leaves the clip, the moment, the camera and the joint, and comes back',
    ({ page }) => destroyDevice(page),
    true,
    'webgpu',
  ],
  ['a dead instance is replaced, and gets the clip from what was kept of it', ({ player }) => trap(player), false, 'none'],
];
for (const [loss, lose, again, gpu] of LOSSES) {
  (gpu === 'none' ? scene : scene.deep)(`without a network ${loss}`, { ...walks, gpu }, async (each) => {
    const { player } = each;
    const { joint, before } = await details(each);
    const requests = await disconnect(each);
    await returnsAfter(player, () => lose(each));
    await isAsBefore(player, before);
    assert.equal(await joint.getAttribute('aria-selected'), 'true');

    await player.record('pause', 'play');
    await player.start();
    if (again) await returnsAfter(player, () => lose(each));
    await player.plays();
    assert.deepEqual(await player.events(), ['play'], 'it plays on');
    assert.equal((await player.state()).camera, before.state.camera);
    assert.deepEqual(requests, []);
    assert.equal(await reads(each), 1, 'and nothing is read again');
  });
}

scene.deep(
  'a clip too large to keep in memory is read again from its file',
  { ...grasped, gpu: 'none', path: 'embed.html#url=none.bvh', allow: [/404/, /ERR_INTERNET_DISCONNECTED/] },
  async (each) => {
    const { player } = each;
    await until('the page is loaded', () => player.run((element) => Boolean(element.error)));
    await openLarge(player, 150_000);
    await until('it is read', async () => (await player.state()).name === 'large' && (await player.state()).ready === 4, 60_000);
    await player.run((element) => {
      element.cameraState = '70,25,6,0.2,0.9,0.1';
    });
    await player.holdAt(1000);
    const before = await momentOf(player);
    const read = await reads(each);
    const requests = await disconnect(each);
    await returnsAfter(player, () => trap(player));
    await until('it is read again', async () => (await reads(each)) > read);
    await until('the moment is back', async () => (await player.state()).time === before.state.time, 60_000);
    await until('all of it is loaded', async () => (await player.state()).frames === before.state.frames, 60_000);
    await isAsBefore(player, before);
    // After a large clip the next one gets another worker, which is requested in advance.
    assert.deepEqual(
      requests.filter((url) => !url.includes('/worker-')),
      [],
    );
  },
);

scene(
  'an element that is moved, or removed and put back, fetches nothing and shows the same',
  { ...walks, skip: onlyDeep },
  async (each) => {
    const { page, player } = each;
    const { before } = await details(each);
    const requests = await disconnect(each);
    await player.start();
    await player.record('pause', 'play', 'emptied', 'loadstart');
    for (const place of ['section', 'body']) {
      await player.run((element, where) => document.querySelector(where)?.append(element), place);
      await player.plays();
    }
    assert.deepEqual(await player.events(), [], 'a move is no pause');
    assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).devices.length), 1);

    await player.holdAt(1.3);
    await player.run((element) => {
      Object.assign(globalThis, { away: element }).away.remove();
    });
    await framesLater(page, 60);
    await page.evaluate(() => document.querySelector('section')?.append(/** @type {any} */ (globalThis).away));
    // Canvas 2D may draw first, until the GPU's renderer has started.
    await player.loaded('walker');
    await player.settle();
    assert.deepEqual(await stateOf(player), before.state);
    await page.evaluate(() => document.body.prepend(/** @type {any} */ (globalThis).away));
    await player.loaded('walker');
    await isAsBefore(player, before);
    assert.deepEqual(requests, []);
    assert.equal(await reads(each), 1, 'and nothing is read again');
  },
);

for (const { name, text } of [board('red.png'), halves('red.png', RED)]) server.put(`/${name}`, { body: Buffer.from(text, 'latin1') });
const dressed = server.page('/board.html', '<marey-player src="/board.x3d" skin="/red.png" camera="front"></marey-player>');

scene.deep(
  'after a lost device a skin\u2019s textures come back without a request',
  { ...grasped, path: dressed, reducedMotion: true, loads: 'board' },
  async (each) => {
    const { page, player } = each;
    const seen = async () => (await colours(player)).red;
    await until('the texture is on', async () => (await seen()) > 1000);
    const before = await seen();
    const requests = await disconnect(each);
    await returnsAfter(player, () => destroyDevice(page));
    await until('the texture is on again', async () => Math.abs((await seen()) - before) < before / 50);
    assert.deepEqual(requests, []);
  },
);
