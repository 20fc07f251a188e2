// of: share, player
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
const visit = (/** @type {string} */ rung) => ({
  path: server.page(`/made-${rung}.html`, `<marey-player controls renderer="${rung}" src="/walker.bvh"></marey-player>`),
  at: 1,
});
const [webgpu, webgl, canvas] = [onGpu.row(visit('webgpu')), onGpu.row(visit('webgl')), row(visit('canvas'))];

/** @param {Player} player @param {Options} [options] */
const pictureOf = async (player, options) => readPng((await made(player, 'picture', options)).bytes);
/** @param {Player} player @param {Options} [options] */
const clearOf = async (player, options) => readClear((await made(player, 'picture', options)).bytes);

for (const [rung, stage] of Object.entries({ webgpu, webgl, canvas })) {
  (rung !== 'webgl' ? stage : stage.deep)(
    `${rung}: a picture shows what the stage shows, and the stage stays as it is`,
    async ({ player }) => {
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
      assert.equal(
        Math.round((await player.run((element) => element.jointPosition('Hips')))?.z ?? 0),
        60,
        'joint positions are those of the stage, not of the picture',
      );
    },
  );

  (rung !== 'webgl' ? stage : stage.deep)(`${rung}: without background, lines and shadow only the figure is left`, async ({ player }) => {
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

for (const [rung, stage] of Object.entries({ webgpu, webgl, canvas })) {
  (rung !== 'webgl' ? stage : stage.deep)(`${rung}: the figure fills a picture that fits it, wherever it is`, async ({ player }) => {
    const options = { time: 2, width: 360, height: 240, background: '#fff', grid: false, shadow: false };
    const far = figureIn(await pictureOf(player, { ...options, camera: '20,10,7,1,1,0' }));
    assert.ok(far.height < 100, `${far.height}`);
    const { box, height } = figureIn(await pictureOf(player, { ...options, camera: '20,10,7,1,1,0', fit: true }));
    assert.ok(height > 130 && height < 220, `${height}`);
    assert.ok(box.left > 100 && box.right < 260, `from ${box.left} to ${box.right}`);
  });
}

for (const [rung, stage] of Object.entries({ webgpu, webgl, canvas })) {
  (rung !== 'webgl' ? stage : stage.deep)(`${rung}: a picture in tiles has no seams`, async ({ player }) => {
    for (const theme of /** @type {const} */ (['dark', 'light'])) {
      const options = { width: 640, height: 400, theme };
      const whole = await pictureOf(player, options);
      const tiled = await pictureOf(player, /** @type {Options} */ ({ ...options, tile: 230 }));
      assert.deepEqual([tiled.width, tiled.height], [640, 400]);
      const off = whole.data.map((value, index) => Math.abs(value - tiled.data[index]));
      // Canvas 2D smooths some edges differently; nothing is different along the edges of tiles.
      const [edges, most] = rung === 'canvas' ? [4, 300] : [1, 0];
      assert.ok(
        off.filter((value) => value > edges).length <= most,
        `${theme}: ${off.filter((value) => value > edges).length} channels differ, by up to ${off.reduce((all, value) => Math.max(all, value), 0)}`,
      );
      const seams = [213, 214, 427, 428].map((x) => off.filter((value, index) => Math.floor(index / 4) % 640 === x && value > 4).length);
      assert.ok(Math.max(...seams) < 10, `${theme}: ${seams}`);
    }
  });
}

webgpu.deep('while it plays, pictures of other moments can be made', async ({ player }) => {
  await player.run((element) => {
    element.loop = true;
    return element.play();
  });
  const early = await pictureOf(player, { time: 0.25, width: 300, height: 300 });
  const again = await pictureOf(player, { time: 0.25, width: 300, height: 300 });
  const late = await pictureOf(player, { time: 0.75, width: 300, height: 300 });
  assert.ok(difference(early, again) < 20, 'the same moment gives the same picture');
  assert.ok(difference(early, late) > 300);
  await player.plays();
});

canvas.deep(
  'a picture has up to 6,000 pixels on a side, a small one more; one that is too large is drawn at the largest possible size',
  async ({ player }) => {
    const size = (/** @type {Options} */ options) =>
      player.run(async (element, wanted) => {
        const { width, height } = await createImageBitmap(
          await element.picture({ grid: false, shadow: false, type: 'image/jpeg', ...wanted }),
        );
        return [width, height];
      }, options);
    assert.deepEqual(await size({ width: 6000, height: 1800 }), [6000, 1800]);
    assert.deepEqual(await size({ width: 1600, height: 800, scale: 5 }), [6000, 3000]);
    assert.deepEqual(await size({ width: 8000, height: 100 }), [8000, 100]);
  },
);

canvas('impossible requests are refused', async ({ player }) => {
  assert.equal(await outcome(player, 'picture', { scale: 0 }), 'RangeError');
  assert.equal(await outcome(player, 'picture', { width: NaN }), 'RangeError');
  await player.run((element) => {
    element.removeAttribute('src');
    element.load();
  });
  await until('the stage is empty', async () => (await player.state()).name === '');
  assert.equal(await outcome(player, 'picture', {}), 'InvalidStateError');
});
