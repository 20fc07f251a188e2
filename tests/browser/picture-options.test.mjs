/** `picture()`: drawn beside the stage in the requested size, look and moment, by every renderer. */
import assert from 'node:assert/strict';
import { walker } from './support/clips.mjs';
import { brightness, difference, figureIn, readPng } from './support/pixels.mjs';
import { readClear } from './support/clear.mjs';
import { made, outcome } from './support/making.mjs';
import { scenes, until } from './support/scenes.mjs';

/** @typedef {import('../../www/types.d.ts').PictureOptions} Options */

const { row, server } = await scenes({ files: { '/walker.bvh': walker({ speed: 60 }) }, loads: 'walker' });
const onGpu = await scenes({ gpu: 'webgpu', loads: 'walker' });
const visit = (/** @type {string} */ rung) => ({ path: server.page(`/made-${rung}.html`, `<marey-player controls renderer="${rung}" src="/walker.bvh"></marey-player>`), at: 1 });
const [webgpu, webgl, canvas] = [onGpu.row(visit('webgpu')), onGpu.row(visit('webgl')), row(visit('canvas'))];

/** @param {Player} player @param {Options} [options] */
const pictureOf = async (player, options) => readPng((await made(player, 'picture', options)).bytes);
/** @param {Player} player @param {Options} [options] */
const clearOf = async (player, options) => readClear((await made(player, 'picture', options)).bytes);

for (const [rung, stage] of Object.entries({ webgpu, webgl, canvas })) {
  stage(`${rung}: a picture shows what the stage shows, and the stage stays as it is`, async ({ player }) => {
    assert.equal(await player.drawnWith(), rung);
    const [before, seen] = [await player.state(), await player.picture()];
    const same = await pictureOf(player, { controls: true });
    assert.deepEqual([same.width, same.height], [seen.width, seen.height]);
    assert.ok(difference(same, seen) < 60, `${difference(same, seen)} pixels differ`);

    const other = await pictureOf(player, { time: 2, theme: 'light', camera: 'left', width: 300, height: 400, scale: 2 });
    assert.deepEqual([other.width, other.height], [600, 800]);
    assert.ok(brightness(other) > brightness(seen) + 80, 'it is light');
    assert.ok(figureIn(other).pixels > 1000);
    await player.settle();
    assert.deepEqual(await player.state(), before);
    assert.equal(difference(await player.picture(), seen), 0);
    assert.equal(Math.round((await player.run((element) => element.jointPosition('Hips')))?.z ?? 0), 60, 'joint positions are those of the stage, not of the picture');
  });

  stage(`${rung}: without background, lines and shadow only the figure is left`, async ({ player }) => {
    const share = async (/** @type {Options} */ options) => {
      const picture = await clearOf(player, options);
      let opaque = 0;
      for (let at = 3; at < picture.data.length; at += 4) opaque += Number(picture.data[at] > 0);
      return opaque / (picture.width * picture.height);
    };
    assert.equal(await share({}), 1, 'the stage is opaque');
    const all = await share({ background: false });
    const unlined = await share({ background: false, grid: false });
    const alone = await share({ background: false, grid: false, shadow: false });
    assert.ok(all > unlined && unlined > alone && alone > 0.01 && alone < 0.3, `${all} ${unlined} ${alone}`);
    const red = await clearOf(player, { background: '#f00', grid: false, shadow: false });
    assert.deepEqual([...red.data.subarray(0, 4)], [255, 0, 0, 255]);
  });
}

webgpu('while it plays, pictures of other moments can be made', async ({ player }) => {
  await player.run((element) => { element.loop = true; return element.play(); });
  const early = await pictureOf(player, { time: 0.25, width: 300, height: 300 });
  const again = await pictureOf(player, { time: 0.25, width: 300, height: 300 });
  const late = await pictureOf(player, { time: 0.75, width: 300, height: 300 });
  assert.ok(difference(early, again) < 20, 'the same moment gives the same picture');
  assert.ok(difference(early, late) > 300);
  await player.plays();
});

canvas('a picture that is too large is drawn at the largest possible size', async ({ player }) => {
  const { width, height } = await player.run(async (element) => createImageBitmap(await element.picture({ width: 1200, height: 800, scale: 4, type: 'image/jpeg' })).then((bitmap) => ({ width: bitmap.width, height: bitmap.height })));
  assert.ok(width * height < 3842 * 2162 && width * height > 8e6 && Math.abs(width / height - 1.5) < 0.01, `${width} x ${height}`);
});

canvas('impossible requests are refused', async ({ player }) => {
  assert.equal(await outcome(player, 'picture', { scale: 0 }), 'RangeError');
  assert.equal(await outcome(player, 'picture', { width: NaN }), 'RangeError');
  await player.run((element) => { element.removeAttribute('src'); element.load(); });
  await until('the stage is empty', async () => (await player.state()).name === '');
  assert.equal(await outcome(player, 'picture', {}), 'InvalidStateError');
});
