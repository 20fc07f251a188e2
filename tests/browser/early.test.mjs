// of: player, page
/** The page requests everything that it needs for the first picture at once, without waiting for other responses. */
import assert from 'node:assert/strict';
import { walker } from './support/clips.mjs';
import { framesLater, scenes, until } from './support/scenes.mjs';
import { asset } from './support/server.mjs';

const text = walker();
const { scene, server } = await scenes({ files: { '/long.bvh': text + '\n'.repeat(8_500_000) } });
const { server: strict } = await scenes({ server: { inline: false } });

/** How often each path was requested. @param {number} since @param {...string} paths */
const requests = (since, ...paths) => paths.map((path) => server.requests.slice(since).filter((each) => each.endsWith(path)).length);

/** Holds the responses until the test releases them. @param {import('./support/scenes.mjs').Scene} scene @param {...string} names */
async function hold({ context }, ...names) {
  let go = () => {};
  const allowed = new Promise((resolve) => {
    go = () => resolve(undefined);
  });
  for (const name of names)
    await context.route(`**/${name}`, async (route) => {
      await allowed;
      await route.continue();
    });
  return go;
}

scene(
  'the clip, the module and its script are requested before the worker and the module have loaded, and the clip once',
  { path: null },
  async (made) => {
    const { page, player } = made;
    const go = await hold(made, asset('worker.js'), asset('marey_web.wasm'));
    const since = server.requests.length;
    await page.goto(server.page('/early.html', '<marey-player src="/walker.bvh"></marey-player>'));
    await until('both are requested', () => requests(since, 'walker.bvh', asset('marey_web.js')).every((times) => times > 0));
    assert.deepEqual(requests(since, asset('worker.js'), asset('marey_web.wasm')), [0, 0], 'both are held back');
    go();
    await player.loaded('walker');
    assert.deepEqual(requests(since, 'walker.bvh'), [1]);
    await player.run((element) => {
      element.load();
    });
    await until('it is read once more', () => requests(since, 'walker.bvh')[0] === 2);
    await player.loaded('walker');
  },
);

scene.deep('a large file is not buffered on the page for a late reader', { path: null }, async (made) => {
  const { page, player } = made;
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage;
    Object.assign(globalThis, { handed: 0 });
    /** @param {any[]} args */
    MessagePort.prototype.postMessage = function count(...args) {
      if (args[0]?.byteLength) /** @type {any} */ (globalThis).handed += args[0].byteLength;
      return post.apply(this, /** @type {any} */ (args));
    };
  });
  const handed = async () => Number(await page.evaluate('handed'));
  const go = await hold(made, asset('worker.js'));
  await page.goto(server.page('/long.html', '<marey-player src="/long.bvh"></marey-player>'));
  await until('some of it has arrived', async () => (await handed()) > 4e6);
  await framesLater(page, 30);
  assert.ok((await handed()) < 8e6, `${await handed()} bytes were handed on`);
  go();
  await player.loaded('long');
  assert.equal(await handed(), text.length + 8_500_000);
});

const gone = server.page('/gone.html', '<marey-player src="/gone.bvh"></marey-player>');
scene('a missing file is requested once and reported as usual', { path: gone, allow: [/404/] }, async ({ player }) => {
  await until('it is reported', async () => (await player.state()).error);
  assert.equal(await player.run((element) => element.error?.status), 404);
  assert.deepEqual(requests(0, 'gone.bvh'), [1]);
});

/** Opens the page but holds back its script. @param {import('./support/scenes.mjs').Scene} scene @param {string} address */
async function visit(scene, address) {
  const { page } = scene;
  const go = await hold(scene, 'page.js');
  await page.addInitScript(() => {
    const { requestAdapter } = GPU.prototype;
    Object.assign(globalThis, { adapters: 0 });
    GPU.prototype.requestAdapter = function count(...args) {
      /** @type {any} */ (globalThis).adapters += 1;
      return requestAdapter.apply(this, args);
    };
  });
  const since = server.requests.length;
  await page.goto(server.url(address), { waitUntil: 'commit' });
  await until('the page has been read', () => page.evaluate('document.body !== null && "mareyHead" in globalThis'));
  return { go, since, adapters: () => page.evaluate('adapters') };
}

scene.deep(
  'a link\u2019s clip and the GPU are requested before the page\u2019s script has loaded, each once',
  { path: null, gpu: 'webgpu' },
  async (made) => {
    const { go, since, adapters } = await visit(made, '#url=/walker.bvh&t=1&paused=1');
    await until('the clip is requested', () => requests(since, 'walker.bvh')[0] === 1);
    assert.equal(await adapters(), 1);
    assert.deepEqual(requests(since, asset('worker.js')), [1], 'it is preloaded, too');
    go();
    assert.equal((await made.player.loaded('walker')).time, 1);
    assert.deepEqual(requests(since, 'walker.bvh'), [1]);
    await until('the stage has its GPU', async () => (await made.player.drawnWith()) === 'webgpu');
    // The script uses the adapter that was requested before it.
    assert.equal(await adapters(), 1);
  },
);

scene('without a link the first sample is requested early, except where clips are kept', { path: null }, async (made) => {
  const first = await visit(made, '');
  await until('it is requested', () => requests(first.since, 'samples/dance.bvh')[0] === 1);
  first.go();
  await made.player.loaded('Dance');
  assert.deepEqual(requests(first.since, 'samples/dance.bvh'), [1]);
  await made.page.evaluate(() => localStorage.setItem('marey-keep', ''));
  const again = await visit(made, '');
  assert.equal(await made.page.evaluate('mareyHead.clip'), undefined);
  assert.deepEqual(requests(again.since, 'samples/dance.bvh'), [0]);
});

for (const [what, address] of [
  ['a clip of another host', `#url=${encodeURIComponent(`http://localhost:${new URL(server.origin).port}/walker.bvh`)}`],
  ['an address that is none', '#url=http://['],
  ['a clip that the link has in itself', '#clip=1&url=/walker.bvh'],
]) {
  scene(`${what} is not requested before the script has loaded`, { path: null }, async (made) => {
    const { since } = await visit(made, address);
    assert.equal(await made.page.evaluate('mareyHead.clip'), undefined);
    assert.deepEqual(requests(since, 'walker.bvh', 'samples/dance.bvh'), [0, 0]);
  });
}

scene(
  'where a policy forbids the inline script the page still plays',
  {
    path: strict.url(),
    allow: [/content security policy/i],
    loads: 'Dance',
  },
  async ({ page }) => assert.equal(await page.evaluate('globalThis.mareyHead'), undefined),
);
