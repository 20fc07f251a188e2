// of: render, marey_web
/** Canvas 2D draws the frames that WebGPU draws: the same figure at the same place, on the same stage. */
import assert from 'node:assert/strict';
import { amc, asf, obj } from './support/acclaim.mjs';
import { walker } from './support/clips.mjs';
import { coloured, figureIn, unlike } from './support/pixels.mjs';
import { apart, covered, drawn, stagePage } from './support/renderers.mjs';
import { scenes } from './support/scenes.mjs';
import { BLUE, RED, board, primary } from './support/worn.mjs';

const { row, server } = await scenes({ gpu: 'webgpu' });
const canvas = row({ path: stagePage(server) });

const WALK = { files: [{ name: 'walk.bvh', text: walker() }], time: 0.3 };
const march = (/** @type {string} */ skin) => ({
  files: [
    { name: 'march.amc', text: amc() },
    { name: 'marcher.asf', text: asf() },
    { name: 'boxes.obj', text: skin },
  ],
  time: 0.125,
});
const CLEAR = { transparent: true };

/** @param {import('./support/pixels.mjs').Rgba} picture @param {number} x @param {number} y */
const at = ({ data, width }, x, y) => [...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4)];

canvas('the figure has the same outline in perspective and without, and the page shows through around it', async ({ page }) => {
  for (const { name, camera, simple } of [
    { name: 'perspective', camera: '' },
    { name: 'parallel', camera: '20,15,4,0,0.9,0,ortho' },
    { name: 'simple bones', camera: '', simple: true },
  ]) {
    const { webgpu, other } = await drawn(page, 'canvas', { ...WALK, camera, settings: { ...CLEAR, simple } });
    const { area, share } = apart(covered(webgpu), covered(other));
    assert.ok(area > (simple ? 1000 : 1500), `${name}: a figure of ${area} pixels`);
    // Simple bones are flat in Canvas 2D and eight-sided in WebGPU.
    assert.ok(share < (simple ? 0.25 : 0.05), `${name}: ${share} of it differs`);
    // An orthographic camera sees the floor everywhere.
    if (!camera) for (const x of [2, other.width - 3]) assert.deepEqual(at(other, x, 2), [0, 0, 0, 0], 'the corners are clear');
  }
});

canvas('the stage has the same colours in both themes', async ({ page }) => {
  for (const theme of ['dark', 'light']) {
    const { webgpu, other } = await drawn(page, 'canvas', { ...WALK, settings: { theme } });
    for (const [x, y] of [
      [3, 3],
      [636, 3],
      [320, 10],
      [3, 120],
      [636, 396],
    ]) {
      const [one, two] = [at(webgpu, x, y), at(other, x, y)];
      assert.ok(
        one.every((each, i) => Math.abs(each - two[i]) <= 4),
        `${theme} at ${x}, ${y}: ${one} and ${two}`,
      );
    }
    const { mean } = unlike(webgpu, other);
    assert.ok(mean < 1.5, `${theme}: a mean difference of ${mean}`);
  }
});

canvas('a skin is posed as by WebGPU, and bones replace one with too many triangles', async ({ page }) => {
  const worn = await drawn(page, 'canvas', { ...march(obj()), settings: CLEAR });
  const { area, share } = apart(covered(worn.webgpu), covered(worn.other));
  assert.ok(area > 2500, `a skin of ${area} pixels`);
  assert.ok(share < 0.05, `${share} of it differs`);
  const later = await drawn(page, 'canvas', { ...march(obj()), time: 0.375, settings: CLEAR });
  assert.ok(apart(covered(worn.other), covered(later.other)).share > 0.1);
  assert.ok(apart(covered(later.webgpu), covered(later.other)).share < 0.05);

  const many = await drawn(page, 'canvas', march(obj({ more: `g root\n${'f 1 2 3\n'.repeat(65_000)}` })));
  assert.ok(many.table.hidden && many.skins[0].endTriangle > 65_000, JSON.stringify([many.table, many.skins]));
  const bare = await drawn(page, 'canvas', { ...march(obj()), settings: { skin: false } });
  const [bones, instead] = [bare, many].map(({ other }) => figureIn(other).pixels);
  assert.ok(bones > 300, `${bones} pixels of bones`);
  assert.ok(Math.abs(instead - bones) < 0.05 * bones, `${instead} of ${bones}`);
});

canvas('a skin has its textures', async ({ page }) => {
  // Red above and blue below: each is on one of the square's two triangles.
  const levels = [RED, BLUE].flat();
  const { other } = await drawn(page, 'canvas', {
    files: [board('two.png')],
    camera: 'front',
    pictures: [{ width: 1, height: 2, levels }],
  });
  const {
    counts: { red, blue },
  } = coloured(other, primary, ['red', 'blue']);
  assert.ok(red > 1000 && blue > 1000, `${red} red, ${blue} blue`);
});
