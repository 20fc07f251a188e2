// of: player
/** A browser that cannot draw at all gets plain words, and still reads files. */
import assert from 'node:assert/strict';
import { walker } from './support/clips.mjs';
import { card } from './support/page.mjs';
import { refuseRenderers } from './support/sabotage.mjs';
import { scenes, until } from './support/scenes.mjs';

const { scene } = await scenes({ gpu: 'webgl' });
const refused = [
  refuseRenderers,
  () => {
    /** @type {any} */ (globalThis).refused = true;
  },
];

scene('without any renderer the player says so and what may help, and stays usable', { scripts: refused }, async ({ player }) => {
  assert.match(await card(player), /can.t draw the stage.*Chrome and Edge: in Settings, System/);
  assert.equal(await player.find('.card').getByRole('button').count(), 0, 'trying again would not help');
  assert.match((await player.state()).error ?? '', /WebGPU/);
  assert.equal(await player.find('.bar').getByRole('button', { name: 'Play', exact: true }).isDisabled(), true);
  assert.equal(
    await player.run((element) =>
      element.play().then(
        () => 'played',
        (error) => error.name,
      ),
    ),
    'NotSupportedError',
  );
});

scene('without an adapter another renderer draws', { loads: '' }, async ({ player }) => {
  assert.ok(['webgl', 'canvas'].includes(await player.drawnWith()));
  assert.equal(await player.find('.card').count(), 0);
  await player.start();
});

scene('without a picture the details of a file can still be read', { size: [1000, 640], scripts: refused }, async ({ player }) => {
  await player.find('.card').waitFor();
  await player.drop({ name: 'walker.bvh', text: walker() });
  await until('it is read', async () => (await player.state()).name === 'walker');
  await until('the details show', async () => /90/.test(await player.find('.panel').innerText()));
  assert.equal(await player.root.getByRole('treeitem', { name: 'LeftArm' }).count(), 1);
});
