/** `toBlob()`: the picture as a file. */
import assert from 'node:assert/strict';
import { walker } from './support/clips.mjs';
import { difference, figureIn, readPng } from './support/pixels.mjs';
import { scenes } from './support/scenes.mjs';

const { scene, server } = await scenes({ gpu: 'webgpu' });
server.put('/walker.bvh', { body: walker(), type: 'text/plain' });
const path = server.page('/picture.html', '<marey-player controls src="/walker.bvh"></marey-player>');

/**
 * @param {import('./support/player.mjs').Player} player
 * @param {Parameters<import('../../www/player/element.js').MareyPlayer['toBlob']>[0]} [options]
 */
const blob = async (player, options) => {
  const { type, bytes } = await player.run(async (element, how) => {
    const made = await element.toBlob(how);
    return { type: made.type, bytes: [...new Uint8Array(await made.arrayBuffer())] };
  }, options);
  return { type, bytes: Buffer.from(bytes) };
};

scene('toBlob gives what is on the stage, without the controls, and leaves it as it is', { path }, async ({ player }) => {
  await player.loaded('walker');
  await player.holdAt(1);
  const seen = await player.picture();
  const { type, bytes } = await blob(player);
  assert.equal(type, 'image/png');
  const made = readPng(bytes);
  assert.deepEqual([made.width, made.height], [seen.width, seen.height]);
  assert.ok(difference(made, seen) < 50, `${difference(made, seen)} pixels are others`);
  await player.settle();
  assert.equal(difference(await player.picture(), seen), 0);
});

scene('in another size and another format', { path }, async ({ player }) => {
  await player.loaded('walker');
  await player.holdAt(1);
  const before = await player.figure();
  const fine = readPng((await blob(player, { scale: 2 })).bytes);
  assert.ok(Math.abs(figureIn(fine).height / before.height - 2) < 0.05, 'twice as high');
  const jpeg = await blob(player, { type: 'image/jpeg', quality: 0.5, scale: 0.5 });
  assert.equal(jpeg.type, 'image/jpeg');
  assert.deepEqual([...jpeg.bytes.subarray(0, 2)], [0xff, 0xd8]);
});

scene('a transparent player gives a transparent picture', { path: server.page('/clear.html', '<marey-player transparent src="/walker.bvh"></marey-player>') }, async ({ player }) => {
  await player.loaded('walker');
  await player.settle();
  const corner = await player.run(async (element) => {
    const bitmap = await createImageBitmap(await element.toBlob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    return [...context?.getImageData(1, 1, 1, 1).data ?? []];
  });
  assert.equal(corner[3], 0);
});

scene('where there is no picture it says so', { path: server.page('/none.html', '<marey-player></marey-player>') }, async ({ player }) => {
  const reason = (/** @type {any} */ options) => player.run((element, how) => element.toBlob(how).then(() => 'a picture', (error) => error.name), options);
  assert.equal(await reason({}), 'InvalidStateError');
  assert.equal(await reason({ scale: 0 }), 'RangeError');
});
