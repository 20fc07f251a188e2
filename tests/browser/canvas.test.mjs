/** Canvas2D draws the frames that WebGPU draws: the same figure at the same place, on the same stage. */
import assert from 'node:assert/strict';
import { amc, asf, obj } from './support/acclaim.mjs';
import { walker } from './support/clips.mjs';
import { limb } from './support/pixels.mjs';
import { apart, covered, renderers } from './support/renderers.mjs';
import { scenes } from './support/scenes.mjs';

/** @typedef {import('./support/renderers.mjs').Rgba} Rgba */

const { scene, server } = await scenes({ gpu: 'webgpu' });
const STAGE = { path: null };

const WALK = { files: [{ name: 'walk.bvh', text: walker() }], time: 0.3 };
const march = (/** @type {string} */ skin) => ({
  files: [{ name: 'march.amc', text: amc() }, { name: 'marcher.asf', text: asf() }, { name: 'boxes.obj', text: skin }], time: 0.125,
});
const CLEAR = { transparent: true };

/** @param {Rgba} picture @param {number} x @param {number} y */
const at = ({ data, width }, x, y) => [...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4)];

/** How many pixels have the colours of limbs. @param {Rgba} picture */
function limbs({ data }) {
  let count = 0;
  for (let i = 0; i < data.length; i += 4) if (limb(data[i], data[i + 1], data[i + 2])) count += 1;
  return count;
}

scene('the figure has the same outline, in perspective and without, and the page shows through around it', STAGE, async ({ page }) => {
  const show = await renderers(page, server);
  for (const { name, camera, simple } of [{ name: 'perspective', camera: '' }, { name: 'parallel', camera: '20,15,4,0,0.9,0,ortho' }, { name: 'simple bones', camera: '', simple: true }]) {
    const { drew, webgpu, canvas } = await show({ ...WALK, camera, settings: { ...CLEAR, simple } });
    assert.ok(drew, name);
    const { area, share } = apart(covered(webgpu), covered(canvas));
    assert.ok(area > (simple ? 1000 : 1500), `${name}: a figure of ${area} pixels`);
    // Simple bones are flat here, and solids of eight sides there.
    assert.ok(share < (simple ? 0.25 : 0.05), `${name}: ${share} of it differs`);
    // A parallel camera sees the floor everywhere.
    if (!camera) for (const x of [2, canvas.width - 3]) assert.deepEqual(at(canvas, x, 2), [0, 0, 0, 0], 'the corners are clear');
  }
});

scene('the stage has the same colours in both themes', STAGE, async ({ page }) => {
  const show = await renderers(page, server);
  for (const theme of ['dark', 'light']) {
    const { webgpu, canvas } = await show({ ...WALK, settings: { theme } });
    for (const [x, y] of [[3, 3], [636, 3], [320, 10], [3, 120], [636, 396]]) {
      const [one, other] = [at(webgpu, x, y), at(canvas, x, y)];
      assert.ok(one.every((each, i) => Math.abs(each - other[i]) <= 4), `${theme} at ${x}, ${y}: ${one} and ${other}`);
    }
    let sum = 0;
    for (let i = 0; i < canvas.data.length; i += 1) sum += Math.abs(canvas.data[i] - webgpu.data[i]);
    assert.ok(sum / canvas.data.length < 1.5, `${theme}: a mean difference of ${sum / canvas.data.length}`);
  }
});

scene('a skin is posed as WebGPU poses it, and gives way to bones where it has too many triangles', STAGE, async ({ page }) => {
  const show = await renderers(page, server);
  const worn = await show({ ...march(obj()), settings: CLEAR });
  const { area, share } = apart(covered(worn.webgpu), covered(worn.canvas));
  assert.ok(area > 2500, `a skin of ${area} pixels`);
  assert.ok(share < 0.05, `${share} of it differs`);
  // At another moment it is somewhere else.
  const later = await show({ ...march(obj()), time: 0.375, settings: CLEAR });
  assert.ok(apart(covered(worn.canvas), covered(later.canvas)).share > 0.1);
  assert.ok(apart(covered(later.webgpu), covered(later.canvas)).share < 0.05);

  const many = await show(march(obj({ more: `g root\n${'f 1 2 3\n'.repeat(7000)}` })));
  assert.ok(many.table.hidden && many.table.endTriangle > 7000, JSON.stringify(many.table));
  const bare = await show({ ...march(obj()), settings: { skin: false } });
  assert.ok(limbs(bare.canvas) > 300, `${limbs(bare.canvas)} pixels of bones`);
  assert.ok(Math.abs(limbs(many.canvas) - limbs(bare.canvas)) < 0.05 * limbs(bare.canvas), `${limbs(many.canvas)} of ${limbs(bare.canvas)}`);
});

scene('a skin wears its pictures', STAGE, async ({ page }) => {
  const show = await renderers(page, server);
  const text = `<X3D version='4.0'><Scene><HAnimHumanoid name='board'>
  <HAnimJoint containerField='skeleton' name='humanoid_root'><HAnimJoint name='skullbase' center='0 1 0'><HAnimSegment name='skull'><Shape>
    <IndexedFaceSet solid='false' coordIndex='0 1 2 -1'><Coordinate point='0 1 0 0.01 1 0 0 1.01 0'/></IndexedFaceSet></Shape></HAnimSegment></HAnimJoint>
  <HAnimSegment name='sacrum'><Shape><Appearance><ImageTexture url='"two.png"'/></Appearance>
    <IndexedFaceSet solid='false' coordIndex='0 1 2 3 -1'><Coordinate point='-0.5 0 0 0.5 0 0 0.5 1 0 -0.5 1 0'/>
    <TextureCoordinate point='0 0 1 0 1 1 0 1'/></IndexedFaceSet></Shape></HAnimSegment></HAnimJoint></HAnimHumanoid></Scene></X3D>`;
  // Red above and blue below: each is on one of the square's two triangles.
  const levels = [[220, 20, 20, 255], [20, 20, 220, 255]].flat();
  const { canvas } = await show({ files: [{ name: 'board.x3d', text }], camera: 'front', pictures: [{ width: 1, height: 2, levels }] });
  const found = { red: 0, blue: 0 };
  for (let i = 0; i < canvas.data.length; i += 4) {
    const [r, g, b] = canvas.data.subarray(i, i + 3);
    if (r > 80 && r > 2 * g && r > 2 * b) found.red += 1;
    if (b > 80 && b > 1.6 * g && b > 2 * r) found.blue += 1;
  }
  assert.ok(found.red > 1000 && found.blue > 1000, JSON.stringify(found));
});
