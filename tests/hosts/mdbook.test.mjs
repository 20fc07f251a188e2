/** A book of mdBook, where that program is installed: neither pip nor npm have it. */
import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { onlyDeep } from '../support/deep.mjs';
import { DIST } from '../browser/support/server.mjs';
import { arrived, backAndForth, severalOnAPage } from './support/checks.mjs';
import { copied, run, samples } from './support/site.mjs';
import { moves, visit } from './support/visits.mjs';

const folder = await copied('mdbook');
const missing = await run(folder, 'mdbook', ['--version']).then(() => false, () => 'mdbook is not on PATH: `cargo install mdbook`');

test('mdBook', { timeout: 240_000, skip: onlyDeep || missing }, async () => {
  await samples(join(folder, 'src/motion'), 'walk.bvh', 'march.asf', 'march.amc');
  await cp(DIST, join(folder, 'src/marey'), { recursive: true, filter: (from) => !from.endsWith('.html') && !from.includes('samples') });
  await run(folder, 'mdbook', ['build']);
  await visit({ folder: join(folder, 'book'), base: '/a/b/' }, 'index.html', async (visited) => {
    const { page, player, workers } = visited;
    const go = (/** @type {string} */ name) => page.goto(visited.server.url(`${name}.html`));
    await backAndForth(visited, { walk: () => go('walk'), march: () => go('march'), home: () => go('index'), stays: false });
    assert.ok(workers() > 0, 'a worker reads');
    await go('march');
    await severalOnAPage(visited);
    await go('walk');
    await arrived(page, 'Walk');
    await moves(player(), /^walk/);
  }, { size: [1400, 900], scheme: 'light' });
});
