// of: player
/** Many players on one page. */
import assert from 'node:assert/strict';
import { onlyDeep } from '../support/deep.mjs';
import { stick } from './support/clips.mjs';
import { collectGarbage } from './support/devtools.mjs';
import { footprint, countObjects } from './support/footprint.mjs';
import { crop, figureIn, readPng } from './support/pixels.mjs';
import { scenes, until } from './support/scenes.mjs';
import { Player } from './support/player.mjs';

const { scene, server } = await scenes({ gpu: 'webgpu', files: { '/stick.bvh': stick() } });
const css =
  'body { margin: 0; display: grid; grid-template-columns: repeat(4, 180px) } marey-player { width: 180px; height: 140px; aspect-ratio: auto }';

/** A page of this many players. @param {number} count @param {string} [renderer] */
const crowd = (count, renderer = 'auto') =>
  server.page(
    `/${count}-${renderer}.html`,
    Array.from(
      { length: count },
      (_, index) =>
        `<marey-player id="p${index}" src="/${index % 2 ? 'stick' : 'walker'}.bvh" renderer="${renderer}" autoplay loop></marey-player>`,
    ).join(''),
    { css },
  );

const COUNT = 12;

scene('twelve players play on one page and share one device', { path: crowd(COUNT), scripts: [countObjects] }, async ({ page }) => {
  const states = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('marey-player')].map(({ readyState, drawCount, currentTime, paused, error }) => ({
        readyState,
        drawCount,
        currentTime,
        paused,
        error: error?.message,
      })),
    );
  await until(
    'all are loaded',
    async () => (await states()).every(({ readyState, drawCount }) => readyState === 4 && drawCount > 2),
    60_000,
  );
  const before = await states();
  await until('all of them play on', async () =>
    (await states()).every(({ drawCount, paused, error }, index) => !paused && !error && drawCount > before[index].drawCount),
  );
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).tally.counts.devices), 1);
  for (const index of [0, 5, COUNT - 1]) await new Player(page, `#p${index}`).isFramed();

  await page.evaluate(() => {
    document.querySelector('marey-player')?.pause();
    document.querySelector('#p3')?.remove();
  });
  const first = new Player(page, '#p0');
  const { time } = await first.state();
  const others = await states();
  await until('the others play on', async () =>
    (await states()).every(({ drawCount }, index) => index === 0 || drawCount > others[index].drawCount),
  );
  assert.equal((await first.state()).time, time);
});

/** How many of the removed elements are still in memory. @param {Page} page @returns {Promise<number>} */
const alive = (page) =>
  page.evaluate(() => /** @type {any} */ (globalThis).gone.filter((/** @type {WeakRef<Element>} */ each) => each.deref()).length);

const gone = server.page('/gone.html', '<marey-player controls src="/walker.bvh"></marey-player>');
scene.deep('removed players are collected, also the first, for which the device was made', { path: gone }, async ({ page, player }) => {
  for (const clip of ['walker', 'stick']) {
    await player.loaded(clip);
    await page.evaluate((again) => {
      const scope = /** @type {any} */ (globalThis);
      const element = /** @type {Element} */ (document.querySelector('marey-player'));
      (scope.gone ??= []).push(new WeakRef(element));
      element.remove();
      if (again) document.body.append(Object.assign(document.createElement('marey-player'), { src: '/stick.bvh' }));
    }, clip === 'walker');
  }
  await until('none is left', async () => {
    await collectGarbage(page);
    return (await alive(page)) === 0;
  });
});

const SIXTY = 60;
/** The least pixels of a visible figure in a box of 180 by 140. */
const SEEN = 60;

for (const renderer of ['webgpu', 'webgl', 'canvas']) {
  scene(
    `sixty players by ${renderer}: those in view play, the others draw one picture at most, and there is one device at most`,
    { path: crowd(SIXTY, renderer), scripts: [countObjects], skip: onlyDeep },
    async ({ page }) => {
      const states = () =>
        page.evaluate(() =>
          [...document.querySelectorAll('marey-player')].map((element) => {
            const { left, top, width, height } = element.getBoundingClientRect();
            const clear = element.readyState === 4 && !element.error;
            return {
              left,
              top,
              width,
              height,
              draws: element.drawCount ?? 0,
              clear,
              inside: top >= 0 && top + height <= innerHeight,
              outside: top > innerHeight || top + height < 0,
            };
          }),
        );
      const ends = [];
      for (const end of [0, 1]) {
        await page.evaluate((part) => scrollTo(0, part * document.body.scrollHeight), end);
        await until(
          'those in view play',
          async () => (await states()).every(({ inside, clear, draws }) => !inside || (clear && draws > 2)),
          60_000,
        );
        let before = await states();
        /** How far all players in view have advanced, and which of the others have drawn. @param {number} pictures */
        const gone = async (pictures) => {
          const now = await until(
            'they play on',
            async () => {
              const each = await states();
              return each.every(({ inside, draws }, index) => !inside || draws > before[index].draws + pictures) ? each : null;
            },
            60_000,
          );
          // The first picture of players near the viewport is drawn in advance.
          const restless = now.flatMap(({ outside, draws }, index) =>
            outside && before[index].draws && draws !== before[index].draws ? [index] : [],
          );
          before = now;
          return { now, restless };
        };
        // Browsers take their time to report what has been scrolled out of sight.
        await until('those out of sight are idle', async () => (await gone(0)).restless.length === 0);
        assert.ok(before.filter(({ inside }) => inside).length >= 8 && before.filter(({ outside }) => outside).length > 40);
        const { now, restless } = await gone(1);
        assert.deepEqual(restless, [], 'out of sight');
        const picture = readPng(await page.screenshot({ caret: 'initial', scale: 'css' }));
        for (const [index, { inside, left, top, width, height }] of now.entries()) {
          if (inside)
            assert.ok(
              figureIn(crop(picture, left, top, width, height)).pixels > SEEN,
              `player ${index} shows no figure at ${left}, ${top}`,
            );
        }
        ends.push(now.findIndex(({ inside }) => inside));
      }
      assert.ok(ends[1] > SIXTY - 20, `${ends}`);
      const { devices, contexts } = await page.evaluate(() => /** @type {any} */ (globalThis).tally.counts);
      assert.deepEqual({ devices, contexts }, { devices: Number(renderer === 'webgpu'), contexts: Number(renderer === 'webgl') });
      // Pictures are drawn one after the other, so all share one shadow map, and one colour and depth buffer of each size. There are
      // two sizes: late pictures have fewer pixels.
      const all = await footprint(page);
      assert.ok(all.textures <= 5 && all.webgl <= 20, JSON.stringify(all));
      await page.evaluate(() => {
        const scope = /** @type {any} */ (globalThis);
        scope.gone = [...document.querySelectorAll('marey-player')].map((element) => new WeakRef(element));
        document.body.replaceChildren();
      });
      await until('they are collected', async () => {
        const { textures, buffers, webgl } = await footprint(page);
        return (await alive(page)) === 0 && textures <= 1 && buffers <= 2 && webgl <= all.webgl;
      });
    },
  );
}

scene.deep(
  'players that are added and removed quickly leave nothing behind',
  { path: server.page('/haste.html', '<main></main>') },
  async ({ page }) => {
    await page.evaluate(async () => {
      const main = /** @type {HTMLElement} */ (document.querySelector('main'));
      for (let i = 0; i < 20; i += 1) {
        const element = document.createElement('marey-player');
        element.src = i % 3 ? '/walker.bvh' : '/stick.bvh';
        main.append(element);
        if (i % 2)
          await new Promise((resolve) => {
            setTimeout(resolve, 20);
          });
        element.remove();
      }
      main.append(Object.assign(document.createElement('marey-player'), { src: '/walker.bvh', id: 'last' }));
    });
    const last = new Player(page, '#last');
    await last.loaded('walker');
    await last.settle();
    await last.isFramed();
  },
);
