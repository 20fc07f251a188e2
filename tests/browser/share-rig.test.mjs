// of: share, marey_targets
/** A motion is saved with the rig that another program asks for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandFor } from '../../www/share/as-command.js';
import { walker } from './support/clips.mjs';
import { download } from './support/making.mjs';
import { scenes, until } from './support/scenes.mjs';
import { unfold, openSharing } from './support/sharing.mjs';

const { scene } = await scenes({ loads: '' });

scene('“For” saves the motion for another program, and tells what was changed', { size: [900, 700] }, async ({ player }) => {
  /** @type {string[]} */
  const seen = [];
  player.page.context().on('request', (request) => {
    if (/marey_targets[\w-]*\.wasm$/.test(request.url())) seen.push(request.url());
  });
  await player.opens('my walk', { name: 'my walk.bvh', text: walker({ speed: 100, fps: 60 }) });
  await openSharing(player);
  await unfold(player, 'motion');
  const section = player.find('[data-section="motion"]');
  const list = (/** @type {string} */ name) => section.getByRole('combobox', { name, exact: true });
  const formats = () => list('Format').locator('option').count();
  await until('the section is there', async () => (await formats()) > 5);

  await list('For').selectOption('lafan1');
  await until('the formats are those of rigs', async () => (await formats()) === 2);
  await section.getByText("marey convert --as lafan1 'my walk.bvh' 'my walk-lafan1.bvh'").waitFor();
  await list('Frame rate').selectOption('60');
  await list('Unit').selectOption('mm');
  await section.getByLabel('In place').check();
  await player.run((element) => {
    element.loopRange = [0.5, 1];
  });
  await section
    .getByText("marey convert --as lafan1 --from 0.5 --to 1 --fps 60 --unit mm --in-place 'my walk.bvh' 'my walk-lafan1.bvh'")
    .waitFor();
  await list('Frame rate').selectOption('');
  await list('Unit').selectOption('');
  await section.getByLabel('In place').uncheck();
  await player.run((element) => {
    element.loopRange = null;
  });
  assert.equal(seen.length, 0, 'the module is fetched to save');
  const own = await download(player, 'Save motion');
  assert.equal(own.name, 'my walk-lafan1.bvh');
  const text = own.bytes.toString();
  assert.deepEqual(text.match(/(?<=(?:ROOT|JOINT) )\S+/g)?.slice(0, 5), ['Hips', 'LeftUpLeg', 'LeftLeg', 'LeftFoot', 'LeftToe']);
  assert.match(text, /CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation\n/);
  assert.match(text, /Frames: 45\nFrame Time: 0\.033333\n/);
  await section.getByText(/^Played on a figure of 1\.75 m with the joints of LAFAN1\. .*the unit is “cm”/i).waitFor();
  assert.equal(seen.length, 1);

  await list('For').selectOption('humanml3d22');
  await until('it takes positions', async () => (await list('Format').inputValue()) === 'npy');
  await list('Frame rate').selectOption('60');
  const positions = await download(player, 'Save motion');
  assert.equal(positions.name, 'my walk-humanml3d22.npy');
  assert.match(positions.bytes.toString('latin1', 0, 128), /NUMPY.*'shape': \(90, ?22, ?3,?\)/);

  await list('For').selectOption('');
  await until('all formats are there again', async () => (await formats()) > 5);
  assert.equal((await download(player, 'Save motion')).name, 'my walk.bvh');

  await list('Format').selectOption('vrma');
  await until('the unit is fixed', async () => !(await list('Unit').isVisible()));
  const animation = await download(player, 'Save motion');
  assert.equal(animation.name, 'my walk.vrma');
  assert.match(animation.bytes.toString('latin1', 0, 600), /^glTF.*VRMC_vrm_animation.*"hips":\{"node":0\}/s);
  await section.getByText(/^Played on a figure of 1\.75 m with the joints of Unity and VRM\./).waitFor();
});

scene('what is no person is refused in a sentence, and so are unknown rigs', {}, async ({ player }) => {
  const refused = (/** @type {any} */ options) =>
    player.run(
      (element, given) =>
        element.convert(given).then(
          () => '',
          ({ name, message }) => `${name}: ${message}`,
        ),
      options,
    );
  const box = `HIERARCHY ROOT Box { OFFSET 0 0 0 CHANNELS 3 Zrotation Xrotation Yrotation End Site { OFFSET 0 1 0 } }
MOTION
Frames: 2
Frame Time: 0.1
0 0 0
0 0 9
`;
  await player.opens('box', { name: 'box.bvh', text: box });
  assert.match(await refused({ format: 'bvh', as: 'lafan1' }), /which part of a body they are; only a person is given another rig$/);
  assert.match(await refused({ format: 'vrma' }), /which part of a body they are; VRMA needs a person$/);
  await openSharing(player);
  await unfold(player, 'motion');
  const section = player.find('[data-section="motion"]');
  await section.getByRole('combobox', { name: 'For', exact: true }).selectOption('mixamo');
  await section.getByRole('button', { name: 'Save motion' }).click();
  await section.getByText(/^That did not work: .*only a person is given another rig$/).waitFor();
  assert.match(await refused({ format: 'bvh', as: 'fbx' }), /^RangeError: as is one of mixamo, /);
  assert.match(await refused({ format: 'glb', as: 'mixamo' }), /^RangeError: with as, format is one of bvh, npy$/);
});

test('words of files are no commands of a shell', () => {
  const values = { unit: null, up: '-y', behaviour: 'run; $(touch x)' };
  const session = /** @type {any} */ ({
    playback: { duration: 2 },
    info: { name: 'walk', skeletonFile: '', behaviours: [{}, {}] },
    source: { name: "it's.x3d" },
    get: (/** @type {keyof typeof values} */ name) => values[name],
  });
  assert.equal(
    commandFor(session, { format: 'bvh', as: 'cmu', from: 0, to: 2 }),
    "marey convert --as cmu --behaviour 'run; $(touch x)' --source-up='-y' 'it'\\''s.x3d' walk-cmu.bvh",
  );
});
