/** A book of mdBook, where that program is installed: neither pip nor npm has it. */
import { join } from 'node:path';
import { test } from 'node:test';
import { onlyDeep } from '../support/deep.mjs';
import { everyPage, walkMoves } from './support/checks.mjs';
import { copied, run, samplesAndPlayer } from './support/site.mjs';
import { visit } from './support/visits.mjs';

const folder = await copied('mdbook');
const missing = await run(folder, 'mdbook', ['--version']).then(
  () => false,
  () => 'mdbook is not on PATH: `cargo install mdbook`',
);

test('mdBook', { timeout: 240_000, skip: onlyDeep || missing }, async () => {
  await samplesAndPlayer(join(folder, 'src'));
  await run(folder, 'mdbook', ['build']);
  await visit(
    { folder: join(folder, 'book'), base: '/a/b/' },
    'index.html',
    async (visited) => {
      const go = (/** @type {string} */ name) => visited.page.goto(visited.server.url(`${name.toLowerCase()}.html`));
      await everyPage(visited, { go, home: () => go('index'), stays: false });
      await go('Walk');
      await walkMoves(visited);
    },
    { size: [1400, 900], scheme: 'light' },
  );
});
