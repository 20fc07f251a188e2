/** Many players on one page. */
import assert from 'node:assert/strict';
import { stick, walker } from './support/clips.mjs';
import { scenes } from './support/scenes.mjs';
import { until } from './support/browser.mjs';
import { Player } from './support/player.mjs';

const { scene, server } = await scenes();
server.put('/walker.bvh', { body: walker(), type: 'text/plain' });
server.put('/stick.bvh', { body: stick(), type: 'text/plain' });
server.put('/grid.css', { body: 'body { margin: 0; display: grid; grid-template-columns: repeat(4, 180px) } marey-player { width: 180px; height: 140px; aspect-ratio: auto }', type: 'text/css' });

const COUNT = 12;

scene('twelve players play on one page, and share one device', {
  path: null,
  scripts: [() => {
    const scope = /** @type {any} */ (globalThis);
    scope.devices = 0;
    const request = scope.GPUAdapter.prototype.requestDevice;
    scope.GPUAdapter.prototype.requestDevice = function requestDevice(/** @type {any[]} */ ...args) {
      scope.devices += 1;
      return request.apply(this, args);
    };
  }],
}, async ({ page }) => {
  const players = Array.from({ length: COUNT }, (_, index) => `<marey-player id="p${index}" src="/${index % 2 ? 'stick' : 'walker'}.bvh" autoplay loop></marey-player>`);
  await page.goto(server.page('/many.html', players.join(''), { head: '<link rel="stylesheet" href="/grid.css">' }));
  const states = () => page.evaluate(() => [...document.querySelectorAll('marey-player')].map(({ readyState, drawCount, currentTime, paused, error }) =>
    ({ readyState, drawCount, currentTime, paused, error: error?.message })));
  await until('all of them are there', async () => (await states()).every(({ readyState, drawCount }) => readyState === 4 && drawCount > 2), 60_000);
  const before = await states();
  await until('all of them go on', async () => (await states()).every(({ drawCount, paused, error }, index) => !paused && !error && drawCount > before[index].drawCount));
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).devices), 1);
  for (const index of [0, 5, COUNT - 1]) await new Player(page, `#p${index}`).isFramed();

  // One that is paused rests while the others go on; one that goes takes nothing with it.
  await page.evaluate(() => { document.querySelector('marey-player')?.pause(); document.querySelector('#p3')?.remove(); });
  const first = new Player(page, '#p0');
  const { time } = await first.state();
  const others = await states();
  await until('the others go on', async () => (await states()).every(({ drawCount }, index) => index === 0 || drawCount > others[index].drawCount));
  assert.equal((await first.state()).time, time);
});

scene('players that come and go in haste leave nothing behind', { path: null }, async ({ page }) => {
  await page.goto(server.page('/haste.html', '<main></main>'));
  await page.evaluate(async () => {
    const main = /** @type {HTMLElement} */ (document.querySelector('main'));
    for (let i = 0; i < 20; i += 1) {
      const element = document.createElement('marey-player');
      element.src = i % 3 ? '/walker.bvh' : '/stick.bvh';
      main.append(element);
      if (i % 2) await new Promise((resolve) => { setTimeout(resolve, 20); });
      element.remove();
    }
    main.append(Object.assign(document.createElement('marey-player'), { src: '/walker.bvh', id: 'last' }));
  });
  const last = new Player(page, '#last');
  await last.loaded('walker');
  await last.settle();
  await last.isFramed();
});
