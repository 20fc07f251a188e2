/** `picture()`: drawn beside the stage, in whatever size, look and moment is asked for, on every rung. */
import assert from 'node:assert/strict';
import { walker } from './support/clips.mjs';
import { brightness, difference, figureIn, readPng } from './support/pixels.mjs';
import { readClear } from './support/clear.mjs';
import { scenes } from './support/scenes.mjs';
import { until } from './support/browser.mjs';

/** @typedef {import('./support/player.mjs').Player} Player */
/** @typedef {import('../../www/types.d.ts').PictureOptions} Options */

const { scene, server } = await scenes({ gpu: 'webgpu' });
server.put('/walker.bvh', { body: walker({ speed: 60 }), type: 'text/plain' });
const path = (/** @type {string} */ rung) => server.page(`/made-${rung}.html`, `<marey-player controls renderer="${rung}" src="/walker.bvh"></marey-player>`);

/** @param {Player} player @param {Options} [options] */
const made = async (player, options) => {
  const bytes = await player.run(async (element, how) => [...new Uint8Array(await (await element.picture(how)).arrayBuffer())], options);
  return Buffer.from(bytes);
};

for (const rung of ['webgpu', 'webgl', 'canvas']) {
  scene(`${rung}: a picture shows what the stage shows, and the stage stays as it is`, { path: path(rung) }, async ({ player }) => {
    await player.loaded('walker');
    await player.holdAt(1);
    assert.equal(await player.drawnWith(), rung);
    const [before, seen] = [await player.state(), await player.picture()];
    const same = readPng(await made(player, { controls: true }));
    assert.deepEqual([same.width, same.height], [seen.width, seen.height]);
    assert.ok(difference(same, seen) < 60, `${difference(same, seen)} pixels are others`);

    const other = readPng(await made(player, { time: 2, theme: 'light', camera: 'left', width: 300, height: 400, scale: 2 }));
    assert.deepEqual([other.width, other.height], [600, 800]);
    assert.ok(brightness(other) > brightness(seen) + 80, 'it is light');
    assert.ok(figureIn(other).pixels > 1000);
    await player.settle();
    assert.deepEqual(await player.state(), before);
    assert.equal(difference(await player.picture(), seen), 0);
    assert.equal(Math.round((await player.run((element) => element.jointPosition('Hips')))?.z ?? 0), 60, 'joints are asked of the stage, not of the picture');
  });

  scene(`${rung}: without background, lines and shadow there is the figure alone`, { path: path(rung) }, async ({ player }) => {
    await player.loaded('walker');
    await player.holdAt(1);
    const share = async (/** @type {Options} */ options) => {
      const picture = readClear(await made(player, options));
      let opaque = 0;
      for (let at = 3; at < picture.data.length; at += 4) opaque += Number(picture.data[at] > 0);
      return opaque / (picture.width * picture.height);
    };
    assert.equal(await share({}), 1, 'the stage is opaque');
    const all = await share({ background: false });
    const unlined = await share({ background: false, grid: false });
    const alone = await share({ background: false, grid: false, shadow: false });
    assert.ok(all > unlined && unlined > alone && alone > 0.01 && alone < 0.3, `${all} ${unlined} ${alone}`);
    const red = readClear(await made(player, { background: '#f00', grid: false, shadow: false }));
    assert.deepEqual([...red.data.subarray(0, 4)], [255, 0, 0, 255]);
  });
}

scene('while it plays, pictures of other moments come beside it', { path: path('webgpu') }, async ({ player }) => {
  await player.loaded('walker');
  await player.run((element) => { element.loop = true; return element.play(); });
  const early = readPng(await made(player, { time: 0.25, width: 300, height: 300 }));
  const again = readPng(await made(player, { time: 0.25, width: 300, height: 300 }));
  const late = readPng(await made(player, { time: 0.75, width: 300, height: 300 }));
  assert.ok(difference(early, again) < 20, 'the moment decides');
  assert.ok(difference(early, late) > 300);
  await player.plays();
});

scene('what is too large is drawn as large as it can be', { path: path('canvas') }, async ({ player }) => {
  await player.loaded('walker');
  const { width, height } = await player.run(async (element) => createImageBitmap(await element.picture({ width: 1200, height: 800, scale: 4, type: 'image/jpeg' })).then((bitmap) => ({ width: bitmap.width, height: bitmap.height })));
  assert.ok(width * height < 3842 * 2162 && width * height > 8e6 && Math.abs(width / height - 1.5) < 0.01, `${width} x ${height}`);
});

scene('it says what it cannot do', { path: path('canvas') }, async ({ player }) => {
  const reason = (/** @type {Options} */ options) => player.run((element, how) => element.picture(how).then(() => 'a picture', (error) => error.name), options);
  await player.loaded('walker');
  assert.equal(await reason({ scale: 0 }), 'RangeError');
  assert.equal(await reason({ width: NaN }), 'RangeError');
  await player.run((element) => { element.removeAttribute('src'); element.load(); });
  await until('the stage is empty', async () => (await player.state()).name === '');
  assert.equal(await reason({}), 'InvalidStateError');
});
