/** A skin wears pictures that lie beside its file; those that do not are asked for. */
import assert from 'node:assert/strict';
import { PNG } from 'pngjs';
import { until } from './support/browser.mjs';
import { scenes } from './support/scenes.mjs';

/** @typedef {import('./support/player.mjs').Player} Player */

const { scene } = await scenes({ gpu: 'webgpu' });
/** @type {import('./support/scenes.mjs').Options} */
const STAGE = { size: [900, 600], reducedMotion: true };

/** A PNG whose left half is of one colour and whose right half of another, as text of one byte a letter. */
function png(/** @type {number[]} */ left, /** @type {number[]} */ right) {
  const picture = new PNG({ width: 8, height: 8 });
  const row = [...Array(4).fill([...left, 255]).flat(), ...Array(4).fill([...right, 255]).flat()];
  picture.data = Buffer.from(Array(8).fill(row).flat());
  return PNG.sync.write(picture).toString('latin1');
}

/** A figure of two joints with a square board that wears a picture. */
const BOARD = `<X3D version='4.0'><Scene><HAnimHumanoid name='board'>
  <HAnimJoint containerField='skeleton' name='humanoid_root'><HAnimJoint name='skullbase' center='0 1 0'/>
  <HAnimSegment name='sacrum'><Shape>
    <Appearance><ImageTexture url='"pictures/Two.PNG" "https://example.org/two.png"'/></Appearance>
    <IndexedFaceSet solid='false' coordIndex='0 1 2 3 -1'><Coordinate point='-0.5 0 0 0.5 0 0 0.5 1 0 -0.5 1 0'/>
    <TextureCoordinate point='0 0 1 0 1 1 0 1'/></IndexedFaceSet>
  </Shape></HAnimSegment></HAnimJoint></HAnimHumanoid></Scene></X3D>`;
const PICTURE = { name: 'two.png', text: png([220, 20, 20], [20, 20, 220]) };

/** How many pixels are plainly red and plainly blue, and how far the red ones are left of the blue ones. @param {Player} player */
async function colours(player) {
  await player.settle();
  const picture = await player.picture();
  const found = { red: 0, blue: 0, gap: 0 };
  const middle = { red: 0, blue: 0 };
  for (let i = 0; i < picture.data.length; i += 3) {
    const [r, g, b] = picture.data.subarray(i, i + 3);
    const hue = r > 80 && r > 2 * g && r > 2 * b ? 'red' : b > 80 && b > 1.6 * g && b > 2 * r ? 'blue' : null;
    if (!hue) continue;
    found[hue] += 1;
    middle[hue] += (i / 3) % picture.width;
  }
  found.gap = middle.blue / found.blue - middle.red / found.red;
  return found;
}

/** @param {Player} player @param {{ name: string, text: string }[]} beside */
async function drop(player, ...beside) {
  await player.drop({ name: 'board.x3d', text: BOARD }, ...beside);
  await player.loaded('board');
  await player.run((element) => element.setAttribute('camera', 'front'));
  await player.holdAt(0);
}

/** What the details say of pictures. @param {Player} player */
const said = (player) => player.run((element) => {
  const rows = [...(element.shadowRoot?.querySelectorAll('dt') ?? [])].filter((each) => each.textContent === 'Textures');
  return rows.map((each) => each.nextElementSibling?.textContent ?? '');
});

scene('a picture that is dropped beside its figure is worn', STAGE, async ({ player }) => {
  await drop(player, PICTURE);
  await until('it is worn', async () => (await colours(player)).red > 2000);
  const { red, blue, gap } = await colours(player);
  assert.ok(blue > 2000 && Math.abs(red - blue) < 0.2 * red, `${red} red, ${blue} blue`);
  assert.ok(gap > 50, `red is on the left: ${gap}`);
});

scene('a picture that comes later is put on, and the details ask for it before', STAGE, async ({ player }) => {
  await drop(player);
  assert.deepEqual((await player.run((element) => element.clips[0])).pictures, ['Two.PNG']);
  assert.equal((await colours(player)).red, 0);
  await player.button('Details').click();
  await until('the details are there', async () => (await said(player)).length > 0);
  assert.deepEqual(await said(player), ['Two.PNG: drop it beside the file to see it']);
  await player.drop(PICTURE);
  await until('it is worn', async () => (await colours(player)).red > 1000);
  assert.deepEqual(await said(player), ['Two.PNG, shown']);
});

scene('what is no picture is told of, and a picture alone, too', STAGE, async ({ player }) => {
  await drop(player, { name: 'two.png', text: 'no picture at all' });
  await until('it is told', () => player.run((element) => (element.shadowRoot?.querySelector('.toast')?.textContent ?? '').includes('two.png')));
  assert.equal((await colours(player)).red, 0);
});

for (const renderer of /** @type {const} */ (['webgl', 'canvas'])) {
  scene(`with ${renderer} a picture is worn, and the next clip begins without`, STAGE, async ({ player }) => {
    await player.loaded();
    await player.run((element, rung) => { element.renderer = rung; }, renderer);
    await until('it draws', async () => await player.drawnWith() === renderer);
    await drop(player, PICTURE);
    await until('the board is red and blue', async () => { const { red, blue } = await colours(player); return red > 1000 && (renderer === 'canvas' || blue > 1000); });
    await player.drop({ name: 'bare.x3d', text: BOARD.replace('Two.PNG', 'Other.PNG').replace('two.png', 'other.png') });
    await player.loaded('bare');
    await player.run((element) => element.setAttribute('camera', 'front'));
    await player.holdAt(0);
    const { red, blue } = await colours(player);
    assert.ok(red < 100 && blue < 100, `${red} ${blue}`);
  });
}
