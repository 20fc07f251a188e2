// of: controls, guesses, page, marey_arrays
/** Arrays of NumPy on the page and in an element: what is guessed, and how a person overrules it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { walker } from './support/clips.mjs';
import { casesOf } from './support/fixtures.mjs';
import { fresh } from './support/fresh.mjs';
import { card, listReads } from './support/page.mjs';
import { scenes, until } from './support/scenes.mjs';
import { linkIn, openSharing, valuesIn } from './support/sharing.mjs';

const { JOINTS, parseAxes } = await import('../../www/controls/attribute-check.js');
const { TABLES } = await import('../../www/guesses/tables.js');

const ARRAYS = new Map(
  casesOf('arrays')
    .flatMap(({ files }) => files)
    .map(({ name, bytes }) => [name, bytes]),
);
const bytesOf = (/** @type {string} */ name) => /** @type {Uint8Array} */ (ARRAYS.get(name));
/** A file of the fixtures, to drop. @param {string} name @param {string} [as] */
const file = (name, as = name) => ({ name: as, text: String.fromCharCode(...bytesOf(name)) });

const FILES = Object.fromEntries(
  ['humanml.npy', 'joints_first.npy', 'poses.npz', 'several.npy'].map((name) => [`/clips/${name}`, Buffer.from(bytesOf(name))]),
);
const { row, scene: alone, server } = await scenes({ loads: 'Dance', files: FILES });
const drops = row({ loads: null, size: [1280, 800] }, fresh);
const fetched = () => server.requests.filter((path) => path.includes('marey_arrays')).length;

const chips = (/** @type {Player} */ player) => player.find('.guess:visible .pill').allInnerTexts();
const joints = (/** @type {Player} */ player) =>
  player.run((element) => element.clips[0].joints.map(({ name, parent }) => ({ name, parent })));

/** @param {Player} player @param {string} text of a chip */
const shows = (player, text) => until(`a chip says ${text}`, async () => (await chips(player)).includes(text));

/** @param {Player} player @param {RegExp} of its name @param {string} choice */
async function chooses(player, of, choice) {
  await player.button(of).click();
  await player.find('.guess').getByRole('menuitemradio', { name: choice }).click();
}

drops('a cut array says beside its title how much is there', async ({ player }) => {
  await player.opens('cut', file('cut.npy'));
  await player.button(/^cut: \d+ of \d+ frames$/).click();
  await player.find('.panel').getByText('The file ends early. What is there plays.').waitFor();
});

drops('positions play with the joints that fit, as a guess that a chip overrules', async ({ player }) => {
  await player.opens('humanml', file('humanml.npy'));
  // The camera may still be on its way from the clip before.
  await until('the figure is framed', () => player.isFramed().catch(() => null));
  await shows(player, 'HumanML3D, our guess');
  assert.equal((await joints(player))[0].name, 'pelvis');
  await player.button(/^Joints: /).click();
  assert.match(
    await player.find('.guess .why:visible').innerText(),
    /^The array does not name its joints\. HumanML3D, guessed by 22 joints/,
  );
  await player.press('Escape');
  await chooses(player, /^Joints: /, 'LAFAN1');
  await shows(player, 'LAFAN1, chosen');
  assert.equal((await joints(player))[0].name, 'Hips');
  await chooses(player, /^Joints: /, 'Points only');
  await shows(player, 'Points only, chosen');
  assert.ok((await joints(player)).every(({ parent }) => parent < 0 || parent === null));
});

drops('an array that could hold several things is asked about, and what a person says is read', async ({ player }) => {
  await player.opens('unsure', file('unsure.npz'));
  await until('a chip asks', async () => (await chips(player)).some((text) => /^Rotations as axes and angles .*, not certain$/.test(text)));
  const choices = async () => {
    await player.button(/^Contents: /).click();
    const items = player.find('.guess [role=menuitemradio]:visible');
    const all = await items.evaluateAll((list) =>
      list.map((item) => `${item.textContent}${item.getAttribute('aria-checked') === 'true' ? ', checked' : ''}`),
    );
    await player.press('Escape');
    return all;
  };
  const before = (await choices()).map((choice) => choice.replace(', checked', ''));
  const places = 'Positions of 22 joints in an unknown order';
  const camera = async () => (await player.state()).camera;
  await player.run((element) => {
    element.camera = '0,0,9,3,3,3';
  });
  const elsewhere = await camera();
  await chooses(player, /^Contents: /, places);
  await shows(player, `${places}, chosen`);
  assert.equal((await joints(player))[0].name, 'joint_0');
  const fitted = await camera();
  assert.notEqual(fitted, elsewhere);
  await player.run((element) => {
    element.camera = 'home';
  });
  await until('home is where the camera was fitted', async () => (await camera()) === fitted);
  assert.deepEqual(await choices(), [...before.map((choice) => (choice === places ? `${choice}, checked` : choice)), 'Guess']);
  await chooses(player, /^Contents: /, /** @type {string} */ (before.find((choice) => choice.startsWith('Rotations'))));
  await until('another reading is chosen at once', async () => (await joints(player))[0].name === 'pelvis');
  await until('the camera is fitted again', () => player.isFramed().catch(() => null));
  await chooses(player, /^Contents: /, 'Guess');
  await until('it is asked about again', async () => (await joints(player))[0].name === 'pelvis');
});

drops('the details name the array, and change the meaning of its axes', async ({ player }) => {
  await player.opens('joints_first', file('joints_first.npy'));
  const frames = () => player.run((element) => element.frameCount);
  assert.equal(await frames(), 6);
  await player.button(/^Details/).click();
  const panel = player.find('.panel[data-panel=details]');
  assert.match(await panel.innerText(), /float32 \(5, 6, 3\): joints, frames, coordinates/);
  await panel.getByRole('combobox', { name: 'Axes' }).selectOption({ label: 'frames, joints, coordinates' });
  await until('the first axis is time', async () => (await frames()) === 5);
});

drops('the motions of a file have rows of their own', async ({ player }) => {
  await player.opens('several', file('several.npy'));
  const rows = player.find('').page().locator('.library .motion .pick');
  await until('each motion has a row', async () => (await rows.count()) > 1);
  await rows.nth(1).click();
  assert.equal(await player.run((element) => element.behaviours.indexOf(element.behaviour)), 1);
  await until('its row is the current one', async () => (await rows.nth(1).getAttribute('aria-current')) === 'true');
});

drops('rotations stand on neutral proportions, or on the body model that is dropped with them or later', async (scene) => {
  const { player } = scene;
  await player.opens('poses', file('poses.npz'));
  await shows(player, 'Neutral proportions');
  await player.opens('of_a_model', file('model.npz'), file('of_a_model.npz'));
  const skeleton = () => player.run((element) => element.clips[0].skeletonFile);
  assert.equal(await skeleton(), 'model.npz');
  assert.ok(!(await chips(player)).includes('Neutral proportions'));
  await fresh(scene);
  await player.opens('of_a_model', file('of_a_model.npz'));
  await shows(player, 'Neutral proportions');
  await player.drop(file('model.npz'));
  await until('the motion plays on the model', async () => (await skeleton()) === 'model.npz');
});

drops('normalized vectors ask for their means, and play once these come', async ({ player }) => {
  await player.opens('walker', { name: 'walker.bvh', text: walker() });
  await player.drop(file('normalized.npy'));
  assert.match(await card(player), /^normalized\.npy is normalized Drop the Mean\.npy and the Std\.npy of its data set too/);
  assert.equal((await player.state()).name, 'walker');
  await player.opens('normalized', file('Mean.npy'), file('Std.npy'));
  await listReads(player, 'walker 3 s', 'normalized 0.3 s');
});

drops('what could run a program is refused, with lines of Python to copy, and the clip on the stage stays', async ({ page, player }) => {
  await player.opens('walker', { name: 'walker.bvh', text: walker() });
  await player.drop(file('x_evil.pkl', 'x$&evil.pkl'));
  assert.match(
    await card(player),
    /^x\$&evil\.pkl can.t be played This is a Python pickle with builtins\.print\. Opening one can run somebody.s program, so Marey does not\./,
  );
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await player.button('Copy lines').click();
  await player.find('.toast').getByText('Lines copied').waitFor();
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
  assert.equal(lines[0], 'import numpy');
  assert.match(lines[1], /^d = numpy\.load\("x\$&evil\.pkl", allow_pickle=True/);
  await player.drop(file('x_shape.npy'));
  await until('the card is about the shape', async () => /^x_shape\.npy can.t be played/.test(await card(player)));
  assert.equal((await player.state()).name, 'walker');
  await player.plays();
});

test('the check knows the letters of axes as the reader does', () => {
  // As in the unit test of `array_options.rs`.
  for (const letters of ['FJ3', 'fj3', 'JF2', 'NFJC', 'N3FJB', 'FV', 'NFV', 'FP']) assert.equal(parseAxes(letters), letters);
  for (const letters of ['', 'FJ', 'JJ3', 'FJ33', 'FVJ', 'FV3', 'J3', 'FJQ', 'FJC3', 'FVP']) assert.equal(parseAxes(letters), '', letters);
});

const embed = (/** @type {string} */ path, /** @type {string} */ attributes) =>
  server.page(path, `<marey-player controls ${attributes}></marey-player>`);

alone(
  'attributes say what an array is, and the module is fetched for it alone',
  { path: embed('/arrays.html', 'src="clips/humanml.npy" joints="lafan1"'), loads: 'humanml', size: [1000, 700] },
  async ({ player }) => {
    assert.equal((await joints(player))[0].name, 'Hips');
    assert.ok(fetched() > 0);
    await player.run((element) => {
      element.joints = 'points';
    });
    await until('it is read again', async () => (await joints(player)).every(({ name }) => name.startsWith('joint_')));
    await player.run((element) => {
      element.removeAttribute('joints');
      element.axes = 'JF3';
      element.src = 'clips/joints_first.npy';
    });
    await player.loaded('joints_first');
    assert.equal(await player.run((element) => element.frameCount), 6);
  },
);

alone.deep(
  'a word that is no order of joints leaves the guess, and the check knows all that are',
  { path: embed('/wrong.html', 'src="clips/humanml.npy" joints="human"'), loads: 'humanml', size: [1000, 700] },
  async ({ player }) => {
    await shows(player, 'HumanML3D, our guess');
    assert.deepEqual(JOINTS, [...TABLES.map(([name]) => name), 'inferred', 'points', 'rotations']);
  },
);

alone(
  'words of a link that mean nothing are told, and nothing is read by them',
  { path: '#url=/clips/humanml.npy&holds=banana&up=q', loads: 'humanml', size: [1280, 800] },
  async ({ player }) => {
    const toast = () => player.find('.toast').innerText();
    await until('both are told', async () => /up: q means nothing.*holds: banana means nothing/s.test(await toast()));
    assert.ok(!(await chips(player)).some((text) => /banana|, chosen/.test(text)));
    await openSharing(player);
    assert.equal((await valuesIn(player)).holds, undefined);
  },
);

alone(
  'parts of a link that mean nothing are told',
  { path: '#url=/clips/humanml.npy&gosts=3&speed=2&theme=light', loads: 'humanml', size: [1280, 800] },
  async ({ player }) => {
    const toast = () => player.find('.toast').innerText();
    await until('they are told', async () => /parts that mean nothing here: gosts$/.test(await toast()));
  },
);

alone(
  'joints and axes of a link that mean nothing are told',
  { path: '#url=/clips/humanml.npy&joints=banana&axes=FJJ', loads: 'humanml', size: [1280, 800] },
  async ({ player }) => {
    const toast = () => player.find('.toast').innerText();
    await until('both are told', async () => /joints: banana means nothing.*axes: FJJ means nothing/s.test(await toast()));
  },
);

alone(
  'a link of two arrays has the choice for each of them, in their order',
  { path: '#url=/clips/humanml.npy&url=/clips/humanml.npy&joints=&joints=lafan1', loads: 'humanml', size: [1280, 800] },
  async ({ player }) => {
    const roots = () => player.run((element) => element.clips.map(({ joints: [{ name }] }) => name));
    await until('both are there', async () => (await roots()).length === 2);
    assert.deepEqual(await roots(), ['pelvis', 'Hips']);
    await openSharing(player);
    const values = new URLSearchParams(new URL(await linkIn(player)).hash.slice(1));
    assert.deepEqual(values.getAll('joints'), ['', 'lafan1']);
  },
);

alone.deep(
  'a link has the choice of joints and axes, and opens with it',
  { path: '#url=/clips/humanml.npy&joints=lafan1&axes=FJ3', loads: 'humanml', size: [1280, 800] },
  async ({ player }) => {
    assert.equal((await joints(player))[0].name, 'Hips');
    await openSharing(player);
    const { joints: ofLink, axes } = await valuesIn(player);
    assert.deepEqual({ ofLink, axes }, { ofLink: 'lafan1', axes: 'FJ3' });
  },
);
