// of: player
/** Controls made for video drive the player, which keeps the contract they rely on. */
import assert from 'node:assert/strict';
import { scenes, until } from './support/scenes.mjs';

const { scene, server } = await scenes({ loads: 'walker' });
// Media Chrome writes inline styles, which the strict policy forbids: this page has no policy.
const path = server.page(
  '/media-chrome.html',
  `<script type="module" src="/node_modules/media-chrome/dist/index.js"></script>
  <media-controller>
    <marey-player slot="media" src="/walker.bvh"></marey-player>
    <media-control-bar>
      <media-play-button></media-play-button>
      <media-time-range></media-time-range>
      <media-time-display showduration></media-time-display>
      <media-playback-rate-button rates="1 2"></media-playback-rate-button>
    </media-control-bar>
  </media-controller>`,
  { csp: null },
);

scene('Media Chrome plays, pauses, seeks, shows the time and sets the speed', { path, size: [720, 480] }, async ({ page, player }) => {
  const controller = page.locator('media-controller');
  const attribute = (/** @type {string} */ name) => controller.getAttribute(name);

  await until('Media Chrome shows the duration', async () => Math.abs(Number(await attribute('mediaduration')) - 89 / 30) < 1e-2);
  assert.notEqual(await attribute('mediapaused'), null);
  await page.locator('media-play-button').click();
  await player.plays();
  await until('Media Chrome shows it playing', async () => (await attribute('mediapaused')) === null);
  await until('it follows the time', async () => Number(await attribute('mediacurrenttime')) > 0);

  await page.locator('media-playback-rate-button').click();
  await until('the speed is set', async () => (await player.state()).rate === 2);
  await until('the clip is shown', async () => (await attribute('mediaplaybackrate')) === '2');

  await until('it ends', async () => (await player.state()).ended);
  await until('Media Chrome shows the end', async () => (await attribute('mediaended')) !== null);
  await page.locator('media-play-button').click();
  await player.plays();
  await page.locator('media-play-button').click();
  await until('it pauses', async () => (await player.state()).paused);

  const range = await page.locator('media-time-range').boundingBox();
  assert.ok(range);
  await page.mouse.click(range.x + range.width / 2, range.y + range.height / 2);
  await until('it seeks to the middle', async () => Math.abs((await player.state()).time - 89 / 60) < 0.3);
  await until('the display follows', () =>
    page.locator('media-time-display').evaluate((display) => /0:01\s\/\s0:02/.test(display.shadowRoot?.textContent ?? '')),
  );
});
