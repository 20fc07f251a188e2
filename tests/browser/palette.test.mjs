// of: palette, controls, panels, player
/** The palette finds tools, options, clips and joints by words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matches, pieces } from '../../www/palette/match.js';
import { walker } from './support/clips.mjs';
import { scenes, until } from './support/scenes.mjs';

const { scene } = await scenes({ loads: '' });

test('each word of a question begins a word of the name, of what stands beside it, or of a synonym', () => {
  const knee = { name: 'Angle of the left knee', about: 'Measures', words: 'goniometer' };
  const found = (/** @type {string} */ question) => matches(knee, question) > 0;
  assert.deepEqual(['kne', 'KNEE left', 'measures', 'gonio', '', 'nee', 'knee right'].map(found), [
    true,
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
  assert.ok(matches({ name: 'LeftUpLeg' }, 'leg') > 0, 'names in files have words, too');
  assert.ok(matches({ name: 'Écarté' }, 'ecarte') > 0, 'accents are no matter');
  assert.ok(matches({ name: 'Curves' }, 'cur') > matches({ name: 'x', words: 'curve' }, 'cur'), 'names come before synonyms');
});

test('what was asked for is told from the rest of the name', () => {
  assert.deepEqual(pieces('Angle of the left knee', 'kne'), ['Angle of the left ', 'kne', 'e']);
  assert.deepEqual(pieces('LeftKnee', 'knee l'), ['', 'L', 'eft', 'Knee', '']);
  assert.deepEqual(pieces('Trails', ''), ['Trails']);
  assert.deepEqual(pieces('Trails', 'csv'), ['Trails']);
});

/** The names of what is found, from the top. @param {Player} player */
const names = (player) => player.find('.palette [role="option"] .palette-name').allInnerTexts();

scene(
  'Ctrl + K finds by words, shows joints on the figure, sets options, and does what is chosen',
  { size: [1280, 800] },
  async ({ page, player }) => {
    await player.opens('walker', { name: 'walker.bvh', text: walker() });
    await player.focus();
    const { keyboard } = page;
    await keyboard.press('Control+k');
    const field = player.root.getByRole('combobox', { name: 'Find anything' });
    await field.waitFor();
    await keyboard.type('left arm');
    await until('the joint is found', async () => (await names(player)).some((name) => /arm: select$/i.test(name)));
    assert.match(await player.text('.palette [role="status"]'), /^\d+ found$/);
    const joint = (await names(player)).findIndex((name) => /: select$/.test(name));
    for (let at = 0; at < joint; at += 1) await keyboard.press('ArrowDown');
    await until('it is shown on the figure', async () => /arm/i.test(await player.find('.label').innerText()));
    assert.equal(await player.run((element) => element.selectedJoint), -1, 'nothing has changed yet');
    await keyboard.press('Enter');
    await player.find('.palette').waitFor({ state: 'detached' });
    assert.ok((await player.run((element) => element.selectedJoint)) >= 0);

    await keyboard.press('Control+k');
    await field.waitFor();
    assert.equal((await names(player)).length, 1, 'what was used last comes first');
    await keyboard.type('loop');
    const before = await player.run((element) => element.loop);
    const at = (await names(player)).indexOf('Loop');
    for (let step = 0; step < at; step += 1) await keyboard.press('ArrowDown');
    await keyboard.press('Tab');
    assert.equal(await player.run((element) => element.loop), !before, 'Tab sets the value');
    await keyboard.press('Escape');
    await player.find('.palette').waitFor({ state: 'detached' });

    await keyboard.press('Control+k');
    await keyboard.type('goniometer');
    await keyboard.press('Enter');
    await player.find('.strip-of-measures').waitFor();
    await keyboard.press('Control+k');
    await keyboard.type('qqq');
    await player.find('.palette [role="status"]').getByText('Nothing is called that').waitFor();
    await player.find('.stage').click({ position: { x: 900, y: 300 } });
    await player.find('.palette').waitFor({ state: 'detached' });
  },
);
