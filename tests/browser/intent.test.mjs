// of: player, page
/** The parameters of a link belong to the clip that it names, and end with it. */
import assert from 'node:assert/strict';
import { walker } from './support/clips.mjs';
import { card } from './support/page.mjs';
import { scenes, until } from './support/scenes.mjs';
import { openPanel } from './support/hands.mjs';

const { scene, row, server } = await scenes();

const NOT_FOUND = [/Failed to load resource/];
const link = (/** @type {string} */ parameters) => `#url=${encodeURIComponent(`${server.origin}/walker.bvh`)}&${parameters}`;
const own = { name: 'own.bvh', text: walker({ frames: 60 }) };

const tagged = row({
  path: server.page('/own.html', '<marey-player controls src="/walker.bvh" unit="cm" up="y"></marey-player>'),
  loads: 'walker',
});

/** Waits for another clip of the same name. @param {Player} player @param {string} query */
const comes = (player, query) =>
  until('the other clip', () => player.run((element, end) => element.readyState === 4 && element.currentSrc.endsWith(end), query));

scene(
  'a link to a missing file says so, and keeps the samples in the list',
  { path: '#url=missing.bvh&t=2&loop=1-2', allow: NOT_FOUND },
  async ({ player }) => {
    assert.match(await card(player), /missing\.bvh.*404/);
    await until('the samples', async () => (await player.list()).length >= 7);
    assert.equal(await player.run((element) => element.clips.length), 0, 'no sample was opened over the message');
    await player.find('.clips .pick').first().click();
    await player.loaded();
  },
);

scene(
  'a clip dropped after a failed link begins at its start, without its range',
  { path: '#url=missing.bvh&t=1.5&loop=1-2&speed=0.5&camera=70,25,6,0.2,0.9,0.1', allow: NOT_FOUND },
  async ({ player }) => {
    await player.find('.card').waitFor();
    await player.drop(own);
    await player.run((element) => element.pause());
    const { range, rate, camera, time } = await player.loaded('own');
    assert.deepEqual([range, rate], [null, 1]);
    assert.notEqual(camera, '70,25,6,0.2,0.9,0.1');
    assert.ok(time < 1.4, `it began at its start: ${time}`);
  },
);

scene(
  'a link\u2019s parameters end with its clip',
  { path: link('t=1.5&loop=1-2&speed=0.5&camera=70,25,9,0.2,0.9,0.1&unit=m&up=z&paused=1') },
  async ({ player }) => {
    const linked = await player.loaded('walker');
    assert.deepEqual(
      [linked.range, linked.rate, linked.camera, linked.time, linked.paused],
      [[1, 2], 0.5, '70,25,9,0.2,0.9,0.1', 1.5, true],
    );
    assert.deepEqual(await player.run((element) => [element.unit, element.up, element.speed]), ['m', 'z', 0.5]);
    const { range, rate } = await player.opens('own', own);
    assert.deepEqual([range, rate], [null, 1]);
    assert.deepEqual(await player.run((element) => [element.unit, element.up, element.camera, element.speed, element.loop]), [
      '',
      '',
      '',
      1,
      true,
    ]);
  },
);

tagged('a joint is reported, selected and found by its name', async ({ page, player }) => {
  await player.run((element) => {
    const scope = /** @type {any} */ (globalThis);
    scope.events = [];
    element.addEventListener('jointselect', (event) => scope.events.push(/** @type {CustomEvent} */ (event).detail));
    element.addEventListener('camerachange', () => {
      scope.moved = element.cameraState;
    });
  });
  const name = await player.run((element) => element.clips[0].joints[3].name);
  const [byName, byIndex, none] = await player.run(
    (element, joint) => [element.jointPosition(joint), element.jointPosition(3), element.jointPosition('nobody')],
    name,
  );
  assert.deepEqual(byName, byIndex);
  assert.ok(byName && [byName.x, byName.y, byName.z].every(Number.isFinite));
  assert.equal(none, null);
  await player.run((element) => {
    element.selectedJoint = 3;
    element.selectedJoint = 999;
  });
  await until('both events have come', async () => (await page.evaluate(() => /** @type {any} */ (globalThis).events.length)) === 2);
  assert.deepEqual(await page.evaluate(() => /** @type {any} */ (globalThis).events), [
    { index: 3, name },
    { index: -1, name: '' },
  ]);
  await player.run((element) => {
    element.cameraState = '70,25,6,0.2,0.9,0.1';
  });
  await until(
    'camerachange has fired',
    async () => (await page.evaluate(() => /** @type {any} */ (globalThis).moved)) === '70,25,6,0.2,0.9,0.1',
  );
});

tagged('a moment set right after another src is one of the new clip, even while the old one is still shown', async ({ player }) => {
  await player.run((element) => {
    element.src = '/walker.bvh?next';
    element.currentTime = 1.5;
  });
  await comes(player, 'next');
  assert.equal((await player.state()).time, 1.5);
});

tagged('settings of a panel end with their clip, the author\u2019s attributes stay', async ({ player }) => {
  await openPanel(player, 'Settings');
  await player.find('.panel').getByRole('combobox', { name: 'Up axis' }).selectOption('z');
  await until('the attribute is set', () => player.run((element) => element.up === 'z'));
  await player.run((element) => {
    element.src = '/walker.bvh?again';
  });
  await comes(player, 'again');
  assert.deepEqual(await player.run((element) => [element.unit, element.up]), ['cm', 'y']);
});
