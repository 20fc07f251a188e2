// of: panels
/** The joints in the details: searched, folded, walked through by keys, shown with their numbers, and centred. */
import assert from 'node:assert/strict';
import { performer } from './support/behaviours.mjs';
import { scenes, until } from './support/scenes.mjs';

const SITE = '<HAnimSite DEF="TIP" name="l_middle_distal_tip" translation="0.2 0.8 0"/>';
const WRIST = 'name="l_radiocarpal" center="0.2 0.85 0" containerField="children">';
const FINGERS = Array.from({ length: 60 }, (_, finger) => {
  const joints = [1, 2, 3, 4, 5].map(
    (part) => `JOINT F${finger}_${part}\n{\nOFFSET 0 ${part} 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n`,
  );
  return `${joints.join('')}End Site\n{\nOFFSET 0 1 0\n}\n${'}\n'.repeat(5)}`;
});
const { row, server } = await scenes({
  files: {
    '/performer.x3d': performer().replace(WRIST, `${WRIST}<HAnimSegment name="l_carpal">${SITE}</HAnimSegment>`),
    '/many.bvh': `HIERARCHY\nROOT Palm\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n${FINGERS.join('')}}\nMOTION\nFrames: 2\nFrame Time: 0.1\n${`${'0 '.repeat(3 + 60 * 15)}\n`.repeat(2)}`,
  },
});
const path = server.page('/tree.html', '<marey-player controls width="1084" height="740"></marey-player>');
const tree = row({ path, size: [1100, 760], reducedMotion: true });

/** Opens another clip and its details. @param {Player} player @param {string} src */
async function details(player, src) {
  const panel = player.find('.panel[data-panel="details"]');
  if (await panel.count()) await panel.getByRole('button', { name: 'Close' }).click();
  await player.run(
    (element, address) =>
      new Promise((resolve) => {
        element.addEventListener('cliploaded', resolve, { once: true });
        const same = element.getAttribute('src') === address;
        Object.assign(element, { src: address, unit: 'auto', follow: 'auto' });
        if (same) element.load();
      }),
    src,
  );
  await player.loaded();
  await player.run((element) => element.pause());
  await player.button(/^Details/).click();
  const items = panel.getByRole('tree').getByRole('treeitem');
  await items.first().waitFor();
  return {
    panel,
    items,
    item: (/** @type {string | RegExp} */ label) =>
      panel.getByRole('treeitem', { name: typeof label === 'string' ? new RegExp(`^${label}( |$)`) : label }),
  };
}

/** The numbers of the selected joint. @param {import('playwright-core').Locator} item @param {'rotation' | 'position'} kind */
const numbers = async (item, kind) =>
  (await item.locator(`.${kind} .number`).allInnerTexts()).map((text) => Number(text.replace('\u2212', '-').replace('\u00b0', '')));

/** @param {number[]} given @param {number[]} expected @param {string} what */
const near = (given, expected, what) =>
  assert.ok(
    given.length === expected.length && given.every((each, index) => Math.abs(each - expected[index]) < 0.06),
    `${what}: ${given} is not ${expected}`,
  );

tree('joints fold and unfold with the keys of a tree; a search keeps its matches and their parents', async ({ player }) => {
  const { panel, item, items } = await details(player, '/walker.bvh');
  const names = () =>
    items.evaluateAll((all) =>
      all.map((each) => [each.querySelector('.dot')?.ariaLabel, each.querySelector('.head')?.textContent].filter(Boolean).join(' ')),
    );
  const focused = async () => (await names())[await items.evaluateAll((all) => all.findIndex((each) => each.matches(':focus')))];
  assert.equal(await items.count(), 22, '17 joints and five end sites');
  const chest = item('Chest');
  assert.deepEqual(
    await Promise.all(['aria-level', 'aria-posinset', 'aria-setsize', 'aria-expanded'].map((name) => chest.getAttribute(name))),
    ['3', '1', '1', 'true'],
  );
  await item('Hips').focus();
  for (const [key, then] of [
    ['ArrowDown', 'LeftUpLeg'],
    ['ArrowLeft', 'LeftUpLeg'],
    ['ArrowLeft', 'Hips'],
    ['End', 'right end site'],
    ['Home', 'Hips'],
    ['ArrowRight', 'LeftUpLeg'],
    ['ArrowRight', 'LeftUpLeg'],
    ['ArrowRight', 'LeftLeg'],
  ]) {
    await player.press(key);
    assert.equal(await focused(), then, key);
    if (key === 'ArrowLeft' && then === 'LeftUpLeg') {
      assert.equal(await items.count(), 19, 'folded');
      assert.equal(await item('LeftUpLeg').getAttribute('aria-expanded'), 'false');
    }
  }
  assert.equal(await items.count(), 22, 'and unfolded');
  await chest.locator('.twist').click();
  assert.equal(await items.count(), 11);
  assert.equal(await player.run((element) => element.selectedJoint), -1, 'folding selects no joint');

  const status = () => panel.getByRole('status').innerText();
  const field = panel.getByRole('searchbox', { name: 'Find a joint' });
  await field.fill('arm left');
  assert.deepEqual(await names(), ['Hips', 'Spine', 'Chest', 'LeftArm', 'LeftForeArm'], 'also in folded branches');
  assert.equal(await status(), '2 of 22');
  await player.press('Enter');
  assert.equal(await item('LeftArm').getAttribute('aria-selected'), 'true');
  await player.press('ArrowDown');
  assert.equal(await focused(), 'LeftArm');
  await field.fill('tail');
  assert.deepEqual([await items.count(), await status()], [0, 'none']);
  await player.press('Escape');
  assert.deepEqual([await field.inputValue(), await status()], ['', '']);
  assert.equal(await item('LeftArm').isVisible(), true, 'the selected joint is in view');
  await player.press('Escape');
  await panel.waitFor({ state: 'detached' });
});

tree(
  'a selected joint shows its rotation and position, local and in the world, while it moves and without announcements',
  async ({ player }) => {
    const { item } = await details(player, '/walker.bvh');
    await player.run((element) => {
      element.unit = 'cm';
    });
    await player.holdAt(8 / 30);
    const arm = item('LeftArm');
    await arm.click();
    near(await numbers(arm, 'rotation'), [-31.8, 0, -62], 'as its channels spell it');
    assert.equal(await arm.locator('.order').innerText(), 'ZXY');
    const at = await player.run((element) => Object.values(element.jointPosition('LeftArm') ?? {}).map((each) => each / 100));
    near(await numbers(arm, 'position'), at, 'in metres of the world');
    await arm.getByRole('button', { name: 'world position' }).click();
    near(await numbers(arm, 'position'), [0.19, 0.08, 0], 'its offset');
    await arm.getByRole('button', { name: 'local rotation' }).click();
    near(await numbers(arm, 'rotation'), [-31.8, 0, -62], 'nothing above it is turned');
    assert.equal(await arm.getAttribute('aria-selected'), 'true', 'a press on a number leaves it selected');

    const shin = item('LeftLeg');
    await shin.click();
    near(await numbers(shin, 'rotation'), [51.8, 0, 0], 'with the turn of the thigh, in the world');
    await shin.getByRole('button', { name: 'world rotation' }).click();
    near(await numbers(shin, 'rotation'), [20, 0, 0], 'against the thigh');
    await shin.getByRole('button', { name: 'local position' }).click();

    const before = (await numbers(shin, 'position')).join();
    await player.run((element) => {
      element.loop = true;
      return element.play();
    });
    await until('they are live', async () => (await numbers(shin, 'position')).join() !== before);
    const described = await shin.getAttribute('aria-description');
    const moving = (await numbers(shin, 'position')).join();
    await until('they move on', async () => (await numbers(shin, 'position')).join() !== moving);
    assert.equal(await shin.getAttribute('aria-description'), described, 'nothing is announced');
    assert.equal(
      await shin.evaluate((row) =>
        Boolean(row.closest('[aria-live]:not([aria-live="off"])') ?? row.querySelector('.number:not([aria-hidden])')),
      ),
      false,
    );
    await player.holdAt(1);
    assert.equal(
      await shin.getAttribute('aria-description'),
      'local rotation 20.0\u00b0 0.0\u00b0 0.0\u00b0, world position 0.100 0.460 0.000 m',
    );
    const point = item('left end site').first();
    await point.click();
    assert.deepEqual([await point.locator('.rotation').isVisible(), await point.locator('.position').isVisible()], [false, true]);
    await player.press('Enter');
    assert.equal(await player.run((element) => element.selectedJoint), -1);
  },
);

tree('a double click, or Shift and Enter, centres a joint; one selected on the stage is unfolded and in view', async ({ player }) => {
  const { panel, item, items } = await details(player, '/walker.bvh');
  await player.run((element) => {
    element.unit = 'cm';
    element.follow = 'off';
  });
  await player.settle();
  /** How much higher the camera looks than the joint is, metres. */
  const above = (/** @type {string} */ name) =>
    player.run((element, joint) => Number(element.cameraState.split(',')[4]) - (element.jointPosition(joint)?.y ?? NaN) / 100, name);
  await item('Head').dblclick();
  assert.equal(await item('Head').getAttribute('aria-selected'), 'true');
  await until('the head is in the middle', async () => Math.abs(await above('Head')) < 0.02);
  await item('LeftFoot').focus();
  await player.press('Shift+Enter');
  await until('the foot is', async () => Math.abs(await above('LeftFoot')) < 0.02);

  await item('Hips').locator('.twist').click();
  assert.equal(await items.count(), 1);
  await player.run((element) => {
    element.selectedJoint = element.clips[0].joints.findIndex(({ name }) => name === 'RightHand');
  });
  const hand = item('RightHand');
  assert.equal(await hand.getAttribute('aria-selected'), 'true');
  const [row, body] = [await hand.boundingBox(), await panel.locator('.body').boundingBox()];
  assert.ok(row && body && row.y > body.y && row.y + row.height <= body.y + body.height, JSON.stringify({ row, body }));
});

tree('sites are listed as such, and in a large tree deep joints start folded', async ({ player }) => {
  const { item: joint } = await details(player, '/performer.x3d');
  await joint('left l_middle_distal_tip site').waitFor();
  const { item, items } = await details(player, '/many.bvh');
  await until('three levels are open, and the fourth is folded', async () => (await items.count()) === 1 + 60 * 3);
  await player.run((element) => {
    element.selectedJoint = element.clips[0].joints.findIndex(({ name }) => name === 'F59_5');
  });
  assert.equal(await item('F59_5').isVisible(), true);
  assert.equal(await items.count(), 1 + 60 * 3 + 2);
});

tree('each row shows how far its joint is turned at this moment; rows out of view are not updated', async ({ player }) => {
  const { panel } = await details(player, '/walker.bvh');
  const turns = () =>
    panel
      .locator('.head[data-turn]')
      .evaluateAll((all) =>
        Object.fromEntries(
          all.map((each) => [each.querySelector('.joint')?.textContent, Number(each.getAttribute('data-turn')?.replace('\u00b0', ''))]),
        ),
      );
  await player.holdAt(0);
  await until('the legs are straight', async () => (await turns()).LeftUpLeg === 0);
  assert.equal((await turns()).LeftLeg, 20);
  await player.holdAt(0.25);
  await until('they swing', async () => Math.abs((await turns()).LeftUpLeg - 32) < 1);
  const { panel: crowd } = await details(player, '/many.bvh');
  await until('some rows show their turn', async () => (await crowd.locator('.head[data-turn]').count()) > 3);
  assert.ok((await crowd.locator('.head[data-turn]').count()) < 60);
  assert.deepEqual(await crowd.getByRole('treeitem', { name: 'Palm' }).count(), 1, 'no number is in its name');
});
