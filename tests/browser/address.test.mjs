// of: page, player
/** The page's address names the clip that plays: a link leaves the address when another clip plays and comes back with its own. */
import assert from 'node:assert/strict';
import { broken, stick } from './support/clips.mjs';
import { DANCER } from './support/fixtures.mjs';
import { WIDE } from './support/list.mjs';
import { scenes, until } from './support/scenes.mjs';
import { linkIn, openSharing, valuesIn } from './support/sharing.mjs';

const { scene, server } = await scenes();

/** @param {Page} page @param {string} rest of the address, after the page's own */
const isAt = (page, rest) => until(`the address is ${rest}`, async () => page.url() === server.url(rest));

scene(
  'a dropped clip removes the previous clip\u2019s link from the address, and choosing that clip restores it',
  {
    ...WIDE,
    path: `?note=kept#clip=${DANCER}&paused=1&t=1&theme=light`,
    loads: 'dancer',
  },
  async ({ page, player }) => {
    const link = page.url();
    await player.drop({ name: 'broken.bvh', text: broken().text });
    await player.find('.card').waitFor();
    assert.equal(page.url(), link, 'what plays is still what it names');
    await player.opens('stick', { name: 'stick.bvh', text: stick() });
    await isAt(page, '?note=kept#theme=light');
    await player.find('.library .row .pick').first().click();
    await player.loaded('dancer');
    await until('the link is back', async () => page.url() === link);
    await player.opens('other', { name: 'other.bvh', text: stick() });
    await isAt(page, '?note=kept#theme=light');
    await page.reload();
    await player.loaded('Dance');
  },
);

scene(
  'the same holds for an address in the query, and a link opened later names its clip',
  { path: '?url=/walker.bvh&t=1', loads: 'walker' },
  async ({ page, player }) => {
    await player.opens('stick', { name: 'stick.bvh', text: stick() });
    await isAt(page, '');
    await page.evaluate(() => {
      location.hash = '#url=/walker.bvh&t=2';
    });
    await player.loaded('walker');
    await isAt(page, '#url=/walker.bvh&t=2');
  },
);

scene(
  'a link that is opened at the moment when another clip is complete opens its clip',
  { path: '#url=/walker.bvh', loads: 'walker' },
  async ({ page, player }) => {
    server.put('/stick.bvh', { body: stick(), type: 'text/plain' });
    await until('the address follows the player', () =>
      page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /address-\w+\.js$/.test(name))),
    );
    await page.evaluate(() => {
      const next = () => {
        location.hash = '#url=/stick.bvh';
      };
      addEventListener('cliploaded', next, { capture: true, once: true });
      location.hash = '#url=/walker.bvh&t=2';
    });
    await player.loaded('stick');
    await isAt(page, '#url=/stick.bvh');
  },
);

scene(
  'a link that failed is removed, too, when another clip plays',
  { path: '#url=/missing.bvh&theme=light', loads: null, allow: [/404/] },
  async ({ page, player }) => {
    await player.find('.card').waitFor();
    await player.opens('stick', { name: 'stick.bvh', text: stick() });
    await isAt(page, '#theme=light');
  },
);

scene(
  'an address that names no clip stays as it is',
  { path: '?note=a+b#theme=light&renderer=canvas', loads: 'Dance' },
  async ({ page, player }) => {
    const before = page.url();
    await player.opens('stick', { name: 'stick.bvh', text: stick() });
    await player.find('.library').waitFor();
    assert.equal(page.url(), before);
  },
);

scene.deep(
  'a loop range is shared as a playing clip, not as a still at its end',
  { path: '#url=/walker.bvh', loads: 'walker' },
  async ({ player }) => {
    await player.holdAt(0.5);
    await player.hotkey('[');
    await player.holdAt(2);
    await player.press(']');
    await openSharing(player);
    const { camera: _, ...said } = await valuesIn(player);
    assert.deepEqual(said, { url: 'walker.bvh', loop: '0.5-2' });
    for (const [at, t] of /** @type {[number, string | undefined][]} */ ([
      [0, undefined],
      [1, '1'],
    ])) {
      await player.closesPanel();
      await player.holdAt(at);
      await openSharing(player);
      assert.equal((await valuesIn(player)).t, t);
    }
    await player.closesPanel();
    await player.holdAt(2);
    await openSharing(player);
    await player.visits(await linkIn(player), 'walker');
    await player.plays();
    const { time, range } = await player.state();
    assert.deepEqual(
      range?.map((second) => Number(second.toFixed(3))),
      [0.5, 2],
    );
    assert.ok(time >= 0.5 - 1e-6 && time <= 2, `${time}`);
  },
);
