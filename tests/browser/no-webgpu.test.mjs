/** A browser without WebGPU gets plain words, and still reads files. */
import assert from 'node:assert/strict';
import { walker } from './support/clips.mjs';
import { scenes } from './support/scenes.mjs';
import { until } from './support/browser.mjs';

const { scene } = await scenes({ webgpu: false });

/** @param {import('./support/scenes.mjs').Scene} scene */
async function says({ player }) {
  const card = player.find('.card');
  await card.waitFor();
  assert.match(await card.innerText(), /WebGPU/);
  assert.match(await card.innerText(), /Chrome/);
  assert.equal(await card.getByRole('button').count(), 0, 'trying again would not help');
  assert.match((await player.state()).error ?? '', /WebGPU/);
  assert.equal(await player.find('.bar').getByRole('button', { name: 'Play', exact: true }).isDisabled(), true);
  assert.equal(await player.run((element) => element.play().then(() => 'played', (error) => error.name)), 'NotSupportedError');
}

scene('no adapter: the player says so, and stays usable', {}, says);

scene('no navigator.gpu at all: the same', { scripts: [() => { Object.defineProperty(navigator, 'gpu', { value: undefined }); }] }, says);

scene('without a picture the details of a file can still be read', { size: [1000, 640] }, async ({ player }) => {
  await player.find('.card').waitFor();
  await player.drop({ name: 'walker.bvh', text: walker() });
  await until('it is read', async () => (await player.state()).name === 'walker');
  await until('the details show', async () => /90/.test(await player.find('.panel').innerText()));
  assert.equal(await player.root.getByRole('treeitem', { name: 'LeftArm' }).count(), 1);
});
