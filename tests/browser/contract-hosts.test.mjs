// of: player, actors, marey_web, marey_link
/** What hosts and frameworks do with an element: addresses written anew, properties set early, calls before the data, narrow columns. */
import assert from 'node:assert/strict';
import { statue, walker } from './support/clips.mjs';
import { framesLater, until } from './support/browser.mjs';
import { contracts } from './support/media.mjs';
import { CSP } from './support/server.mjs';
import { DANCER } from './support/fixtures.mjs';

const { scene, server, contract, alike, alikeLoaded } = await contracts({ '/again.bvh': walker(), '/pose.bvh': statue(1) });

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
    await page.evaluate(() => media.make('marey-player', { src: '/again.bvh' }));
    await player.loaded('again');
    await player.run((element, text) => {
      element.srcObject = new File([text], 'mine.bvh');
    }, walker());
    await player.loaded('mine');
    await player.run((element) => {
      element.src = element.src;
      element.srcObject = null;
    });
    await player.loaded('again');
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

scene(
  'a policy that refuses WebAssembly is one error',
  {
    path: server.page('/refused.html', '<marey-player src="/good.bvh" controls></marey-player>', {
      csp: CSP.replace(" 'wasm-unsafe-eval'", ''),
    }),
    scripts: [
      () =>
        document.addEventListener(
          'error',
          ({ target }) => target instanceof HTMLElement && target.toggleAttribute(`error-${target.getAttributeNames().length}`),
          true,
        ),
    ],
    allow: [/WebAssembly/, /wasm-eval/],
  },
  async ({ page, player }) => {
    await player.find('.card').waitFor();
    await framesLater(page, 30);
    assert.deepEqual(await player.run((element) => element.getAttributeNames().filter((name) => name.startsWith('error'))), ['error-2']);
  },
);

// Calls before the data

alike('autoplay leaves paused what pause() was called for before its data', async (element, { good, heard }) => {
  element.muted = true;
  element.autoplay = true;
  element.src = good;
  element.pause();
  await media.until('it is loaded', () => element.readyState === 4);
  await media.frames(20);
  return [element.paused, heard.some(({ type }) => type === 'play')];
});

alike('after play() and pause() before the data, autoplay stays off', async (element, { good, heard }) => {
  element.muted = true;
  element.autoplay = true;
  element.src = good;
  const first = media.settles(element.play());
  element.pause();
  const outcome = await first;
  await media.until('it is loaded', () => element.readyState === 4);
  await media.frames(20);
  return [outcome, element.paused, heard.filter(({ type }) => type === 'play' || type === 'pause').map(({ type }) => type)];
});

alike('load() allows autoplay again', async (element, { good }) => {
  element.muted = true;
  element.autoplay = true;
  element.src = good;
  element.pause();
  await media.until('it is loaded', () => element.readyState === 4);
  element.load();
  await media.until('it plays', () => !element.paused);
  return element.paused;
});

const FAILS = /** @type {import('./support/media.mjs').Steps<Promise<unknown>>} */ (
  async (element, { missing, heard }) => {
    element.src = missing;
    const outcome = await media.settles(element.play());
    const paused = [element.paused];
    await media.queue();
    paused.push(element.paused);
    return [
      outcome,
      paused,
      heard.map(({ type }) => type).filter((type) => /^(play|pause|error|waiting|playing|loadstart|timeupdate)$/.test(type)),
    ];
  }
);
alike('play() of a file that is missing rejects, and fires pause', FAILS);
alike('play() of a file that cannot be read rejects, and fires pause', async (element, { broken, heard }) => {
  element.src = broken;
  const outcome = await media.settles(element.play());
  const paused = [element.paused];
  await media.queue();
  paused.push(element.paused);
  return [
    outcome,
    paused,
    heard.map(({ type }) => type).filter((type) => /^(play|pause|error|waiting|playing|loadstart|timeupdate)$/.test(type)),
  ];
});
alikeLoaded('play() after a failure rejects and stays paused', async (element, { broken, heard }) => {
  await media.fail(element, broken);
  heard.splice(0);
  const outcome = await media.settles(element.play());
  const paused = [element.paused];
  await media.queue();
  paused.push(element.paused);
  return [outcome, paused, heard.map(({ type }) => type)];
});
alikeLoaded('seeking is true in the listeners of a loop\u2019s seek', async (element) => {
  /** @type {unknown[]} */
  const seen = [];
  element.loop = true;
  element.currentTime = 2.9;
  await media.event(element, 'seeked');
  for (const type of ['seeking', 'seeked']) element.addEventListener(type, () => seen.push(type, element.seeking, element.ended));
  await element.play();
  await media.until('it loops', () => seen.includes('seeked'));
  return seen;
});
alikeLoaded('seeking is true and ended is false in the listener when it plays again after its end', async (element) => {
  /** @type {unknown[]} */
  const seen = [];
  await media.seek(element, 3);
  element.addEventListener('seeking', () => seen.push('seeking', element.seeking, element.ended));
  const p = element.play();
  seen.push(element.seeking, element.ended);
  await p;
  await media.until('it seeks', () => seen.includes('seeking'));
  return seen;
});

alike('after play() and a failure another source stays paused', async (element, { missing, good, heard }) => {
  element.src = missing;
  const first = await media.settles(element.play());
  await media.queue();
  heard.splice(0);
  element.src = good;
  await media.until('it is loaded', () => element.readyState === 4);
  await media.frames(10);
  return [first, element.paused, heard.map(({ type }) => type).filter((type) => /^(play|pause|error|playing)$/.test(type))];
});

alikeLoaded('play() and pause() at once: the promise rejects, and both events fire', async (element, { heard }) => {
  const first = media.settles(element.play());
  element.pause();
  const outcome = await first;
  await media.queue();
  return [outcome, element.paused, heard.map(({ type }) => type).filter((type) => /^(play|pause|playing|timeupdate)$/.test(type))];
});

alike('an empty src is an error of code 4', async (element, { heard }) => {
  element.setAttribute('src', '');
  const atOnce = [element.networkState, element.readyState];
  await media.until('it fails', () => element.error);
  await media.queue();
  return [
    atOnce,
    element.networkState,
    element.readyState,
    element.error?.code,
    element.currentSrc,
    heard.map(({ type, ready, network }) => [type, ready, network]),
    await media.settles(element.play()),
    element.paused,
  ];
});

alikeLoaded('an empty src after a clip empties the element, then fails', async (element, { heard }) => {
  element.src = '';
  await media.until('it fails', () => element.error);
  await media.queue();
  return [element.networkState, element.readyState, element.error?.code, heard.map(({ type }) => type)];
});

alikeLoaded('seeking is true in the listener of seeking, false in that of seeked', async (element) => {
  /** @type {unknown[]} */
  const seen = [];
  for (const type of ['seeking', 'timeupdate', 'seeked']) element.addEventListener(type, () => seen.push(type, element.seeking));
  element.currentTime = 1;
  seen.push(element.seeking);
  await media.until('it is there', () => seen.includes('seeked'));
  await media.queue();
  return seen;
});

alikeLoaded('ended is false during a seek from the end', async (element) => {
  await media.seek(element, 3);
  const seen = [element.ended];
  element.addEventListener('seeking', () => seen.push(element.ended));
  element.currentTime = 1;
  seen.push(element.ended);
  await media.event(element, 'seeked');
  seen.push(element.ended);
  return seen;
});

alikeLoaded('ended is true only after a seek to the end', async (element) => {
  const seen = [element.ended];
  element.currentTime = 3;
  seen.push(element.ended);
  await media.event(element, 'seeked');
  seen.push(element.ended);
  return seen;
});

alikeLoaded('two seeks in a row: the second counts', async (element, { heard }) => {
  element.currentTime = 1;
  element.currentTime = 2;
  const now = element.currentTime;
  await media.until('it is there', () => heard.some(({ type }) => type === 'seeked'));
  await media.queue();
  return [now, element.currentTime, heard.map(({ type }) => type).filter((type) => !type.startsWith('canplay'))];
});

alike('a volume that is none is refused', async (element, { heard }) => {
  const values = [NaN, Infinity, -0.1, 1.1, 0, 1, '0.5', null, undefined, 'loud'].map((value) => [
    media.outcome(() => {
      element.volume = /** @type {any} */ (value);
      return element.volume;
    }),
    element.volume,
  ]);
  await media.queue();
  const times = heard.length;
  return {
    values,
    times,
    muted: [true, 0, 'x', null].map((value) => {
      element.muted = /** @type {any} */ (value);
      return element.muted;
    }),
  };
});

alike('currentTime before any source', (element) =>
  [NaN, undefined, 'x', 5].map((value) =>
    media.outcome(() => {
      element.currentTime = /** @type {any} */ (value);
      return element.currentTime;
    }),
  ),
);
