// of: player
/** What is fetched when: nothing before the player is near the viewport, and then no player waits for another. */
import assert from 'node:assert/strict';
import { PNG } from 'pngjs';
import { walker } from './support/clips.mjs';
import { OPEN, host } from './support/hosts.mjs';
import { Player } from './support/player.mjs';
import { scenes, until } from './support/scenes.mjs';

const { scene, server } = await scenes({ server: { csp: OPEN } });
server.put('/poster.png', { body: PNG.sync.write(new PNG({ width: 16, height: 9 })), type: 'image/png' });
const LAZY = { css: 'body { margin: 0 } main { height: 6000px } marey-player { width: 480px; height: 270px; aspect-ratio: auto }' };
const GRID = {
  css: 'body { margin: 0; display: grid; grid-template-columns: repeat(4, 180px) } marey-player { width: 180px; height: 140px; aspect-ratio: auto }',
};

/** Runs in the page: counts workers and contexts, which cost something without a request. */
const count = () => {
  const scope = /** @type {any} */ (globalThis);
  scope.started = { workers: 0, adapters: 0 };
  scope.Worker = class extends Worker {
    constructor(/** @type {any[]} */ ...args) {
      super(.../** @type {[any]} */ (args));
      scope.started.workers += 1;
    }
  };
  const request = GPU.prototype.requestAdapter;
  GPU.prototype.requestAdapter = function requestAdapter(/** @type {any[]} */ ...args) {
    scope.started.adapters += 1;
    return Reflect.apply(request, this, args);
  };
};
/** @param {Page} page */
const started = (page) => page.evaluate(() => /** @type {any} */ (globalThis).started);

scene(
  'far below the fold an element costs only its script, however long it waits',
  { path: null, scripts: [count] },
  async ({ page, player }) => {
    await page.clock.install();
    const since = server.requests.length;
    await page.goto(server.page('/far.html', '<main></main><marey-player src="/walker.bvh" controls></marey-player>', LAZY));
    await until('it is upgraded', () => page.evaluate(() => Boolean(customElements.get('marey-player'))));
    // Longer than the controls wait for a first picture.
    await page.clock.runFor(4500);
    assert.deepEqual(
      server.requests
        .slice(since)
        .filter((path) => path !== '/favicon.ico')
        .sort(),
      ['/far.css', '/far.html', '/marey-player.js'],
    );
    assert.deepEqual(await started(page), { workers: 0, adapters: 0 });
    await page.evaluate(() => scrollTo(0, 5900));
    await player.loaded('walker');
    await player.isFramed();
    await player.find('.bar').waitFor();
  },
);

scene(
  'with preload="none" it shows its poster and a play button, and reads nothing until that is pressed',
  { path: null, scripts: [count] },
  async ({ page, player }) => {
    const since = server.requests.length;
    await page.goto(
      server.page('/none.html', '<marey-player src="/walker.bvh" poster="/poster.png" preload="none" controls></marey-player>', {
        ...LAZY,
        csp: null,
      }),
    );
    const button = player.find('.big');
    await button.waitFor();
    assert.equal(await player.find('.poster').isVisible(), true);
    assert.equal(await player.find('.bar').getByRole('button', { name: 'Play', exact: true }).isEnabled(), true);
    assert.deepEqual(
      server.requests.slice(since).filter((path) => /walker|wasm|worker/.test(path)),
      [],
    );
    assert.deepEqual(await started(page), { workers: 0, adapters: 0 });
    await button.click();
    await player.loaded('walker');
    await player.plays();
    assert.equal(await player.find('.poster').isVisible(), false);
    assert.equal(await button.isVisible(), false);
  },
);

scene('preload="none" holds with loading="eager", too', { path: null }, async ({ page, player }) => {
  const since = server.requests.length;
  await page.goto(
    server.page('/eager-none.html', '<marey-player src="/walker.bvh" preload="none" loading="eager" controls></marey-player>', LAZY),
  );
  await player.find('.big').waitFor();
  assert.deepEqual(
    server.requests.slice(since).filter((path) => /walker|wasm|worker/.test(path)),
    [],
  );
});

/** A page with a player for each address. @param {Page} page @param {string} name @param {string[]} addresses */
async function gallery(page, name, addresses) {
  await page.goto(
    server.page(name, addresses.map((url, index) => `<marey-player id="p${index}" src="${url}"></marey-player>`).join(''), GRID),
  );
  return addresses.map((_, index) => new Player(page, `#p${index}`));
}

scene('two hosts that never answer delay no other player', { path: null }, async ({ page }) => {
  const hosts = [await host(''), await host('')];
  const players = await gallery(page, '/hang.html', [...hosts.map(({ url }) => url), '/walker.bvh']);
  await until('both were requested', () => hosts.every(({ open }) => open === 1));
  await players[2].loaded('walker');
  assert.deepEqual(
    hosts.map(({ open }) => open),
    [1, 1],
    'they still wait',
  );
  assert.equal((await players[0].state()).error, null);
});

scene('twelve players download side by side', { path: null }, async ({ page }) => {
  const hosts = await Promise.all(Array.from({ length: 3 }, () => host(walker())));
  const players = await gallery(
    page,
    '/twelve.html',
    Array.from({ length: 12 }, (_, index) => `${hosts[index % 3].url}?${index}`),
  );
  await until('all are requested at once', () => hosts.every(({ open }) => open === 4));
  for (const each of hosts) each.answer();
  for (const each of players) await each.loaded('clip');
  assert.deepEqual(
    hosts.map(({ requests }) => requests),
    [4, 4, 4],
  );
});
