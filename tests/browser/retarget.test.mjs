// of: retarget, guesses, marey_retarget
/** A motion on another figure: by attribute, by link, back again, and what is refused. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { statue, walker } from './support/clips.mjs';
import { fresh } from './support/fresh.mjs';
import { x3d } from './support/hanim.mjs';
import { modules, packetsOf } from './support/modules.mjs';
import { card } from './support/page.mjs';
import { scenes, until } from './support/scenes.mjs';
import { DIST } from './support/server.mjs';
import { openFile, openSharing, packed, valuesIn } from './support/sharing.mjs';

/** Names of another family for the joints of the fixtures' body. */
const OTHER_NAMES = {
  Hips: 'pelvis',
  Spine: 'abdomen',
  Chest: 'chest',
  Neck: 'neck',
  Head: 'head',
  UpLeg: 'Thigh',
  Leg: 'Shin',
  Foot: 'Foot',
  ForeArm: 'ForeArm',
  Arm: 'Shldr',
  Hand: 'Hand',
};
/** Factor of the legs of that figure. */
const LEGS = 0.75;
/** The fixtures' body with other names and shorter legs. */
const SHORT = statue(1)
  .replace(
    /(ROOT|JOINT) (Left|Right)?(\w+)/g,
    (_, kind, side, part) => `${kind} ${side ? side[0].toLowerCase() : ''}${OTHER_NAMES[/** @type {keyof typeof OTHER_NAMES} */ (part)]}`,
  )
  .replace(/OFFSET 0 -(43|41) 0/g, (_, length) => `OFFSET 0 ${-LEGS * length} 0`);
/** A humanoid with a triangle of skin. */
const SKINNED = x3d({ moves: false })
  .replace('name="skullbase"', 'name="skullbase" skinCoordIndex="0 1 2" skinCoordWeight="1 1 1"')
  .replace(
    '</HAnimHumanoid>',
    '<Coordinate DEF="P" point="0 1.6 0 0.1 1.8 0 -0.1 1.8 0" containerField="skinCoord"/><Shape containerField="skin"><IndexedTriangleSet index="0 1 2"><Coordinate USE="P"/></IndexedTriangleSet></Shape></HAnimHumanoid>',
  );
/** A chain of joints without a body. */
const CHAIN =
  'HIERARCHY\nROOT q7\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\nJOINT zz\n{\nOFFSET 0 9 0\nCHANNELS 0\nEnd Site\n{\nOFFSET 0 9 0\n}\n}\n}\nMOTION\nFrames: 2\nFrame Time: 0.1\n0 0 0\n0 1 0\n';
const WALK = walker({ speed: 40 });
/** The short figure with names that say nothing; and the names of its joints in the order of the file. */
let named = 0;
const NAMELESS = SHORT.replace(/(ROOT|JOINT) (\w+)/g, (_, kind) => `${kind} q${named++}`);
const OWN_NAMES = [...SHORT.matchAll(/(?:ROOT|JOINT) (\w+)/g)].map(([, name]) => name);
/** The name in that file of a joint of the short figure. @param {string} name */
const nameless = (name) => `q${OWN_NAMES.indexOf(name)}`;
/** The fixtures' body without a branch of joints, which begins with a name. @param {string} text @param {string} name */
function without(text, name) {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.trim() === `JOINT ${name}`);
  let depth = 0;
  let end = at + 1;
  do {
    depth += Number(lines[end].trim() === '{') - Number(lines[end].trim() === '}');
    end += 1;
  } while (depth);
  return [...lines.slice(0, at), ...lines.slice(end)].join('\n');
}
/** The short figure at rest without its left arm and its head. */
const ONE_ARMED = ['lShldr', 'head'].reduce(without, SHORT).replace(/MOTION[^]*/, '');
/** The sample march, whose skeleton has lengths in half centimetres, which a factor makes centimetres. */
const [MARCH, SKELETON] = ['march.amc', 'march.asf'].map((name) => readFileSync(join(DIST, 'samples', name), 'utf8'));
const HALVES = SKELETON.replace('length 1\n', 'length 0.5\n').replace(
  /^( +length|position) (.*)/gm,
  (_, key, rest) =>
    `${key} ${rest
      .split(' ')
      .map((/** @type {string} */ part) => 2 * Number(part))
      .join(' ')}`,
);

const { row, scene, server } = await scenes({
  loads: 'walk',
  files: {
    '/clips/walk.bvh': WALK,
    '/clips/short.bvh': SHORT,
    '/clips/long.bvh': walker({ speed: 40, frames: 900 }),
    '/clips/chain.bvh': CHAIN,
    '/clips/nameless.bvh': NAMELESS,
    '/clips/human.x3d': x3d({ moves: false }),
    '/clips/march.amc': MARCH,
    '/clips/march.asf': HALVES,
  },
});
const CSS = { css: 'html, body { margin: 0 } marey-player { width: 100vw; height: 100vh }' };
/** @param {string} name @param {string} attributes */
const page = (name, attributes) =>
  server.page(`/retarget-${name}.html`, `<marey-player controls share="/" src="/clips/walk.bvh" ${attributes}></marey-player>`, CSS);
const drops = row({ loads: null, size: [1280, 800] }, fresh);
const DESK = /** @type {const} */ ({ size: [1280, 800] });
const ON_SHORT = `On short.bvh: 15 of 15 joints, legs\u00a0${LEGS}\u00a0\u00d7`;

/** The name of the root joint, by which the figures are told apart. @param {Player} player */
const root = (player) => player.run((element) => element.clips[0]?.joints[0].name ?? '');
/** @param {Player} player @param {string} name */
const hasRoot = (player, name) => until(`the figure's root is ${name}`, async () => (await root(player)) === name);
/** @param {Player} player */
const chip = (player) => player.button(/^Figure: /).innerText();
/** @param {Player} player @param {string} item */
async function chooses(player, item) {
  await player.button(/^Figure: /).click();
  await player.find('.guess').getByRole('menuitemradio', { name: item }).click();
}

test('the module puts a motion on a figure of other names and lengths, and keeps frames and times', async () => {
  const { web, hanim, retarget } = await modules();
  const whole = (/** @type {any} */ glue, /** @type {string} */ name, /** @type {string | Uint8Array} */ text) =>
    new Uint8Array(Buffer.concat(packetsOf(glue, name, [Buffer.from(text)])));
  const walk = whole(web.glue, 'walk.bvh', WALK);
  const stage = new web.glue.Stage();
  /** @param {any} made */
  const shown = ({ packets }) => {
    stage.resetClip();
    stage.pushPacket(packets);
    return stage.info();
  };
  const onShort = retarget.glue.retargetClip(walk, whole(web.glue, 'short.bvh', SHORT), {});
  assert.equal(onShort.joints, 15);
  assert.equal(onShort.fingers, 0);
  assert.ok(Math.abs(onShort.scale - LEGS) < 1e-3, String(onShort.scale));
  const info = shown(onShort);
  assert.equal(info.joints[0].name, 'pelvis');
  assert.equal(info.frameCount, 90);
  assert.ok(Math.abs(info.frameTime - 1 / 30) < 1e-6);

  const inSkin = shown(retarget.glue.retargetClip(walk, whole(hanim.glue, 'skinned.x3d', SKINNED), { stillFeet: true }));
  assert.equal(inSkin.frameCount, 90);
  assert.ok(inSkin.skinned, 'a figure keeps its skin');

  const refusal = (/** @type {() => unknown} */ act) => {
    try {
      act();
    } catch (/** @type {any} */ error) {
      return [error.name, error.code, error.message];
    }
    return [];
  };
  const chain = whole(web.glue, 'chain.bvh', CHAIN);
  const words = 'the names of the joints do not say which part of a body they are';
  assert.deepEqual(
    refusal(() => retarget.glue.retargetClip(walk, chain, {})),
    ['ParseError', 'retarget.target', words],
  );
  assert.deepEqual(
    refusal(() => retarget.glue.retargetClip(chain, walk, {})),
    ['ParseError', 'retarget.source', words],
  );
  assert.equal(refusal(() => retarget.glue.retargetClip(walk, walk.subarray(0, 99), {}))[0], 'ParseError');
});

scene(
  'the attribute plays the motion on its figure; the chip says how well, keeps feet still, and goes back',
  { ...DESK, path: page('attribute', 'onto="/clips/short.bvh"') },
  async ({ player }) => {
    await hasRoot(player, 'pelvis');
    assert.equal(await player.run((element) => element.frameCount), 90);
    assert.equal(await chip(player), ON_SHORT);
    const { time, name } = await player.run((element) => {
      element.currentTime = 1;
      return { time: element.currentTime, name: element.clips[0].name };
    });
    assert.deepEqual([time, name], [1, 'walk']);
    await chooses(player, 'Still feet');
    await until('feet are still', () =>
      player
        .find('.guess')
        .getByRole('menuitemradio', { name: 'Still feet', checked: true, includeHidden: true })
        .count()
        .then((count) => count === 1),
    );
    assert.equal(await root(player), 'pelvis');
    await chooses(player, 'Its own body');
    await hasRoot(player, 'Hips');
    assert.deepEqual(await player.run((element) => [element.onto, element.currentTime]), ['', 1]);
    assert.ok(!(await player.find('.guess:visible .pill').allInnerTexts()).includes(ON_SHORT));
    await player.run((element) => {
      element.onto = '/clips/human.x3d';
    });
    await hasRoot(player, 'humanoid_root');
  },
);

test('a motion that is still arriving is played part by part, and once more as a whole', async () => {
  const {
    web,
    retarget: { glue },
  } = await modules();
  const [head, ...rest] = packetsOf(web.glue, 'walk.bvh', [
    Buffer.from(WALK.slice(0, WALK.length / 2)),
    Buffer.from(WALK.slice(WALK.length / 2)),
  ]);
  const figure = new Uint8Array(Buffer.concat(packetsOf(web.glue, 'short.bvh', [Buffer.from(SHORT)])));
  glue.startRetarget(figure, {});
  const stage = new web.glue.Stage();
  const first = glue.pushRetarget(head);
  assert.ok(Math.abs(first.scale - LEGS) < 1e-3, String(first.scale));
  stage.pushPacket(first.packets);
  const { frameCount, complete, joints } = stage.info();
  assert.ok(frameCount > 30 && frameCount < 90, String(frameCount));
  assert.deepEqual([complete, joints[0].name], [false, 'pelvis']);
  for (const packet of rest) {
    const more = glue.pushRetarget(packet);
    if (more) stage.pushPacket(more.packets);
  }
  assert.equal(stage.info().frameCount, 90);
  const whole = glue.finishRetarget();
  const again = glue.retargetClip(new Uint8Array(Buffer.concat([head, ...rest])), figure, {});
  assert.deepEqual(whole, again);
  stage.resetClip();
  stage.pushPacket(whole.packets);
  assert.deepEqual([stage.info().frameCount, stage.info().complete], [90, true]);
  assert.equal(whole.pairs, first.pairs);
});

scene(
  'the part of a motion that has come plays on the figure while the rest is still being read',
  {
    ...DESK,
    path: server.page(
      '/retarget-held.html',
      '<marey-player controls src="/fault/held/clips/long.bvh" onto="/clips/short.bvh"></marey-player>',
      CSS,
    ),
    loads: null,
  },
  async ({ player }) => {
    await until('the figure is there', () => player.run((element) => element.clips[0]?.joints[0].name === 'pelvis'));
    const { frames, complete } = await player.run((element) => ({ frames: element.frameCount, complete: element.readyState === 4 }));
    assert.ok(frames > 30 && frames < 900, String(frames));
    assert.equal(complete, false);
    await player.run((element) => {
      element.currentTime = 5;
    });
    server.release();
    await until('all frames are there', () => player.run((element) => element.frameCount === 900 && element.readyState === 4));
    await until('the chip says how well', async () => (await chip(player)) === ON_SHORT);
    assert.deepEqual(await player.run((element) => [element.currentTime, element.clips[0].joints[0].name]), [5, 'pelvis']);
    await chooses(player, 'Its own body');
    await until('its own body is read again', async () => {
      server.release();
      return (await root(player)) === 'Hips';
    });
  },
);

scene(
  'what is no person is refused with the file that is none, and the stage keeps what it had',
  { ...DESK, path: page('refused', 'onto="/clips/chain.bvh"'), allow: [/Failed to load resource/] },
  async ({ player }) => {
    await until('a card says so', async () => (await player.find('.card:visible').count()) > 0);
    assert.match(await card(player), /No motion can be played on chain\.bvh/);
    assert.match(await card(player), /chain\.bvh: the names of the joints do not say which part of a body they are\./);
    assert.equal(await root(player), 'Hips');
    assert.ok((await player.run((element) => element.readyState)) > 0);
    await player.run((element) => {
      element.onto = '/clips/short.bvh';
    });
    await hasRoot(player, 'pelvis');
    await player.run((element) => {
      element.onto = '/clips/none.bvh';
    });
    await until('the missing file is named', async () => /none\.bvh/.test(await card(player)));
    assert.equal(await root(player), 'pelvis');
  },
);

scene.deep(
  'links name the figure, and files without an address carry the motion on it',
  { ...DESK, path: page('link', 'onto="/clips/short.bvh"') },
  async ({ player, page: tab }) => {
    await hasRoot(player, 'pelvis');
    await openSharing(player);
    const values = await valuesIn(player);
    assert.deepEqual([values.url, values.onto], ['clips/walk.bvh', 'clips/short.bvh']);
    const bvh = await player.run(async (element) => {
      const [file] = await element.convert({ format: 'bvh' });
      return file.text();
    });
    assert.match(bvh, /ROOT pelvis/);
    await player.closesPanel();
    await openFile(player, 'march', walker({ frames: 20 }));
    await hasRoot(player, 'pelvis');
    await openSharing(player);
    await packed(player);
    assert.ok((await valuesIn(player)).clip);
    await tab.goto('about:blank');
  },
);

scene.deep(
  'a link to the page plays the motion on the figure that it names',
  { ...DESK, path: '#url=clips/walk.bvh&onto=clips/short.bvh' },
  async ({ player }) => {
    await hasRoot(player, 'pelvis');
  },
);

/** Waits for a motion on the standard human, and returns what the chip says. @param {Player} player */
async function onHuman(player) {
  await hasRoot(player, 'humanoid_root');
  assert.ok(await player.run((element) => element.clips[0].skinned), 'it has a skin');
  return chip(player);
}

scene(
  'the standard human comes with the player, by the details, by attribute and by link',
  { ...DESK, path: page('human', '') },
  async ({ player }) => {
    await player.button('Details').click();
    const figure = player.find('.panel').getByLabel('Figure', { exact: true });
    await figure.waitFor();
    assert.deepEqual(await figure.locator('option').allInnerTexts(), ['Standard human', 'Its own body']);
    assert.equal(await figure.inputValue(), 'own');
    await figure.selectOption('Standard human');
    assert.match(await onHuman(player), /^On the standard human: 15 of 15 joints, legs\u00a01\.\d+\u00a0\u00d7$/);
    assert.deepEqual(await figure.locator('option').allInnerTexts(), ['Standard human', 'Still feet', 'Its own body']);
    const beside = player.find('.panel').getByRole('switch', { name: 'Its own body, too' });
    await beside.click();
    await until('both bodies are there', () =>
      player.run((element) => element.clips.length === 2 && element.clips[1].joints[0].name === 'Hips'),
    );
    await beside.click();
    await until('one is there', () => player.run((element) => element.clips.length === 1));
    await player.closesPanel();
    await openSharing(player);
    assert.equal((await valuesIn(player)).onto, 'marey:human');
    await player.closesPanel();
    await chooses(player, 'Still feet');
    const still = player.find('.guess').getByRole('menuitemradio', { name: 'Still feet', checked: true, includeHidden: true });
    await until('feet are still', async () => (await still.count()) === 1);
    await openSharing(player);
    assert.equal((await valuesIn(player)).onto, 'marey:human#still');
    await player.closesPanel();
    await chooses(player, 'Its own body');
    await hasRoot(player, 'Hips');
    await player.run((element) => {
      element.onto = '/clips/short.bvh#still';
    });
    await hasRoot(player, 'pelvis');
    assert.equal(await still.count(), 1);
    await player.run((element) => {
      element.onto = 'marey:human';
    });
    await onHuman(player);
    assert.equal(await still.count(), 0);
    assert.equal(await player.run((element) => element.onto), 'marey:human');
  },
);

scene.deep(
  'a link plays the motion on the standard human',
  { ...DESK, path: '#url=clips/walk.bvh&onto=marey:human' },
  async ({ player }) => {
    assert.match(await onHuman(player), /^On the standard human/);
  },
);

scene.deep(
  'a file that multiplies its lengths has legs as long as before',
  {
    ...DESK,
    path: server.page(
      '/retarget-factor.html',
      '<marey-player controls src="/clips/march.amc" skeleton="/clips/march.asf" onto="marey:human"></marey-player>',
      CSS,
    ),
    loads: 'march',
  },
  async ({ player }) => {
    const legs = Number(/legs\u00a0([\d.]+)/.exec(await onHuman(player))?.[1]);
    assert.ok(legs > 0.9 && legs < 1.1, `both are adults: ${legs}`);
  },
);

scene(
  'a pair of joints is corrected by name and on the stage, remembered, and as it was found again',
  { ...DESK, path: page('pairs', 'onto="/clips/short.bvh"') },
  async ({ player, page: tab }) => {
    await hasRoot(player, 'pelvis');
    await player.button('Details').click();
    const table = player.find('.pairs');
    await table.locator('summary').click();
    const field = (/** @type {string} */ name) => table.getByRole('combobox', { name, exact: true });
    assert.equal(await table.locator('.count').innerText(), '18');
    assert.deepEqual([await field('hips, Motion').inputValue(), await field('hips, Figure').inputValue()], ['Hips', 'pelvis']);
    assert.equal(await field('left hand, Figure').inputValue(), 'lHand');
    await field('left hand, Figure').fill('nobody');
    await field('left hand, Figure').press('Tab');
    assert.equal(
      await field('left hand, Figure').evaluate((input) => /** @type {HTMLInputElement} */ (input).validationMessage),
      'There is no joint of this name.',
    );
    await field('left hand, Figure').fill('lForeArm');
    await field('left hand, Figure').press('Enter');
    const back = table.getByRole('button', { name: 'As they were found' });
    await back.waitFor();
    assert.equal(await field('left hand, Figure').inputValue(), 'lForeArm');
    // A joint that is chosen in the tree goes to the field.
    await field('right hand, Figure').focus();
    await player
      .find('.panel')
      .getByRole('treeitem', { name: /rForeArm/ })
      .first()
      .click();
    await until('the joint is taken', async () => (await field('right hand, Figure').inputValue()) === 'rForeArm');
    await player.find('.panel').getByLabel('Figure', { exact: true }).selectOption('Its own body');
    await hasRoot(player, 'Hips');
    await player.run((element) => {
      element.onto = '/clips/human.x3d';
    });
    await hasRoot(player, 'humanoid_root');
    await player.run((element) => {
      element.onto = '/clips/short.bvh';
    });
    await hasRoot(player, 'pelvis');
    if ((await table.getAttribute('open')) === null) await table.locator('summary').click();
    assert.deepEqual(
      [await field('left hand, Figure').inputValue(), await field('right hand, Figure').inputValue()],
      ['lForeArm', 'rForeArm'],
    );
    await back.click();
    await until('they are as found', async () => (await field('left hand, Figure').inputValue()) === 'lHand');
    assert.equal(await back.isVisible(), false);
    assert.equal(await tab.evaluate(() => localStorage.length), 0, 'a player on another page stores nothing');
  },
);

scene.deep(
  'the page keeps corrected pairs for the next visit',
  { ...DESK, path: '#url=clips/walk.bvh&onto=clips/short.bvh' },
  async ({ player, page: tab }) => {
    const field = player.find('.pairs').getByRole('combobox', { name: 'left hand, Figure', exact: true });
    const opened = async () => {
      await hasRoot(player, 'pelvis');
      await player.button('Details').click();
      await player.find('.pairs summary').click();
      return field.inputValue();
    };
    assert.equal(await opened(), 'lHand');
    await field.fill('lForeArm');
    await field.press('Enter');
    await player.find('.pairs').getByRole('button', { name: 'As they were found' }).waitFor();
    await tab.reload();
    assert.equal(await opened(), 'lForeArm');
    await player.find('.pairs').getByRole('button', { name: 'As they were found' }).click();
    await until('it is as found', async () => (await field.inputValue()) === 'lHand');
  },
);

/** What the visitor reads about the joints that are still to be named. @param {Player} player */
const needs = (player) => player.find('.pairs .needs').innerText();

scene.deep(
  'joints whose names say nothing are named by the visitor, by clicks and by names, and remembered',
  { ...DESK, path: page('nameless', 'onto="/clips/nameless.bvh"') },
  async ({ player, page: { mouse } }) => {
    await until('a card says so', async () => (await player.find('.card:visible').count()) > 0);
    await player.button('Name its joints\u2026').click();
    const table = player.find('.pairs');
    await table.waitFor();
    await until('both figures are there', () => player.run((element) => element.clips.length === 2));
    assert.equal(await root(player), 'Hips', 'the motion keeps its body meanwhile');
    await until('they are not compared', async () => !(await player.find('.compare-lanes').isVisible()));
    assert.match(
      await needs(player),
      /^Still needed on nameless\.bvh: left thigh, left shin, left foot, right thigh, right shin, right foot\.$/,
    );
    const play = table.getByRole('button', { name: 'Play with these pairs' });
    assert.equal(await play.isDisabled(), true);
    const field = (/** @type {string} */ name) => table.getByRole('combobox', { name, exact: true });
    assert.equal(await field('left shin, Motion').inputValue(), 'LeftLeg');
    // The first joint by a click on the figure.
    const name = player.find('.label');
    let clicked = '';
    const view = await player.root.boundingBox();
    assert.ok(view);
    for (let y = view.y + 120; y < view.y + view.height - 120 && !clicked; y += 10) {
      for (let x = view.x + 350; x < view.x + view.width - 330 && !clicked; x += 10) {
        await mouse.move(x, y);
        await player.settle();
        const text = (await name.isVisible()) ? ((await name.textContent()) ?? '') : '';
        if (!/^nameless\.bvh \u00b7 q\d+$/.test(text)) continue;
        await mouse.click(x, y);
        clicked = text.split(' ').at(-1) ?? '';
      }
    }
    assert.ok(clicked, 'a joint of the figure is named under the pointer');
    await until('it is the first part that is needed', async () => (await field('left thigh, Figure').inputValue()) === clicked);
    assert.match(await needs(player), /^Still needed on nameless\.bvh: left shin, left foot, right thigh, right shin, right foot\.$/);
    const parts = { arm: 'Shldr', fore: 'ForeArm', hand: 'Hand', thigh: 'Thigh', shin: 'Shin', foot: 'Foot' };
    const words = { arm: 'upper arm', fore: 'forearm', hand: 'hand', thigh: 'thigh', shin: 'shin', foot: 'foot' };
    const give = async (/** @type {'left' | 'right'} */ side, /** @type {keyof typeof parts} */ part) => {
      const input = field(`${side} ${words[part]}, Figure`);
      await input.fill(nameless(`${side[0]}${parts[part]}`));
      await input.press('Tab');
    };
    for (const part of /** @type {const} */ (['thigh', 'shin', 'foot']))
      for (const side of /** @type {const} */ (['left', 'right'])) await give(side, part);
    assert.match(await needs(player), /^This is enough to play\./);
    await give('left', 'arm');
    assert.match(await needs(player), /^Still needed on nameless\.bvh: left forearm, left hand\.$/);
    assert.equal(await play.isDisabled(), true, 'a limb is named as a whole');
    for (const part of /** @type {const} */ (['arm', 'fore', 'hand']))
      for (const side of /** @type {const} */ (['left', 'right'])) await give(side, part);
    assert.match(await needs(player), /^This is enough to play\./);
    await play.click();
    await hasRoot(player, nameless('pelvis'));
    assert.match(await chip(player), new RegExp(`^On nameless\\.bvh: 14 of 15 joints, legs\u00a0${LEGS}`));
    await player.run((element) => {
      element.onto = '';
    });
    await hasRoot(player, 'Hips');
    await player.run((element) => {
      element.onto = '/clips/nameless.bvh';
    });
    await hasRoot(player, nameless('pelvis'));
  },
);

scene.deep(
  'the motion\u2019s own body is a ghost beside the figure, by the details, by attribute and by link',
  { ...DESK, path: page('ghost', 'onto="/clips/short.bvh#ghost"') },
  async ({ player }) => {
    await hasRoot(player, 'pelvis');
    const ghosts = () => player.run((element) => element.querySelectorAll('marey-clip[ghost]').length);
    await until('the ghost is there', async () => (await ghosts()) === 1);
    assert.equal(await player.run((element) => element.clips.length), 1, 'it is no clip to be compared');
    await player.button('Details').click();
    const ghost = player.find('.panel').getByRole('switch', { name: 'Its own body as a ghost' });
    assert.equal(await ghost.isChecked(), true);
    await openSharing(player);
    assert.equal((await valuesIn(player)).onto, 'clips/short.bvh#ghost');
    await player.closesPanel();
    await chooses(player, 'Still feet');
    const still = player.find('.guess').getByRole('menuitemradio', { name: 'Still feet', checked: true, includeHidden: true });
    await until('feet are still', async () => (await still.count()) === 1);
    assert.equal(await ghosts(), 1);
    await openSharing(player);
    assert.equal((await valuesIn(player)).onto, 'clips/short.bvh#still,ghost');
    await player.closesPanel();
    await player.button('Details').click();
    // As a whole body it is compared, and no ghost.
    await player.find('.panel').getByRole('switch', { name: 'Its own body, too' }).click();
    await until('both bodies are there', () => player.run((element) => element.clips.length === 2));
    assert.equal(await ghosts(), 0);
    await ghost.click();
    await until('one body and a ghost', async () => (await ghosts()) === 1 && (await player.run((element) => element.clips.length === 1)));
    await player.find('.panel').getByLabel('Figure', { exact: true }).selectOption('Its own body');
    await hasRoot(player, 'Hips');
    await until('the ghost has gone', async () => (await ghosts()) === 0);
  },
);

drops.deep('what one figure lacks is told, and the rest is played', async ({ player, page: tab }) => {
  await player.opens('walk', { name: 'walk.bvh', text: WALK });
  await player.opens('one-armed', {
    name: 'one-armed.bvh',
    text: `${ONE_ARMED}MOTION\nFrames: 1\nFrame Time: 0.04\n${Array.from({ length: 3 * [...ONE_ARMED.matchAll(/(ROOT|JOINT) /g)].length + 3 }, () => 0).join(' ')}\n`,
  });
  const line = (/** @type {string} */ name) => tab.locator('.library .row').filter({ hasText: name });
  await line('walk').locator('.pick').click();
  await player.loaded('walk');
  await line('one-armed').hover();
  await line('one-armed').locator('.play-on').click();
  await hasRoot(player, 'pelvis');
  await player.button('Details').click();
  const remarks = player.find('.remarks');
  await remarks.waitFor();
  const texts = await remarks.getByRole('listitem').allInnerTexts();
  assert.ok(texts.includes('head: none in the figure') && texts.includes('left arm: none in the figure'), texts.join('; '));
  assert.match(await chip(player), /^On one-armed\.bvh: 11 of 15 joints/);
});

drops('a row of the list gives its figure, and takes it away; a skeleton at rest does, too', async ({ player, page: tab }) => {
  await player.opens('walk', { name: 'walk.bvh', text: WALK });
  await player.opens('human', { name: 'human.x3d', text: x3d({ moves: false }) });
  const line = (/** @type {string} */ name) => tab.locator('.library .row').filter({ hasText: name });
  await line('walk').locator('.pick').click();
  await player.loaded('walk');
  await line('human').hover();
  const button = line('human').locator('.play-on');
  assert.equal(await button.getAttribute('aria-label'), 'Play on the figure of human');
  await button.click();
  await hasRoot(player, 'humanoid_root');
  await until('the button is pressed', async () => (await button.getAttribute('aria-pressed')) === 'true');
  assert.equal(await line('walk').getAttribute('data-current'), '');
  await button.click();
  await hasRoot(player, 'Hips');
  await until('the button is released', async () => (await button.getAttribute('aria-pressed')) === 'false');

  // The choice of figures lists it, too.
  await player.button('Details').click();
  const figure = player.find('.panel').getByLabel('Figure', { exact: true });
  const offers = (/** @type {string} */ names) =>
    until(`figures are ${names}`, async () => (await figure.locator('option').allInnerTexts()).join() === names);
  await offers('Standard human,On human,Its own body');
  await figure.selectOption('On human');
  await hasRoot(player, 'humanoid_root');
  await offers('This figure,Still feet,Standard human,Its own body');
});
