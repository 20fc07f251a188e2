/** A site of Docusaurus, with the package from npm. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { tally } from '../browser/support/footprint.mjs';
import { arrived, backAndForth, followsColours, severalOnAPage } from './support/checks.mjs';
import { npmSite, run, samples } from './support/site.mjs';
import { moves, visit } from './support/visits.mjs';

/** @type {string} */
let folder;
before(async () => {
  folder = await npmSite('docusaurus');
  await samples(join(folder, 'static/motion'), 'walk.bvh', 'march.asf', 'march.amc');
  await run(folder, 'docusaurus', ['build']);
}, { timeout: 600_000 });

test('Docusaurus, with pages that are rendered beforehand and changed without loading', { timeout: 240_000 }, async () => {
  await visit({ folder: join(folder, 'build'), base: '/a/b/' }, '', async (visited) => {
    const { page, player, workers } = visited;
    const go = (/** @type {string} */ name) => page.locator('.navbar').getByRole('link', { name, exact: true }).click();
    await backAndForth(visited, { walk: () => go('Walk'), march: () => go('March'), home: () => go('Home'), stays: true });
    assert.ok(workers() > 0, 'a worker reads');
    await go('March');
    await severalOnAPage(visited);
    await page.goBack();
    await go('Walk');
    await arrived(page, 'Walk');
    await moves(player(), /^walk/);
    await followsColours(player(), () => page.locator('.navbar button[class*=toggleButton]').first().click());
    // As somebody who was sent a link.
    await page.goto(visited.server.url('walk/'));
    await moves(player(), /^walk/);
  }, { size: [1400, 900], scheme: 'light', scripts: [tally] });
});
