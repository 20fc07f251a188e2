// of: player, share, marey_web
/** A first frame that is a T pose for reference: told, and left out by an attribute or in a link. */
import assert from 'node:assert/strict';
import { casesOf } from './support/fixtures.mjs';
import { scenes, until } from './support/scenes.mjs';
import { openSharing, valuesIn } from './support/sharing.mjs';

const [{ bytes }] = casesOf('bvh')
  .flatMap(({ files }) => files)
  .filter(({ name }) => name === 'reference_frame.bvh');
const { scene, server } = await scenes({ files: { '/clips/reference.bvh': Buffer.from(bytes) } });

const frames = (/** @type {Player} */ player) => player.run((element) => element.frameCount);
const told = (/** @type {Player} */ player) => player.run((element) => element.warnings.map(({ message }) => message));

scene(
  'a reference pose is told, and the attribute leaves it out',
  { path: server.page('/reference.html', '<marey-player controls src="clips/reference.bvh"></marey-player>'), loads: 'reference' },
  async ({ player }) => {
    assert.equal(await frames(player), 4);
    assert.deepEqual(await told(player), ['the first frame is a T-pose for reference; the motion starts at the second']);
    await player.run((element) => {
      element.skipReference = true;
    });
    await until('it is read again without the row', async () => (await frames(player)) === 3);
    assert.deepEqual(await told(player), ['the first frame was a T-pose for reference and is left out']);
    assert.equal(await player.run((element) => element.getAttribute('skip-reference')), '');
    await player.run((element) => {
      element.skipReference = false;
    });
    await until('it is read again with the row', async () => (await frames(player)) === 4);
  },
);

scene(
  'a link leaves a reference pose out, and so does the link that is shared from it',
  { path: '#url=/clips/reference.bvh&skip-reference=1', loads: 'reference', size: [1280, 800] },
  async ({ player }) => {
    assert.equal(await frames(player), 3);
    await openSharing(player);
    assert.equal((await valuesIn(player))['skip-reference'], '1');
  },
);
