// of: page, player, panels, marey_gltf, marey_fbx, marey_markers
/** Motion of other worlds on the page: glTF with its buffer, FBX, points of C3D and TRC, and what is missing or refused. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { card } from './support/page.mjs';
import { scenes, until } from './support/scenes.mjs';

const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url));
/** A fixture, a letter a byte. @param {string} format @param {string} name */
const sheet = (format, name) => ({ name, text: readFileSync(join(FIXTURES, format, name), 'latin1') });

const { row, scene, server } = await scenes({ loads: null });
server.put('/one.vrm', { body: readFileSync(join(FIXTURES, 'gltf/vrm_one.vrm')), type: 'model/gltf-binary' });

/** @param {Player} player */
const info = (player) =>
  player.run(({ clips: [{ format, joints, behaviours, skinned }] }) => ({
    format,
    joints: joints.map(({ name }) => name),
    behaviours: behaviours.map(({ name }) => name),
    skinned,
  }));
/** Waits for a card with these words. @param {Player} player @param {RegExp} words */
const says = (player, words) =>
  until(`a card says ${words}`, async () => (await player.find('.card').count()) > 0 && words.test(await card(player)));

const drops = row({ loads: null }, async ({ player }) => {
  await until('a clip is loaded', async () => (await player.state()).name);
  if (await player.find('.card').count()) await player.find('.card button').last().click();
});

drops('a GLB plays with its animations and its skin', async ({ player }) => {
  await player.opens('several', sheet('gltf', 'several.glb'));
  const { format, behaviours } = await info(player);
  assert.ok(format === 'glTF' && behaviours.length > 1, JSON.stringify([format, behaviours]));
  await player.opens('skin', sheet('gltf', 'skin.glb'));
  assert.equal((await info(player)).skinned, true);
});

drops('a glTF is read with the buffer that is dropped beside it, and names one that is missing', async ({ player }) => {
  await player.drop(sheet('gltf', 'external.gltf'));
  await says(player, /my-walk-100%\.bin/);
  await player.opens('external', sheet('gltf', 'external.gltf'), sheet('gltf', 'my-walk-100%.bin'));
  assert.equal((await info(player)).format, 'glTF');
});

drops('a file that cannot be read keeps what is shown and says what to do', async ({ player }) => {
  const before = (await player.state()).name;
  await player.drop(sheet('gltf', 'x_meshopt.glb'));
  await says(player, /gltf-transform/);
  assert.equal((await player.state()).name, before);
});

drops('an FBX plays', async ({ player }) => {
  await player.opens('mixamo', sheet('fbx', 'mixamo.fbx'));
  assert.equal((await info(player)).format, 'FBX');
});

for (const [format, file] of [
  ['C3D', 'c3d/intel_floats.c3d'],
  ['TRC', 'trc/centimetres.trc'],
])
  drops(`points of a ${format} play with their labels`, async ({ player }) => {
    const [folder, name] = file.split('/');
    await player.opens(name.replace(/\..*/, ''), sheet(folder, name));
    const { format: read, joints } = await info(player);
    assert.ok(read === format && joints.length > 2 && joints.every(Boolean), JSON.stringify([read, joints]));
    await player.plays();
  });

const EXTERNAL = readFileSync(join(FIXTURES, 'gltf/external.gltf'));
const NUMBERS = readFileSync(join(FIXTURES, 'gltf/my-walk-100%.bin'));
server.put('/beside/external.gltf', { body: EXTERNAL, type: 'model/gltf+json' });
server.put('/beside/parts/my-walk-100%.bin', { body: NUMBERS, type: 'application/octet-stream' });
server.put('/alone/external.gltf', { body: EXTERNAL, type: 'model/gltf+json' });
server.put('/elsewhere/external.gltf', {
  body: String(EXTERNAL).replace('parts/', 'http://127.0.0.1:9/parts/'),
  type: 'model/gltf+json',
});

scene(
  'a page fetches the numbers of a glTF that it shows by its address',
  { path: server.page('/external.html', '<marey-player src="/beside/external.gltf"></marey-player>') },
  async ({ player }) => {
    await player.loaded('external');
    assert.equal((await info(player)).format, 'glTF');
  },
);

scene('a link to a glTF fetches its numbers', { path: '#url=/beside/external.gltf' }, async ({ player }) => {
  await player.loaded('external');
});

scene(
  'numbers that are not there are named',
  { path: server.page('/alone.html', '<marey-player src="/alone/external.gltf"></marey-player>'), allow: [/404/] },
  async ({ player }) => {
    await says(player, /my-walk-100%\.bin.*404/);
  },
);

scene(
  'numbers on another server are not fetched, and named',
  { path: server.page('/elsewhere.html', '<marey-player src="/elsewhere/external.gltf"></marey-player>') },
  async ({ player }) => {
    await says(player, /my-walk-100%\.bin/);
  },
);

scene(
  'a page shows a VRM by its address',
  { path: server.page('/vrm.html', '<marey-player src="/one.vrm"></marey-player>') },
  async ({ player }) => {
    await player.loaded('one');
    assert.equal((await info(player)).format, 'glTF');
  },
);
