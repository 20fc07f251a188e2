// of: player, actors, marey_web, marey_link
/** What hosts and frameworks do with an element: addresses written anew, properties set early, calls before the data, narrow columns. */
import assert from 'node:assert/strict';
import { statue, walker } from './support/clips.mjs';
import { until } from './support/browser.mjs';
import { contracts } from './support/media.mjs';
import { DANCER } from './support/fixtures.mjs';

const { scene, server, contract } = await contracts({ '/again.bvh': walker(), '/pose.bvh': statue(1) });

/** How often a path was requested. @param {string} wanted */
const requests = (wanted) => server.requests.filter((each) => each === wanted).length;

// Addresses that are written anew

contract('where a native element loads again, the address that is shown keeps the clip, its moment and its motion', async ({ page }) => {
  const again = (/** @type {'audio' | 'marey-player'} */ tag, /** @type {string} */ url) =>
    page.evaluate(
      async ([name, address]) => {
        const element = media.make(/** @type {'audio'} */ (name));
        await media.load(element, address);
        await media.seek(element, 1);
        await element.play();
        const heard = media.hear(element);
        for (const write of [() => (element.src = element.src), () => element.setAttribute('src', address)]) {
          write();
          await media.queue();
        }
        const kept = [element.paused, element.currentTime >= 1, heard.some(({ type }) => type === 'emptied')];
        element.load();
        await media.load(element);
        return { kept, loaded: [element.paused, element.currentTime, heard.some(({ type }) => type === 'emptied')] };
      },
      [tag, url],
    );
  assert.deepEqual(await again('audio', '/good.wav'), { kept: [true, false, true], loaded: [true, 0, true] });
  assert.deepEqual(await again('marey-player', '/good.bvh'), { kept: [false, true, false], loaded: [true, 0, true] });
});

contract(
  'an address with a moment, packed motion, and one that is on its way are kept, too; what failed is tried again',
  async ({ page, player }) => {
    await page.evaluate(() => media.make('marey-player', { src: '/again.bvh#t=1' }));
    await player.run((element) => {
      element.src = element.src;
    });
    await player.loaded('again');
    await player.isAt(1);
    await player.run((element) => {
      element.currentTime = 2;
      element.src = element.src;
    });
    await player.isAt(2);
    assert.equal(requests('/again.bvh'), 1);
    await page.evaluate((text) => media.make('marey-player', { src: `#clip=${text}&t=0.5` }), DANCER);
    await player.loaded();
    await player.isAt(0.5);
    const { error, time } = await player.run(async (element) => {
      element.currentTime = 0.75;
      element.src = element.src;
      await media.queue();
      // The page goes on to another address, where the written one stands for the same clip.
      element.load();
      await media.load(/** @type {any} */ (element));
      return { error: element.error, time: element.currentTime };
    });
    assert.deepEqual([error, time], [null, 0.5]);
    const codes = await page.evaluate(async () => {
      const element = media.make('marey-player');
      await media.fail(element, '/fault/missing/again.bvh');
      const heard = media.hear(element);
      element.src = element.src;
      await media.until('it fails again', () => heard.some(({ type }) => type === 'error'));
      return heard.map(({ type }) => type);
    });
    assert.ok(codes.includes('loadstart'));
  },
);

// Before the script has loaded

const EARLY =
  '<!doctype html><html lang="en"><title>early</title><body><marey-player><marey-clip></marey-clip></marey-player></body></html>';
const early = { path: server.put('/undefined.html', { body: EARLY, type: 'text/html; charset=utf-8' }) };

scene(
  'a property that was undefined before the upgrade was never set; one with a value counts, of clips as well',
  early,
  async ({ player }) => {
    await player.run(async (element) => {
      Object.assign(element, {
        src: '/good.bvh',
        poster: undefined,
        currentTime: undefined,
        volume: undefined,
        srcObject: undefined,
        loop: true,
      });
      const given = {
        src: '/again.bvh',
        label: 'early',
        offset: 0.5,
        position: [1, 0],
        turn: 90,
        skipReference: undefined,
        ghost: false,
        speed: 2,
      };
      Object.assign(/** @type {Element} */ (element.querySelector('marey-clip')), given);
      await import(/** @type {any} */ ('/marey-player.js'));
    });
    await player.loaded('good');
    await until('both are there', () => player.run((element) => element.clips.length === 2));
    const found = await player.run((element) => {
      const clip = /** @type {import('../../www/types.d.ts').MareyClip} */ (element.querySelector('marey-clip'));
      return {
        own: [...Object.keys(element), ...Object.keys(clip)].filter((name) => !/^(source|clip)$/.test(name)),
        attributes: element.getAttributeNames().sort(),
        volume: element.volume,
        clip: [clip.label, clip.offset, clip.position, clip.turn, clip.speed],
        names: clip.getAttributeNames().sort(),
      };
    });
    assert.deepEqual(found, {
      own: [],
      attributes: ['loop', 'src'],
      volume: 1,
      clip: ['early', 0.5, [1, 0], 90, 2],
      names: ['label', 'offset', 'position', 'speed', 'src', 'turn'],
    });
  },
);

// Narrow columns

const TABLE =
  '<table><tr><td>Walking</td><td id="cell"><marey-player src="/good.bvh"></marey-player></td></tr></table>' +
  '<div class="grid"><p>Walking</p><marey-player src="/good.bvh"></marey-player></div>' +
  '<div class="flex"><p>Walking</p><marey-player src="/good.bvh"></marey-player></div>' +
  '<div class="narrow"><marey-player src="/good.bvh"></marey-player></div>' +
  '<div class="free"><marey-player src="/good.bvh"></marey-player></div>';
const CSS =
  'table { width: 300px; table-layout: auto } td { padding: 0; width: 50% } .grid { display: grid; grid-template-columns: 1fr 1fr; width: 300px }' +
  '.flex { display: flex; width: 240px } .flex p { flex: none; width: 120px } .narrow { width: 90px } .free { float: left }';

scene(
  'a player in a narrow column is as narrow, and has a width where its content decides',
  {
    path: server.page('/narrow.html', TABLE, { css: CSS }),
  },
  async ({ page }) => {
    await page.evaluate(() => customElements.whenDefined('marey-player').then(() => {}));
    const widths = await page.evaluate(() =>
      [...document.querySelectorAll('table, marey-player')].map((each) => Math.round(each.getBoundingClientRect().width)),
    );
    assert.equal(widths[0], 300);
    assert.ok(widths[1] > 140 && widths[1] < 160, `in a cell ${widths[1]}`);
    assert.deepEqual(widths.slice(2), [150, 120, 90, 200]);
  },
);

// The player's own clip as a child of it

const OWN = [{ src: '/good.bvh', fps: '50' }, { src: '/again.bvh' }];

contract('the first clip of a player without a source stays its own when it changes, moves or goes', async ({ page, player }) => {
  const told = () => player.run(({ clips }) => clips.map(({ name }) => name).join());
  await page.evaluate((clips) => {
    const element = document.createElement('marey-player');
    for (const attributes of clips) {
      const clip = element.appendChild(document.createElement('marey-clip'));
      for (const [name, value] of Object.entries(attributes)) clip.setAttribute(name, value);
    }
    document.body.replaceChildren(element);
  }, OWN);
  await until('both are there', async () => (await told()) === 'good,again');
  assert.equal(await player.run((element) => element.frameTime), 0.02, 'as its attribute says');
  await player.run((element) => element.querySelector('marey-clip')?.setAttribute('fps', '100'));
  await until('its rate follows', () => player.run((element) => element.frameTime === 0.01));
  await player.run((element) => element.querySelector('marey-clip')?.removeAttribute('fps'));
  await until('and that of the file comes back', () => player.run((element) => element.frameTime === 0.04));
  await player.run((element) => element.append(/** @type {Element} */ (element.querySelector('marey-clip'))));
  await until('the other one is the own clip', async () => (await told()) === 'again,good');
  await player.run((element) => element.querySelector('marey-clip')?.setAttribute('src', '/pose.bvh'));
  await until('it has another file', async () => (await told()) === 'pose,good');
  await player.run((element) => element.querySelector('marey-clip')?.remove());
  await until('the next one is the own clip', async () => (await told()) === 'good');
  await player.run((element) => element.querySelector('marey-clip')?.remove());
  await until('the stage is empty', async () => (await told()) === '');
  assert.equal(await player.run((element) => element.readyState), 0);
  await player.run((element) => {
    element.clips.add('/again.bvh');
  });
  await until('another one begins', async () => (await told()) === 'again');
});
