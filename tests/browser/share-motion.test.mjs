// of: share, marey_write
/** A dropped clip is saved in other formats, whole or in part, and the player reads the files again. */
import assert from 'node:assert/strict';
import { walker } from './support/clips.mjs';
import { download } from './support/making.mjs';
import { scenes, until } from './support/scenes.mjs';
import { unfold, openSharing } from './support/sharing.mjs';

const { scene, server } = await scenes();
const page = server.page('/convert.html', '<marey-player controls src="/walker.bvh"></marey-player>');

scene('the panel saves a dropped clip in part and in place, and the file plays', { size: [900, 600], loads: '' }, async ({ player }) => {
  await player.opens('my walk', { name: 'my walk.bvh', text: walker() });
  await player.run((element) => {
    element.loopRange = [0.5, 1.5];
  });
  const section = player.find('[data-section="motion"]');
  const choose = (/** @type {string} */ name, /** @type {string} */ value) => section.getByRole('combobox', { name }).selectOption(value);
  await openSharing(player);
  await unfold(player, 'motion');
  const part = await download(player, 'Save motion');
  assert.equal(part.name, 'my walk.bvh');
  assert.match(part.bytes.toString(), /Frames: 31\nFrame Time: 0\.0333/);

  await choose('Shows', 'whole');
  await choose('Frame rate', '60');
  await choose('Unit', 'm');
  await section.getByRole('switch', { name: 'In place' }).click();
  const whole = (await download(player, 'Save motion')).bytes.toString();
  assert.match(whole, /Frames: 179\n/);
  const [, hip] = [...whole.matchAll(/OFFSET (\S+)/g)].map(([, x]) => Number(x));
  assert.ok(Math.abs(hip - 0.1) < 1e-6, `ten centimetres in metres, not ${hip}`);
  await player.opens('again', { name: 'again.bvh', text: whole });
  assert.ok(Math.abs((await player.state()).duration - 178 / 60) < 1e-3);
  await player.isFramed();

  // The panel may close with the clip that it was about.
  await until(
    'the panel is closed',
    async () => (await player.find('.panel').count()) === 0 || (await player.button('Close').click(), false),
  );
  await openSharing(player);
  await unfold(player, 'motion');
  await choose('Format', 'glb');
  await section.getByText('In metres, with the figure as it is here').waitFor();
  assert.ok(await section.getByRole('combobox', { name: 'Unit' }).isHidden(), 'glTF has a fixed unit');
});

const UNEVEN = `#X3D V4.0 utf8
HAnimHumanoid { skeleton DEF R HAnimJoint { name "humanoid root" children DEF H HAnimJoint { name "l:hip" center 0 1 0 } } }
DEF Kick TimeSensor { cycleInterval 1 loop TRUE } DEF O OrientationInterpolator { key [ 0 0.3 1 ] keyValue [ 1 0 0 0, 1 0 0 1, 1 0 0 0 ] }
ROUTE Kick.fraction_changed TO O.set_fraction ROUTE O.value_changed TO H.rotation`;

scene.deep('the panel says how a file differs from the clip', { size: [900, 600], loads: '' }, async ({ player }) => {
  await player.opens('kick', { name: 'kick.x3dv', text: UNEVEN });
  const section = player.find('[data-section="motion"]');
  await openSharing(player);
  await unfold(player, 'motion');
  const first = (await download(player, 'Save motion')).bytes.toString();
  assert.match(first, /ROOT humanoid_root\n[^]*JOINT l_hip\n[^]*Frames: 31\n/);
  const status = section.getByRole('status');
  await until(
    'the changes are reported',
    async () =>
      (await status.textContent()) ===
      'Keys are unevenly spaced: written at 30 fps. So that more programs can read it, 2 joints have other names in the file: \u201chumanoid root\u201d is humanoid_root.',
  );
  await section.getByRole('combobox', { name: 'Frame rate' }).selectOption('60');
  assert.match((await download(player, 'Save motion')).bytes.toString(), /Frames: 61\n/);
  await until('a requested rate is not reported', async () => /^So that/.test((await status.textContent()) ?? ''));
  await section.getByRole('combobox', { name: 'Format' }).selectOption('csv');
  await until('another format has no note yet', async () => (await status.textContent()) === '');
});

scene('the element writes every format, and reads the same motion back', { path: page, loads: 'walker' }, async ({ player }) => {
  // Not every format stores the frame time.
  const hold = async () => {
    await player.run((element) => {
      element.pause();
      element.seekToFrame(30);
    });
    await player.settle();
  };
  await hold();
  const before = await player.run((element) => Object.values(element.jointPosition(3) ?? {}));
  for (const [format, names] of /** @type {const} */ ([
    ['bvh', ['bvh']],
    ['asf', ['asf', 'amc']],
    ['x3d', ['x3d']],
    ['glb', ['glb']],
    ['gltf', ['gltf']],
    ['csv', ['csv']],
    ['npz', ['npz']],
    ['skel', ['skel', 'anim']],
  ])) {
    const made = await player.run(async (element, wanted) => {
      const files = await element.convert({ format: wanted });
      /** @type {any} */ (globalThis).made = files;
      return Promise.all(files.map(async (file) => ({ name: file.name, head: [...new Uint8Array(await file.slice(0, 4).arrayBuffer())] })));
    }, format);
    assert.deepEqual(
      made.map(({ name }) => name),
      names.map((extension) => `walker.${extension}`),
    );
    if (format === 'glb') assert.deepEqual(made[0].head, [...Buffer.from('glTF')]);
    if (format === 'npz') assert.deepEqual(made[0].head, [...Buffer.from('PK\x03\x04')]);
    if (!['asf', 'x3d'].includes(format)) continue;
    await player.run(
      (element) =>
        new Promise((resolve) => {
          element.addEventListener('cliploaded', resolve, { once: true });
          element.srcObject = /** @type {any} */ (globalThis).made;
        }),
    );
    await player.loaded('walker');
    await hold();
    const joint = await player.run((element) =>
      element.clips[0].joints.map((_, index) => Object.values(element.jointPosition(index) ?? {})),
    );
    const near = Math.min(...joint.map((at) => Math.hypot(...at.map((value, axis) => value - before[axis]))));
    assert.ok(near < 0.01, `${format}: the joints have moved, the nearest by ${near}`);
    await player.run((element) => {
      element.srcObject = null;
      element.src = '/walker.bvh';
      element.load();
    });
    await player.loaded('walker');
  }
});

scene(
  'an unknown format and a missing clip are refused',
  { path: server.page('/none.html', '<marey-player controls></marey-player>') },
  async ({ player }) => {
    const refused = (/** @type {any} */ options) =>
      player.run(
        (element, given) =>
          element.convert(given).then(
            () => '',
            ({ name, message }) => `${name}: ${message}`,
          ),
        options,
      );
    assert.match(await refused({ format: 'fbx' }), /RangeError: format is one of bvh, /);
    assert.match(await refused({ format: 'bvh', fps: -1 }), /RangeError: fps/);
    assert.match(await refused({ format: 'bvh', unit: 'mile' }), /RangeError: unit takes/);
    assert.match(await refused({ format: 'bvh' }), /InvalidStateError/);
  },
);
