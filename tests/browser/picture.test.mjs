/** `toBlob()`: the picture as a file. */
import assert from 'node:assert/strict';
import { readClear } from './support/clear.mjs';
import { made, outcome } from './support/making.mjs';
import { difference, figureIn, readPng } from './support/pixels.mjs';
import { scenes } from './support/scenes.mjs';

const { row, scene, server } = await scenes({ gpu: 'webgpu' });
const picture = row({ path: server.page('/picture.html', '<marey-player controls src="/walker.bvh"></marey-player>'), loads: 'walker', at: 1 });

picture('toBlob gives what is on the stage, without the controls, and leaves it as it is', async ({ player }) => {
  const seen = await player.picture();
  const { type, bytes } = await made(player, 'toBlob');
  assert.equal(type, 'image/png');
  const same = readPng(bytes);
  assert.deepEqual([same.width, same.height], [seen.width, seen.height]);
  assert.ok(difference(same, seen) < 50, `${difference(same, seen)} pixels are others`);
  await player.settle();
  assert.equal(difference(await player.picture(), seen), 0);
});

picture('in another size and another format', async ({ player }) => {
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

scene('where there is no picture it says so', { path: server.page('/none.html', '<marey-player></marey-player>'), gpu: 'none' }, async ({ player }) => {
  assert.equal(await outcome(player, 'toBlob', {}), 'InvalidStateError');
  assert.equal(await outcome(player, 'toBlob', { scale: 0 }), 'RangeError');
});
