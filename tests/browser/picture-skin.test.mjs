// of: share, render, marey_hanim
/** Pictures, filmstrips and films show a skin with its textures. */
import assert from 'node:assert/strict';
import { made } from './support/making.mjs';
import { coloured, readPng } from './support/pixels.mjs';
import { scenes } from './support/scenes.mjs';
import { RED, board, switchRenderer, halves } from './support/worn.mjs';

const { row } = await scenes({ gpu: 'webgpu', loads: '' });
const stage = row({ size: [900, 600], reducedMotion: true });

/** The share of plainly red pixels. @param {Buffer} png */
function redness(png) {
  const picture = readPng(png);
  const {
    counts: { red },
  } = coloured(picture, (r, g, b) => (r > 90 && r > 2 * g && r > 2 * b ? 'red' : null), ['red']);
  return red / (picture.width * picture.height);
}

for (const rung of /** @type {const} */ (['webgpu', 'webgl', 'canvas'])) {
  (rung === 'webgpu' ? stage.deep : stage)(`${rung}: pictures and filmstrips show a skin\u2019s texture`, async ({ player }) => {
    await switchRenderer(player, rung);
    await player.opens(rung, board('red.png', { all: true, name: rung }), halves('red.png', RED));
    await player.settle();
    const alone = redness((await made(player, 'picture', { width: 300, height: 300 })).bytes);
    assert.ok(alone > 0.1, `${alone}`);
    const strip = redness((await made(player, 'filmstrip', { count: 3, background: '#fff', labels: false })).bytes);
    assert.ok(strip > 0.3, `${strip}`);
    assert.equal(await player.drawnWith(), rung);
  });
}
