// of: page, marey_hanim
/** A skin gets its textures from picture files beside its own; missing ones are asked for. */
import assert from 'node:assert/strict';
import { scenes, until } from './support/scenes.mjs';
import { board, colours, switchRenderer, openFront, halves, pictureDetails } from './support/worn.mjs';

const { row } = await scenes({ gpu: 'webgpu', loads: '' });
const stage = row({ size: [900, 600], reducedMotion: true });

/** The page remembers dropped pictures: each test has a figure and a picture of its own. @param {string} name */
const dressed = (name) => ({
  figure: board([`pictures/${name}.PNG`, `https://example.org/${name.toLowerCase()}.png`], { name }),
  picture: halves(`${name.toLowerCase()}.png`),
});

stage('a picture dropped beside its figure is put on', async ({ player }) => {
  const { figure, picture } = dressed('Two');
  await openFront(player, figure, picture);
  await until('the skin is on', async () => (await colours(player)).red > 2000);
  const { red, blue, gap } = await colours(player);
  assert.ok(blue > 2000 && Math.abs(red - blue) < 0.2 * red, `${red} red, ${blue} blue`);
  assert.ok(gap > 50, `red is on the left: ${gap}`);
  const gltf = JSON.parse(await player.run(async (element) => (await element.convert({ format: 'gltf' }))[0].text()));
  assert.ok(gltf.meshes.some((/** @type {{ name: string }} */ { name }) => name === 'skin'));
  const [image, ...more] = gltf.images;
  assert.deepEqual([image.name, image.mimeType, more], ['Two.PNG', 'image/png', []]);
  assert.equal(gltf.bufferViews[image.bufferView].byteLength, picture.text.length);
});

stage.deep('the details ask for a missing picture, and it is put on when it comes', async ({ player }) => {
  const { figure, picture } = dressed('Later');
  await openFront(player, figure);
  assert.deepEqual((await player.run((element) => element.clips[0])).pictures, ['Later.PNG']);
  assert.equal((await colours(player)).red, 0);
  assert.deepEqual(await pictureDetails(player), ['Later.PNG: drop it together with the file to see it']);
  await player.drop(picture);
  await until('the skin is on', async () => (await colours(player)).red > 1000);
  assert.deepEqual(await pictureDetails(player), ['Later.PNG, shown']);
  await player.press('Escape');
});

stage.deep('a file that is no picture, and a picture alone, are reported', async ({ player }) => {
  await openFront(player, dressed('None').figure, { name: 'none.png', text: 'no picture at all' });
  await until('it is reported', () =>
    player.run((element) => (element.shadowRoot?.querySelector('.toast')?.textContent ?? '').includes('none.png')),
  );
  assert.equal((await colours(player)).red, 0);
});

for (const renderer of /** @type {const} */ (['webgl', 'canvas'])) {
  (renderer === 'canvas' ? stage : stage.deep)(
    `with ${renderer} a picture is drawn, and the next clip starts without it`,
    async ({ player }) => {
      await switchRenderer(player, renderer);
      const { figure, picture } = dressed(renderer);
      await openFront(player, figure, picture);
      await until('the board is red and blue', async () => {
        const { red, blue } = await colours(player);
        return red > 1000 && blue > 1000;
      });
      await openFront(player, dressed(`${renderer}-bare`).figure);
      const { red, blue } = await colours(player);
      assert.ok(red < 100 && blue < 100, `${red} ${blue}`);
    },
  );
}
