/** Nothing is fetched twice: what was shown once needs no network to be shown again. */
import assert from 'node:assert/strict';
import { PNG } from 'pngjs';
import { walker } from './support/clips.mjs';
import { openLarge } from './support/large.mjs';
import { destroyDevice, grasp, trap } from './support/sabotage.mjs';
import { difference } from './support/pixels.mjs';
import { scenes } from './support/scenes.mjs';
import { asset } from './support/server.mjs';
import { framesLater, until } from './support/browser.mjs';

/** @typedef {import('./support/scenes.mjs').Scene} Scene */

const { scene, server } = await scenes({ gpu: 'webgpu' });
server.put('/walker.bvh', { body: walker(), type: 'text/plain' });
const path = server.page('/offline.html', '<marey-player src="/walker.bvh" controls loop></marey-player><section></section>');
const grasped = { path, scripts: [grasp], size: /** @type {[number, number]} */ ([1100, 620]), allow: [/ERR_INTERNET_DISCONNECTED/] };

/** From now on there is no network. Gives what was asked for all the same. @param {Scene} scene */
async function disconnect({ context, page }) {
  /** @type {string[]} */
  const asked = [];
  // On a slow machine pictures may come late: what draws less then is asked for, and nobody misses it.
  page.on('request', (request) => { if (!request.url().endsWith(asset('pace.js'))) asked.push(request.url()); });
  await context.setOffline(true);
  return asked;
}


/** Held at a moment nobody would come to by chance, seen from somewhere, and with a joint selected. @param {Scene} scene */
async function prepare({ page, player }) {
  await player.loaded('walker');
  await player.button('Details').click();
  const joint = player.root.getByRole('treeitem', { name: 'LeftArm' });
  await joint.click();
  await page.mouse.move(5, 5);
  await player.run((element) => { element.cameraState = '70,25,6,0.2,0.9,0.1'; });
  await player.holdAt(1.3);
  return { joint, picture: await player.picture(), state: await known(player) };
}

/** What has to survive. @param {import('./support/player.mjs').Player} player */
async function known(player) {
  const { draws: _, ...state } = await player.state();
  return state;
}

/** Another canvas than the one before shows the clip. @param {Scene} scene @param {() => Promise<unknown>} breakIt */
async function comesBack({ player }, breakIt) {
  await player.run((element) => { /** @type {any} */ (globalThis).before = element.shadowRoot?.querySelector('canvas'); });
  await breakIt();
  await until('there is another canvas', () => player.run((element) => {
    const all = [...(element.shadowRoot?.querySelectorAll('canvas') ?? [])];
    return all.length === 1 && all[0] !== /** @type {any} */ (globalThis).before;
  }));
}

scene('without a network a lost device leaves the clip, the moment, the camera and the joint, and comes back', grasped, async (each) => {
  const { page, player } = each;
  const { joint, picture, state } = await prepare(each);
  const asked = await disconnect(each);
  await comesBack(each, () => destroyDevice(page));
  await player.settle();
  assert.deepEqual(await known(player), state);
  assert.equal(await joint.getAttribute('aria-selected'), 'true');
  assert.ok(difference(picture, await player.picture()) < 50, 'it looks as before');

  await player.record('pause', 'play');
  await player.run((element) => element.play());
  await player.plays();
  await comesBack(each, () => destroyDevice(page));
  await player.plays();
  assert.deepEqual(await player.events(), ['play'], 'what plays goes on');
  assert.equal((await player.state()).camera, state.camera);
  assert.deepEqual(asked, []);
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).read), 1, 'and nothing is read again');
});

scene('without a network a dead instance is replaced, and gets the clip from what was kept of it', grasped, async (each) => {
  const { page, player } = each;
  const { joint, picture, state } = await prepare(each);
  const asked = await disconnect(each);
  await comesBack(each, () => trap(player));
  await player.settle();
  assert.deepEqual(await known(player), state);
  assert.equal(await joint.getAttribute('aria-selected'), 'true');
  assert.ok(difference(picture, await player.picture()) < 50, 'it looks as before');
  assert.deepEqual(asked, []);
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).read), 1, 'and nothing is read again');
  await player.run((element) => element.play());
  await player.plays();
});

scene('a clip that is too large to be kept is read again, from its file', { ...grasped, path: 'embed.html#url=none.bvh', allow: [/404/, /ERR_INTERNET_DISCONNECTED/] }, async (each) => {
  const { page, player } = each;
  await until('the page is there', () => player.run((element) => Boolean(element.error)));
  await openLarge(player, 150_000);
  await until('it is read', async () => (await player.state()).name === 'large' && (await player.state()).ready === 4, 60_000);
  await player.run((element) => { element.cameraState = '70,25,6,0.2,0.9,0.1'; });
  await player.holdAt(1000);
  const state = await known(player);
  const picture = await player.picture();
  const read = await page.evaluate(() => /** @type {any} */ (globalThis).read);
  const asked = await disconnect(each);
  await comesBack(each, () => trap(player));
  await until('it is read again', () => page.evaluate((before) => /** @type {any} */ (globalThis).read > before, read));
  await until('the moment is back', async () => (await player.state()).time === state.time, 60_000);
  await until('all of it', async () => (await player.state()).frames === state.frames, 60_000);
  await player.settle();
  assert.deepEqual(await known(player), state);
  assert.ok(difference(picture, await player.picture()) < 50, 'it looks as before');
  // After a large clip the next one gets another worker, which is asked for in advance.
  assert.deepEqual(asked.filter((url) => !url.includes('/worker-')), []);
});

scene('an element that is moved, or put back after a while, fetches nothing and shows what it showed', grasped, async (each) => {
  const { page, player } = each;
  const { picture, state } = await prepare(each);
  const asked = await disconnect(each);
  const move = (/** @type {string} */ to) => player.run((element, where) => {
    if (where === 'away') Object.assign(globalThis, { away: element }).away.remove();
    else document.querySelector(where)?.append(element);
  }, to);

  await player.run((element) => element.play());
  await player.plays();
  await player.record('pause', 'play', 'emptied', 'loadstart');
  await move('section');
  await player.plays();
  await move('body');
  await player.plays();
  assert.deepEqual(await player.events(), [], 'a move is no pause');
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).devices.length), 1);

  await player.holdAt(1.3);
  await player.run((element) => { Object.assign(globalThis, { away: element }).away.remove(); });
  await framesLater(page, 60);
  await page.evaluate(() => document.querySelector('section')?.append(/** @type {any} */ (globalThis).away));
  // Canvas 2D may draw first, until the GPU's renderer has begun.
  await player.loaded('walker');
  await player.settle();
  assert.deepEqual(await known(player), state);
  await page.evaluate(() => document.body.prepend(/** @type {any} */ (globalThis).away));
  await player.loaded('walker');
  await player.settle();
  assert.ok(difference(picture, await player.picture()) < 50, 'it looks as before');
  assert.deepEqual(asked, []);
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).read), 1, 'and nothing is read again');
});

/** One colour. */
function png(/** @type {number[]} */ colour) {
  const picture = new PNG({ width: 8, height: 8 });
  picture.data = Buffer.from(Array(64).fill([...colour, 255]).flat());
  return PNG.sync.write(picture);
}

scene('the pictures of a skin come back with the next device, without a request', { ...grasped, path: null, reducedMotion: true }, async (each) => {
  const { page, player } = each;
  server.put('/board.x3d', { type: 'text/plain', body: `<X3D version='4.0'><Scene><HAnimHumanoid name='board'>
    <HAnimJoint containerField='skeleton' name='humanoid_root'><HAnimJoint name='skullbase' center='0 1 0'/>
    <HAnimSegment name='sacrum'><Shape><Appearance><ImageTexture url='"red.png"'/></Appearance>
      <IndexedFaceSet solid='false' coordIndex='0 1 2 3 -1'><Coordinate point='-0.5 0 0 0.5 0 0 0.5 1 0 -0.5 1 0'/>
      <TextureCoordinate point='0 0 1 0 1 1 0 1'/></IndexedFaceSet>
    </Shape></HAnimSegment></HAnimJoint></HAnimHumanoid></Scene></X3D>` });
  server.put('/red.png', { body: png([220, 20, 20]), type: 'image/png' });
  await page.goto(server.page('/board.html', '<marey-player src="/board.x3d" skin="/red.png" camera="front"></marey-player>'));
  await player.loaded('board');
  const red = async () => {
    const { data } = await player.picture();
    let count = 0;
    for (let i = 0; i < data.length; i += 3) count += Number(data[i] > 80 && data[i] > 2 * data[i + 1] && data[i] > 2 * data[i + 2]);
    return count;
  };
  await until('it wears its picture', async () => await red() > 1000);
  const before = await red();
  const asked = await disconnect(each);
  await comesBack(each, () => destroyDevice(page));
  await until('it wears it again', async () => Math.abs(await red() - before) < before / 50);
  assert.deepEqual(asked, []);
});
