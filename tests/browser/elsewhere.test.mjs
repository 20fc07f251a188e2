// of: player
/** The script comes from another origin than the page: a package host, or a documentation site's asset host. */
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { countObjects } from './support/footprint.mjs';
import { openLarge } from './support/large.mjs';
import { scenes, until } from './support/scenes.mjs';
import { CSP, DIST } from './support/server.mjs';

const { scene, server } = await scenes({ server: { csp: '' }, loads: 'walker' });
/** The server under another host name, which is another origin. */
const { server: other } = await scenes({ server: { base: '/scripts/', csp: '', shared: true } });
const elsewhere = other.origin.replace('127.0.0.1', 'localhost');

for (const name of ['march.asf', 'march.amc'])
  server.put(`/${name}`, { body: await readFile(join(DIST, 'samples', name)), type: 'text/plain' });

/** As Turbopack compiles `new URL(.., import.meta.url)`: an address without an origin. @param {string} script */
const rooted = (script) => script.replace(/new URL\((["'][^"']+["']),\s*import\.meta\.url\)/g, 'new RootedURL($1)');
const ROOTED =
  'class RootedURL { constructor(name) { this.href = this.pathname = `/rooted/${name.slice(2)}`; this.origin = this.protocol = ""; } }\n';
for (const name of await readdir(DIST)) {
  if (!/\.(js|wasm)$/.test(name)) continue;
  const body = await readFile(join(DIST, name));
  server.put(`/rooted/${name}`, {
    body: name === 'marey-player.js' ? ROOTED + rooted(String(body)) : body,
    type: name.endsWith('.js') ? 'text/javascript' : 'application/wasm',
  });
}

/** The page's policy, extended by scripts and fetches from there and a worker that starts from a blob. */
const STRICT = CSP.replace("script-src 'self'", `script-src 'self' ${elsewhere}`)
  .replace("connect-src 'self'", `connect-src 'self' ${elsewhere}`)
  .replace("worker-src 'self'", "worker-src 'self' blob:");

const SCRIPT = `<script type="module" src="${elsewhere}/scripts/marey-player.js"></script>`;
const PLAYER = '<marey-player src="walker.bvh" controls autoplay loop></marey-player>';
/** @param {string} path @param {string} csp */
const page = (path, csp) =>
  server.put(path, {
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Elsewhere</title>${SCRIPT}</head><body>${PLAYER}</body></html>`,
    type: 'text/html',
    csp,
  });

/** @param {Player} player */
async function march(player) {
  await player.run((element) => {
    element.setAttribute('skeleton', 'march.asf');
    element.src = 'march.amc';
  });
  await player.loaded('march');
}

for (const [policy, csp] of [
  ['no policy', ''],
  ['a strict policy', STRICT],
]) {
  scene(
    `under ${policy} a worker reads all formats`,
    { path: page(`/${policy.replaceAll(' ', '-')}.html`, csp) },
    async ({ page, player }) => {
      await player.plays();
      await march(player);
      assert.notEqual(page.workers().length, 0, 'there is a worker');
    },
  );
}

const turbo = server.put('/rooted.html', {
  body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Rooted</title><script type="module" src="/rooted/marey-player.js"></script></head><body>${PLAYER}</body></html>`,
  type: 'text/html',
});
scene('a worker reads where a bundler emits asset addresses without an origin', { path: turbo }, async ({ page }) => {
  assert.notEqual(page.workers().length, 0, 'there is a worker');
});

scene(
  'in development the console says once that no worker reads',
  {
    path: page('/debug-no-worker.html', STRICT.replace(' blob:', '')),
    allow: [/worker-src/, /blob:/],
  },
  async ({ page }) => {
    await until(
      'it is reported',
      async () =>
        (await page.consoleMessages({ filter: 'all' })).filter((message) => message.text().includes('no worker could be started'))
          .length === 1,
    );
  },
);

scene(
  'where a policy forbids the worker, one instance on the page reads every clip and yields to the page',
  {
    path: page('/no-worker.html', STRICT.replace(' blob:', '')),
    scripts: [countObjects],
    allow: [/worker-src/, /blob:/],
  },
  async ({ page, player }) => {
    const instances = () => page.evaluate(() => /** @type {any} */ (globalThis).tally.memories().length);
    const isRead = () => until('it is read', async () => (await player.events()).length === 1);
    const first = await instances();
    for (let times = 0; times < 4; times += 1) {
      await player.record('cliploaded');
      await player.run((element) => {
        if (element.getAttribute('src') === 'walker.bvh') element.load();
        else element.src = 'walker.bvh';
      });
      await isRead();
    }
    assert.equal(await instances(), first, 'no more instances');
    await march(player);
    await player.run((element) => {
      element.removeAttribute('skeleton');
      element.src = 'walker.bvh';
    });
    await player.loaded('walker');
    const both = await instances();
    await march(player);
    assert.equal(await instances(), both, 'the readers of other formats are reused, too');
    assert.deepEqual(page.workers(), []);

    // Some megabytes that arrive at once: only the reader itself can yield between the chunks.
    await player.record('cliploaded');
    await page.evaluate(() => {
      const scope = /** @type {any} */ (globalThis);
      let turns = 0;
      const turn = () => {
        turns += 1;
        setTimeout(turn);
      };
      turn();
      const seen = (scope.seen = new Set());
      const { slice } = Blob.prototype;
      Blob.prototype.stream = function stream() {
        const whole = slice.call(this).arrayBuffer();
        let at = 0;
        return new ReadableStream(
          {
            async pull(controller) {
              const bytes = new Uint8Array(await whole);
              seen.add(turns);
              if (at >= bytes.length) controller.close();
              else controller.enqueue(bytes.slice(at, (at += 65_536)));
            },
          },
          { highWaterMark: 0 },
        );
      };
    });
    await openLarge(player, 100_000);
    await isRead();
    const turns = await page.evaluate(() => /** @type {any} */ (globalThis).seen.size);
    assert.ok(turns > 2, `the page ran ${turns} times while it read`);
  },
);
