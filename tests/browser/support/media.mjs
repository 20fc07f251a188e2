/** A native media element and a player, put through the same steps: what the one does in this browser, the other has to do. */
import assert from 'node:assert/strict';
import { walker } from './clips.mjs';
import { CSP } from './server.mjs';

/** @typedef {{ type: string, ready: number, network: number, src: string }} Heard an event, and what the element said of itself at that moment */
/** @typedef {Record<'good' | 'other' | 'short' | 'missing' | 'broken' | 'silent' | 'held', string>} Files addresses; those of a native element and of a player differ in their extension alone */

/** What a page of these tests sends: the strict policy, and what native elements need besides: sound, and pictures as posters. */
const MEDIA_CSP = `${CSP}; media-src 'self' blob:; img-src *`;
const FPS = 25;

/**
 * A tone: 16 bits, mono.
 * @param {number} seconds
 */
export function wav(seconds) {
  const rate = 44_100;
  const count = Math.round(seconds * rate);
  const bytes = Buffer.alloc(44 + count * 2);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(36 + count * 2, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(count * 2, 40);
  for (let i = 0; i < count; i += 1) bytes.writeInt16LE(Math.round(800 * Math.sin((2 * Math.PI * 440 * i) / rate)), 44 + i * 2);
  return bytes;
}

/** A motion as long as a tone. @param {number} seconds */
const motion = (seconds) => walker({ frames: Math.round(seconds * FPS) + 1, fps: FPS });

/** Files of the same names and lengths for both. @param {import('./server.mjs').Server} server */
export function putMedia(server) {
  for (const [name, seconds] of /** @type {[string, number][]} */ ([['good', 3], ['other', 2], ['short', 0.4]])) {
    server.put(`/${name}.wav`, { body: wav(seconds), type: 'audio/wav' });
    server.put(`/${name}.bvh`, { body: motion(seconds), type: 'text/plain' });
  }
  server.put('/broken.wav', { body: 'RIFX that goes on as nothing known', type: 'audio/wav' });
  server.put('/broken.bvh', { body: 'HIERARCHY\nROOT that goes on as nothing known', type: 'text/plain' });
  return server.page('/contract.html', '', { csp: MEDIA_CSP });
}

/** @param {'wav' | 'bvh'} extension @returns {Files} */
const files = (extension) => ({
  good: `/good.${extension}`,
  other: `/other.${extension}`,
  short: `/short.${extension}`,
  missing: `/fault/missing/good.${extension}`,
  broken: `/broken.${extension}`,
  silent: `/fault/silent/good.${extension}`,
  held: `/fault/held/good.${extension}`,
});

/** Chromium says on the console what it was not given. */
export const NOT_FOUND = /status of 404/;

/** What the steps of a test have at hand in the page, as `media`. Runs before the page's own scripts. */
export function mediaTools() {
  const TYPES = ['abort', 'canplay', 'canplaythrough', 'durationchange', 'emptied', 'ended', 'error', 'loadeddata', 'loadedmetadata', 'loadstart',
    'pause', 'play', 'playing', 'progress', 'ratechange', 'seeked', 'seeking', 'stalled', 'suspend', 'timeupdate', 'waiting'];

  const tools = {
    /**
     * @param {'audio' | 'video' | 'marey-player'} tag
     * @param {Record<string, string>} [attributes]
     */
    make(tag, attributes = {}) {
      const element = /** @type {HTMLMediaElement} */ (document.createElement(tag));
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      document.body.replaceChildren(element);
      return element;
    },

    /** The file's name without its extension, '' for none. @param {HTMLMediaElement} element */
    source: (element) => (element.currentSrc ? new URL(element.currentSrc).pathname.replace(/\.\w+$/, '') : ''),

    /** Everything from now on. @param {HTMLMediaElement} element @returns {Heard[]} it grows */
    hear(element) {
      /** @type {Heard[]} */
      const heard = [];
      for (const type of TYPES) {
        element.addEventListener(type, () => heard.push({ type, ready: element.readyState, network: element.networkState, src: tools.source(element) }));
      }
      return heard;
    },

    /** @param {HTMLMediaElement} element @param {string} type */
    event: (element, type) => new Promise((resolve) => { element.addEventListener(type, resolve, { once: true }); }),

    /** The deadline ends a test that hangs, it measures nothing. @param {string} what @param {() => unknown} ask */
    async until(what, ask) {
      for (let i = 0; i < 1500; i += 1) {
        if (ask()) return;
        await tools.rest(20);
      }
      throw new Error(`never happened: ${what}`);
    },

    /** @param {number} ms */
    rest: (ms) => new Promise((resolve) => { setTimeout(resolve, ms); }),

    /** What was queued has come. */
    queue: () => tools.rest(100),

    /** All of it is there. @param {HTMLMediaElement} element @param {string} [url] */
    async load(element, url) {
      element.preload = 'auto';
      if (url) element.src = url;
      // Right after `src` was set, the state is that of the load before.
      await tools.rest(0);
      await tools.until('it is loaded', () => element.readyState === 4 && element.networkState === 1);
      await tools.queue();
    },

    /** @param {HTMLMediaElement} element @param {number} seconds */
    async seek(element, seconds) {
      const seeked = tools.event(element, 'seeked');
      element.currentTime = seconds;
      await seeked;
      await tools.queue();
    },

    /** The name of what was thrown, or what came back. @param {() => unknown} run */
    outcome(run) {
      try { return run(); } catch (error) { return /** @type {Error} */ (error).name; }
    },

    /** What became of a promise. One that stays open would hang the test. @param {Promise<unknown>} promise @returns {Promise<string>} */
    settles: (promise) => Promise.race([promise.then(() => 'resolved', (error) => error.name), tools.rest(10_000).then(() => 'open')]),

    /** What `srcObject` takes: a stream or a file. @param {HTMLMediaElement} element @returns {Promise<any>} */
    async object(element) {
      if (element instanceof HTMLMediaElement) return new AudioContext().createMediaStreamDestination().stream;
      return new File([await (await fetch('/good.bvh')).text()], 'mine.bvh');
    },
  };
  globalThis.media = tools;
  return tools;
}

/**
 * Runs the same steps with a native element and then with a player. They run in the page, each with a fresh element that is
 * in the document.
 * @template R
 * @template {Record<string, any>} M
 * @param {import('playwright-core').Page} page
 * @param {(element: HTMLMediaElement, files: Files & M) => R} steps
 * @param {M} [more] what else they need to know
 * @returns {Promise<{ native: Awaited<R>, marey: Awaited<R> }>}
 */
export async function both(page, steps, more) {
  const run = async (/** @type {'audio' | 'marey-player'} */ tag) => {
    const element = await page.evaluateHandle((name) => media.make(name), tag);
    try {
      return await element.evaluate(/** @type {any} */ (steps), { ...files(tag === 'audio' ? 'wav' : 'bvh'), ...more });
    } catch (error) {
      throw new Error(`${tag}: ${/** @type {Error} */ (error).message}`, { cause: error });
    }
  };
  return { native: await run('audio'), marey: await run('marey-player') };
}

/** Both did the same. @template R @param {{ native: R, marey: R }} done @param {string} [message] */
export const same = ({ native, marey }, message) => assert.deepEqual(marey, native, message);

/** The events of these names, in their order. @param {Heard[]} heard @param {string[]} types */
export const order = (heard, ...types) => heard.map(({ type }) => type).filter((type) => types.includes(type));

/** What the standard puts in one order, whatever the browser. */
const MILESTONES = ['abort', 'emptied', 'loadstart', 'durationchange', 'loadedmetadata', 'loadeddata', 'canplay', 'canplaythrough', 'error'];

/** The steps of a load. A motion that plays while it is read may grow: its later durationchanges are left out. @param {Heard[]} heard */
export function milestones(heard) {
  let known = false;
  return order(heard, ...MILESTONES).filter((type) => {
    const later = known && type === 'durationchange';
    known = type !== 'loadstart' && (known || type === 'durationchange');
    return !later;
  });
}

/** At each of its events an element must have come at least so far. @param {Heard[]} heard */
export function consistent(heard) {
  const least = new Map([['loadedmetadata', 1], ['loadeddata', 2], ['canplay', 3], ['canplaythrough', 4]]);
  for (const { type, ready, network } of heard) {
    assert.ok(ready >= (least.get(type) ?? 0), `${type} at readyState ${ready}`);
    if (['loadstart', 'abort', 'emptied', 'error'].includes(type)) assert.deepEqual([ready, network], [0, type === 'loadstart' ? 2 : 3], `readyState and networkState at ${type}`);
    if (type === 'suspend') assert.equal(network, 1, 'networkState at suspend');
  }
}
