/** Puts a native media element and a player through the same steps: both have to do the same. */
import assert from 'node:assert/strict';
import { walker } from './clips.mjs';
import { scenes } from './scenes.mjs';
import { CSP } from './server.mjs';

/** @typedef {{ type: string, ready: number, network: number, src: string }} Heard an event, and the element's state at that moment */
/** @template R @typedef {(element: HTMLMediaElement, given: Files & { heard: Heard[] }) => R} Steps heard: all events from the first step on */
/** @typedef {Record<keyof typeof PATHS, string>} Files addresses; those for a native element and for a player differ only in their extension */

/** The strict policy, and what native elements need besides: sound, and pictures as posters. */
const MEDIA_CSP = `${CSP}; media-src 'self' blob:; img-src *`;
const FPS = 25;

/** A tone: 16 bits, mono. @param {number} seconds */
export function wav(seconds) {
  const rate = 44_100;
  const count = Math.round(seconds * rate);
  const bytes = Buffer.alloc(44 + count * 2);
  for (const [text, at] of /** @type {const} */ ([
    ['RIFF', 0],
    ['WAVEfmt ', 8],
    ['data', 36],
  ]))
    bytes.write(text, at, 'latin1');
  for (const [value, at] of [
    [36 + count * 2, 4],
    [16, 16],
    [rate, 24],
    [rate * 2, 28],
    [count * 2, 40],
  ])
    bytes.writeUInt32LE(value, at);
  for (const [value, at] of [
    [1, 20],
    [1, 22],
    [2, 32],
    [16, 34],
  ])
    bytes.writeUInt16LE(value, at);
  for (let i = 0; i < count; i += 1) bytes.writeInt16LE(Math.round(800 * Math.sin((2 * Math.PI * 440 * i) / rate)), 44 + i * 2);
  return bytes;
}

/** A motion as long as the tone. @param {number} seconds */
const motion = (seconds) => walker({ frames: Math.round(seconds * FPS) + 1, fps: FPS });

const NOT_FOUND = /status of 404/;

/** Files of the same names and lengths for both. @param {import('./server.mjs').Server} server */
function putMedia(server) {
  for (const [name, seconds] of /** @type {[string, number][]} */ ([
    ['good', 3],
    ['other', 2],
    ['short', 0.4],
  ])) {
    server.put(`/${name}.wav`, { body: wav(seconds), type: 'audio/wav' });
    server.put(`/${name}.bvh`, { body: motion(seconds), type: 'text/plain' });
  }
  server.put('/broken.wav', { body: 'RIFX that goes on as nothing known', type: 'audio/wav' });
  server.put('/broken.bvh', { body: 'HIERARCHY\nROOT that goes on as nothing known', type: 'text/plain' });
  return server.page('/contract.html', '', { csp: MEDIA_CSP });
}

const PATHS = {
  good: '/good',
  other: '/other',
  short: '/short',
  broken: '/broken',
  missing: '/fault/missing/good',
  silent: '/fault/silent/good',
  held: '/fault/held/good',
};
/** @param {'wav' | 'bvh'} extension */
const files = (extension) =>
  /** @type {Files} */ (Object.fromEntries(Object.entries(PATHS).map(([name, path]) => [name, `${path}.${extension}`])));

/** Runs before the page's own scripts: provides `media`, the helpers of the steps. */
export function mediaTools() {
  const TYPES = [
    'abort',
    'canplay',
    'canplaythrough',
    'durationchange',
    'emptied',
    'ended',
    'error',
    'loadeddata',
    'loadedmetadata',
    'loadstart',
    'pause',
    'play',
    'playing',
    'progress',
    'ratechange',
    'seeked',
    'seeking',
    'stalled',
    'suspend',
    'timeupdate',
    'waiting',
  ];

  const tools = {
    /** @param {'audio' | 'video' | 'marey-player'} tag @param {Record<string, string>} [attributes] */
    make(tag, attributes = {}) {
      const element = /** @type {HTMLMediaElement} */ (document.createElement(tag));
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      document.body.replaceChildren(element);
      return element;
    },

    /** The file's name without its extension, '' for none. @param {HTMLMediaElement} element */
    source: (element) => (element.currentSrc ? new URL(element.currentSrc).pathname.replace(/\.\w+$/, '') : ''),

    /** Records all events from now on. @param {HTMLMediaElement} element @returns {Heard[]} it grows */
    hear(element) {
      /** @type {Heard[]} */
      const heard = [];
      for (const type of TYPES) {
        element.addEventListener(type, () =>
          heard.push({ type, ready: element.readyState, network: element.networkState, src: tools.source(element) }),
        );
      }
      return heard;
    },

    /** @param {HTMLMediaElement} element @param {string} type */
    event: (element, type) =>
      new Promise((resolve) => {
        element.addEventListener(type, resolve, { once: true });
      }),

    /** The deadline only ends a test that hangs. @param {string} what @param {() => unknown} ask */
    async until(what, ask) {
      for (let i = 0; i < 1500; i += 1) {
        if (ask()) return;
        await tools.rest(20);
      }
      throw new Error(`never happened: ${what}`);
    },

    /** @param {number} ms */
    rest: (ms) =>
      new Promise((resolve) => {
        setTimeout(resolve, ms);
      }),

    /** Waits for frames: for what must not happen and so has no event. @param {number} times */
    frames: (times) => /** @type {any} */ (globalThis).animationFrames.later(times),

    queue: () => tools.frames(6),

    /** Loads a file to its end. @param {HTMLMediaElement} element @param {string} [url] */
    async load(element, url) {
      element.preload = 'auto';
      if (url) element.src = url;
      // Right after `src` is set, the state is still that of the previous load.
      await tools.rest(0);
      await tools.until('it is loaded', () => element.readyState === 4 && element.networkState === 1);
      await tools.queue();
    },

    /** @param {HTMLMediaElement} element @param {string} url a file that cannot be loaded */
    async fail(element, url) {
      element.src = url;
      await tools.until('it fails', () => element.error);
      await tools.queue();
    },

    /** @param {HTMLMediaElement} element @param {number} seconds */
    async seek(element, seconds) {
      const seeked = tools.event(element, 'seeked');
      element.currentTime = seconds;
      await seeked;
      await tools.queue();
    },

    /** The name of the error that was thrown, or the result. @param {() => unknown} run */
    outcome(run) {
      try {
        return run();
      } catch (error) {
        return /** @type {Error} */ (error).name;
      }
    },

    /** How a promise settles, or 'open': a pending one would hang the test. @param {Promise<unknown>} promise @returns {Promise<string>} */
    settles: (promise) =>
      Promise.race([
        promise.then(
          () => 'resolved',
          (error) => error.name,
        ),
        tools.rest(10_000).then(() => 'open'),
      ]),

    /** A value for `srcObject`: a stream or a file. @param {HTMLMediaElement} element @returns {Promise<any>} */
    async object(element) {
      if (element instanceof HTMLMediaElement) return new AudioContext().createMediaStreamDestination().stream;
      return new File([await (await fetch('/good.bvh')).text()], 'mine.bvh');
    },
  };
  globalThis.media = tools;
  return tools;
}

/**
 * Runs the steps in the page with a native element and then with a player, each new and in the document.
 * @template R @param {Page} page @param {Steps<R>} steps @param {boolean} [loaded] load the good file first @returns {Promise<{ native: Awaited<R>, marey: Awaited<R> }>}
 */
export async function both(page, steps, loaded = false) {
  const run = async (/** @type {'audio' | 'marey-player'} */ tag) => {
    const element = await page.evaluateHandle((name) => media.make(name), tag);
    const all = files(tag === 'audio' ? 'wav' : 'bvh');
    try {
      if (loaded) await element.evaluate((each, url) => media.load(each, url), all.good);
      const heard = await element.evaluateHandle((each) => media.hear(each));
      return await element.evaluate(/** @type {any} */ (steps), { ...all, heard });
    } catch (error) {
      throw new Error(`${tag}: ${/** @type {Error} */ (error).message}`, { cause: error });
    }
  };
  return { native: await run('audio'), marey: await run('marey-player') };
}

/**
 * The set-up of these tests: one shared page that has `media` and an empty body, and functions that make a test of steps
 * which must do the same with a player and with a native element.
 * @param {Record<string, string>} [more] files @param {RegExp} [allow] expected console messages
 */
export async function contracts(more, allow = NOT_FOUND) {
  const { scene, row, server } = await scenes({ files: more });
  const contract = row({ path: putMedia(server), scripts: [mediaTools], allow: [allow] }, async ({ page }) => {
    server.release();
    await page.evaluate(() => document.body.replaceChildren());
  });
  /** @param {string} name @param {Steps<unknown>} steps */
  const alike = (name, steps) => contract(name, async ({ page }) => same(await both(page, steps)));
  /** The same after both have loaded the good file. @type {typeof alike} */
  const alikeLoaded = (name, steps) => contract(name, async ({ page }) => same(await both(page, steps, true)));
  return { scene, server, contract, alike, alikeLoaded };
}

/** @template R @param {{ native: R, marey: R }} done @param {string} [message] */
export const same = ({ native, marey }, message) => assert.deepEqual(marey, native, message);

/** The events of these names, in order. @param {Heard[]} heard @param {string[]} types */
export const order = (heard, ...types) => heard.map(({ type }) => type).filter((type) => types.includes(type));

/** Events whose order the standard fixes. */
const MILESTONES = [
  'abort',
  'emptied',
  'loadstart',
  'durationchange',
  'loadedmetadata',
  'loadeddata',
  'canplay',
  'canplaythrough',
  'error',
];

/** The events of a load. A motion that plays while it is read may grow: its later durationchanges are left out. @param {Heard[]} heard */
export function milestones(heard) {
  let known = false;
  return order(heard, ...MILESTONES).filter((type) => {
    const later = known && type === 'durationchange';
    known = type !== 'loadstart' && (known || type === 'durationchange');
    return !later;
  });
}

/** At each event the element must have reached the state that the event implies. @param {Heard[]} heard */
export function consistent(heard) {
  const least = new Map([
    ['loadedmetadata', 1],
    ['loadeddata', 2],
    ['canplay', 3],
    ['canplaythrough', 4],
  ]);
  for (const { type, ready, network } of heard) {
    assert.ok(ready >= (least.get(type) ?? 0), `${type} at readyState ${ready}`);
    if (['loadstart', 'abort', 'emptied', 'error'].includes(type))
      assert.deepEqual([ready, network], [0, type === 'loadstart' ? 2 : 3], `readyState and networkState at ${type}`);
    if (type === 'suspend') assert.equal(network, 1, 'networkState at suspend');
  }
}
