/** Pictures, filmstrips and films of a skin that wears pictures: they have them on, too. */
import assert from 'node:assert/strict';
import { PNG } from 'pngjs';
import { readPng } from './support/pixels.mjs';
import { scenes } from './support/scenes.mjs';

const { scene } = await scenes({ gpu: 'webgpu' });

/** Red, all of it. */
function red() {
  const picture = new PNG({ width: 8, height: 8 });
  picture.data = Buffer.from(Array(64).fill([220, 20, 20, 255]).flat());
  return PNG.sync.write(picture).toString('latin1');
}

/** A figure of two joints with a square board that wears a picture; both have a shape, so that no bones are shown. */
const BOARD = `<X3D version='4.0'><Scene><HAnimHumanoid name='board'>
  <HAnimJoint containerField='skeleton' name='humanoid_root'><HAnimJoint name='skullbase' center='0 1 0'><HAnimSegment name='skull'><Shape>
    <IndexedFaceSet solid='false' coordIndex='0 1 2 -1'><Coordinate point='0 1 0 0.01 1 0 0 1.01 0'/></IndexedFaceSet></Shape></HAnimSegment></HAnimJoint>
  <HAnimSegment name='sacrum'><Shape>
    <Appearance><ImageTexture url='"red.png"'/></Appearance>
    <IndexedFaceSet solid='false' coordIndex='0 1 2 3 -1'><Coordinate point='-0.5 0 0 0.5 0 0 0.5 1 0 -0.5 1 0'/>
    <TextureCoordinate point='0 0 1 0 1 1 0 1'/></IndexedFaceSet>
  </Shape></HAnimSegment></HAnimJoint></HAnimHumanoid></Scene></X3D>`;

/** How much of a picture is plainly red. @param {Buffer} png */
function redness(png) {
  const { data, width, height } = readPng(png);
  let count = 0;
  for (let at = 0; at < data.length; at += 3) count += Number(data[at] > 90 && data[at] > 2 * data[at + 1] && data[at] > 2 * data[at + 2]);
  return count / (width * height);
}

for (const rung of ['webgpu', 'webgl', 'canvas']) {
  scene(`${rung}: a skin's picture is on it in pictures and strips`, { path: `#renderer=${rung}`, size: [900, 600], reducedMotion: true }, async ({ player }) => {
    await player.loaded();
    await player.run((element, wish) => { element.renderer = /** @type {any} */ (wish); }, rung);
    await player.drop({ name: 'board.x3d', text: BOARD }, { name: 'red.png', text: red() });
    await player.loaded('board');
    await player.settle();
    const bytes = async (/** @type {'picture' | 'filmstrip'} */ what) => Buffer.from(await player.run(async (element, name) => {
      const blob = name === 'picture' ? await element.picture({ width: 300, height: 300 }) : await element.filmstrip({ count: 3, background: '#fff', labels: false });
      return [...new Uint8Array(await blob.arrayBuffer())];
    }, what));
    const alone = redness(await bytes('picture'));
    assert.ok(alone > 0.1, `${alone}`);
    const strip = redness(await bytes('filmstrip'));
    assert.ok(strip > 0.3, `${strip}`);
    assert.equal(await player.drawnWith(), rung);
  });
}
