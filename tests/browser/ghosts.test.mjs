// of: ghosts, panels, marey_web
/** Ghosts: figures before and after the moment, on every renderer, with their controls, on the timeline and in links. */
import assert from 'node:assert/strict';
import { onlyDeep } from '../support/deep.mjs';
import { walker } from './support/clips.mjs';
import { openStrip } from './support/hands.mjs';
import { scenes, until } from './support/scenes.mjs';

const { scene, server } = await scenes({ loads: 'way', files: { '/way.bvh': walker({ speed: 120 }) } });
/** @param {string} attributes @param {string} [css] */
const page = (attributes, css = 'marey-player { width: 100%; height: 100vh }') =>
  server.page(
    `/ghosts${(attributes + css).replace(/\W/g, '')}.html`,
    `<marey-player controls share="/" src="/way.bvh" camera="left" ${attributes}></marey-player>`,
    { css },
  );

/** How far the figures reach in a picture of 640 pixels, and how many of its pixels are translucent. @param {Player} player */
async function reach(player) {
  await player.settle();
  return player.run(async (element) => {
    const bitmap = await createImageBitmap(
      await element.picture({ width: 640, height: 360, background: false, grid: false, shadow: false, camera: '90,5,12,0,1,0' }),
    );
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(640, 360).getContext('2d'));
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, 640, 360);
    let [left, right, translucent] = [640, 0, 0];
    for (let at = 0; at < data.length / 4; at += 1) {
      const alpha = data[4 * at + 3];
      if (alpha > 50 && alpha < 230) translucent += 1;
      if (alpha < 128) continue;
      left = Math.min(left, at % 640);
      right = Math.max(right, at % 640);
    }
    return { left, right, width: right - left, translucent };
  });
}
/** @param {Player} player */
const marks = (player) =>
  player.run((element) =>
    [...(element.shadowRoot?.querySelectorAll('.marks-of-ghosts span') ?? [])].map(
      (mark) => Number(/** @type {HTMLElement} */ (mark).style.getPropertyValue('--ghost')) * element.duration,
    ),
  );

for (const renderer of ['webgpu', 'webgl', 'canvas']) {
  scene(
    `ghosts stand behind and before the figure, drawn by ${renderer}`,
    {
      path: page(`renderer="${renderer}"`),
      gpu: renderer === 'canvas' ? 'none' : 'webgpu',
      at: 1,
      skip: renderer !== 'webgl' && onlyDeep,
    },
    async ({ player }) => {
      const alone = await reach(player);
      await player.run((element) => {
        element.setAttribute('ghosts', '1 0');
        element.ghostStep = '0.5';
      });
      await until('the figure before is there', async () => (await reach(player)).width > alone.width + 20);
      const behind = await reach(player);
      assert.ok(
        behind.translucent > 2 * alone.translucent,
        `what is behind it shows through: ${behind.translucent} of ${alone.translucent}`,
      );
      await player.run((element) => {
        element.ghosts = [0, 1];
      });
      await until('the figure after is there, and the other gone', async () => {
        const now = await reach(player);
        return now.width > alone.width + 20 && Math.abs(now.left - behind.left) > 10;
      });
      await player.run((element) => {
        element.ghosts = null;
      });
      await until('both are gone', async () => Math.abs((await reach(player)).width - alone.width) < 3);
    },
  );
}

scene(
  'the menu of the bar opens ghosts with their controls; Escape closes both',
  { path: page(''), size: [1280, 720], at: 1 },
  async ({ player, page: { keyboard } }) => {
    await openStrip(player, 'Ghosts and trails');
    const strip = player.find('.strip-of-ghosts');
    const state = () => player.run((element) => [element.ghosts, element.ghostStep, element.trails]);
    assert.deepEqual(await state(), [[3, 3], '', []]);
    const near = (/** @type {number[]} */ some, /** @type {number[]} */ wanted) =>
      assert.ok(some.length === wanted.length && some.every((at, index) => Math.abs(at - wanted[index]) < 0.01), `${some} for ${wanted}`);
    await until('they stand on the timeline', async () => (await marks(player)).length === 6);
    near(await marks(player), [0.7, 0.8, 0.9, 1.1, 1.2, 1.3]);
    await player.button('More ghosts before').click();
    await player.button('Fewer ghosts after').click();
    assert.deepEqual((await state())[0], [4, 2]);
    await strip.getByRole('spinbutton', { name: 'Ghosts after' }).fill('99');
    await keyboard.press('Enter');
    assert.deepEqual((await state())[0], [4, 12], 'at most 12');
    await keyboard.press('ArrowDown');
    assert.deepEqual((await state())[0], [4, 11]);
    await strip.getByRole('spinbutton', { name: 'Ghosts after' }).fill('1');
    await keyboard.press('Enter');
    await strip.getByRole('combobox', { name: 'Every' }).selectOption('10f');
    near(
      await marks(player),
      [0, 1 / 3, 2 / 3, 4 / 3].filter((at) => at >= 0),
    );
    await player.run((element) => {
      element.currentTime = 2;
    });
    await until('they move along', async () => Math.abs(((await marks(player)).at(-1) ?? 0) - 2 - 1 / 3) < 0.01);
    await strip.getByRole('combobox', { name: 'Every' }).focus();
    await keyboard.press('Escape');
    await strip.waitFor({ state: 'detached' });
    assert.deepEqual(await state(), [null, '10f', null]);
    assert.equal(await player.find('.marks-of-ghosts').count(), 0);
  },
);

scene(
  'G opens and closes them; a chronophotograph takes their place',
  { path: page(''), size: [1280, 720], at: 1 },
  async ({ player, page: { keyboard } }) => {
    await player.focus();
    await keyboard.press('g');
    await player.find('.strip-of-ghosts').waitFor();
    await openStrip(player, 'Chronophotograph');
    await player.find('.strip-of-moments').waitFor();
    assert.equal(await player.find('.figure-strip').count(), 1);
    assert.deepEqual(await player.run((element) => [element.ghosts, element.moments]), [null, 11]);
    await openStrip(player, 'Ghosts and trails');
    assert.deepEqual(await player.run((element) => [element.ghosts, element.moments]), [[3, 3], 0]);
    await player.focus();
    await keyboard.press('g');
    await player.find('.figure-strip').waitFor({ state: 'detached' });
  },
);

scene.deep(
  'a chronophotograph hides ghosts, which come back after it',
  { path: page('ghosts="1" ghost-step="0.5"'), at: 1 },
  async ({ player }) => {
    await player.settle();
    const ghosts = await reach(player);
    await player.run((element) => {
      element.moments = 3;
    });
    await until('the whole motion is there', async () => (await reach(player)).width > ghosts.width + 20);
    await player.run((element) => {
      element.moments = 0;
    });
    await until('the ghosts are back', async () => Math.abs((await reach(player)).width - ghosts.width) < 3);
  },
);

scene(
  'a link carries ghosts; the strip stands above the bar on a phone',
  { path: null, loads: null, size: [390, 780] },
  async ({ page: tab, player }) => {
    await tab.goto(server.url('#url=/way.bvh&paused=1&ghosts=2,1&ghost-step=3f&trails='));
    await player.loaded('way');
    assert.deepEqual(await player.run((element) => [element.ghosts, element.ghostStep, element.trails]), [[2, 1], '3f', []]);
    await player.button('Tools').click();
    await player.find('.tools .menu button').filter({ hasText: 'Ghosts and trails' }).click();
    const strip = player.find('.strip-of-ghosts');
    await strip.waitFor();
    assert.deepEqual(await player.run((element) => element.ghosts), [2, 1], 'those that are there stay');
    const close = player.button('Close ghosts and trails');
    await until(
      'the button that closes it is in reach',
      async () => (await close.evaluate((element) => element.getBoundingClientRect().right)) <= 390,
    );
    await close.click();
    await strip.waitFor({ state: 'detached' });
  },
);
