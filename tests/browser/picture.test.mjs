// of: share, player
/** `toBlob()`: the picture as a file. */
import assert from 'node:assert/strict';
import { readClear } from './support/clear.mjs';
import { made, outcome } from './support/making.mjs';
import { difference, figureIn, readPng } from './support/pixels.mjs';
import { Player } from './support/player.mjs';
import { scenes, until } from './support/scenes.mjs';

const { row, scene, server } = await scenes({ gpu: 'webgpu' });
const picture = row({
  path: server.page('/picture.html', '<marey-player controls src="/walker.bvh"></marey-player>'),
  loads: 'walker',
  at: 1,
});

picture('toBlob returns the stage without the controls and leaves it as it is', async ({ player }) => {
  const seen = await player.picture();
  const { type, bytes } = await made(player, 'toBlob');
  assert.equal(type, 'image/png');
  const same = readPng(bytes);
  assert.deepEqual([same.width, same.height], [seen.width, seen.height]);
  assert.ok(difference(same, seen) < 50, `${difference(same, seen)} pixels differ`);
  await player.settle();
  assert.equal(difference(await player.picture(), seen), 0);
});

picture.deep('toBlob takes another size and another format', async ({ player }) => {
  const before = await player.figure();
  const fine = readPng((await made(player, 'toBlob', { scale: 2 })).bytes);
  assert.ok(Math.abs(figureIn(fine).height / before.height - 2) < 0.05, 'twice as high');
  const jpeg = await made(player, 'toBlob', { type: 'image/jpeg', quality: 0.5, scale: 0.5 });
  assert.equal(jpeg.type, 'image/jpeg');
  assert.deepEqual([...jpeg.bytes.subarray(0, 2)], [0xff, 0xd8]);
});

picture('a transparent player gives a transparent picture', async ({ player }) => {
  await player.run((element) => element.setAttribute('transparent', ''));
  await player.settle();
  const { width, data } = readClear((await made(player, 'toBlob')).bytes);
  assert.equal(data[4 * (width + 1) + 3], 0, 'the pixel at 1, 1');
});

const FOLD = { css: 'body { margin: 0 } main { height: 6000px } marey-player { width: 480px; height: 270px; aspect-ratio: auto }' };
const below = server.page(
  '/below.html',
  '<main></main><marey-player id="far" controls src="/walker.bvh" start="1"></marey-player><marey-player id="later" preload="none" controls src="/walker.bvh"></marey-player>',
  FOLD,
);

scene.deep(
  'below the fold a player returns its coming picture at its own size, also with preload="none"',
  { path: below },
  async ({ page, player: far }) => {
    const later = new Player(page, '#later');
    await until('the elements are loaded', () => page.evaluate(() => Boolean(customElements.get('marey-player'))));
    assert.deepEqual(
      [await far.state(), await later.state()].map(({ ready, draws }) => [ready, draws]),
      [
        [0, 0],
        [0, 0],
      ],
    );
    const unseen = readPng((await made(far, 'toBlob')).bytes);
    assert.deepEqual([unseen.width, unseen.height], [480, 270]);
    const beside = readPng((await made(later, 'picture', { time: 1 })).bytes);
    assert.deepEqual([beside.width, beside.height], [480, 270]);
    assert.ok(figureIn(beside).height > 100, 'the figure is visible');
    assert.equal(await page.evaluate(() => scrollY), 0, 'the page has not scrolled');
    await far.root.scrollIntoViewIfNeeded();
    await far.loaded('walker');
    await far.isFramed();
    await far.settle();
    const [before, after] = [figureIn(unseen).box, (await far.figure()).box];
    for (const side of /** @type {const} */ (['left', 'top', 'right', 'bottom']))
      assert.ok(Math.abs(before[side] - after[side]) < 3, `${side}: ${before[side]}, then ${after[side]}`);
  },
);

scene(
  'a hidden player, and one whose clip cannot be read, have no picture',
  {
    path: server.page(
      '/nowhere.html',
      '<marey-player hidden src="/walker.bvh"></marey-player><marey-player id="bad" src="/missing.bvh"></marey-player>',
    ),
    gpu: 'none',
    allow: [/404/],
  },
  async ({ page, player }) => {
    assert.equal(await outcome(player, 'toBlob', {}), 'InvalidStateError');
    for (const way of /** @type {const} */ (['toBlob', 'picture', 'filmstrip', 'film']))
      assert.equal(await outcome(new Player(page, '#bad'), way, {}), 'InvalidStateError');
  },
);

scene(
  'a player without a clip refuses to make a picture',
  { path: server.page('/none.html', '<marey-player></marey-player>'), gpu: 'none' },
  async ({ player }) => {
    assert.equal(await outcome(player, 'toBlob', {}), 'InvalidStateError');
    assert.equal(await outcome(player, 'toBlob', { scale: 0 }), 'RangeError');
  },
);
