/** The script comes from another origin than the page: a package host, or a documentation's own place for files. */
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { walker } from './support/clips.mjs';
import { openLarge } from './support/large.mjs';
import { scenes } from './support/scenes.mjs';
import { CSP, DIST, serve } from './support/server.mjs';
import { until } from './support/browser.mjs';

const { scene, server } = await scenes({ server: { csp: '' } });
/** Under another name this is another origin. */
const other = await serve({ base: '/scripts/', csp: '', shared: true });
after(() => other.close());
const elsewhere = other.origin.replace('127.0.0.1', 'localhost');

server.put('/walker.bvh', { body: walker(), type: 'text/plain' });
for (const name of ['march.asf', 'march.amc']) server.put(`/${name}`, { body: await readFile(join(DIST, 'samples', name)), type: 'text/plain' });

/** What a policy must allow besides the page's own: scripts and fetches from there, and a worker that begins as a blob. */
const STRICT = CSP.replace("script-src 'self'", `script-src 'self' ${elsewhere}`).replace("connect-src 'self'", `connect-src 'self' ${elsewhere}`).replace("worker-src 'self'", "worker-src 'self' blob:");

/** @param {string} path @param {string} body @param {string} csp */
const page = (path, body, csp) => server.put(path, {
  body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Elsewhere</title><script type="module" src="${elsewhere}/scripts/marey-player.js"></script></head><body>${body}</body></html>`,
  type: 'text/html', csp,
});

/** How often the wasm modules were instantiated on the page, and whether others had their turn meanwhile. */
function counting() {
  const scope = /** @type {any} */ (globalThis);
  scope.instances = 0;
  const instantiate = WebAssembly.instantiate;
  /** @type {any} */ (WebAssembly).instantiate = (/** @type {any[]} */ ...args) => {
    scope.instances += 1;
    return /** @type {any} */ (instantiate)(...args);
  };
}

for (const [policy, csp] of [['no policy', ''], ['a strict policy', STRICT]]) {
  scene(`under ${policy} a worker reads all formats`, { path: page(`/${policy.replaceAll(' ', '-')}.html`, '<marey-player src="walker.bvh" controls autoplay loop></marey-player>', csp) }, async ({ page, player }) => {
    await player.loaded('walker');
    await player.plays();
    await player.run((element) => { element.setAttribute('skeleton', 'march.asf'); element.src = 'march.amc'; });
    await player.loaded('march');
    assert.notEqual(page.workers().length, 0, 'there is a worker');
  });
}

scene('where a policy forbids the worker, one instance on the page reads every clip, and lets the page have its turn', {
  path: page('/no-worker.html', '<marey-player src="walker.bvh" controls></marey-player>', STRICT.replace(' blob:', '')), scripts: [counting], allow: [/worker-src/, /blob:/],
}, async ({ page, player }) => {
  await player.loaded('walker');
  const read = () => page.evaluate(() => /** @type {any} */ (globalThis).instances);
  const first = await read();
  for (let times = 0; times < 4; times += 1) {
    await player.record('cliploaded');
    await player.run((element) => { element.src = 'walker.bvh'; });
    await until('it is read again', async () => (await player.events()).length === 1);
  }
  assert.equal(await read(), first, 'no more instances');
  await player.run((element) => { element.setAttribute('skeleton', 'march.asf'); element.src = 'march.amc'; });
  await player.loaded('march');
  await player.run((element) => { element.removeAttribute('skeleton'); element.src = 'walker.bvh'; });
  await player.loaded('walker');
  const both = await read();
  await player.run((element) => { element.setAttribute('skeleton', 'march.asf'); element.src = 'march.amc'; });
  await player.loaded('march');
  assert.equal(await read(), both, 'the readers of other formats stay, too');
  assert.deepEqual(page.workers(), []);

  // Some megabytes that are there as soon as they are asked for: only the reader itself can give the page a turn between its pieces.
  await player.record('cliploaded');
  await page.evaluate(() => {
    const scope = /** @type {any} */ (globalThis);
    let turns = 0;
    const turn = () => { turns += 1; scope.timer = setTimeout(turn); };
    turn();
    /** Turns of the page up to each piece. @type {Set<number>} */
    const seen = scope.seen = new Set();
    const { slice } = Blob.prototype;
    Blob.prototype.stream = function stream() {
      const whole = slice.call(this).arrayBuffer();
      let at = 0;
      return new ReadableStream({
        async pull(controller) {
          const bytes = new Uint8Array(await whole);
          seen.add(turns);
          if (at >= bytes.length) controller.close();
          else controller.enqueue(bytes.slice(at, at += 65_536));
        },
      }, { highWaterMark: 0 });
    };
  });
  await openLarge(player, 36_000);
  await until('the large clip is read', async () => (await player.events()).length === 1);
  const turns = await page.evaluate(() => { clearTimeout(/** @type {any} */ (globalThis).timer); return /** @type {any} */ (globalThis).seen.size; });
  assert.ok(turns > 2, `the page had ${turns} turns while it read`);
});
