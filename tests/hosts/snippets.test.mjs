// of: player, render, controls, actors, sync, compare, curves, ghosts, marks, measures, moments, retarget, trails, share, gallery, page
/** The code shown in the docs: every tag follows the colours of its page, every page plays as it is, and what is shown for a host is what the tests of that host build. */
import assert from 'node:assert/strict';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { until } from '../browser/support/browser.mjs';
import { wav } from '../browser/support/media.mjs';
import { DIST } from '../browser/support/server.mjs';
import { WORK, samplesAndPlayer } from './support/site.mjs';
import { docsPages, snippetsOf } from './support/snippets.mjs';
import { visit } from './support/visits.mjs';

/** @typedef {import('./support/snippets.mjs').Snippet} Snippet */
/** @typedef {import('./support/visits.mjs').Visited} Visited */

const all = (await Promise.all(['README.md', 'xtask/npm/README.md', ...(await docsPages())].map(snippetsOf))).flat();
const tags = all.filter(({ code }) => /<marey-player\s/.test(code));

test('every tag in the docs follows the colours of its page', () => {
  assert.ok(tags.length > 25, `${tags.length}`);
  for (const { page, code } of tags)
    for (const [tag] of code.matchAll(/<marey-player[^]*?>/g)) assert.match(tag, /theme="auto"/, `${page}: ${tag}`);
});

/** Each page once. The tests of a framework build its own snippets. */
const pages = tags.filter(
  ({ language, code }, at) =>
    language === 'html' && !/\s:src|<script setup/.test(code) && tags.findIndex((each) => each.code === code) === at,
);

/** The promises of the recipes, by their headings. @type {Record<string, (visited: Visited) => Promise<void>>} */
const RECIPES = {
  async 'Two players in sync'({ player }) {
    await player('#first').run((element) => {
      element.currentTime = 0.5;
    });
    await until('the second is there, too', async () => Math.abs((await player('[sync]').state()).time - 0.5) < 1e-6);
  },
  async 'Motion beside a video'({ page, player, server }) {
    // A media file needs a server with range requests, without which no browser seeks.
    server.put('/talk.mp4', { body: wav(6), type: 'audio/wav' });
    await page.locator('#talk').evaluate((/** @type {HTMLMediaElement} */ video) => {
      video.load();
      video.addEventListener(
        'loadeddata',
        () => {
          video.currentTime = 3;
        },
        { once: true },
      );
    });
    await until('the motion is half a second in', async () => Math.abs((await player().state()).time - 0.5) < 1e-3);
  },
  async 'Played by scrolling'({ page, player }) {
    const { duration } = await player().state();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await until('the end is shown', async () => duration - (await player().state()).time < 0.05);
    await page.evaluate(() => scrollTo(0, 0));
    await until('the start is shown', async () => (await player().state()).time < 0.05);
  },
  async 'Controls of your own'({ page, player }) {
    await page.getByRole('button', { name: 'Play' }).click();
    await player().plays();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('slider').fill('0.5');
    await until('the middle is shown', async () => {
      const { time, duration } = await player().state();
      return Math.abs(time / duration - 0.5) < 0.02;
    });
  },
  async 'media-chrome'({ page, player }) {
    await page.locator('media-play-button').click();
    await player().plays();
  },
  async 'A paper’s project page'({ player }) {
    await player('[sync]').loaded();
    await player('#recorded').plays();
    await until('the other plays', async () => !(await player('[sync]').state()).paused);
  },
  async Slides({ page, player }) {
    const show = (/** @type {number} */ at) =>
      page.evaluate((index) => {
        const event = Object.assign(new Event('slidechanged', { bubbles: true }), {
          currentSlide: document.querySelectorAll('section')[index],
        });
        document.querySelector('.reveal')?.dispatchEvent(event);
      }, at);
    await show(1);
    await player().plays();
    await show(0);
    await until('it pauses', async () => (await player().state()).paused);
  },
};

test('every page that the docs show plays as it is', { timeout: 300_000 }, async (t) => {
  const folder = join(WORK, 'snippets');
  await rm(folder, { recursive: true, force: true });
  await samplesAndPlayer(folder);
  for (const name of ['walk.bvh', 'jump.bvh', 'dance.bvh', 'march.amc', 'march.asf', 'human-loa2.x3d']) {
    await cp(join(DIST, 'samples', name), join(folder, name));
    await cp(join(DIST, 'samples', name), join(folder, name.replace('march', '07').replace('07.amc', '07_01.amc')));
  }
  await mkdir(join(folder, 'wp-content/uploads'), { recursive: true });
  await cp(join(folder, 'walk.bvh'), join(folder, 'wp-content/uploads/walk.bvh'));
  await cp(join(DIST, 'samples/walk.webp'), join(folder, 'walk-poster.webp'));
  await writeFile(join(folder, 'talk.mp4'), wav(6));
  const packed = resolve('target/npm/marey-player');
  await cp(join(packed, 'dist/marey-player.standalone.js'), join(folder, 'marey-player.standalone.js'));
  await mkdir(join(folder, 'node_modules'));
  await symlink(packed, join(folder, 'node_modules/marey-player'));
  await symlink(resolve('node_modules/media-chrome'), join(folder, 'node_modules/media-chrome'));
  assert.deepEqual(
    Object.keys(RECIPES).filter((name) => !pages.some(({ heading }) => heading === name)),
    [],
    'every recipe is in the docs',
  );
  for (const [at, { page, heading, code }] of pages.entries()) {
    const script = /<script[^>]*src="[^"]*marey-player[^"]*\.js"/.test(code)
      ? ''
      : '<script type="module" src="marey/marey-player.js"></script>';
    await writeFile(
      join(folder, `page-${at}.html`),
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${heading}</title><link rel="icon" href="data:,">${script}</head><body>\n${code}</body></html>`,
    );
    await t.test(`${page}: ${heading}`, async () => {
      await visit({ folder, csp: '' }, `page-${at}.html`, async (visited) => {
        const elements = await visited.page.locator('marey-player').all();
        assert.ok(elements.length > 0);
        for (const index of elements.keys()) {
          await elements[index].scrollIntoViewIfNeeded();
          await until(`player ${index} has a clip`, () =>
            elements[index].evaluate((/** @type {any} */ element) => element.readyState === 4 && !element.error),
          );
        }
        await RECIPES[heading]?.(visited);
        assert.deepEqual(visited.missing, []);
      });
    });
  }
});

/** The lines of a snippet with code, without the clip's folder. @param {string} code */
const sayings = (code) =>
  code
    .replaceAll('"samples/', '"/')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /\w/.test(line) && !line.startsWith('//'));

/** Where a page's snippets are built: a language, or a word of the snippet, and the file of that site. @type {Record<string, [what: RegExp, file: string][]>} */
const BUILT = {
  'docs/hosts/vitepress.md': [
    [/defineConfig/, 'vitepress/.vitepress/config.mjs'],
    [/enhanceApp/, 'vitepress/.vitepress/theme/index.mjs'],
    [/withBase/, 'vitepress/walk.md'],
  ],
  'docs/hosts/docusaurus.md': [
    [/clientModules/, 'docusaurus/docusaurus.config.js'],
    [/^import 'marey-player'/, 'docusaurus/src/marey.js'],
    [/useBaseUrl/, 'docusaurus/docs/walk.mdx'],
  ],
  'docs/hosts/next.md': [[/use client/, 'next/app/walk/walk.tsx']],
  'docs/hosts/astro.md': [[/import\.meta\.env/, 'astro/src/pages/walk.astro']],
  'docs/hosts/mkdocs.md': [
    [/extra_javascript/, 'sites/mkdocs/mkdocs.yml'],
    [/marey-player src/, 'sites/mkdocs/docs/walk.md'],
  ],
  'docs/hosts/sphinx.md': [
    [/html_js_files/, 'sites/sphinx/conf.py'],
    [/raw:: html/, 'sites/sphinx/walk.rst'],
  ],
  'docs/hosts/mdbook.md': [[/marey-player src/, 'mdbook/src/walk.md']],
  'docs/hosts/frameworks.md': [
    [/useRef/, 'bundlers/react/Walk.tsx'],
    [/<template>/, 'bundlers/vue/Walk.vue'],
    [/bind:this/, 'bundlers/svelte/Walk.svelte'],
  ],
  'docs/hosts/bundlers.md': [[/setAssetBase/, 'bundlers/copied/main.js']],
};

test('what the docs show for a host is in the site that its test builds', async () => {
  for (const [page, places] of Object.entries(BUILT)) {
    const shown = all.filter((each) => each.page === page);
    for (const [what, file] of places) {
      const snippet = shown.find(({ code }) => what.test(code));
      assert.ok(snippet, `${page} shows ${what}`);
      const site = sayings(await readFile(join('tests/hosts', file), 'utf8'));
      for (const line of sayings(snippet.code)) assert.ok(site.includes(line), `${file} lacks what ${page} shows: ${line}`);
    }
  }
});
