// of: controls, curves, compare
/** The dock above the timeline: a tab for what is shown over time and for its numbers, folded to a line that says what it has. */
import assert from 'node:assert/strict';
import { walker } from './support/clips.mjs';
import { scenes, until } from './support/scenes.mjs';

const { scene, server } = await scenes({ loads: 'walker', files: { '/beside.bvh': walker({ x: 20, frames: 60 }) } });
const CSS = { css: 'html, body { margin: 0 } marey-player { width: 100vw; height: 100vh }' };
/** @param {string} name @param {string} attributes @param {string} [clips] */
const page = (name, attributes, clips = '') =>
  server.page(`/dock-${name}.html`, `<marey-player controls src="/walker.bvh" ${attributes}>${clips}</marey-player>`, CSS);
const BESIDE = '<marey-clip src="/beside.bvh" label="beside"></marey-clip>';
const DESK = /** @type {const} */ ({ size: [1280, 800] });

/** @param {Player} player */
const tabs = (player) => player.find('.dock-tabs [role="tab"]').allTextContents();
/** @param {Player} player */
const chosen = async (player) => (await player.find('.dock-tabs [aria-selected="true"]').allTextContents()).join();
/** @param {Player} player @param {string} name */
const tab = (player, name) => player.root.getByRole('tab', { name, exact: true });

scene(
  'clips that are compared have a tab; curves, and the table of either, are one click away',
  { ...DESK, path: page('tabs', '', BESIDE) },
  async ({ player, page: { keyboard } }) => {
    await until('the difference is chosen', async () => (await chosen(player)) === 'Difference');
    assert.deepEqual(await tabs(player), ['Curves', 'Gait', 'Difference', 'Table']);
    await player
      .find('.difference-after')
      .getByText(/B has ended$/)
      .waitFor();
    await tab(player, 'Curves').click();
    await player.find('.curves').waitFor();
    assert.equal(await chosen(player), 'Curves');
    assert.equal(await player.run((element) => element.curves), '');
    assert.ok(!(await player.find('.compare-lanes').isVisible()));
    await player.run((element) => {
      element.selectedJoint = 1;
    });
    await tab(player, 'Table').click();
    const rows = player.find('.table-of-curves tbody tr');
    await until('a row for each frame', async () => (await rows.count()) === 90);
    await rows.nth(30).locator('button').click();
    assert.ok(Math.abs((await player.state()).time - 1) < 1e-6, 'a row goes to its moment');
    // Arrow keys go from tab to tab.
    await tab(player, 'Table').focus();
    await keyboard.press('ArrowLeft');
    await until('the lanes', () => player.find('.compare-lanes').isVisible());
    await tab(player, 'Table').click();
    await player.find('.table-of-difference').getByText('PA-MPJPE').first().waitFor();
    await player.run((element) => {
      element.curves = null;
    });
    assert.deepEqual(await tabs(player), ['Curves', 'Gait', 'Difference', 'Table'], 'the tab of the curves opens them again');
    await player.run((element) => element.querySelector('marey-clip')?.remove());
    await player.find('.dock').waitFor({ state: 'hidden' });
  },
);

scene(
  'folded it is one line that says what it has, and what a visitor has folded stays folded',
  { ...DESK, path: page('folded', 'curves="LeftLeg:x"') },
  async ({ player, page: browserTab }) => {
    await player.find('.curves').waitFor();
    await player.button('Fold').click();
    await player.find('.dock[data-folded]').waitFor();
    assert.equal(await player.text('.dock-summary'), 'Curves: 1 line');
    assert.ok((await player.box('.dock')).height <= 30);
    assert.equal(await player.find('.dock-summary .spark').count(), 1);
    await player.run((element) => {
      element.selectedJoint = 1;
    });
    await until('it follows', async () => /^Curves: \w+, 1 line$/.test(await player.text('.dock-summary')));
    await browserTab.setViewportSize({ width: 1280, height: 1000 });
    await player.settle();
    assert.ok(await player.find('.dock[data-folded]').isVisible());
    await player.find('.dock-summary').click();
    await player.find('.curves').waitFor();
    // Escape folds it, from the stage as well.
    await player.hotkey('Escape');
    await player.find('.dock[data-folded]').waitFor();
    await player.hotkey('c');
    await until('its key unfolds it', () => player.find('.curves').isVisible());
    await player.hotkey('c');
    await until('and closes it', async () => (await player.run((element) => element.curves)) === null);
  },
);

scene(
  'F6 moves the focus from piece to piece, Shift + F6 back',
  { ...DESK, path: page('f6', 'curves=""') },
  async ({ player, page: { keyboard } }) => {
    await player.find('.curves').waitFor();
    await player.focus();
    const where = () =>
      player.run((element) => {
        const focused = element.shadowRoot?.activeElement;
        return ['.dock', '.timeline', '.row', '.stage', '.title'].find((name) => focused?.closest(name)) ?? '';
      });
    const goes = async (/** @type {string} */ keys, /** @type {string} */ to) => {
      await keyboard.press(keys);
      await until(`${keys} goes to ${to}`, async () => (await where()) === to);
    };
    for (const to of ['.dock', '.timeline', '.row']) await goes('F6', to);
    for (const to of ['.timeline', '.dock', '.stage']) await goes('Shift+F6', to);
  },
);

scene(
  'an edge that is drawn too high says what would give it room',
  { size: [1024, 600], path: page('edge', 'curves=""') },
  async ({ player, page: { mouse } }) => {
    await player.find('.curves').waitFor();
    await player.hotkey('m');
    await player.find('.figure-strip').waitFor();
    await player.settle();
    const edge = await player.box('.grip-of-bar');
    await mouse.move(edge.x + edge.width / 2, edge.y + 5);
    await mouse.down();
    await mouse.move(edge.x + edge.width / 2, edge.y - 200, { steps: 4 });
    await player.find('.toast').getByText('Close Measures for more room').waitFor();
    await mouse.up();
    assert.ok(await player.find('.figure-strip').isVisible(), 'nothing folds under the pointer');
    const foot = (await player.box('.figure-strip')).y;
    assert.ok(foot - 56 >= 0.45 * 600 - 9, `${foot - 56} px are free`);
  },
);

scene(
  'a phone has Compare under the thumb once there are two clips',
  { size: [390, 780], touch: true, path: '', loads: '' },
  async ({ player }) => {
    await player.opens('one', { name: 'one.bvh', text: walker() });
    assert.ok(await player.find('.bar .open').filter({ hasText: 'Open' }).isVisible());
    await player.opens('two', { name: 'two.bvh', text: walker({ frames: 30 }) });
    await player.find('.bar .open').filter({ hasText: 'Compare' }).tap();
    await until(
      'it asks for the other, or takes it',
      async () =>
        (await player.run((element) => element.querySelectorAll('marey-clip').length)) === 1 ||
        (await player.page.locator('.library').isVisible()),
    );
  },
);
