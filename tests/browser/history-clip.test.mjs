// of: controls, guesses, panels, page, retarget, marey_retarget, marey_arrays, marey_hanim
/** Undo of what a clip is played as: another behaviour, another reading of an array, another figure, other pairs of joints. */
import assert from 'node:assert/strict';
import { performer } from './support/behaviours.mjs';
import { statue, walker } from './support/clips.mjs';
import { casesOf } from './support/fixtures.mjs';
import { framesLater, scenes, until } from './support/scenes.mjs';
import { openSharing, valuesIn } from './support/sharing.mjs';

const [HUMANML] = casesOf('arrays').find(({ name }) => name === 'humanml')?.files ?? [];
/** A figure whose root has another name than the walker's. */
const SHORT = statue(1)
  .replace('ROOT Hips', 'ROOT pelvis')
  .replace(/OFFSET 0 -(43|41) 0/g, (_, length) => `OFFSET 0 ${-0.75 * length} 0`);
/** The same with names that say nothing. */
const NAMELESS = [...SHORT.matchAll(/(?:ROOT|JOINT) (\w+)/g)].reduce(
  (text, [, name], index) => text.replace(` ${name}\n`, ` q${index}\n`),
  SHORT,
);
/** The legs' names in that file. */
const LEGS = { 'left thigh': 'q1', 'left shin': 'q2', 'left foot': 'q3', 'right thigh': 'q4', 'right shin': 'q5', 'right foot': 'q6' };

const { scene, server } = await scenes({
  // Undo is the same with each renderer.
  gpu: 'none',
  loads: '',
  files: {
    '/performer.x3d': performer(),
    '/humanml.npy': Buffer.from(HUMANML.bytes),
    '/short.bvh': SHORT,
    '/nameless.bvh': NAMELESS,
    '/walk.bvh': walker({ speed: 40 }),
  },
});
const CSS = { css: 'html, body { margin: 0 } marey-player { width: 100vw; height: 100vh }' };
/** @param {string} name @param {string} attributes */
const page = (name, attributes) => server.page(`/undo-${name}.html`, `<marey-player controls share="/" ${attributes}></marey-player>`, CSS);
const DESK = /** @type {const} */ ({ size: [1280, 800] });

/** What the visitor has: the element's attributes, and what it plays. @param {Player} player */
const seen = (player) =>
  player.run((element) => ({
    attributes: Object.fromEntries(
      element
        .getAttributeNames()
        .sort()
        .filter((name) => name !== 'style')
        .map((name) => [name, element.getAttribute(name)]),
    ),
    clips: element.clips.map(({ name, joints }) => [name, ...joints.map((joint) => joint.name)].join(' ')),
    behaviour: element.behaviour,
    duration: element.duration,
    range: element.loopRange,
    ghosts: element.querySelectorAll('marey-clip[ghost]').length,
    pairs: [.../** @type {NodeListOf<HTMLInputElement>} */ (element.shadowRoot?.querySelectorAll('.pairs input') ?? [])].map(
      ({ value }) => value,
    ),
    chips: [...(element.shadowRoot?.querySelectorAll('.guess .pill') ?? [])]
      // The rig comes later than the others.
      .filter((chip) => chip.checkVisibility() && !chip.getAttribute('aria-label')?.startsWith('Rig'))
      .map((chip) => chip.textContent),
    chosen: [...(element.shadowRoot?.querySelectorAll('.guess:not([hidden]) [aria-checked="true"]') ?? [])].map(
      ({ textContent }) => textContent,
    ),
  }));

/** What a link has, without the moment and the camera. @param {Player} player */
async function linked(player) {
  await openSharing(player);
  const { t, camera, ...link } = await valuesIn(player);
  await player.closesPanel();
  return link;
}

/** @param {unknown} now @param {unknown} wanted */
const same = (now, wanted) => JSON.stringify(now) === JSON.stringify(wanted);

/**
 * Does one thing after the other, goes all the way back and forward again. Each state has to be exactly what it was, and so have links on
 * the way back.
 * @param {Player} player @param {(() => Promise<unknown>)[]} acts
 */
async function backAndForth(player, acts) {
  await player.settle();
  const states = [await seen(player)];
  const links = [await linked(player)];
  for (const [index, act] of acts.entries()) {
    const before = await seen(player);
    await act();
    await until(`act ${index + 1} has changed something`, async () => !same(await seen(player), before));
    await player.settle();
    states.push(await seen(player));
    links.push(await linked(player));
  }
  const goes = async (/** @type {string} */ key, /** @type {number} */ to) => {
    await player.hotkey(key);
    const what = `${key} leads to state ${to}`;
    await until(what, async () => same(await seen(player), states[to])).catch(async () =>
      assert.deepEqual(await seen(player), states[to], what),
    );
    await player.settle();
  };
  for (let at = acts.length - 1; at >= 0; at -= 1) {
    await goes('Control+z', at);
    assert.deepEqual(await linked(player), links[at]);
  }
  for (let at = 1; at <= acts.length; at += 1) await goes('Control+Shift+z', at);
}

scene('a behaviour, and what was set before it', { ...DESK, path: page('behaviour', 'src="/performer.x3d"') }, async ({ player }) => {
  await player.run((element) => element.pause());
  await backAndForth(player, [
    () => player.hotkey('b'),
    async () => {
      await player.button(/^Behaviour: /).click();
      await player.find('.behaviours [role=menuitemradio]').nth(2).click();
    },
  ]);
});

/** Chooses in the menu of a chip. @param {Player} player @param {RegExp} of its name @param {string} choice */
async function chooses(player, of, choice) {
  await player.button(of).click();
  await player.find('.guess').getByRole('menuitemradio', { name: choice }).click();
}

scene('the joints and the axes of an array', { ...DESK, path: page('array', 'src="/humanml.npy"') }, async ({ player }) => {
  await player.run((element) => element.pause());
  await backAndForth(player, [
    () => chooses(player, /^Joints: /, 'LAFAN1'),
    () => chooses(player, /^Joints: /, 'Points only'),
    async () => {
      await player.button('Details').click();
      const axes = player.find('.panel').getByLabel('Axes', { exact: true });
      await axes.selectOption({ index: 1 });
      await player.closesPanel();
    },
  ]);
});

scene(
  'a figure, its feet and its own body, where the author names another',
  { ...DESK, path: page('figure', 'src="/walk.bvh" onto="/short.bvh"') },
  async ({ player }) => {
    await player.run((element) => element.pause());
    await until('the author\u2019s figure is there', async () => (await seen(player)).clips[0].includes('pelvis'));
    const details = async (/** @type {string} */ choice) => {
      await player.button('Details').click();
      await player.find('.panel').getByLabel('Figure', { exact: true }).selectOption(choice);
      await player.closesPanel();
    };
    const toggles = async (/** @type {string} */ name) => {
      await player.button('Details').click();
      await player.find('.panel').getByRole('switch', { name }).click();
      await player.closesPanel();
    };
    await backAndForth(player, [
      () => details('Standard human'),
      () => toggles('Its own body as a ghost'),
      () => chooses(player, /^Figure: /, 'Still feet'),
      () => toggles('Its own body, too'),
      () => toggles('Its own body as a ghost'),
      () => chooses(player, /^Figure: /, 'Its own body'),
    ]);
  },
);

scene('pairs of joints', { ...DESK, path: page('pairs', 'src="/walk.bvh" onto="/short.bvh"') }, async ({ player }) => {
  await player.run((element) => element.pause());
  await until('the figure is there', async () => (await seen(player)).clips[0].includes('pelvis'));
  await player.button('Details').click();
  const table = player.find('.pairs');
  await table.locator('summary').click();
  const gives = async (/** @type {string} */ pair, /** @type {string} */ joint) => {
    const field = table.getByRole('combobox', { name: pair, exact: true });
    await field.fill(joint);
    await field.press('Enter');
  };
  const states = [await seen(player)];
  const changes = async (/** @type {() => Promise<unknown>} */ act) => {
    await act();
    await until('the pairs are others', async () => !same((await seen(player)).pairs, states.at(-1)?.pairs));
    await player.settle();
    states.push(await seen(player));
  };
  await changes(() => gives('left hand, Figure', 'LeftForeArm'));
  await changes(() => gives('right hand, Figure', 'RightForeArm'));
  await changes(() => table.getByRole('button', { name: 'As they were found' }).click());
  const goes = async (/** @type {string} */ key, /** @type {number} */ times, /** @type {number} */ to) => {
    await player.focus();
    await player.press(...Array(times).fill(key));
    await until(`${times} times ${key} leads to ${to}`, async () => same(await seen(player), states[to]));
  };
  for (const to of [2, 1, 0]) await goes('Control+z', 1, to);
  for (const to of [1, 2, 3]) await goes('Control+y', 1, to);
  // Keys come faster than the figure.
  await goes('Control+z', 3, 0);
  await goes('Control+y', 2, 2);
  await player.find('.panel').getByLabel('Figure', { exact: true }).selectOption('Its own body');
  await until('the own body is there', async () => (await seen(player)).clips[0].includes('Hips'));
  await goes('Control+z', 2, 1);
});

scene(
  'the figure that is there already is no step',
  { ...DESK, path: page('same', 'src="/walk.bvh" onto="/short.bvh#still"') },
  async ({ player }) => {
    await until('the figure is there', async () => (await seen(player)).clips[0].includes('pelvis'));
    await chooses(player, /^Figure: /, 'Still feet');
    await player.hotkey('Control+z');
    assert.equal(await player.text('.toast'), 'There is nothing to undo');
  },
);

scene('a figure that has not come yet', { ...DESK, path: page('soon', 'src="/walk.bvh"') }, async ({ player }) => {
  await player.run((element) => element.pause());
  const own = await seen(player);
  await player.button('Details').click();
  await player.find('.panel').getByLabel('Figure', { exact: true }).selectOption('Standard human');
  await player.closesPanel();
  await player.focus();
  await until('it may be undone', async () => {
    await player.press('Control+z');
    return /Undone/.test(await player.text('.toast'));
  });
  await framesLater(player.page, 30);
  assert.deepEqual(await seen(player), own);
  await player.press('Control+y');
  await until('the figure comes', async () => (await seen(player)).clips[0].includes('humanoid_root'));
});

scene.deep(
  'the unit of a figure, which says nothing about another',
  { ...DESK, path: page('unit', 'src="/walk.bvh" onto="/short.bvh"') },
  async ({ player }) => {
    await player.run((element) => element.pause());
    await until('the figure is there', async () => (await seen(player)).clips[0].includes('pelvis'));
    await backAndForth(player, [
      () => chooses(player, /^Unit: /, 'Inches'),
      () => chooses(player, /^Figure: /, 'Standard human'),
      () => chooses(player, /^Figure: /, 'Its own body'),
      () => chooses(player, /^Unit: /, 'Millimetres'),
    ]);
  },
);

scene(
  'joints that are named, and played with',
  { ...DESK, path: page('named', 'src="/walk.bvh" onto="/nameless.bvh"'), loads: 'walk' },
  async ({ player }) => {
    await player.run((element) => element.pause());
    await player.button('Name its joints\u2026').click();
    const table = player.find('.pairs');
    await until('both figures are there', async () => (await seen(player)).clips.length === 2);
    for (const [part, joint] of Object.entries(LEGS)) {
      const field = table.getByRole('combobox', { name: `${part}, Figure`, exact: true });
      await field.fill(joint);
      await field.press('Tab');
    }
    const named = await seen(player);
    await table.getByRole('button', { name: 'Play with these pairs' }).click();
    await until('it plays', async () => (await seen(player)).clips[0].includes('q0'));
    await player.settle();
    const playing = await seen(player);
    const goes = async (/** @type {string} */ key, /** @type {typeof named} */ to) => {
      await player.hotkey(key);
      await until(`${key} leads there`, async () => same(await seen(player), to)).catch(async () =>
        assert.deepEqual(await seen(player), to),
      );
    };
    await goes('Control+z', named);
    await player.hotkey('Control+z');
    await until('one name less', async () => (await seen(player)).pairs.filter((name) => name === 'q6').length === 0);
    await goes('Control+y', named);
    await goes('Control+y', playing);
  },
);
