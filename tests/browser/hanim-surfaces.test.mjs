// of: render, marey_hanim
/** Textures on solids, pictures inside the file, and points that move. */
import assert from 'node:assert/strict';
import { scenes, until } from './support/scenes.mjs';
import { colours, switchRenderer, openFront, figure, halves, pictureDetails, textured } from './support/worn.mjs';

const { row } = await scenes({ gpu: 'webgpu', loads: '' });
/** The page remembers dropped pictures: each test has a figure and a picture of its own. */
const stage = row({ size: [900, 600], reducedMotion: true }, ({ player }) => switchRenderer(player, 'webgpu'));

/** @param {string} name @param {string} shape @param {string} [more] */
const solid = (name, shape, more) => figure(`<Transform translation='0 0.5 0'>${shape}</Transform>`, { name, more });
/** Two halves without interpolated pixels between them. */
const PIXELS = textured("<Box size='1 1 1'/>", `<PixelTexture image='8 1 3 ${'0xDC1414 '.repeat(4)}${'0x1414DC '.repeat(4)}'/>`);

for (const shape of [
  "<Box size='1 1 1'/>",
  "<Sphere radius='0.5'/>",
  "<Cylinder radius='0.5' height='1'/>",
  "<Cone bottomRadius='0.6' height='1'/>",
]) {
  (shape.startsWith('<Box') ? stage : stage.deep)(`the front of ${shape} has the left of its picture on the left`, async ({ player }) => {
    const name = shape.slice(1, shape.indexOf(' '));
    await openFront(player, solid(name, textured(shape, `<ImageTexture url='${name}.png'/>`)));
    assert.equal((await colours(player)).red, 0);
    await player.drop(halves(`${name}.png`));
    await until('the skin is on', async () => (await colours(player)).red > 1000);
    const { red, blue, gap } = await colours(player);
    assert.ok(Math.abs(red - blue) < 0.25 * red, `${red} red, ${blue} blue`);
    assert.ok(gap > 40, `red is on the left: ${gap}`);
  });
}

for (const renderer of /** @type {const} */ (['webgpu', 'webgl', 'canvas'])) {
  (renderer === 'webgpu' ? stage : stage.deep)(
    `with ${renderer} a PixelTexture is drawn, without any file beside it`,
    async ({ player, page }) => {
      await switchRenderer(player, renderer);
      await openFront(player, solid(`pixels-${renderer}`, PIXELS));
      await until('it is red and blue', async () => {
        const { red, blue } = await colours(player);
        return red > 1000 && (renderer === 'canvas' || blue > 1000);
      });
      if (renderer !== 'canvas') assert.ok((await colours(player)).gap > 40);
      assert.deepEqual(
        (await page.requests()).map((request) => request.url()).filter((url) => /two|data:image/.test(url)),
        [],
      );
    },
  );
}

stage.deep('the details name a picture inside the file', async ({ player }) => {
  await openFront(player, solid('named', PIXELS));
  assert.deepEqual(await pictureDetails(player), ['the picture in the file, shown']);
  await player.press('Escape');
});

stage.deep('a board whose points are interpolated grows', async ({ player }) => {
  const board = (/** @type {number} */ high) => `-0.4 0 0 0.4 0 0 0.4 ${high} 0 -0.4 ${high} 0 `;
  const shape = textured(
    `<IndexedFaceSet solid='false' coordIndex='0 1 2 3 -1'><Coordinate DEF='P' point='${board(0.2)}'/></IndexedFaceSet>`,
    "<PhysicalMaterial baseColor='0.9 0.05 0.05'/>",
  );
  const routes = `<TimeSensor DEF='T' cycleInterval='2'/><CoordinateInterpolator DEF='I' key='0 1' keyValue='${board(0.2)} ${board(0.8)}'/>
    <ROUTE fromNode='T' fromField='fraction_changed' toNode='I' toField='set_fraction'/>
    <ROUTE fromNode='I' fromField='value_changed' toNode='P' toField='set_point'/>`;
  await openFront(player, solid('growing', shape, routes));
  const reds = [];
  for (const moment of [0, 1, 2]) {
    await player.holdAt(moment);
    reds.push((await colours(player)).red);
  }
  const [before, middle, end] = reds;
  assert.ok(before > 300 && Math.abs(middle / before - 2.5) < 0.3 && Math.abs(end / before - 4) < 0.4, `${before}, ${middle}, ${end}`);
});
