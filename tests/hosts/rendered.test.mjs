/** Sites rendered at build time, most of which then change pages without loading: VitePress, Docusaurus, Next.js and Astro, with the npm package. */
import { join } from 'node:path';
import { test } from 'node:test';
import { onlyDeep } from '../support/deep.mjs';
import { countObjects } from '../browser/support/footprint.mjs';
import { everyPage, followsColours, walkMoves } from './support/checks.mjs';
import { npmSite, run, samples } from './support/site.mjs';
import { moves, visit } from './support/visits.mjs';

/** assets: the folder of static files; menu and toggle: what a reader clicks on; stays: pages change without loading */
const SITES = [
  {
    name: 'vitepress',
    assets: 'public',
    built: '.vitepress/dist',
    home: 'index.html',
    walk: 'walk.html',
    menu: '.VPNavBarMenu',
    toggle: '.VPNavBar .VPSwitchAppearance',
    base: '/a/b/',
    stays: true,
  },
  {
    name: 'docusaurus',
    assets: 'static',
    built: 'build',
    home: '',
    walk: 'walk/',
    menu: '.navbar',
    toggle: '.navbar button[class*=toggleButton]',
    base: '/a/b/',
    stays: true,
  },
  { name: 'next', assets: 'public', built: 'out', home: '', walk: 'walk/', menu: 'nav', toggle: 'nav button', base: '/', stays: true },
  {
    name: 'astro',
    assets: 'public',
    built: 'dist',
    home: '',
    walk: 'walk/',
    menu: 'nav',
    toggle: 'nav button',
    base: '/a/b/',
    stays: false,
  },
];

for (const { name, assets, built, home, walk, menu, toggle, base, stays } of SITES) {
  test(name, { timeout: 900_000, skip: onlyDeep }, async () => {
    const folder = await npmSite(name);
    await samples(join(folder, assets));
    await run(folder, name, ['build']);
    await visit(
      { folder: join(folder, built), base },
      home,
      async (visited) => {
        const { page, player } = visited;
        const go = (/** @type {string} */ link) => page.locator(menu).getByRole('link', { name: link, exact: true }).click();
        await everyPage(visited, { go, stays });
        await page.goBack();
        await go('Walk');
        await walkMoves(visited);
        await followsColours(player(), () => page.locator(toggle).first().click());
        await page.goto(visited.server.url(walk));
        await moves(player(), /^walk/);
      },
      { size: [1400, 900], scheme: 'light', scripts: [countObjects] },
    );
  });
}
