/** Pictures on solids, pictures in the file itself, and points that move. */
import assert from 'node:assert/strict';
import { PNG } from 'pngjs';
import { until } from './support/browser.mjs';
import { scenes } from './support/scenes.mjs';

/** @typedef {import('./support/player.mjs').Player} Player */

const { scene } = await scenes({ gpu: 'webgpu' });
/** @type {import('./support/scenes.mjs').Options} */
const STAGE = { size: [900, 600], reducedMotion: true };

/** A figure of two joints, with this on its segment. @param {string} shape @param {string} [more] */
const figure = (shape, more = '') => `<X3D version='4.0'><Scene><HAnimHumanoid name='solid'>
  <HAnimJoint containerField='skeleton' name='humanoid_root'><HAnimJoint name='skullbase' center='0 1 0'/>
  <HAnimSegment name='sacrum'><Transform translation='0 0.5 0'>${shape}</Transform></HAnimSegment></HAnimJoint></HAnimHumanoid>${more}</Scene></X3D>`;

/** Red on the left and blue on the right, as wide as high. */
function picture() {
  const made = new PNG({ width: 8, height: 8 });
  const row = [...Array(4).fill([220, 20, 20, 255]).flat(), ...Array(4).fill([20, 20, 220, 255]).flat()];
  made.data = Buffer.from(Array(8).fill(row).flat());
  return { name: 'two.png', text: PNG.sync.write(made).toString('latin1') };
}

/** How many pixels are plainly red and plainly blue, and how far the red ones are left of the blue ones. @param {Player} player */
async function colours(player) {
  await player.settle();
  const { data, width } = await player.picture();
  const found = { red: 0, blue: 0, gap: 0 };
  const middle = { red: 0, blue: 0 };
  for (let i = 0; i < data.length; i += 3) {
    const [r, g, b] = data.subarray(i, i + 3);
    const hue = r > 80 && r > 2 * g && r > 2 * b ? 'red' : b > 80 && b > 1.6 * g && b > 2 * r ? 'blue' : null;
    if (!hue) continue;
    found[hue] += 1;
    middle[hue] += (i / 3) % width;
  }
  found.gap = middle.blue / found.blue - middle.red / found.red;
  return found;
}

/** @param {Player} player @param {string} text @param {{ name: string, text: string }[]} beside */
async function drop(player, text, ...beside) {
  await player.drop({ name: 'solid.x3d', text }, ...beside);
  await player.loaded('solid');
  await player.run((element) => element.setAttribute('camera', 'front'));
  await player.holdAt(0);
}

/** A shape that wears a picture. @param {string} geometry @param {string} texture */
const worn = (geometry, texture) => `<Shape><Appearance>${texture}</Appearance>${geometry}</Shape>`;
const FILE = "<ImageTexture url='two.png'/>";
/** Two halves, so that no pixel is between them. */
const PIXELS = `<PixelTexture image='8 1 3 ${'0xDC1414 '.repeat(4)}${'0x1414DC '.repeat(4)}'/>`;

for (const solid of ["<Box size='1 1 1'/>", "<Sphere radius='0.5'/>", "<Cylinder radius='0.5' height='1'/>", "<Cone bottomRadius='0.6' height='1'/>"]) {
  scene(`the front of ${solid} shows the left of its picture on the left`, STAGE, async ({ player }) => {
    await drop(player, figure(worn(solid, FILE)));
    assert.equal((await colours(player)).red, 0);
    await player.drop(picture());
    await until('it is worn', async () => (await colours(player)).red > 1000);
    const { red, blue, gap } = await colours(player);
    assert.ok(Math.abs(red - blue) < 0.25 * red, `${red} red, ${blue} blue`);
    assert.ok(gap > 40, `red is on the left: ${gap}`);
  });
}

for (const renderer of /** @type {const} */ (['webgpu', 'webgl', 'canvas'])) {
  scene(`with ${renderer} pixels of the file are worn, without anything beside it`, STAGE, async ({ player, page }) => {
    await player.loaded();
    await player.run((element, rung) => { element.renderer = rung; }, renderer);
    await until('it draws', async () => await player.drawnWith() === renderer);
    /** @type {string[]} */
    const asked = [];
    page.on('request', (request) => { if (/two|data:image/.test(request.url())) asked.push(request.url()); });
    await drop(player, figure(worn("<Box size='1 1 1'/>", PIXELS)));
    await until('it is red and blue', async () => { const { red, blue } = await colours(player); return red > 1000 && (renderer === 'canvas' || blue > 1000); });
    if (renderer !== 'canvas') assert.ok((await colours(player)).gap > 40);
    assert.deepEqual(asked, []);
  });
}

scene('the details name a picture in the file', STAGE, async ({ player }) => {
  await drop(player, figure(worn("<Box size='1 1 1'/>", PIXELS)));
  await player.button('Details').click();
  const said = () => player.run((element) => [...(element.shadowRoot?.querySelectorAll('dt') ?? [])]
    .filter((each) => each.textContent === 'Textures').map((each) => each.nextElementSibling?.textContent ?? ''));
  await until('the details are there', async () => (await said()).length > 0);
  assert.deepEqual(await said(), ['the picture in the file, shown']);
});

scene('a board whose points an interpolator moves grows', STAGE, async ({ player }) => {
  const board = (/** @type {number} */ high) => `-0.4 0 0 0.4 0 0 0.4 ${high} 0 -0.4 ${high} 0 `;
  const shape = `<Shape><Appearance><PhysicalMaterial baseColor='0.9 0.05 0.05'/></Appearance>
    <IndexedFaceSet solid='false' coordIndex='0 1 2 3 -1'><Coordinate DEF='P' point='${board(0.2)}'/></IndexedFaceSet></Shape>`;
  const routes = `<TimeSensor DEF='T' cycleInterval='2'/><CoordinateInterpolator DEF='I' key='0 1' keyValue='${board(0.2)} ${board(0.8)}'/>
    <ROUTE fromNode='T' fromField='fraction_changed' toNode='I' toField='set_fraction'/>
    <ROUTE fromNode='I' fromField='value_changed' toNode='P' toField='set_point'/>`;
  await drop(player, figure(shape, routes));
  const before = (await colours(player)).red;
  await player.holdAt(1);
  const middle = (await colours(player)).red;
  await player.holdAt(2);
  const end = (await colours(player)).red;
  assert.ok(before > 300 && Math.abs(middle / before - 2.5) < 0.3 && Math.abs(end / before - 4) < 0.4, `${before}, ${middle}, ${end}`);
});
