// of: player, marey_web
/** Loading like a media element: the events and states of a source that arrives, is replaced, fails or stalls. */
import assert from 'node:assert/strict';
import { amc, asf, obj } from './support/acclaim.mjs';
import { walker } from './support/clips.mjs';
import { framesLater, until } from './support/browser.mjs';
import { both, consistent, contracts, milestones, order, same, wav } from './support/media.mjs';

/** @typedef {import('./support/media.mjs').Heard} Heard */

const NAMES = ['tag', 'append', 'later', 'none', 'lazy', 'eager', 'asked', 'view'];
const { scene, server, contract, alike, alikeLoaded } = await contracts(
  Object.fromEntries(NAMES.map((name) => [`/${name}.bvh`, walker()])),
);

/** How often a path was requested. @param {string} wanted */
const requests = (wanted) => server.requests.filter((each) => each === wanted).length;

/**
 * Both go through the events of a load in the same order, reach the states that these imply, and agree in everything else the steps return.
 * @param {string} name @param {import('./support/media.mjs').Steps<Promise<{ heard: Heard[] }>>} steps @param {boolean} [loaded] load the good file first
 */
const loadsAlike = (name, steps, loaded) => contract(name, async ({ page }) => loadedAlike(await both(page, steps, loaded)));

/** @param {Record<'native' | 'marey', { heard: Heard[] }>} done */
function loadedAlike({ native: { heard: native, ...expected }, marey: { heard: marey, ...seen } }) {
  assert.deepEqual(milestones(marey), milestones(native));
  for (const heard of [native, marey]) consistent(heard);
  assert.deepEqual(seen, expected);
}

contract('a load fires the events of a native one, in that order', async ({ page }) => {
  const done = await both(page, async (element, { good, heard }) => {
    await media.load(element, good);
    return {
      heard,
      state: [
        element.readyState,
        element.networkState,
        element.paused,
        element.seeking,
        element.ended,
        element.error,
        Math.round(element.duration * 100),
      ],
    };
  });
  loadedAlike(done);
  const fired = new Set(done.marey.heard.map(({ type }) => type));
  assert.deepEqual(
    done.native.heard.map(({ type }) => type).filter((type) => !fired.has(type)),
    [],
    'events that only the native element fires',
  );
  for (const { heard } of [done.native, done.marey]) {
    const progress = order(heard, 'loadstart', 'progress', 'suspend');
    assert.deepEqual([progress[0], progress.at(-1)], ['loadstart', 'suspend'], 'and the end of the download');
    assert.ok(progress.includes('progress'));
  }
});

alike('a length that is known at once fires one durationchange', async (element, { short, heard }) => {
  await media.load(element, short);
  return heard.filter(({ type }) => type === 'durationchange').length;
});

alike('the state of a new element', (element) => ({
  readyState: element.readyState,
  networkState: element.networkState,
  currentSrc: element.currentSrc,
  src: element.src,
  srcObject: element.srcObject,
  error: element.error,
  paused: element.paused,
  ended: element.ended,
  seeking: element.seeking,
  currentTime: element.currentTime,
  duration: String(element.duration),
  playbackRate: element.playbackRate,
  defaultPlaybackRate: element.defaultPlaybackRate,
  autoplay: element.autoplay,
  loop: element.loop,
  controls: element.controls,
  volume: element.volume,
  muted: element.muted,
  buffered: element.buffered.length,
  seekable: element.seekable.length,
  played: element.played.length,
}));

alike('src set: the state right after, and when loadstart comes', async (element, { good, heard }) => {
  element.src = good;
  const atOnce = [heard.length, element.readyState, new URL(element.src).pathname.replace(/\.\w+$/, ''), element.error];
  await media.until('it begins', () => heard.length);
  return { atOnce, first: heard[0] };
});

/** Listens before anything is upgraded, by capturing: these events do not bubble. */
const overhear = () => {
  /** @type {any} */ (globalThis).overheard = [];
  for (const type of ['loadstart', 'progress', 'durationchange', 'loadedmetadata', 'canplay']) {
    document.addEventListener(type, () => /** @type {any} */ (globalThis).overheard.push(type), true);
  }
};

const tag = server.page('/tag.html', '<marey-player src="/tag.bvh"></marey-player>');
scene('a tag in the page begins with loadstart and downloads once', { path: tag, scripts: [overhear], loads: 'tag' }, async ({ page }) => {
  assert.equal((await page.evaluate(() => /** @type {any} */ (globalThis).overheard))[0], 'loadstart');
  await framesLater(page);
  assert.equal(requests('/tag.bvh'), 1);
});

for (const [name, when, frames] of /** @type {const} */ ([
  ['append', 'at once', 0],
  ['later', 'later', 30],
])) {
  contract(`an element created, given a src and ${when} inserted begins with loadstart and downloads once`, async ({ page, player }) => {
    await page.evaluate(
      async ([url, pause]) => {
        const element = /** @type {any} */ (document.createElement('marey-player'));
        /** @type {any} */ (globalThis).heard = media.hear(element);
        element.src = url;
        if (pause) await media.frames(pause);
        document.body.append(element);
      },
      /** @type {[string, number]} */ ([`/${name}.bvh`, frames]),
    );
    await player.loaded(name);
    assert.equal((await page.evaluate(() => /** @type {any} */ (globalThis).heard))[0].type, 'loadstart');
    await framesLater(page);
    assert.equal(requests(`/${name}.bvh`), 1);
  });
}

contract('outside any document an element with loading="eager" loads once, like a native one', async ({ page, player }) => {
  const load = (/** @type {string} */ tag, /** @type {string} */ url) =>
    page.evaluate(
      async ([name, src]) => {
        const element = /** @type {any} */ (document.createElement(name));
        element.setAttribute('loading', 'eager');
        await media.load(element, src);
        /** @type {any} */ (globalThis).detached = element;
        return [element.readyState, element.networkState, Math.round(element.duration)];
      },
      [tag, url],
    );
  same({ native: await load('audio', '/good.wav'), marey: await load('marey-player', '/good.bvh') });
  const before = requests('/good.bvh');
  await page.evaluate(() => document.body.append(/** @type {any} */ (globalThis).detached));
  await player.loaded('good');
  assert.equal(requests('/good.bvh'), before, 'nothing is downloaded again');
  await player.isFramed();
});

// Before the script has loaded

const EARLY = '<!doctype html><html lang="en"><title>early</title><body><marey-player></marey-player></body></html>';
const early = { path: server.put('/early.html', { body: EARLY, type: 'text/html; charset=utf-8' }) };

scene('properties set before the upgrade count, and none shadows the element\u2019s own', early, async ({ player }) => {
  await player.run(async (element) => {
    Object.assign(element, { src: '/good.bvh', loop: true, playbackRate: 2, currentTime: 1, controls: true });
    await import(/** @type {any} */ ('/marey-player.js'));
  });
  await player.loaded('good');
  await player.settle();
  assert.deepEqual(
    await player.run((element) => ({
      own: ['src', 'loop', 'playbackRate', 'currentTime', 'controls'].filter((name) => Object.hasOwn(element, name)),
      attribute: element.getAttribute('src'),
      loop: element.loop,
      looped: element.hasAttribute('loop'),
      rate: element.playbackRate,
      time: element.currentTime,
    })),
    { own: [], attribute: '/good.bvh', loop: true, looped: true, rate: 2, time: 1 },
  );
  await player.find('.bar').waitFor();
});

scene('a File set as srcObject before the upgrade is shown', early, async ({ player }) => {
  await player.run(async (element, text) => {
    element.srcObject = new File([text], 'mine.bvh');
    await import(/** @type {any} */ ('/marey-player.js'));
  }, walker());
  await player.loaded('mine');
  assert.equal(await player.run((element) => Object.hasOwn(element, 'srcObject')), false);
});

alike('the same settings on a native element before its file is there have the same effect', async (element, { good }) => {
  element.src = good;
  element.loop = true;
  element.playbackRate = 2;
  element.currentTime = 1;
  const early = [element.playbackRate, element.currentTime];
  await media.load(element);
  return { early, late: [element.playbackRate, element.currentTime, element.loop] };
});

// A source that is replaced

loadsAlike('replaced before its first byte: abort, emptied, then the next one', async (element, { silent, other, heard }) => {
  element.src = silent;
  await media.until('it begins', () => heard.length);
  const loading = [element.readyState, element.networkState, media.source(element)];
  element.src = other;
  const atOnce = [element.readyState, element.paused, element.error];
  await media.load(element);
  return { heard, loading, atOnce, then: [element.readyState, element.networkState, media.source(element)] };
});

loadsAlike('replaced half way: abort, emptied, then the next one', async (element, { held, other, heard }) => {
  element.preload = 'auto';
  element.src = held;
  await media.until('its first half is loaded', () => heard.some(({ type }) => type === 'progress'));
  heard.length = 0;
  await media.load(element, other);
  return { heard, then: [element.readyState, element.networkState, media.source(element), Math.round(element.duration)] };
});

loadsAlike(
  'replaced after it was complete: abort, emptied, then the next one',
  async (element, { other, heard }) => {
    element.src = other;
    const atOnce = [element.readyState, element.seeking, element.paused, element.error];
    await media.load(element);
    return {
      heard,
      atOnce,
      then: [element.readyState, element.networkState, media.source(element), element.currentTime, Math.round(element.duration)],
    };
  },
  true,
);

alikeLoaded('replaced while it plays, it pauses at the start and at the default rate', async (element, { other }) => {
  element.playbackRate = 2;
  await element.play();
  await media.until('it moves', () => element.currentTime > 0.1);
  const heard = media.hear(element);
  element.src = other;
  const atOnce = [element.paused, element.playbackRate];
  await media.load(element);
  return {
    atOnce,
    then: [element.paused, element.playbackRate, element.currentTime],
    told: heard.map(({ type }) => type).filter((type) => /^(play|playing|pause|ended)$/.test(type)),
  };
});

loadsAlike(
  'load() reads the same source again; without a source it empties the element',
  async (element, { heard }) => {
    element.load();
    await media.load(element);
    const again = heard.splice(0);
    element.removeAttribute('src');
    const kept = [element.readyState, media.source(element)];
    element.load();
    await media.queue();
    return {
      heard: again,
      emptied: heard.map(({ type, ready, network }) => [type, ready, network]),
      kept,
      then: [element.readyState, element.networkState, element.paused, String(element.duration)],
    };
  },
  true,
);

// A source that fails

loadsAlike('an address without a file: loadstart, error; no source, nothing to show, code 4', async (element, { missing, heard }) => {
  await media.fail(element, missing);
  return {
    heard,
    state: [element.readyState, element.networkState, element.error?.code, media.source(element), element.paused, String(element.duration)],
  };
});

loadsAlike('an unreadable file: loadstart, error; no source, nothing to show, code 4', async (element, { broken, heard }) => {
  await media.fail(element, broken);
  return {
    heard,
    state: [element.readyState, element.networkState, element.error?.code, media.source(element), element.paused, String(element.duration)],
  };
});

loadsAlike(
  'a source that fails after one that played: the same events and states',
  async (element, { missing, heard }) => {
    await media.fail(element, missing);
    return { heard, state: [element.readyState, element.networkState, element.error?.code, media.source(element), element.paused] };
  },
  true,
);

contract(
  'where a native element is left empty, the last good clip stays on the stage and the player\u2019s controls play it',
  async ({ page, player }) => {
    await page.evaluate(() => media.load(media.make('marey-player', { controls: '' }), '/good.bvh'));
    await player.holdAt(1);
    await player.run((element) => media.fail(/** @type {any} */ (element), '/fault/missing/good.bvh'));
    await player.settle();
    const state = await player.run((element) => [
      element.readyState,
      element.currentTime,
      Math.round(element.duration),
      element.clips[0]?.name,
    ]);
    assert.deepEqual(state, [0, 1, 3, 'good']);
    await player.hotkey('k');
    await until('it plays', async () => (await player.state()).time > 1.2);
  },
);

loadsAlike('after a failure another source loads, and its loadstart clears the error', async (element, { missing, good }) => {
  await media.fail(element, missing);
  const heard = media.hear(element);
  element.src = good;
  const atOnce = [element.error, element.readyState];
  await media.load(element);
  return { heard, atOnce, then: [element.error, element.readyState, element.networkState, media.source(element)] };
});

alikeLoaded('play() rejects if the last source failed', async (element, { missing }) => {
  await media.fail(element, missing);
  return [await media.settles(element.play()), element.paused];
});

alike('error is one object, and a MediaError in every respect', async (element, { missing, good }) => {
  await media.fail(element, missing);
  const { error } = element;
  const facts = [
    error === element.error,
    typeof error?.message,
    error?.code,
    error?.MEDIA_ERR_ABORTED,
    error?.MEDIA_ERR_NETWORK,
    error?.MEDIA_ERR_DECODE,
    error?.MEDIA_ERR_SRC_NOT_SUPPORTED,
    Object.keys(error ?? {}),
  ];
  await media.queue();
  const stays = error === element.error;
  element.src = good;
  return { facts, stays, gone: element.error };
});

alike('currentSrc is empty, then the address of the current load, also of one that failed', async (element, { good, missing }) => {
  const seen = [element.currentSrc];
  const heard = media.hear(element);
  await media.load(element, good);
  seen.push(heard[0].src, media.source(element));
  await media.fail(element, missing);
  seen.push(media.source(element));
  return seen;
});

// A source that stalls

contract.deep('stalled fires when a server stops sending, and the load continues when it resumes', async ({ page }) => {
  // The rest is sent as soon as both have fired it.
  const release = async () => {
    for (const count of [1, 2]) {
      await until(`${count} stalled`, () => page.evaluate((wanted) => /** @type {any} */ (globalThis).stalls >= wanted, count));
      server.release();
    }
  };
  const [done] = await Promise.all([
    both(page, async (element, { held, heard }) => {
      element.preload = 'auto';
      element.src = held;
      await media.until('it stalls', () => heard.some(({ type }) => type === 'stalled'));
      const counts = /** @type {{ stalls?: number }} */ (globalThis);
      counts.stalls = (counts.stalls ?? 0) + 1;
      const state = [element.networkState, element.error];
      await media.load(element);
      return { state, stalls: heard.filter(({ type }) => type === 'stalled').length, end: [element.readyState, element.error] };
    }),
    release(),
  ]);
  same(done);
});

contract('preload="none" fetches nothing before play(): loadstart, suspend, idle', async ({ page }) => {
  server.put('/none.wav', { body: wav(2), type: 'audio/wav' });
  await page.exposeFunction('requests', (/** @type {string} */ wanted) => requests(wanted));
  same(
    await both(page, async (element, { good, heard }) => {
      element.preload = 'none';
      const url = good.replace('good', 'none');
      element.src = url;
      await media.until('it waits', () => heard.some(({ type }) => type === 'suspend'));
      await media.frames(20);
      const waiting = {
        told: heard.map(({ type }) => type),
        state: [element.readyState, element.networkState, element.paused, media.source(element)],
      };
      const before = await /** @type {any} */ (globalThis).requests(url);
      const outcome = await media.settles(element.play());
      return { waiting, before, outcome, after: await /** @type {any} */ (globalThis).requests(url), ready: element.readyState >= 3 };
    }),
  );
});

// Objects instead of addresses

alike('srcObject refuses other values, like a native one', (element) =>
  [null, undefined, 5, '', 'walk.bvh', true, {}, () => {}, Symbol('x'), new URL('http://host/walk.bvh'), new Date()].map((value) =>
    media.outcome(() => {
      element.srcObject = /** @type {any} */ (value);
      return element.srcObject;
    }),
  ),
);

contract('srcObject takes a File, a Blob, a list of files or null and returns it; it refuses other lists', async ({ page }) => {
  const done = await page.evaluate(() => {
    const element = /** @type {any} */ (media.make('marey-player'));
    const data = new DataTransfer();
    data.items.add(new File(['x'], 'a.bvh'));
    const good = [new File(['x'], 'a.bvh'), new Blob(['x']), data.files, [new File(['x'], 'a.bvh')], null];
    const bad = [[5], ['walk.bvh'], [new File(['x'], 'a.bvh'), null], [[]]];
    return {
      kept: good.map((value) =>
        media.outcome(() => {
          element.srcObject = value;
          return element.srcObject === value;
        }),
      ),
      refused: bad.map((value) =>
        media.outcome(() => {
          element.srcObject = value;
          return 'taken';
        }),
      ),
      after: element.srcObject,
    };
  });
  assert.deepEqual(done, { kept: [true, true, true, true, true], refused: Array(4).fill('TypeError'), after: null });
});

alikeLoaded('an object takes precedence over src, has no address, and gives way to src when it is removed', async (element, { other }) => {
  const object = await media.object(element);
  const heard = media.hear(element);
  element.srcObject = object;
  const atOnce = [element.readyState, element.srcObject === object];
  await media.until('the object is loaded', () => heard.some(({ type }) => type === 'loadedmetadata'));
  const then = [element.currentSrc, heard.map(({ type }) => type).filter((type) => /^(emptied|loadstart)$/.test(type))];
  heard.length = 0;
  element.src = other;
  await media.until('the object is loaded again', () => heard.some(({ type }) => type === 'loadedmetadata'));
  const still = [element.currentSrc, element.srcObject === object];
  element.srcObject = null;
  await media.load(element);
  return { atOnce, then, still, last: [media.source(element), element.srcObject] };
});

contract('of several files the first that plays is the clip, and the others belong to it', async ({ page, player }) => {
  await page.evaluate(() => media.make('marey-player'));
  await player.run(
    (element, [skin, motion, skeleton]) => {
      element.srcObject = /** @type {any} */ ([
        new File([skin], 'marcher.obj'),
        new File([motion], 'march.amc'),
        new File([skeleton], 'marcher.asf'),
      ]);
    },
    [obj(), amc(), asf({ skins: ['marcher.obj'] })],
  );
  await player.loaded('march');
  assert.deepEqual(await player.run((element) => [element.clips[0].skeletonFile, element.clips[0].skin, element.frameCount]), [
    'marcher.asf',
    'marcher.obj',
    121,
  ]);
});

contract('the files of an input element play as they are', async ({ page, player }) => {
  await page.evaluate(() =>
    media.make('marey-player').before(Object.assign(document.createElement('input'), { type: 'file', multiple: true })),
  );
  await page.locator('input').setInputFiles([
    { name: 'march.amc', mimeType: '', buffer: Buffer.from(amc()) },
    { name: 'marcher.asf', mimeType: '', buffer: Buffer.from(asf()) },
  ]);
  await player.run((element) => {
    element.srcObject = /** @type {any} */ (document.querySelector('input')?.files);
  });
  await player.loaded('march');
});

// Lazy loading

const HIGH = 'body { margin: 0 } main { height: 6000px } marey-player { width: 320px; height: 180px; aspect-ratio: auto }';
/** A page whose `main` is taller than any screen. @param {string} name @param {string} body */
const high = (name, body) => ({ path: server.page(`/${name}.html`, body, { css: HIGH }) });

scene('far below the fold an element fetches only the shell until the page is scrolled to it', { path: null }, async ({ page, player }) => {
  const since = server.requests.length;
  await page.goto(high('lazy', '<main></main><marey-player src="/lazy.bvh" autoplay loop></marey-player>').path);
  await page.evaluate(() => customElements.whenDefined('marey-player').then(() => {}));
  await framesLater(page, 60);
  const more = server.requests.slice(since).filter((each) => !/\.(html|js|css|ico)$/.test(each) || /worker|formats|marey_web/.test(each));
  assert.deepEqual(more, []);
  assert.equal(await player.run((element) => element.loading), 'lazy', 'the default');
  await page.evaluate(() => scrollTo(0, 5900));
  await player.loaded('lazy');
  await player.plays();
  await player.isFramed();
});

scene(
  'loading="eager" loads far below the fold',
  high('eager', '<main></main><marey-player src="/eager.bvh" loading="eager"></marey-player>'),
  async ({ page, player }) => {
    await until('it is read', () => player.run((element) => element.readyState === 4));
    assert.equal(await page.evaluate(() => scrollY), 0);
  },
);

scene(
  'play() loads without scrolling',
  high('asked', '<main></main><marey-player src="/asked.bvh"></marey-player>'),
  async ({ page, player }) => {
    await page.evaluate(() => customElements.whenDefined('marey-player').then(() => {}));
    await player.run((element) => {
      element.play().catch(() => {});
    });
    await until('it is read', () => player.run((element) => element.readyState === 4));
  },
);

scene(
  'in view an element loads by itself, and with autoplay plays',
  {
    ...high('view', '<marey-player src="/view.bvh" autoplay loop></marey-player><main></main>'),
    loads: 'view',
  },
  ({ player }) => player.plays(),
);
