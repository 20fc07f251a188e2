/** Sites built by Python programs, with the two lines of the README. */
import assert from 'node:assert/strict';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { onlyDeep } from '../support/deep.mjs';
import { until } from '../browser/support/browser.mjs';
import { countObjects } from '../browser/support/footprint.mjs';
import { everyPage, followsColours, walkMoves } from './support/checks.mjs';
import { marey } from '../files/support/marey.mjs';
import { pythonSite, run, samples, samplesAndPlayer } from './support/site.mjs';
import { imagesIn, visit } from './support/visits.mjs';

const TIMEOUT = 240_000;
/** README's policy, with what a site of pages and pictures needs besides. */
const STRICT =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; " +
  "require-trusted-types-for 'script'; trusted-types marey";

/** @type {string} */
let folder;
before(
  async () => {
    if (onlyDeep) return;
    folder = await pythonSite('sites');
    for (const files of ['mkdocs/docs', 'sphinx/_static']) await samplesAndPlayer(join(folder, files));
    await cp(new URL('galleries/gallery.py', import.meta.url), join(folder, 'mkdocs/gallery.py'));
    await samples(join(folder, 'motions'));
    await marey('gallery', '--player', join(folder, 'mkdocs/docs/marey'), join(folder, 'motions'), join(folder, 'mkdocs/docs/motions'));
  },
  { timeout: 600_000 },
);

test('MkDocs with Material, directory URLs and instant navigation', { timeout: TIMEOUT, skip: onlyDeep }, async () => {
  await run(join(folder, 'mkdocs'), join(folder, '.venv/bin/mkdocs'), ['build', '--strict', '--quiet']);
  await visit(
    { folder: join(folder, 'mkdocs/site'), base: '/a/b/' },
    '',
    async (visited) => {
      const { page, player, server } = visited;
      const go = (/** @type {string} */ name) => page.locator('.md-nav--primary').getByRole('link', { name, exact: true }).first().click();
      // Material changes pages without loading only if the sitemap has this very address.
      const list = await readFile(join(folder, 'mkdocs/site/sitemap.xml'), 'utf8');
      server.put('/a/b/sitemap.xml', { body: list.replaceAll('http://127.0.0.1/', `${server.origin}/`), type: 'application/xml' });
      await page.reload();
      await page.waitForLoadState('networkidle');
      await everyPage(visited, { go, stays: true, keeps: true });
      await page.goBack();
      await go('Walk');
      await walkMoves(visited);
      let dark = false;
      await followsColours(player(), async () => {
        await page.locator(`label[title="To ${dark ? 'light' : 'dark'}"]`).click();
        dark = !dark;
      });
      await player().settle();
      const width = (await player().root.boundingBox())?.width ?? 0;
      const images = imagesIn(await page.pdf());
      assert.ok(
        images.some((each) => each >= Math.floor(width)),
        `images of ${images} for a player of ${width}`,
      );
    },
    { size: [1400, 900], scheme: 'light', scripts: [countObjects] },
  );
});

test('a gallery in a page of MkDocs, in the colours of its switch', { timeout: TIMEOUT, skip: onlyDeep }, async () => {
  await run(join(folder, 'mkdocs'), join(folder, '.venv/bin/mkdocs'), ['build', '--strict', '--quiet']);
  await visit(
    { folder: join(folder, 'mkdocs/site'), base: '/a/b/' },
    'clips/',
    async ({ page }) => {
      const frame = page.frameLocator('iframe.gallery');
      await until(
        'the clips are there',
        async () => (await frame.locator('.wall-card > .sr').allTextContents()).map((text) => text.split(',')[0]).join() === 'march,walk',
      );
      const isGround = (/** @type {string} */ colour) =>
        until(`the ground is ${colour}`, () =>
          frame.locator('html').evaluate((root, each) => getComputedStyle(root).backgroundColor === each, colour),
        );
      await isGround('rgb(255, 255, 255)');
      await page.locator('label[title="To dark"]').click();
      await isGround('rgb(16, 21, 30)');
      await page.locator('label[title="To light"]').click();
      await isGround('rgb(255, 255, 255)');
      await frame.locator('.wall-card').first().hover();
      await frame.locator('.wall-poster marey-player').waitFor();
      await frame.locator('.wall-card').first().press('Enter');
      await frame.getByRole('heading', { level: 1, name: 'march' }).waitFor();
    },
    { size: [1400, 900], scheme: 'light' },
  );
});

test('Sphinx with Furo, and under a strict policy with Alabaster', { timeout: TIMEOUT, skip: onlyDeep }, async () => {
  for (const theme of ['furo', 'alabaster']) {
    // conf.py reads the theme from the tags.
    await run(join(folder, 'sphinx'), join(folder, '.venv/bin/sphinx-build'), [
      '-W',
      '-q',
      '-b',
      'html',
      '-t',
      theme,
      '.',
      `_build/${theme}`,
    ]);
    await visit(
      { folder: join(folder, 'sphinx/_build', theme), base: '/a/b/', csp: theme === 'furo' ? '' : STRICT },
      'index.html',
      async (visited) => {
        const { page, player, server } = visited;
        const go = (/** @type {string} */ name) => page.getByRole('link', { name, exact: true }).first().click();
        await everyPage(visited, { go, home: () => page.goto(server.url('index.html')), stays: false });
        await page.goBack();
        await until('the page is back', () => /index\.html$/.test(page.url()));
        if (theme !== 'furo') return;
        await go('Walk');
        await walkMoves(visited);
        // The switch goes from auto to light, to dark, and round again.
        const is = (/** @type {string} */ name) =>
          until(`the site is ${name}`, () => page.evaluate((each) => document.body.dataset.theme === each, name));
        const press = () => page.locator('.theme-toggle').locator('visible=true').first().click();
        await is('auto');
        let now = 'light';
        await followsColours(player(), async () => {
          now = now === 'dark' ? 'light' : 'dark';
          for (let turn = 0; turn < 2 && (await page.evaluate(() => document.body.dataset.theme)) !== now; turn += 1) await press();
          await is(now);
        });
      },
      { size: [1400, 900], scheme: 'light', scripts: [countObjects] },
    );
  }
});
