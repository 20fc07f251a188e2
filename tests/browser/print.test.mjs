// of: page, controls
/** Paper shows the picture and none of the controls. */
import assert from 'node:assert/strict';
import { onlyDeep } from '../support/deep.mjs';
import { crop, figureIn, readPng } from './support/pixels.mjs';
import { Player } from './support/player.mjs';
import { openPanel } from './support/hands.mjs';
import { scenes, until } from './support/scenes.mjs';

const { scene, server } = await scenes();
server.put('/poster.svg', {
  body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><rect width="16" height="9" fill="#fa0"/></svg>',
  type: 'image/svg+xml',
});
const path = server.page('/print.html', '<h1>Before</h1><marey-player controls src="/walker.bvh"></marey-player><p>After</p>', {
  css: '@media print { marey-player { width: 500px; aspect-ratio: 1 } }',
});
const FOLD = server.page(
  '/fold.html',
  '<marey-player class="high" poster="/poster.svg"></marey-player><marey-player id="low" loading="lazy" controls src="/walker.bvh"></marey-player>',
  { csp: null, css: '.high { height: 900px; aspect-ratio: auto }' },
);
const UNDRAWN = server.page('/poster.html', '<marey-player controls poster="/poster.svg" src="/fault/missing/a.bvh"></marey-player>', {
  csp: null,
});

/** Fails unless the picture is printed with two pixels or more for each of the screen. @param {Player} player */
async function printsFinely({ page, root }) {
  const width = (await root.boundingBox())?.width ?? 0;
  const images = [...(await page.pdf()).toString('latin1').matchAll(/\/Subtype \/Image\s+\/Width (\d+)/g)].map(([, each]) => Number(each));
  assert.ok(
    images.some((each) => each >= 2 * Math.floor(width)),
    `images of ${images} for a player of ${width}`,
  );
}

/** @param {Page} page */
async function toPaper(page) {
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
}

scene(
  'a printed page shows the picture, finer than the screen, and the screen stays as it was',
  { path, loads: 'walker', at: 1 },
  async ({ player }) => {
    const before = await player.figure();
    await printsFinely(player);
    await until('the copy is removed', async () => (await player.find('canvas').count()) === 1);
    await player.settle();
    assert.deepEqual((await player.figure()).box, before.box);
  },
);

scene('a clip loaded below the fold is printed, too', { path: FOLD }, async ({ page }) => {
  const low = new Player(page, '#low');
  await until('it is loaded and has a canvas', async () => (await low.state()).ready === 4 && (await low.drawnWith()) !== 'none');
  await until('the controls are loaded', async () => (await low.find('.bar').count()) === 1);
  await printsFinely(low);
});

const COLUMN = server.page(
  '/column.html',
  ['top', 'near', 'far'].map((id) => `<marey-player id="${id}" controls src="/walker.bvh" alt="A walk, ${id}"></marey-player>`).join(''),
  { css: 'body { margin: 0 } marey-player { width: 480px; height: 700px; aspect-ratio: auto }' },
);

for (const gpu of /** @type {const} */ (['webgpu', 'none'])) {
  scene.deep(
    `of three players in a column a capture of the page, and paper, show the near one\u2019s first picture, and the far one\u2019s name and alt${gpu === 'none' ? ', with Canvas 2D' : ''}`,
    { path: COLUMN, gpu, skip: gpu === 'none' && onlyDeep },
    async ({ page }) => {
      const [near, far] = [new Player(page, '#near'), new Player(page, '#far')];
      await until('the near one is drawn', async () => (await near.state()).draws > 0);
      await until('its controls are loaded', async () => (await near.find('.bar').count()) === 1);
      const words = far.find('.words');
      /** Fails unless a capture of the page shows the near one's figure and the far one's name. @param {Buffer} png */
      const shows = async (png) => {
        const picture = readPng(png);
        const { x, y, width, height } = /** @type {{ x: number, y: number, width: number, height: number }} */ (
          await near.root.boundingBox()
        );
        assert.ok(figureIn(crop(picture, x, y, width, height)).height > 300, 'the near one shows its figure');
        assert.equal((await words.innerText()).trim(), 'walker.bvh\nA walk, far');
        const text = /** @type {{ x: number, y: number, width: number, height: number }} */ (await words.boundingBox());
        const { data } = crop(picture, text.x, text.y, 100, text.height);
        assert.ok(Math.max(...data) - Math.min(...data) > 100, 'the words are legible');
      };
      await shows(await page.screenshot({ fullPage: true, scale: 'css' }));
      assert.equal(await near.find('.words').innerText(), '');
      await toPaper(page);
      await shows(await page.screenshot({ fullPage: true, scale: 'css' }));
      await page.evaluate(() => dispatchEvent(new Event('afterprint')));
      await page.emulateMedia({ media: null });
      await far.root.scrollIntoViewIfNeeded();
      await far.loaded('walker');
      await far.isFramed();
      assert.equal(await words.isVisible(), false);
    },
  );
}

scene(
  'paper has no controls, and the whole figure in its proportions',
  { path, size: [800, 700], loads: 'walker' },
  async ({ page, player }) => {
    await openPanel(player, 'Settings');
    await player.holdAt(1);
    const before = await player.figure();
    await toPaper(page);
    const seen = await player.run((element) =>
      [...(element.shadowRoot?.querySelectorAll('.root > *') ?? [])]
        .filter((each) => each.checkVisibility() && each.getBoundingClientRect().width > 1)
        .map((each) => each.className),
    );
    assert.deepEqual(seen, ['stage']);
    const after = figureIn(readPng(await player.root.screenshot({ caret: 'initial', scale: 'css' })));
    assert.ok(after.left > 100 && after.right > 100, JSON.stringify(after));
    const shape = (/** @type {typeof after} */ { width, height }) => width / height;
    assert.ok(Math.abs(shape(after) / shape(before) - 1) < 0.05, `${shape(before)} became ${shape(after)}`);
    assert.ok((await page.getByText('After').boundingBox())?.y);
  },
);

scene(
  'a player that was never drawn prints its poster instead of a blank sheet',
  { path: UNDRAWN, allow: [/404/] },
  async ({ page, player }) => {
    await player.find('.card').waitFor();
    await toPaper(page);
    assert.equal(await player.find('.poster').isVisible(), true);
    assert.equal(await player.find('.card').isVisible(), false);
  },
);

const CURVES = server.page(
  '/curves-on-paper.html',
  '<marey-player controls src="/walker.bvh" curves="LeftUpLeg:x" measures="angle:LeftUpLeg,LeftLeg,LeftFoot" theme="dark"></marey-player>',
  { css: 'body { margin: 0 } marey-player { width: 700px; height: 600px }' },
);

scene.deep(
  'curves are printed below the picture, black on white, with the values at the playhead; measures over it',
  { path: CURVES, size: [800, 700], loads: 'walker', at: 0.5 },
  async ({ page, player }) => {
    await player.find('.chip-of-curve').first().waitFor();
    await until('what draws for paper is there', () =>
      page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /save-\w+\.js$/.test(name))),
    );
    await player.settle();
    await toPaper(page);
    const sheet = player.find('.paper-of-curves');
    await sheet.waitFor();
    const [picture, curves] = [await player.find('.print').first().boundingBox(), await sheet.boundingBox()];
    assert.ok(picture && curves && picture.y + picture.height <= curves.y + 1 && curves.height > 200, JSON.stringify([picture, curves]));
    const { data } = crop(
      readPng(await player.root.screenshot({ caret: 'initial', scale: 'css' })),
      20,
      Math.round(curves.y) + 20,
      660,
      Math.round(curves.height) - 40,
    );
    const pixels = Array.from({ length: data.length / 4 }, (_, at) => data[4 * at] + data[4 * at + 1] + data[4 * at + 2]);
    assert.ok(pixels.filter((sum) => sum > 740).length > 0.8 * pixels.length, 'the paper is white');
    assert.ok(pixels.filter((sum) => sum < 500).length > 300, 'with lines and words on it');
    assert.equal(await player.find('canvas.measures.print').count(), 1);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: null });
    assert.equal(await player.find('.paper-of-curves, canvas.measures.print').count(), 0);
    assert.equal(await player.find('canvas.measures').isVisible(), true);
  },
);
