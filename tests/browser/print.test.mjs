/** What is on paper: the picture, and nothing of the controls. */
import assert from 'node:assert/strict';
import { walker } from './support/clips.mjs';
import { figureIn, readPng } from './support/pixels.mjs';
import { Player } from './support/player.mjs';
import { scenes } from './support/scenes.mjs';
import { until } from './support/browser.mjs';

const { scene, server } = await scenes();
server.put('/walker.bvh', { body: walker(), type: 'text/plain' });
server.put('/poster.svg', { body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><rect width="16" height="9" fill="#fa0"/></svg>', type: 'image/svg+xml' });
server.put('/square.css', { body: '@media print { marey-player { width: 500px; aspect-ratio: 1 } }', type: 'text/css' });
const path = server.page('/print.html', '<h1>Before</h1><marey-player controls src="/walker.bvh"></marey-player><p>After</p>', { head: '<link rel="stylesheet" href="/square.css">' });

/** The images that a file of Chromium's printer holds, by their widths. @param {Buffer} pdf */
const imagesIn = (pdf) => [...pdf.toString('latin1').matchAll(/\/Subtype \/Image\s+\/Width (\d+)/g)].map(([, width]) => Number(width));

scene('a printed page has the picture on it, finer than on the screen, and the screen stays as it was', { path }, async ({ page, player }) => {
  await player.loaded('walker');
  await player.holdAt(1);
  const before = await player.figure();
  const width = (await player.root.boundingBox())?.width ?? 0;
  const images = imagesIn(await page.pdf());
  assert.ok(images.some((each) => each >= 2 * Math.floor(width)), `images of ${images} for a player of ${width}`);
  await until('the copy is gone', async () => await player.find('canvas').count() === 1);
  await player.settle();
  assert.deepEqual((await player.figure()).box, before.box);
});

scene('what was loaded below the fold is on paper, too', { path: null }, async ({ page }) => {
  const fold = '<marey-player class="high" poster="/poster.svg"></marey-player>';
  server.put('/fold.css', { body: '.high { height: 900px; aspect-ratio: auto }', type: 'text/css' });
  await page.goto(server.page('/fold.html', `${fold}<marey-player id="low" loading="lazy" controls src="/walker.bvh"></marey-player>`, { csp: null, head: '<link rel="stylesheet" href="/fold.css">' }));
  const low = new Player(page, '#low');
  await until('it is loaded and has a canvas', async () => (await low.state()).ready === 4 && await low.drawnWith() !== 'none');
  await until('the controls are there', async () => await low.find('.bar').count() === 1);
  const width = (await low.root.boundingBox())?.width ?? 0;
  const images = imagesIn(await page.pdf());
  assert.ok(images.some((each) => each >= 2 * Math.floor(width)), `images of ${images} for a player of ${width}`);
});

scene('on paper there are no controls, and all of the figure in its proportions', { path, size: [800, 700] }, async ({ page, player }) => {
  await player.loaded('walker');
  await player.button('Settings').click();
  await player.find('.panel').waitFor();
  await player.holdAt(1);
  const before = await player.figure();
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  const seen = await player.run((element) => [...element.shadowRoot?.querySelectorAll('.root > *') ?? []].filter((each) => each.checkVisibility() && each.getBoundingClientRect().width > 1).map((each) => each.className));
  assert.deepEqual(seen, ['stage']);
  const png = await player.root.screenshot({ caret: 'initial', scale: 'css' });
  const after = figureIn(readPng(png));
  assert.ok(after.left > 100 && after.right > 100, JSON.stringify(after));
  const shape = (/** @type {typeof after} */ { width, height }) => width / height;
  assert.ok(Math.abs(shape(after) / shape(before) - 1) < 0.05, `${shape(before)} became ${shape(after)}`);
  assert.ok((await page.getByText('After').boundingBox())?.y);
});

scene('a player that was never drawn prints its poster, and is no blank sheet', { path: null, allow: [/404/] }, async ({ page, player }) => {
  await page.goto(server.page('/poster.html', '<marey-player controls poster="/poster.svg" src="/fault/missing/a.bvh"></marey-player>', { csp: null }));
  await player.find('.card').waitFor();
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  assert.equal(await player.find('.poster').isVisible(), true);
  assert.equal(await player.find('.card').isVisible(), false);
});
