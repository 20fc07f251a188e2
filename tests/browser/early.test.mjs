/** What a page has to fetch before its first picture it asks for at once: nothing waits for an answer that it does not need. */
import assert from 'node:assert/strict';
import { walker } from './support/clips.mjs';
import { scenes } from './support/scenes.mjs';
import { asset } from './support/server.mjs';
import { until } from './support/browser.mjs';

const { scene, server } = await scenes();
const text = walker();
server.put('/walker.bvh', { body: text, type: 'text/plain' });
server.put('/long.bvh', { body: text + '\n'.repeat(8_500_000), type: 'text/plain' });

/** How often each of these was asked for. @param {number} since @param {...string} paths */
const asked = (since, ...paths) => paths.map((path) => server.asked.slice(since).filter((each) => each.endsWith(path)).length);

scene('the clip, the module and its script are asked for before the worker and the module have come, and the clip only once', { path: null }, async ({ context, page, player }) => {
  let go = () => {};
  const allowed = new Promise((resolve) => { go = () => resolve(undefined); });
  for (const part of ['worker.js', 'marey_web.wasm']) await context.route(`**/${asset(part)}`, async (route) => { await allowed; await route.continue(); });
  const since = server.asked.length;
  await page.goto(server.page('/early.html', '<marey-player src="/walker.bvh"></marey-player>'));
  await until('both are asked for', () => asked(since, 'walker.bvh', asset('marey_web.js')).every((times) => times > 0));
  assert.deepEqual(asked(since, asset('worker.js'), asset('marey_web.wasm')), [0, 0], 'they are kept');
  go();
  await player.loaded('walker');
  assert.deepEqual(asked(since, 'walker.bvh'), [1]);
  await player.run((element) => { element.load(); });
  await until('it is read once more, by the worker', () => asked(since, 'walker.bvh')[0] === 2);
  await player.loaded('walker');
});

scene('a large file is left to the worker', { path: null }, async ({ page, player }) => {
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage;
    Object.assign(globalThis, { handed: 0 });
    /** @param {any[]} args */
    MessagePort.prototype.postMessage = function count(...args) {
      if (args[0]?.byteLength) /** @type {any} */ (globalThis).handed += args[0].byteLength;
      return post.apply(this, /** @type {any} */ (args));
    };
  });
  await page.goto(server.page('/short.html', '<marey-player src="/walker.bvh"></marey-player>'));
  await player.loaded('walker');
  assert.equal(await page.evaluate('handed'), text.length, 'all of a small one goes through the page');
  await page.goto(server.page('/long.html', '<marey-player src="/long.bvh"></marey-player>'));
  await player.loaded('long');
  assert.equal(await page.evaluate('handed'), 0);
});

scene('an answer that is none is asked for once, and told as always', { path: null, allow: [/404/] }, async ({ page, player }) => {
  const since = server.asked.length;
  await page.goto(server.page('/gone.html', '<marey-player src="/gone.bvh"></marey-player>'));
  await until('it is told', async () => (await player.state()).error);
  assert.equal(await player.run((element) => element.error?.status), 404);
  assert.deepEqual(asked(since, 'gone.bvh'), [1]);
});
