/** The npm package, installed from its tarball, with common bundlers: built, opened and played. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onlyDeep } from '../support/deep.mjs';
import { until } from '../browser/support/browser.mjs';
import { npmSite, run, samples } from './support/site.mjs';
import { moves, visit } from './support/visits.mjs';

const folder = await npmSite('bundlers');
const at = (/** @type {string[]} */ ...path) => join(folder, ...path);

/** A page with one script. @param {string} title @param {string} script @param {string} body */
const html = (title, script, body) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<link rel="icon" href="data:,">
<script ${script}></script>
</head>
<body>
${body}
</body>
</html>
`;
const PLAYERS = `<marey-player id="walk" src="samples/walk.bvh" controls width="480" height="270"></marey-player>
<marey-player id="march" src="samples/march.amc" skeleton="samples/march.asf" controls width="480" height="270"></marey-player>`;

const APPLICATIONS = {
  react: { main: 'main.tsx', types: ['tsc', '-p', 'react'] },
  vue: { main: 'main.ts', types: ['vue-tsc', '-p', 'vue'] },
  svelte: { main: 'main.ts', types: ['tsc', '-p', 'svelte'] },
};

/** Fails if a build prints a warning. @param {string} said its output */
const quiet = (said) => assert.doesNotMatch(said, /warn|\(!\)|error/i);

/** Plays both players of a page, with its clips in place. @param {string} site a folder */
async function plays(site, how = async (/** @type {import('./support/visits.mjs').Visited} */ _) => {}) {
  await samples(join(site, 'samples'));
  await visit({ folder: site, base: '/a/b/' }, '', async (visited) => {
    await moves(visited.player('#walk'), /walk/i);
    await moves(visited.player('#march'), /march/i);
    assert.ok(visited.workers() > 0, 'files are read by a worker');
    assert.equal(visited.server.requests.filter((path) => !path.startsWith('/a/b/')).join(), '', 'nothing is requested outside the base');
    await how(visited);
  });
}

for (const [name, { main, types }] of Object.entries(APPLICATIONS)) {
  // One of them is enough to see that the package works.
  test(`Vite and ${name}`, { timeout: 300_000, skip: name !== 'react' && onlyDeep }, async () => {
    await run(folder, types[0], types.slice(1));
    await writeFile(at(name, 'index.html'), html(name, `type="module" src="/${main}"`, '<div id="app"></div>'));
    quiet(await run(at(name), '../node_modules/.bin/vite', ['build']));
    await plays(at(name, 'dist'), async ({ page, player }) => {
      await moves(player('marey-player:not([id])'), /walk/i);
      // The page uses the element by its properties, events and typed reference.
      assert.match(await page.locator('h1').innerText(), /walk/i);
      await page.getByRole('button', { name: 'Frame 10' }).click();
      await until('the page seeks', async () => (await player('#walk').state()).frame === 10);
      for (let times = 0; times < 3; times += 1) {
        await page.getByRole('button', { name: 'Toggle' }).click();
        await page.locator('#march').waitFor({ state: 'detached' });
        await page.getByRole('button', { name: 'Toggle' }).click();
        await player('#march').loaded();
      }
    });
  });
}

test('webpack', { timeout: 300_000, skip: onlyDeep }, async () => {
  quiet(await run(at('webpack'), '../node_modules/.bin/webpack', ['--no-color']));
  await writeFile(at('webpack/dist/index.html'), html('webpack', 'defer src="main.js"', PLAYERS));
  await plays(at('webpack/dist'));
});

/** @type {Record<string, string[]>} */
const COPIED = { esbuild: ['main.js', '--bundle', '--format=esm', '--splitting', '--minify', '--outdir=esbuild'], rollup: ['-c'] };
for (const [name, args] of Object.entries(COPIED)) {
  test(`${name}, with the player\u2019s files beside the page`, { timeout: 300_000, skip: onlyDeep }, async () => {
    const built = at('copied', name);
    quiet(await run(at('copied'), `../node_modules/.bin/${name}`, args));
    await cp(at('node_modules/marey-player/dist'), join(built, 'assets/marey'), { recursive: true });
    await writeFile(join(built, 'index.html'), html(name, 'type="module" src="main.js"', PLAYERS));
    await plays(built);
  });
}

test('a server without a document renders the tag', { timeout: 60_000 }, async () => {
  const [, rendered] = /^\/\/ (<marey-player.*)$/m.exec(await readFile('docs/hosts/ssr.md', 'utf8')) ?? [];
  assert.equal((await run(at('node'), 'node', ['server.mjs'])).trim(), `function ${rendered}`);
});
