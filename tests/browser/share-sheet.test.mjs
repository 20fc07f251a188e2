/** On a phone the share panel is a sheet: dragged by its head, with touch and mouse, told apart from scrolling what is in it. */
import assert from 'node:assert/strict';
import { walker } from './support/clips.mjs';
import { scenes } from './support/scenes.mjs';
import { closesSharing, folds, opensSharing } from './support/sharing.mjs';
import { until } from './support/browser.mjs';

/** @typedef {import('./support/player.mjs').Player} Player */
/** @typedef {readonly [x: number, y: number]} Point */

const { scene, row } = await scenes({ files: { '/walker.bvh': walker() }, loads: 'walker' });
/** @type {import('./support/scenes.mjs').Options} */
const PHONE = { path: '#url=/walker.bvh&paused=1', size: [390, 780], touch: true };
const ALL = 780;
const phone = row(PHONE, ({ player }) => closesSharing(player));

/** How high it is when it comes. @param {Player} player */
async function opened(player) {
  await opensSharing(player);
  return rests(player);
}

/** Where it has come to rest: the height. @param {Player} player */
async function rests(player) {
  let height = -1;
  await until('the sheet rests', async () => {
    const before = height;
    height = await player.find('.panel').evaluate((panel) => panel.getBoundingClientRect().height);
    return height === before;
  });
  return height;
}

/** A finger goes through some points. @param {Player} player @param {Point[]} points */
async function drag({ page }, ...points) {
  const tools = await page.context().newCDPSession(page);
  const at = (/** @type {Point} */ [x, y]) => [{ x, y }];
  await tools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(points[0]) });
  for (const [index, [x, y]] of points.entries()) {
    const [fromX, fromY] = points[Math.max(0, index - 1)];
    for (let step = 1; step <= 5; step += 1) await tools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at([fromX + ((x - fromX) * step) / 5, fromY + ((y - fromY) * step) / 5]) });
  }
  await tools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await tools.detach();
}

/** The middle of the sheet's head. @param {Player} player @returns {Promise<Point>} */
async function head(player) {
  const box = await player.find('.panel header').boundingBox();
  assert.ok(box);
  return [box.x + box.width / 2, box.y + 12];
}

phone('a finger draws it up to all of the height, and back', async ({ player }) => {
  const half = await opened(player);
  assert.ok(half < 0.8 * ALL, `${half}`);
  const [x, y] = await head(player);
  await drag(player, [x, y], [x, 30]);
  assert.equal(await rests(player), ALL);
  await player.root.getByRole('button', { name: 'Full height', expanded: true }).waitFor();
  await drag(player, [x, 12], [x, 180]);
  assert.equal(await rests(player), half);
  assert.equal(await player.find('.panel').count(), 1);
});

phone('a finger draws it away; a little way is none', async ({ player }) => {
  const half = await opened(player);
  const [x, y] = await head(player);
  await drag(player, [x, y], [x, y + 50]);
  assert.equal(await rests(player), half);
  await drag(player, [x, y], [x, y + 300]);
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
  await drag(player, [100, 620], [100, 420]);
  await until('it is scrolled', async () => await body.evaluate((element) => element.scrollTop) > 50);
  assert.equal(await rests(player), half);
  await drag(player, [100, 420], [100, 700]);
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
    const sheet = await player.find('.panel').boundingBox();
    assert.ok(sheet);
    await player.settle();
    const { box } = await player.figure();
    assert.ok(box.top >= 0 && box.bottom < sheet.y + 2, JSON.stringify([box, sheet]));
    assert.ok((box.bottom - box.top) > sheet.y / 3, 'it is no smaller than it has to be');
    assert.equal(await player.find('.title').isVisible(), false);
    await player.find('.panel').getByRole('button', { name: 'Close' }).tap();
    await player.find('.title').waitFor();
  });
}
