/** No name or address, however long, keeps a page busy: a word of more than 300 letters is cut in the middle before a browser lays it out. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LinkPage, settle } from './support/main-thread.mjs';
import { openPanel } from './support/hands.mjs';
import { scenes, until } from './support/scenes.mjs';
import { card } from './support/page.mjs';
import { walker } from './support/clips.mjs';

const { browser, scene, server } = await scenes();

/** A word without a place to break it, of different letters. @param {number} length */
const word = (length) => Array.from({ length }, (_, index) => String.fromCharCode(97 + ((index * 7) % 26))).join('');
const LONG = word(4000);
/** Seconds of the main thread: several times the most that such a link takes. */
const MOST_S = 5;
const LINKS = {
  'a missing file': `#url=samples/walk.bvh${LONG}`,
  'a missing file beside a clip': `#url=walker.bvh&url=${LONG}.bvh&label=${LONG}`,
  'a host': `#url=https://${`${word(60)}.`.repeat(4)}example/${LONG}`,
  names: `#url=walker.bvh&url=walker.bvh&label=${LONG}&behaviour=${LONG}&marks=${LONG}@1;${LONG.slice(2)}&measures=height:${LONG}&curves=${LONG}:y&trails=${LONG}&camera=view:${LONG}`,
  refused: `#url=samples/walk.bvh${word(100_000)}`,
};
const PATIENT = { allow: [/Failed to load resource/] };

for (const path of ['index.html', 'embed.html'])
  test(`long words of a link are cut on ${path}`, async () => {
    const page = new LinkPage(browser, server.url(path), PATIENT);
    try {
      for (const [name, hash] of Object.entries(LINKS)) {
        const { long, seconds } = await page.load(hash);
        assert.deepEqual(long, [], name);
        assert.ok(seconds < MOST_S, `${name}: ${seconds} s of the main thread`);
      }
      page.check();
    } finally {
      await page.close();
    }
  });

scene(
  'a value that is too long is refused in words, on the page and in a frame with any parameter',
  { path: `#url=samples/walk.bvh${word(5000)}` },
  async ({ page, player }) => {
    const REFUSED = /A value of the link has more than 4,096 characters\./;
    assert.match(await card(player), REFUSED);
    await page.goto(server.url(`embed.html#url=walker.bvh&alt=${word(5000)}`));
    assert.match(await card(player), REFUSED);
    assert.equal(await player.run((element) => element.getAttribute('alt')), null);
  },
);

scene(
  'long names in files and attributes are cut wherever they are shown',
  { path: server.page('/names.html', '<marey-player controls share="index.html"></marey-player>'), size: [1280, 800] },
  async ({ page, player }) => {
    const none = async (/** @type {string} */ where) => {
      const { long } = await settle(page);
      assert.deepEqual(long, [], where);
    };
    await player.run(
      (element, { text, name }) => {
        element.alt = name;
        element.marks = `${name}@1`;
        element.srcObject = new File([text], `${name}.bvh`);
      },
      { text: walker().replace(/Hips/g, word(900)), name: word(2000) },
    );
    await player.loaded();
    for (const panel of ['Details', 'Settings', 'Share']) {
      await openPanel(player, panel);
      if (panel === 'Details')
        await until('the joints are listed', async () => (await player.find('.panel').innerText()).includes(word(900).slice(0, 100)));
      await none(panel);
      await player.button('Close').click();
    }
    await player.run((element) => {
      element.selectedJoint = 0;
    });
    await none('a joint');
  },
);

scene('long names of dropped files are cut in the list and in the grid', { size: [1280, 800], loads: '' }, async ({ page, player }) => {
  const text = walker();
  await player.drop(
    { name: `${word(2000)}.bvh`, text },
    { name: `${word(1999)}.bvh`, text },
    { name: `${word(1500)}.bvh`, text: 'HIERARCHY' },
  );
  await until('they are listed', async () => (await player.list()).length >= 3);
  assert.deepEqual((await settle(page)).long, [], 'the list');
  await player.button('Show as a grid').click();
  await until('the cards are there', async () => (await page.locator('.wall-card').count()) >= 3);
  assert.deepEqual((await settle(page)).long, [], 'the grid');
});
