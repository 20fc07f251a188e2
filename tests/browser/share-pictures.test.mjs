// of: share
/** The share panel's pictures, saved and copied, also of a dropped file, and the poster with its HTML line. */
import assert from 'node:assert/strict';
import { walker } from './support/clips.mjs';
import { readClear } from './support/clear.mjs';
import { download, unfoldShare } from './support/making.mjs';
import { figureIn, readPng } from './support/pixels.mjs';
import { scenes } from './support/scenes.mjs';

const { scene, server } = await scenes({ loads: 'walker' });
const PAGE = { path: '#url=/walker.bvh&paused=1', size: [900, 600] };

scene('a dropped clip is saved as a picture in the chosen size and look', { size: [900, 600], loads: '' }, async ({ player }) => {
  await player.opens('my*walk', { name: 'my*walk.bvh', text: walker() });
  await player.holdAt(1);
  await unfoldShare(player, 'picture');
  const first = await download(player, 'Save PNG');
  assert.equal(first.name, 'my-walk-1.00s.png');
  const picture = readPng(first.bytes);
  assert.deepEqual([picture.width, picture.height], [1800, 1200]);
  assert.ok(figureIn(picture).pixels > 1000);
  const { box } = figureIn(picture);
  assert.ok(Math.abs((box.left + box.right) / 2 - 900) < 150, 'no room is left for the panel');

  await player.root.getByRole('combobox', { name: 'Size' }).selectOption('1');
  for (const name of ['Background', 'Lines on the ground']) await player.root.getByRole('switch', { name }).click();
  const clear = readClear((await download(player, 'Save PNG')).bytes);
  assert.deepEqual([clear.width, clear.height, clear.data[3]], [900, 600, 0]);
  await player.root.getByRole('combobox', { name: 'Size' }).selectOption('4');
  assert.equal(
    await player
      .find('[data-section="picture"]')
      .getByText(/pixels are too many/)
      .count(),
    0,
    'it is drawn in tiles',
  );
});

scene.deep('a picture that is too large is announced before it is made', { ...PAGE, size: [1600, 800] }, async ({ player }) => {
  await unfoldShare(player, 'picture');
  await player.root.getByRole('combobox', { name: 'Size' }).selectOption('4');
  await player
    .find('[data-section="picture"]')
    .getByText(/6400 × 3200 pixels are too many: a picture has at most 6,000 on a side/)
    .waitFor();
});

scene('a picture can be copied', { ...PAGE, permissions: ['clipboard-read', 'clipboard-write'] }, async ({ page, player }) => {
  await unfoldShare(player, 'picture');
  await player.button('Copy picture').click();
  await player.find('.toast').getByText('Picture copied').waitFor();
  const size = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const bitmap = await createImageBitmap(await item.getType('image/png'));
    return [bitmap.width, bitmap.height];
  });
  assert.deepEqual(size, [1800, 1200]);
});

scene.deep('a browser that cannot copy pictures says so', PAGE, async ({ page, player }) => {
  await unfoldShare(player, 'picture');
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { write: () => Promise.reject(new Error('no')) } });
  });
  await player.button('Copy picture').click();
  await player
    .find('.toast')
    .getByText(/cannot copy pictures/)
    .waitFor();
});

scene.deep('the poster looks like the first picture, and its HTML line shows it', PAGE, async ({ page, player }) => {
  await unfoldShare(player, 'picture');
  await player.root.getByRole('combobox', { name: 'Size' }).selectOption('1');
  const { name, bytes } = await download(player, 'Save as poster');
  assert.equal(name, 'walker-poster.webp');
  const line = await player.root.getByRole('textbox', { name: /The line/ }).inputValue();
  server.put(`/${name}`, { body: bytes, type: 'image/webp' });
  const csp = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
  await page.goto(
    server.page(
      '/poster.html',
      line
        .replace('<marey-player', '<marey-player width="900" height="600" preload="none" renderer="canvas"')
        .replace('"walker.bvh"', '"/walker.bvh"'),
      { csp },
    ),
  );
  await player.find('img.poster').evaluate((image) => /** @type {HTMLImageElement} */ (image).decode());
  const url = await page.evaluate(async (from) => {
    const bitmap = await createImageBitmap(await (await fetch(from)).blob());
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: bitmap.width, height: bitmap.height });
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    return canvas.toDataURL();
  }, `/${name}`);
  const before = readPng(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'));
  await player.run((element) => {
    element.preload = 'auto';
    element.autoplay = false;
  });
  await player.loaded('walker');
  await player.settle();
  assert.equal(await player.find('img.poster:visible').count(), 0);
  const after = await player.picture();
  assert.ok(figureIn(before).pixels > 1000);
  const [poster, first] = [figureIn(before).box, figureIn(after).box];
  for (const side of /** @type {const} */ (['left', 'top', 'right', 'bottom']))
    assert.ok(Math.abs(poster[side] - first[side]) <= 8, JSON.stringify({ poster, first }));
});
