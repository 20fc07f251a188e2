// of: page, marey_hanim
/** HAnim figures dropped on the page in every encoding, and those among the samples. */
import assert from 'node:assert/strict';
import { onlyDeep } from '../support/deep.mjs';
import { isAccessible } from './support/axe.mjs';
import { amc, asf } from './support/acclaim.mjs';
import { stick } from './support/clips.mjs';
import { onDisk } from './support/disk.mjs';
import { JOINT_COUNT, broken, gz, motionAlone, withoutHumanoid, wrl, x3d, x3dj, x3dv } from './support/hanim.mjs';
import { WIDE, pick } from './support/list.mjs';
import { card, listReads } from './support/page.mjs';
import { scenes, until } from './support/scenes.mjs';
import { asset } from './support/server.mjs';

const { scene, row, server } = await scenes({ loads: '' });

/** @param {Player} player */
const info = (player) => player.run(({ clips: [{ format, joints }] }) => ({ format, joints: joints.length }));

/** The file of the skeleton. @param {Player} player */
const skeleton = (player) => player.run((element) => element.clips[0].skeletonFile);

/** How often each reader was requested. @param {string[]} names */
const requests = (...names) => names.map((name) => server.requests.filter((path) => path.endsWith(asset(`marey_${name}.wasm`))).length);

/** Chooses a sample on the welcome. @param {Player} player @param {string} name */
async function samples(player, name) {
  await player.find('.clips .pick').filter({ hasText: name }).click();
  return player.loaded(name);
}

/** @param {Player} player */
async function movesFramed(player) {
  await player.plays();
  await player.isFramed();
}

const drops = row({ loads: null }, async ({ player }) => {
  await until('a clip is loaded', async () => (await player.state()).name);
  if (await player.find('.card').count()) await player.find('.card button').last().click();
});

for (const [name, text] of [
  ['xml.x3d', x3d()],
  ['classic.x3dv', x3dv()],
  ['old.wrl', wrl()],
  ['object.x3dj', x3dj()],
  ['plain.json', x3dj()],
  ['packed.x3d.gz', gz(x3d())],
  ['short.x3dz', gz(x3d())],
  ['short.x3dvz', gz(x3dv())],
  ['older.wrz', gz(wrl())],
  ['object.x3dj.gz', gz(x3dj())],
  ['untold', x3dv()],
]) {
  drops(`${name} shows a figure and plays`, async ({ player }) => {
    await player.drop({ name, text });
    const bare = name.split('.')[0];
    // By its full name where another clip has the same.
    await until('it is listed', async () => [`${bare} 2 s`, `${name} 2 s`].includes((await player.list()).at(-1) ?? ''));
    assert.equal((await player.loaded(bare)).duration, 2);
    assert.deepEqual(await info(player), { format: 'HAnim', joints: JOINT_COUNT });
    await movesFramed(player);
  });
}

scene('a folder opens its scenes, and no other JSON', {}, async ({ player }) => {
  await player.dropFromDisk(
    await onDisk('figures', {
      'a.x3d': x3d(),
      'b.json': x3dj(),
      'c.wrl.gz': gz(wrl()),
      'd.gz': gz(x3dv()),
      'package.json': '{ "name": "figures" }',
      'node_modules/deep/tsconfig.json': '{ "strict": true }',
      'log.gz': gz('nothing to see'),
      'cut.gz': gz(x3d()).slice(0, 8),
    }),
  );
  await player.loaded('a');
  await listReads(player, 'a 2 s', 'b 2 s', 'c 2 s', 'd 2 s');
});

drops('JSON without a scene is tried when it is dropped alone, and refused as what it is', async ({ player }) => {
  await player.opens('before', { name: 'before.bvh', text: stick() });
  await player.drop({ name: 'package.json', text: '{ "name": "figures" }' });
  assert.match(await card(player), /package\.json can.t be played .*this is a JSON file, but no X3D scene/i);
});

drops('a broken figure and a scene without one are refused in words, and the previous clip stays', async ({ player }) => {
  await player.opens('standing', { name: 'standing.x3d', text: x3d() });
  await player.holdAt(1);
  for (const [file, message] of /** @type {const} */ ([
    [{ name: 'broken.x3d', text: broken() }, /broken\.x3d can.t be played Line 4, column 3: /],
    [{ name: 'ball.x3d', text: withoutHumanoid() }, /ball\.x3d can.t be played .*no humanoid in this scene: expected a HAnimHumanoid/],
  ])) {
    await player.drop(file);
    assert.match(await card(player), message);
    const { name, time } = await player.state();
    assert.deepEqual([name, time], ['standing', 1]);
    await player.find('.card button').last().click();
  }
});

drops('the complete part of a truncated file is shown, with a warning', async ({ player }) => {
  const text = x3d();
  await player.opens('cut', { name: 'cut.x3d', text: text.slice(0, text.indexOf('<TimeSensor')) });
  await player.button(/^Details, 1 warning$/).waitFor();
});

scene.deep('a figure is no skeleton for Acclaim: beside one it changes nothing, and alone it is not offered', {}, async ({ player }) => {
  assert.equal((await player.opens('still', { name: 'still.x3d', text: x3d({ moves: false }) })).frames, 1);
  await player.drop({ name: 'march.amc', text: amc() });
  assert.match(await card(player), /march\.amc needs its skeleton/);
  await player.opens('other', { name: 'other.x3d', text: x3d() }, { name: 'marcher.asf', text: asf() });
  await listReads(player, 'still pose', 'other 2 s', 'marcher.asf', 'march 1 s');
});

scene('a motion without a figure asks for one, and moves the one that comes', {}, async ({ player }) => {
  await player.drop({ name: 'bend.x3dv', text: motionAlone() });
  assert.match(
    await card(player),
    /bend\.x3dv needs its skeleton Drop its figure \(\.x3d\) here, and it plays\. It moves l_knee, r_knee\./,
  );
  assert.equal((await player.opens('bend', { name: 'dancer.x3d', text: x3d() })).frames, 21);
  assert.equal(await skeleton(player), 'dancer.x3d');
  await movesFramed(player);
  await listReads(player, 'bend 2 s', 'dancer 2 s');
  await player.opens('squat', { name: 'squat.x3dv', text: motionAlone() });
});

scene('a motion and its figure dropped together: the motion plays on the figure', {}, async ({ player }) => {
  await player.opens('bend', { name: 'bend.x3dv', text: motionAlone() }, { name: 'dancer.x3d', text: x3d({ moves: false }) });
  assert.equal(await skeleton(player), 'dancer.x3d');
});

scene(
  'a humanoid is fetched with its own reader; one beside motion capture plays with it, each by its own reader',
  { path: null, loads: null },
  async ({ page, player }) => {
    const [mocap, hanim] = requests('mocap', 'hanim');
    await player.visits(server.url());
    await player.opens('dancer', { name: 'dancer.x3d', text: x3d() });
    assert.deepEqual(requests('mocap', 'hanim'), [mocap, hanim + 1]);
    await player.drop({ name: 'other.x3d', text: x3d() }, { name: 'marcher.asf', text: asf() }, { name: 'march.amc', text: amc() });
    await listReads(player, 'dancer 2 s', 'other 2 s', 'marcher.asf', 'march 1 s');
    for (const [name, format] of [
      ['march', 'ASF/AMC'],
      ['other', 'HAnim'],
    ]) {
      // The sample March is not among the opened clips.
      await pick(player, name);
      await movesFramed(player);
      assert.equal((await info(player)).format, format);
    }
    assert.ok(requests('mocap')[0] > mocap);
  },
);

scene.deep(
  'Wave waves by interpolators and by HAnimMotion; its reader is fetched when it is chosen',
  { ...WIDE, path: null, loads: null },
  async ({ page, player }) => {
    const [before] = requests('hanim');
    await player.visits(server.url());
    await until(
      'the samples that can be read are read',
      async () => (await player.list())[0] === 'Dance 8 s' && (await player.list())[3] === 'Walk 6 s',
    );
    assert.deepEqual(requests('hanim'), [before]);
    assert.equal(await player.find('.forms').count(), 0);
    const { frames, duration } = await samples(player, 'Wave');
    assert.equal(duration, 4.8);
    assert.deepEqual(requests('hanim'), [before + 1]);
    const behaviours = () => player.run((element) => element.clips[0].behaviours.length);
    assert.equal(await behaviours(), 3);
    await player.plays();
    const choice = player.root.getByRole('group', { name: 'Wave' });
    const pressed = choice.locator('[aria-pressed="true"]');
    assert.equal(await pressed.innerText(), 'keys');
    await choice.getByRole('button', { name: 'frames of HAnimMotion' }).click();
    await until('the other one plays', async () => (await behaviours()) === 1);
    const rows = await player.loaded('Wave');
    assert.deepEqual([rows.frames, rows.duration, await pressed.innerText()], [121, 4.8, 'frames']);
    assert.ok(frames <= 121);
    await player.plays();
    assert.match(page.url(), /\/$/);
  },
);

scene('Human has four levels of articulation, chosen by keyboard', {}, async ({ page, player }) => {
  await player.find('.clips .pick').filter({ hasText: 'Human' }).focus();
  await page.keyboard.press('Enter');
  await player.loaded('Human');
  const joints = () => player.run((element) => element.clips[0].joints.filter(({ endSite, name }) => !endSite && name).length);
  const counts = [await joints()];
  const choice = player.root.getByRole('group', { name: 'Human' });
  await choice.waitFor();
  for (const level of [1, 2, 3, 4]) {
    await player.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), `Level of articulation ${level}`);
    await player.press('Enter');
    await until(`level ${level} is pressed`, async () => (await choice.locator('[aria-pressed="true"]').innerText()) === `${level}`);
    await until('it is loaded', async () => (await joints()) !== counts.at(-1) || level === 2);
    await player.loaded('Human');
    counts.push(await joints());
  }
  const [start, one, two, three, four] = counts;
  assert.equal(start, two);
  assert.ok(one < two && two < three && three < four, counts.join());
});

for (const [name, options] of /** @type {[string, import('./support/scenes.mjs').Options][]} */ ([
  ['a dark page', { ...WIDE, skip: onlyDeep }],
  ['a light phone', { size: [390, 780], path: '#theme=light', skip: onlyDeep }],
  ['a narrow page', { size: [320, 640], skip: onlyDeep }],
])) {
  scene(
    `the choice of levels on ${name}: axe finds nothing, everything can be hit and nothing is cut off`,
    { ...options, bypassCsp: true },
    async ({ page, player }) => {
      for (const sample of ['Wave', 'Human']) {
        await samples(player, sample);
        const line = player.find('.clips li[data-current]');
        await line.locator('.forms button').last().waitFor();
        for (const button of await line.locator('button').all()) {
          await button.scrollIntoViewIfNeeded();
          const box = await button.boundingBox();
          assert.ok(box && box.width >= 24 && box.height >= 24, JSON.stringify(box));
          assert.ok(box.x >= 0 && box.x + box.width <= (options.size?.[0] ?? 0), JSON.stringify(box));
        }
        await isAccessible(page, { within: '.clips', rules: 'others' });
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
      }
    },
  );
}

drops('a figure dropped with another one plays its motions, and its Inlines load their files', async ({ player }) => {
  const still = `#X3D V4.0 utf8
    HAnimHumanoid { skeleton HAnimJoint { name "HumanoidRoot" children Inline { url "leg.x3dv" } } }`;
  const leg = '#X3D V4.0 utf8\nHAnimJoint { name "l_hip" center 0.1 1 0 children HAnimJoint { name "l_knee" center 0.1 0.5 0 } }';
  const mover = `#X3D V4.0 utf8
    HAnimHumanoid { skeleton HAnimJoint { name "humanoid_root" children DEF Hip HAnimJoint { name "l_hip" center 0.1 1 0 } } }
    DEF Kick TimeSensor { cycleInterval 3 }
    DEF Turn OrientationInterpolator { key [ 0 1 ] keyValue [ 1 0 0 0, 1 0 0 1 ] }
    ROUTE Kick.fraction_changed TO Turn.set_fraction ROUTE Turn.value_changed TO Hip.set_rotation`;
  assert.equal(
    (await player.opens('still', { name: 'still.x3dv', text: still }, { name: 'mover.x3dv', text: mover }, { name: 'leg.x3dv', text: leg }))
      .duration,
    3,
  );
  const found = await player.run((element) => [[...element.behaviours], element.clips[0].joints.map(({ name }) => name)]);
  assert.deepEqual(found, [
    ['Kick (mover.x3dv)', 'still'],
    ['HumanoidRoot', 'l_hip', 'l_knee'],
  ]);
});
