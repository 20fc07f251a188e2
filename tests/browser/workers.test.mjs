/** Several clips in one worker: what happens to one is no matter of the others. And what a large one leaves behind. */
import assert from 'node:assert/strict';
import { statue, walker } from './support/clips.mjs';
import { OPEN, host } from './support/hosts.mjs';
import { openLarge } from './support/large.mjs';
import { Player } from './support/player.mjs';
import { SABOTEUR, grasp, trap } from './support/sabotage.mjs';
import { scenes } from './support/scenes.mjs';
import { until } from './support/browser.mjs';

const { scene, server } = await scenes({ gpu: 'webgpu', server: { append: SABOTEUR, csp: OPEN } });
server.put('/walker.bvh', { body: walker(), type: 'text/plain' });
server.put('/trap.bvh', { body: statue().replace('ROOT Hips', 'ROOT trap'), type: 'text/plain' });
server.put('/spin.bvh', { body: statue().replace('ROOT Hips', 'ROOT spin'), type: 'text/plain' });
server.put('/grid.css', { body: 'body { margin: 0; display: grid; grid-template-columns: repeat(4, 180px) } marey-player { width: 180px; height: 140px; aspect-ratio: auto }', type: 'text/css' });

/** Four players without a clip. @param {import('playwright-core').Page} page */
async function four(page) {
  const players = Array.from({ length: 4 }, (_, index) => new Player(page, `#p${index}`));
  await page.goto(server.page('/workers.html', players.map((_, index) => `<marey-player id="p${index}"></marey-player>`).join(''),
    { head: '<link rel="stylesheet" href="/grid.css">' }));
  await until('they are upgraded', () => page.evaluate(() => Boolean(customElements.get('marey-player'))));
  return players;
}

/** @param {Player} player @param {string} src */
const open = (player, src) => player.run((element, address) => { element.src = address; }, src);

/** Two workers, in each of which a clip waits for its host. @param {Player[]} players */
async function occupy(players) {
  const slow = [await host(walker()), await host(walker())];
  for (const [index, { url }] of slow.entries()) await open(players[index], url);
  await until('both wait', () => slow.every((each) => each.open === 1));
  return slow;
}

/**
 * All of these end well.
 * @param {import('./support/hosts.mjs').Host[]} slow
 * @param {number} asked how often their hosts were asked, together
 * @param {Player[]} players
 */
async function finish(slow, asked, players) {
  await until('both wait again', () => slow.every((each) => each.open === 1) && slow[0].asked + slow[1].asked === asked);
  for (const each of slow) each.answer();
  for (const player of players) await player.loaded();
}

scene('a clip that traps the reader takes no other clip in its worker along', { path: null }, async ({ page }) => {
  const players = await four(page);
  const slow = await occupy(players);
  await open(players[2], '/trap.bvh');
  await until('it is refused', async () => /our fault/.test((await players[2].state()).error ?? ''));
  await open(players[3], '/walker.bvh');
  await finish(slow, 3, [players[0], players[1], players[3]]);
  assert.equal((await players[0].state()).error, null);
  assert.equal((await players[1].state()).error, null);
});

scene('a clip in which the reader gets stuck is the only one that is given up', { path: null }, async ({ page }) => {
  const players = await four(page);
  const slow = await occupy(players);
  await open(players[2], '/spin.bvh');
  await open(players[3], '/walker.bvh');
  await until('it is given up', async () => /no progress/.test((await players[2].state()).error ?? ''), 60_000);
  await finish(slow, 3, [players[0], players[1], players[3]]);
});

scene('a clip that is replaced is no longer read, and those beside it are read but once', { path: null }, async ({ page }) => {
  const players = await four(page);
  const slow = await occupy(players);
  const other = await host(walker());
  await open(players[2], other.url);
  await until('it is asked for', () => other.open === 1);
  await open(players[2], '/walker.bvh');
  await until('the request is given up', () => other.open === 0);
  await players[2].loaded('walker');
  await finish(slow, 2, players.slice(0, 3));
});

/** What instances there are, in megabytes, after the rubbish was collected. @param {import('playwright-core').Page} page */
async function memories(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.detach();
  return page.evaluate(() => /** @type {WeakRef<WebAssembly.Memory>[]} */ (/** @type {any} */ (globalThis).memories)
    .map((memory) => Math.round((memory.deref()?.buffer.byteLength ?? 0) / 1e6)));
}

const grasped = { path: null, scripts: [grasp] };
const lone = server.page('/lone.html', '<marey-player src="/walker.bvh"></marey-player>');

scene('after a large clip the page has a small memory again', grasped, async ({ page, player }) => {
  await page.goto(lone);
  await player.loaded('walker');
  // As text it is more than 100 MB.
  await openLarge(player, 600_000);
  await until('it is read', async () => (await player.state()).name === 'large' && (await player.state()).ready === 4, 90_000);
  const [large] = await memories(page);
  assert.ok(large > 100, `${large} MB`);
  await player.run((element) => { element.srcObject = null; element.src = '/walker.bvh'; });
  await player.loaded('walker');
  await until('the large memory is gone', async () => (await memories(page))[0] === 0);
  const left = await memories(page);
  assert.ok(left.length === 2 && left[1] > 0 && left[1] < 32, `${left} MB`);
  await player.settle();
  await player.isFramed();
});

scene('nor does an instance that trapped keep its memory', grasped, async ({ page, player }) => {
  await page.goto(lone);
  await player.loaded('walker');
  await trap(player);
  await until('the next one is there', async () => (await memories(page)).length === 2);
  await player.loaded('walker');
  await until('the memory is gone', async () => (await memories(page))[0] === 0);
});
