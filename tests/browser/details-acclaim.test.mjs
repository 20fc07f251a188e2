// of: panels, marey_mocap
/** What the panels show of Acclaim files alone: assumed rate, factor, documentation, spelled-out names, limits, masses. */
import assert from 'node:assert/strict';
import { DEEP, onlyDeep } from '../support/deep.mjs';
import { isAccessible, onPlainBackground } from './support/axe.mjs';
import { amc, asf } from './support/acclaim.mjs';
import { statue } from './support/clips.mjs';
import { difference } from './support/pixels.mjs';
import { scenes, until } from './support/scenes.mjs';
import { openPanel } from './support/hands.mjs';

const { scene, row, server } = await scenes();
const STAGE = { size: [980, 640], reducedMotion: true };
const details = row({ ...STAGE, path: server.page('/details.html', '<marey-player controls></marey-player>') }, async ({ player }) => {
  await player.closesPanel();
  await player.run((element) => {
    for (const name of ['fps', 'unit']) element.removeAttribute(name);
  });
});

/** @param {Player} player @param {Parameters<typeof asf>[0]} [skeleton] @param {Parameters<typeof amc>[0]} [motion] */
async function show(player, skeleton, motion) {
  await player.run(
    (element, [motionText, skeletonText]) => {
      element.pause();
      element.srcObject = [new File([motionText], 'march.amc'), new File([skeletonText], 'marcher.asf')];
    },
    [amc(motion), asf(skeleton)],
  );
  await player.loaded('march');
}

/** @param {Player} player @param {'Details' | 'Settings'} name */
async function open(player, name) {
  if (name === 'Details') await player.button(/^Details/).click();
  else await openPanel(player, name);
  const panel = player.find(`.panel[data-panel="${name.toLowerCase()}"]`);
  await panel.waitFor();
  return panel;
}

details('the details show the skeleton, the assumed rate, the length factor and the masses', async ({ player }) => {
  await show(player, { factor: 0.45, masses: true });
  await until('the title shows it', async () => /121 frames · 1\.00 s[^]*120 fps, assumed/.test(await player.find('.title').innerText()));
  const panel = await open(player, 'Details');
  const words = await panel.innerText();
  for (const said of [
    /Format\s+ASF\/AMC/,
    /Skeleton\s+marcher\.asf/,
    /Length\s+1\.00 s\s+120 fps, assumed/,
    /Length unit\s+× 0\.45 as the file states; one unit in the file = /,
    /Masses\s+16 bones/,
    /Documentation\s+A figure that marches\./i,
  ])
    assert.match(words, said);
  await panel.getByRole('combobox', { name: 'Unit' }).selectOption({ label: 'CMU units' });
  await until('the unit is shown exactly', async () => /one unit in the file = 5\.644 cm/.test(await panel.innerText()));
});

details('the settings call the rate assumed until another is chosen', async ({ player }) => {
  await show(player);
  const panel = await open(player, 'Settings');
  const field = panel.getByRole('textbox', { name: 'Frame rate' });
  assert.equal(await field.getAttribute('placeholder'), '120 (assumed)');
  await field.fill('60');
  await player.press('Enter');
  await until('it is reported', async () => /121 frames · 2\.00 s[^]*60 fps, chosen/.test(await player.find('.title').innerText()));
});

details('the details list the rate among the guesses, and another can be chosen', async ({ player }) => {
  await show(player);
  const panel = await open(player, 'Details');
  const rate = panel.getByRole('combobox', { name: 'Frame rate' });
  assert.equal(await rate.locator('option:checked').innerText(), '120 fps');
  assert.match(await panel.locator('.line', { hasText: 'Frame rate' }).innerText(), /our guess, not certain/);
  await rate.selectOption({ label: '60 fps' });
  assert.equal(await player.run((element) => element.fps), 60);
  await until('it lasts twice as long', async () => /Length\s+2\.00 s\s+60 fps/.test(await panel.innerText()));
  await panel.getByRole('combobox', { name: 'Frame rate' }).selectOption({ label: '120 fps (our guess)' });
  assert.equal(await player.run((element) => element.hasAttribute('fps')), false);
});

details('a long documentation is folded, keeps its line breaks and opens by keyboard', async ({ player }) => {
  const documentation = Array.from({ length: 40 }, (_, line) => `Line ${line} of many words about how this was captured.`).join('\n');
  await show(player, { documentation, skins: ['block.obj', '"fine skin.obj"'] });
  const panel = await open(player, 'Details');
  for (const skin of [/block\.obj/, /fine skin\.obj/]) assert.match(await panel.innerText(), skin);
  const note = panel.getByText('Line 0 of many');
  assert.equal(await note.isVisible(), false);
  await panel.locator('summary', { hasText: 'Documentation' }).press('Enter');
  await note.waitFor();
  const box = await note.evaluate((text) => ({
    shown: text.clientHeight,
    whole: text.scrollHeight,
    lines: text.textContent?.split('\n').length,
    tab: text.tabIndex,
  }));
  assert.ok(box.shown < box.whole && box.shown <= 180, JSON.stringify(box));
  assert.deepEqual([box.lines, box.tab], [40, 0]);
});

details('the marks are listed, and each leads to its frame and its joint', async ({ player }) => {
  await show(player);
  const panel = await open(player, 'Details');
  await panel.getByText('4 times outside joint limits').click();
  await panel.getByRole('button', { name: /^Right femur, .* frame 45$/ }).click();
  assert.equal((await player.state()).frame, 45);
  assert.equal(await panel.getByRole('treeitem', { name: /rfemur/ }).getAttribute('aria-selected'), 'true');
});

details.deep('of very many marks a hundred are listed', async ({ player }) => {
  await show(player, {}, { frames: 60 * 120 });
  const panel = await open(player, 'Details');
  const title = panel.getByText('240 times outside joint limits');
  await title.waitFor();
  assert.equal(await panel.locator('.mark-list button').first().isVisible(), false, 'folded');
  await title.click();
  assert.equal(await panel.locator('.mark-list button').count(), 100);
  assert.match(await panel.locator('.mark-list').innerText(), /and 140 more$/);
});

details('the tree shows spelled-out names beside those of the file, and limits under the selected joint', async ({ page, player }) => {
  await show(player);
  const panel = await open(player, 'Details');
  const femur = panel.getByRole('treeitem', { name: /^left femur\s+lfemur/ });
  await femur.click();
  assert.match(await femur.innerText(), /rx \(-160 20\) ry \(-70 70\) rz \(-60 70\)/);
  await player.run((element) => element.seekToFrame(15));
  await until('the row shows the turn', async () => /∠ 32\.0°/.test(await femur.innerText()));
  await until('its name stands beside it', async () => (await player.find('.label').innerText()) === 'left femur · lfemur');
  await page.keyboard.type('right t');
  assert.match(await panel.locator('[role="treeitem"]:focus').innerText(), /right tibia\s+rtibia/);
});

details('the centre of mass is offered where there are masses, and can be shown', async ({ player }) => {
  await show(player);
  const toggle = (await open(player, 'Settings')).getByRole('switch', { name: 'Centre of mass' });
  assert.equal(await toggle.count(), 0);
  await show(player, { masses: true }, { swing: 0 });
  await toggle.waitFor();
  await player.run((element) => element.seekToFrame(0));
  await player.settle();
  const before = await player.picture();
  assert.equal(await toggle.isChecked(), false);
  await toggle.check();
  await player.settle();
  assert.ok(difference(before, await player.picture()) > 60, 'the picture changes');
  const panel = await open(player, 'Details');
  const [x, y] = (/Centre of mass\s+(\S+), (\S+), (\S+)/.exec(await panel.innerText()) ?? [])
    .slice(1)
    .map((n) => Number(n.replace('\u2212', '-')));
  // Left and right weigh the same, and the centre is at about the height of the waist.
  assert.ok(Math.abs(x) < 0.02 && y > 80 && y < 115, `${x}, ${y}`);
  await player.run((element, text) => {
    element.srcObject = new File([text], 'statue.bvh');
  }, statue());
  await player.loaded('statue');
  await until('no masses', async () => !/Centre of mass/.test(await panel.innerText()));
});

for (const theme of ['dark', 'light']) {
  scene(
    `axe finds nothing on the ${theme} lane, tip, details and settings`,
    { ...STAGE, bypassCsp: true, size: [1024, 900], skip: onlyDeep },
    async ({ page, player }) => {
      await player.run((element, name) => element.setAttribute('theme', name), theme);
      await player.opens(
        'march',
        { name: 'marcher.asf', text: asf({ masses: true, documentation: 'Some words. '.repeat(60) }) },
        { name: 'march.amc', text: amc() },
      );
      await player.run((element) => element.pause());
      await until('the lane is shown', () => player.find('.lane').isVisible());
      await onPlainBackground(page);
      const isClean = (/** @type {string} */ state) => isAccessible(page, { state, rules: theme === 'dark' || DEEP ? 'all' : 'contrast' });
      await player.hotkey('n');
      await player.find('.marks').focus();
      await player.press('ArrowRight');
      await player.find('.tip').waitFor();
      await isClean('lane');
      const panel = await open(player, 'Details');
      const folded = panel.locator('.fold:not([open]) summary');
      while (await folded.count()) await folded.first().click();
      await panel.getByRole('treeitem', { name: /lfemur/ }).click();
      await player.settle();
      await isClean('details');
      await open(player, 'Settings');
      await player.settle();
      await isClean('settings');
    },
  );
}
