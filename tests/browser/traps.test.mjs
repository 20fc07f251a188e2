// of: player, marey_web
/** The player's own code traps, hangs or runs out of memory, with any renderer: the last good clip returns, and repeated failures end in a card with a report. */
import assert from 'node:assert/strict';
import { onlyDeep } from '../support/deep.mjs';
import { statue } from './support/clips.mjs';
import { openLarge } from './support/large.mjs';
import { stateOf, prepare } from './support/survival.mjs';
import { card } from './support/page.mjs';
import { SABOTEUR, hookInstances, hookVisibility, withFastTimers, hookTimers, trap } from './support/sabotage.mjs';
import { scenes, until } from './support/scenes.mjs';

const { scene, server } = await scenes({ gpu: 'webgpu', whole: true, server: { append: SABOTEUR } });
const page = `${server.page('/traps.html', '<marey-player src="/walker.bvh?key=hush" controls loop></marey-player>')}?token=hush#hush`;

/** Opens a file that crashes the reader. @param {Player} player @param {'trap' | 'spin'} root */
const openEvil = (player, root) =>
  player.run(
    (element, { name, text }) => {
      element.srcObject = new File([text], name);
    },
    { name: `${root}.bvh`, text: statue().replace('ROOT Hips', `ROOT ${root}`) },
  );

for (const rung of /** @type {const} */ (['webgpu', 'webgl', 'canvas'])) {
  scene(
    `drawn with ${rung}, the player survives traps, hangs and lack of memory, and reports repeated ones`,
    {
      path: page,
      scripts: [hookInstances, hookVisibility, hookTimers],
      permissions: ['clipboard-read', 'clipboard-write'],
      loads: 'walker',
      skip: onlyDeep,
    },
    async ({ page: tab, player }) => {
      await player.drawBy(rung);
      const { state } = await prepare(player);
      const instances = () => tab.evaluate(() => /** @type {any} */ (globalThis).memories.length);
      /** The clip is as before, by the same renderer, though another file was refused. */
      const returned = async () => {
        await player.isDrawnBy(rung);
        assert.deepEqual({ ...(await stateOf(player)), error: null, ready: 4 }, state);
      };
      /** Moves the clock by a minute, after which failures are forgotten. */
      const later = () =>
        tab.evaluate(() => {
          /** @type {any} */ (globalThis).later += 60_000;
        });
      /** Waits until the file is refused and the previous clip is back. @param {RegExp} says */
      const refused = async (says) => {
        await player.find('.card').waitFor({ timeout: 60_000 });
        assert.match(await card(player), says);
        await returned();
        await player.button('Dismiss').click();
        await player.find('.card').waitFor({ state: 'detached' });
      };

      await trap(player);
      await until('another instance', async () => (await instances()) === 2);
      await returned();
      assert.equal(await player.find('.card').count(), 0);

      // A reader without memory says so, and the file is not tried again as after a trap.
      await openLarge(player, 30_000, 'full');
      await refused(/large\.bvh can.t be played.*no memory left for more frames/);
      await openEvil(player, 'trap');
      await refused(/trap\.bvh can.t be played.*our fault/);
      await player.run((element) => element.play());
      await openEvil(player, 'spin');
      await player.plays();
      await withFastTimers(tab, () => player.find('.card').waitFor({ timeout: 60_000 }));
      await player.plays();
      await player.holdAt(1.3);
      await refused(/spin\.bvh can.t be played.*made no progress/);

      // Neither the page's own instance nor the next one has memory for it.
      const fill = (/** @type {number} */ times) =>
        tab.evaluate((n) => {
          /** @type {any} */ (globalThis).full = n;
        }, times);
      await later();
      await fill(2);
      await openLarge(player, 30_000);
      await refused(/large\.bvh can.t be played.*no memory left for this many frames/);
      assert.equal(await instances(), 4);
      await later();
      await fill(1);
      await player.record('cliploaded');
      await openLarge(player, 30_000);
      await player.loaded('large');
      assert.deepEqual(await player.events(), ['cliploaded'], 'also for a clip that took two instances');
      assert.equal(await instances(), 5);
      await player.run((element) => {
        element.srcObject = null;
      });
      await player.loaded('walker');

      await player.holdAt(1.3);
      await later();
      const count = await instances();
      await trap(player);
      await until(
        'another instance draws',
        async () => (await instances()) > count && (await player.drawnWith()) === rung && (await player.state()).draws > 0,
      );
      await trap(player);
      assert.match(await card(player), /The picture stopped.*error of its own/);
      assert.deepEqual(await player.find('.card .actions').getByRole('button').allInnerTexts(), ['Try again', 'Reload']);
      await player.find('.card summary').click();
      await player.button('Copy report').click();
      await until('it is copied', async () => /Report copied/.test(await player.find('.toast').innerText()));
      const report = await tab.evaluate(() => navigator.clipboard.readText());
      assert.match(
        report,
        /^Marey: \w+\nfault: gpu, trap\nsaid: .*\nfile: \.bvh, http:\/\/127\.0\.0\.1:\d+\/walker\.bvh\nclip: BVH, \d+ joints, 90 frames\ndrawn with: nothing\n(.*\n)*page: http:\/\/127\.0\.0\.1:\d+\/traps\.html\nbrowser: Mozilla/,
      );
      assert.doesNotMatch(report, /hush|token|Hips|LeftArm/);
      await player.button('Try again').click();
      await player.find('.card').waitFor({ state: 'detached' });
      await player.isDrawnBy(rung);
      assert.equal((await player.state()).name, 'walker');
    },
  );
}
