/** The browser's GPU process ends: Canvas 2D draws the next picture, and time goes on, until another GPU renderer is there. */
import assert from 'node:assert/strict';
import { stick } from './support/clips.mjs';
import { endGpuProcess } from './support/devtools.mjs';
import { hookVisibility } from './support/sabotage.mjs';
import { scenes, until } from './support/scenes.mjs';

const { scene, server } = await scenes({ gpu: 'webgl', loads: null, files: { '/stick.bvh': stick() } });

/** @typedef {import('../../www/player/element/element.js').MareyPlayer} MareyPlayer */
/** @typedef {import('./support/scenes.mjs').Scene} Scene */
/** @typedef {{ losses: number, seen: string[], sinceLoss: string[] }} Record the renderers since the first picture, and of the pictures since the last loss */

/** Runs in the page: records the renderer of each picture, and at any other time after the first one. */
function recordRenderers() {
  const scope = /** @type {any} */ (globalThis);
  /** @type {Record} */
  const record = { losses: 0, seen: [], sinceLoss: [] };
  scope.record = record;
  scope.onWebgl.push((/** @type {WebGL2RenderingContext} */ { canvas }) =>
    canvas.addEventListener('webglcontextlost', () => {
      record.losses += 1;
      record.sinceLoss = [];
    }),
  );
  addEventListener(
    'ready',
    ({ target }) => {
      const player = /** @type {MareyPlayer} */ (target);
      const look = () => record.seen.push(player.currentRenderer);
      setInterval(look, 10);
      const drew = () => {
        look();
        record.sinceLoss.push(player.currentRenderer);
        player.requestVideoFrameCallback(drew);
      };
      drew();
    },
    { capture: true, once: true },
  );
}

/** @param {Page} page @returns {Promise<Record>} */
const recorded = (page) => page.evaluate(() => /** @type {any} */ (globalThis).record);

/** What the player does when the process ends, and what comes after. @type {{ [moment: string]: { before(scene: Scene): Promise<unknown>, after?(scene: Scene): Promise<unknown> } }} */
const MOMENTS = {
  'while it loads': {
    before: ({ player }) => until('the element is there', () => player.run((element) => Boolean(element.clips))),
  },
  'at the first picture': {
    before: ({ player }) => until('it is drawn', async () => (await player.state()).draws > 0),
  },
  'while it plays': {
    async before({ player }) {
      await player.loaded();
      await player.plays();
    },
  },
  'while the visitor drags': {
    async before({ page, player }) {
      await player.loaded();
      await page.mouse.move(300, 150);
      await page.mouse.down();
      await page.mouse.move(340, 150, { steps: 4 });
    },
    async after({ page, player }) {
      await player.plays();
      await page.mouse.move(380, 150, { steps: 4 });
      await page.mouse.up();
    },
  },
  'while it is hidden': {
    async before({ page, player }) {
      await player.loaded();
      await page.evaluate(() => /** @type {any} */ (globalThis).setHidden(true));
    },
    after: ({ page }) => page.evaluate(() => /** @type {any} */ (globalThis).setHidden(false)),
  },
};
/** Moments at which a context may be there or not. */
const EARLY = ['while it loads', 'at the first picture'];

for (const clips of [1, 2]) {
  const path = server.page(
    `/${clips}.html`,
    `<marey-player src="/walker.bvh" controls loop autoplay>${clips > 1 ? '<marey-clip src="/stick.bvh"></marey-clip>' : ''}</marey-player>`,
  );
  for (const [moment, { before, after }] of Object.entries(MOMENTS)) {
    (clips === 1 && moment === 'while it plays' ? scene : scene.deep)(
      `the GPU process ends ${moment}: ${clips === 1 ? 'one clip plays' : 'two clips play'} on with Canvas 2D`,
      { path, own: true, scripts: [hookVisibility, recordRenderers] },
      async (its) => {
        const { page, player } = its;
        await before(its);
        const { time } = await player.state();
        await endGpuProcess(/** @type {import('playwright-core').Browser} */ (page.context().browser()));
        if (!EARLY.includes(moment)) await until('the loss is told', async () => (await recorded(page)).losses > 0);
        await after?.(its);
        await until('pictures follow', async () => (await recorded(page)).sinceLoss.length > 5);
        await until('time goes on', async () => (await player.state()).time !== time);
        await player.loaded('walker');
        await player.plays();
        const { losses, seen, sinceLoss } = await recorded(page);
        if (losses) assert.equal(sinceLoss[0], 'canvas', sinceLoss.join());
        assert.ok(!seen.includes('none'), `there is a renderer at any time: ${[...new Set(seen)]}`);
        assert.equal(await player.find('.card').count(), 0);
      },
    );
  }
}
