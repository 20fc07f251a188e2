/** Where a policy lets no worker run, the page itself packs and writes: the share panel makes its link, and convert() its files. */
import assert from 'node:assert/strict';
import { until } from './support/browser.mjs';
import { walker } from './support/clips.mjs';
import { scenes } from './support/scenes.mjs';
import { CSP } from './support/server.mjs';

const { scene, server } = await scenes({ server: { csp: CSP.replace("worker-src 'self'", "worker-src 'none'") } });
/** What browsers say of it. */
const allow = [/worker-src/];

scene('a dropped clip becomes a link that plays, and a file', { size: [1280, 800], allow, scripts: [function counted() {
  const scope = /** @type {any} */ (globalThis);
  scope.answers = 0;
  const { Worker: Own } = scope;
  scope.Worker = class extends Own {
    constructor(/** @type {any[]} */ ...given) { super(...given); this.addEventListener('message', () => { scope.answers += 1; }); }
  };
}] }, async ({ page, player }) => {
  await player.loaded();
  await player.drop({ name: 'mine.bvh', text: walker() });
  await player.loaded('mine');
  await player.holdAt(1);
  await player.button('Share').click();
  await until('the motion is packed', async () => await player.button('Copy link').isEnabled() && await player.find('.stops [data-busy]').count() === 0);
  const link = new URL(await player.root.getByRole('textbox', { name: 'Link', exact: true }).inputValue());
  assert.match(link.hash, /^#clip=[\w-]{100,}/);
  const files = await player.run(async (element) => {
    const [made] = await element.convert({ format: 'bvh', unit: 'm' });
    return { name: made.name, text: await made.text() };
  });
  assert.equal(files.name, 'mine.bvh');
  assert.match(files.text, /Frames: 90\n/);
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).answers), 0, 'no worker ever spoke');

  // Opened where no worker runs, either.
  await page.goto('about:blank');
  await page.goto(`${server.url()}${link.hash}`);
  const { time, frames } = await player.loaded('mine');
  assert.deepEqual([frames, Math.round(time * 100)], [90, 100]);
});
