/** On a phone the share panel is a sheet: dragged by its head, with touch and mouse, told apart from scrolling what is in it. */
import assert from 'node:assert/strict';
import { swipe } from './support/devtools.mjs';
import { scenes, unchanged, until } from './support/scenes.mjs';
import { closesSharing, folds, opensSharing } from './support/sharing.mjs';


const { scene, row } = await scenes({ loads: 'walker' });
const PHONE = { path: '#url=/walker.bvh&paused=1', size: [390, 780], touch: true };
const ALL = 780;
const phone = row(PHONE, ({ player }) => closesSharing(player));

/** How high it is when it comes. @param {Player} player */
async function opened(player) {
  await opensSharing(player);
  return rests(player);
}

/** Where it has come to rest: the height. @param {Player} player */
const rests = (player) => unchanged('the sheet rests', () => player.find('.panel').evaluate((panel) =>
  // On a busy machine it may stand still for a while on its way.
  (panel.getAnimations().some(({ playState }) => playState === 'running') ? NaN : panel.getBoundingClientRect().height)));

/** A finger goes from one height to another. @param {Player} player @param {number} x @param {number} from @param {number} to */
const drag = ({ page }, x, from, to) => swipe(page, { x, y: from }, { x, y: to }, 0.5);

/** The middle of the sheet's head. @param {Player} player */
async function head(player) {
  const { x, y, width } = await player.box('.panel header');
  return [x + width / 2, y + 12];
}

phone('a finger draws it up to all of the height, and back', async ({ player }) => {
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

phone('a finger draws it away; a little way is none', async ({ player }) => {
  const half = await opened(player);
  const [x, y] = await head(player);
  await drag(player, x, y, y + 50);
  assert.equal(await rests(player), half);
  await drag(player, x, y, y + 300);
  await player.find('.panel').waitFor({ state: 'detached' });
  // It comes as it came before, and the figure has all of the picture meanwhile.
  assert.equal(await opened(player), half);
});

phone('a finger on what is in it scrolls that, and leaves the sheet where it is', async ({ player }) => {
  const half = await opened(player);
  await folds(player, 'film');
  await player.button('Save film').waitFor();
  const body = player.find('.panel .body');
  await body.evaluate((element) => { element.scrollTop = 0; });
  await drag(player, 100, 620, 420);
  await until('it is scrolled', async () => await body.evaluate((element) => element.scrollTop) > 50);
  assert.equal(await rests(player), half);
  await drag(player, 100, 420, 700);
  assert.equal(await rests(player), half);
  assert.equal(await player.find('.panel').count(), 1);
});

phone('the grip does it by a tap and by its key, a mouse drags it, and the close button closes', async ({ page, player }) => {
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

scene('who wants less motion gets none: it is there at once', { ...PHONE, reducedMotion: true }, async ({ player }) => {
  await opened(player);
  const height = await player.button('Full height').evaluate((grip) => {
    /** @type {HTMLElement} */ (grip).click();
    return /** @type {HTMLElement} */ (grip.closest('.panel')).getBoundingClientRect().height;
  });
  assert.equal(height, ALL);
});

for (const [width, at] of /** @type {const} */ ([[390, phone], [360, row({ ...PHONE, size: [360, 640] })]])) {
  at(`above the sheet the figure stands alone, ${width} wide`, async ({ player }) => {
    await opened(player);
    const sheet = await player.box('.panel');
    await player.settle();
    const { box } = await player.figure();
    assert.ok(box.top >= 0 && box.bottom < sheet.y + 2, JSON.stringify([box, sheet]));
    assert.ok((box.bottom - box.top) > sheet.y / 3, 'it is no smaller than it has to be');
    assert.equal(await player.find('.title').isVisible(), false);
    await player.find('.panel').getByRole('button', { name: 'Close' }).tap();
    await player.find('.title').waitFor();
  });
}
