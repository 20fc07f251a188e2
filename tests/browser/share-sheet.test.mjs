// of: share, controls
/** On a phone the share panel is a sheet, dragged by its head with touch or mouse, while its content scrolls. */
import assert from 'node:assert/strict';
import { swipe } from './support/devtools.mjs';
import { scenes, unchanged, until } from './support/scenes.mjs';
import { closeSharing, unfold, openSharing } from './support/sharing.mjs';

const { scene, row } = await scenes({ loads: 'walker' });
const PHONE = { path: '#url=/walker.bvh&paused=1', size: [390, 780], touch: true };
const ALL = 780;
const phone = row(PHONE, ({ player }) => closeSharing(player));

/** Opens it and returns its height. @param {Player} player */
async function opened(player) {
  await openSharing(player);
  return rests(player);
}

/** Waits until it rests and returns its height. @param {Player} player */
const rests = (player) =>
  unchanged('the sheet rests', () =>
    player.find('.panel').evaluate((panel) =>
      // On a busy machine it may stand still for a while in the middle of a move.
      panel.getAnimations().some(({ playState }) => playState === 'running') ? NaN : panel.getBoundingClientRect().height,
    ),
  );

/** Drags a finger from one height to another. @param {Player} player @param {number} x @param {number} from @param {number} to */
const drag = ({ page }, x, from, to) => swipe(page, { x, y: from }, { x, y: to }, 0.5);

/** @param {Player} player */
async function head(player) {
  const { x, y, width } = await player.box('.panel header');
  return [x + width / 2, y + 12];
}

phone('a finger drags the sheet up to full height, and back', async ({ player }) => {
  const half = await opened(player);
  assert.ok(half < 0.8 * ALL, `${half}`);
  const [x, y] = await head(player);
  await drag(player, x, y, 30);
  assert.equal(await rests(player), ALL);
  await player.root.getByRole('button', { name: 'Full height', expanded: true }).waitFor();
  await drag(player, x, 12, 180);
  assert.equal(await rests(player), half);
  assert.equal(await player.find('.panel').count(), 1);
});

phone.deep('a finger drags the sheet away; a short drag does not close it', async ({ player }) => {
  const half = await opened(player);
  const [x, y] = await head(player);
  await drag(player, x, y, y + 50);
  assert.equal(await rests(player), half);
  await drag(player, x, y, y + 300);
  await player.find('.panel').waitFor({ state: 'detached' });
  assert.equal(await opened(player), half);
});

phone.deep('a finger on the content scrolls it and leaves the sheet where it is', async ({ player }) => {
  const half = await opened(player);
  await unfold(player, 'film');
  await player.button('Save film').waitFor();
  const body = player.find('.panel .body');
  await body.evaluate((element) => {
    element.scrollTop = 0;
  });
  await drag(player, 100, 620, 420);
  await until('it is scrolled', async () => (await body.evaluate((element) => element.scrollTop)) > 50);
  assert.equal(await rests(player), half);
  await drag(player, 100, 420, 700);
  assert.equal(await rests(player), half);
  assert.equal(await player.find('.panel').count(), 1);
});

phone('the grip resizes by a tap and by its key, a mouse drags it, and the close button closes the sheet', async ({ page, player }) => {
  const half = await opened(player);
  const grip = player.button('Full height');
  await grip.tap();
  assert.equal(await rests(player), ALL);
  await grip.focus();
  await player.press('Enter');
  assert.equal(await rests(player), half);
  const [x, y] = await head(player);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 60, { steps: 4 });
  await page.mouse.move(x, 20, { steps: 4 });
  await page.mouse.up();
  assert.equal(await rests(player), ALL);
  await player.find('.panel').getByRole('button', { name: 'Close' }).tap();
  await player.find('.panel').waitFor({ state: 'detached' });
});

scene.deep('under reduced motion the sheet opens without animation', { ...PHONE, reducedMotion: true }, async ({ player }) => {
  await opened(player);
  const height = await player.button('Full height').evaluate((grip) => {
    /** @type {HTMLElement} */ (grip).click();
    return /** @type {HTMLElement} */ (grip.closest('.panel')).getBoundingClientRect().height;
  });
  assert.equal(height, ALL);
});

for (const [width, at] of /** @type {const} */ ([
  [390, phone],
  [360, row({ ...PHONE, size: [360, 640] })],
])) {
  (width === 360 ? at : at.deep)(`at ${width} pixels nothing but the figure is above the sheet`, async ({ player }) => {
    await opened(player);
    const sheet = await player.box('.panel');
    await player.settle();
    const { box } = await player.figure();
    assert.ok(box.top >= 0 && box.bottom < sheet.y + 2, JSON.stringify([box, sheet]));
    assert.ok(box.bottom - box.top > sheet.y / 3, 'the figure fills the free area');
    assert.equal(await player.find('.title').isVisible(), false);
    await player.find('.panel').getByRole('button', { name: 'Close' }).tap();
    await player.find('.title').waitFor();
  });
}
