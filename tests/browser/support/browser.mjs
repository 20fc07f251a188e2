/** Chromium, and pages in it that tell when anything goes wrong. */
import { chromium } from 'playwright-core';
import { DEEP } from '../../support/deep.mjs';
import { keep } from '../../support/kept.mjs';

const CHROMIUM = process.env.MAREY_CHROMIUM || '/usr/bin/chromium';
/** The same without a window: a page opens in a third of the time. */
const SHELL = process.env.MAREY_HEADLESS_SHELL || CHROMIUM;

const QUIET = ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
/** @typedef {'webgpu' | 'webgl' | 'none'} Gpu the best that pages get: with 'none' they draw by Canvas 2D */

/** @type {Record<Gpu, string[]>} */
const DRAWING = {
  // On a software adapter, with canvases that show in screenshots. With ANGLE on Vulkan the GPU process dies of it.
  webgpu: ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--enable-features=Vulkan', '--use-vulkan=swiftshader', '--use-angle=swiftshader'],
  webgl: [],
  // Not even a GPU that the processor stands in for: half the work for a page that plays.
  none: ['--disable-gpu', '--disable-software-rasterizer'],
};

/** @param {Gpu} [gpu] @param {boolean} [whole] Chromium with its window */
export const launch = (gpu = 'webgpu', whole = DEEP) => chromium.launch({ executablePath: whole ? CHROMIUM : SHELL, args: [...QUIET, ...DRAWING[gpu]] });

/** @type {Map<string, ReturnType<typeof launch>>} */
const shared = new Map();

/** The browser of all tests that do it no harm. @param {Gpu} [gpu] @param {boolean} [whole] */
export function sharedBrowser(gpu = 'webgpu', whole = DEEP) {
  let browser = shared.get(gpu + whole);
  if (!browser) {
    browser = launch(gpu, whole);
    shared.set(gpu + whole, browser);
    keep(async () => (await browser)?.close());
  }
  return browser;
}

/**
 * Asks until the answer is truthy. From here, not from inside the page: a strict policy forbids what waitForFunction does.
 * The deadline is long on purpose: it ends a test that hangs, it measures nothing.
 * @template T
 * @param {string} what
 * @param {() => T | Promise<T>} ask
 * @param {number} [deadline] milliseconds
 * @returns {Promise<NonNullable<T>>}
 */
export async function until(what, ask, deadline = 30_000) {
  awaited = what;
  const start = Date.now();
  /** @type {T} */
  let answer;
  for (;;) {
    answer = await ask();
    if (answer) return /** @type {NonNullable<T>} */ (answer);
    if (Date.now() - start > deadline) throw new Error(`never happened: ${what} (last answer: ${JSON.stringify(answer)})`);
    await sleep(50);
  }
}

/** Asks until the answer is the one of before, and gives it back. @template T @param {string} what @param {() => Promise<T>} ask */
export async function unchanged(what, ask) {
  /** @type {T | undefined} */
  let answer;
  await until(what, async () => {
    const before = answer;
    answer = await ask();
    return answer === before;
  });
  return /** @type {T} */ (answer);
}

/** What `until` was last asked for. */
let awaited = '';

/**
 * Gives up on what may never answer, and says what was waited for.
 * @template T
 * @param {string} what
 * @param {Promise<T>} answer
 * @param {number} deadline milliseconds: it ends a test that hangs, it measures nothing
 * @returns {Promise<T>}
 */
export async function within(what, answer, deadline) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const late = new Promise((/** @type {(value: never) => void} */ _, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${deadline / 1000} s: ${what}${awaited && `, waiting until ${awaited}`}`)), deadline);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Until the browser has had so many frames: for what is not to happen, which no event tells. A second has sixty of them, or fewer where
 * the machine is busy.
 * @param {Page} page
 * @param {number} [frames]
 */
export const framesLater = (page, frames = 20) => page.evaluate((times) => /** @type {any} */ (globalThis).animationFrames.later(times), frames);

/** @param {number} ms */
export const sleep = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/** Milliseconds that pass between two pictures of a page whose test does not look at each. */
const REST = 80;

/**
 * Runs in every page before its own scripts: counts animation frames, holds the clock, tells of WebGL contexts, reports policy violations.
 * @param {number} rest milliseconds until a frame that is asked for is asked of the browser: a page that plays leaves time to the tests
 * @param {boolean} steady from one frame to the next a tenth of a second passes at most: on a busy machine the page's clock waits,
 *   no picture counts as late, and the player leaves nothing out
 */
export function instrument(rest, steady = true) {
  const MOST = 100;
  const { performance: own } = globalThis;
  const { now } = own;
  // Also where a test puts another clock in its place.
  const real = () => now.call(own);
  /** Milliseconds for which the clock waited. */
  let waited = 0;
  let told = 0;
  performance.now = () => (told = Math.max(told, real() - waited));
  const counts = {
    asked: 0,
    called: 0,
    pending: 0,
    /** So many frames of the browser later, uncounted. What was drawn before the second one is seen. */
    later: async (times = 2) => {
      for (let n = 0; n < times; n += 1) await new Promise((resolve) => { ask.call(globalThis, resolve); });
    },
    /** Whether the page draws nothing, because the test of another page runs. Frames that it asks for meanwhile come afterwards. */
    hold: (/** @type {boolean} */ wanted) => {
      held = wanted;
      if (held) return;
      const due = [...waiting.values()];
      waiting.clear();
      for (const next of due) next();
    },
  };
  let held = false;
  /** Frames that were asked for while the page is held. @type {Map<number, () => void>} */
  const waiting = new Map();
  const scope = /** @type {any} */ (globalThis);
  scope.animationFrames = counts;
  // As they are now: a test may hold the page's clock.
  const { requestAnimationFrame: ask, cancelAnimationFrame: cancel, setTimeout: wait, clearTimeout: stop } = globalThis;
  /** How those are called off that are still to come. @type {Map<number, () => void>} */
  const open = new Map();
  let last = 0;
  /** When the last frame was. */
  let frame = 0;
  /** @param {number} id */
  const closes = (id) => {
    open.delete(id);
    counts.pending = open.size;
  };
  globalThis.requestAnimationFrame = (callback) => {
    counts.asked += 1;
    const id = (last += 1);
    const since = real();
    const next = () => {
      if (held) {
        waiting.set(id, next);
        open.set(id, () => waiting.delete(id));
        return;
      }
      const asked = ask.call(globalThis, (at) => {
        closes(id);
        counts.called += 1;
        if (steady) waited += Math.max(0, at - Math.max(since, frame) - MOST);
        frame = at;
        callback(at - waited);
      });
      open.set(id, () => cancel.call(globalThis, asked));
    };
    if (rest) {
      const timer = wait.call(globalThis, next, rest);
      open.set(id, () => stop.call(globalThis, timer));
    } else next();
    counts.pending = open.size;
    return id;
  };
  globalThis.cancelAnimationFrame = (id) => {
    open.get(id)?.();
    closes(id);
  };
  /** Told of every WebGL context that a canvas of the page gives. @type {((context: any) => void)[]} */
  const listeners = scope.onWebgl = [];
  const known = new WeakSet();
  for (const { prototype } of /** @type {any[]} */ ([HTMLCanvasElement, OffscreenCanvas])) {
    const { getContext } = prototype;
    prototype.getContext = function get(/** @type {any[]} */ ...args) {
      const context = Reflect.apply(getContext, this, args);
      if (args[0] === 'webgl2' && context && !known.has(context)) {
        known.add(context);
        for (const listener of listeners) listener(context);
      }
      return context;
    };
  }
  addEventListener('securitypolicyviolation', (event) => {
    console.error(`content security policy: ${event.violatedDirective} refused ${event.blockedURI} ${event.sample} (${event.sourceFile}:${event.lineNumber})`);
  });
}

/**
 * @typedef {object} Visit
 * @property {string} [url]
 * @property {readonly number[]} [size] width and height, CSS pixels
 * @property {number} [ratio] device pixels in one of them
 * @property {boolean} [reducedMotion]
 * @property {'dark' | 'light'} [scheme]
 * @property {boolean} [touch]
 * @property {boolean} [bypassCsp] for a test that has to inject a tool
 * @property {string[]} [permissions]
 * @property {(() => void)[]} [scripts] run in the page before its own
 * @property {RegExp[]} [allow] messages that are expected
 * @property {boolean} [steady] whether the page's clock waits while the machine is busy; true if not given
 * @property {boolean} [everyFrame] the page draws as often as the browser lets it
 * @property {boolean} [warnings] warnings in the console count, too
 */

/**
 * A page of its own, and the list of everything that went wrong in it.
 * @param {import('playwright-core').Browser} browser
 * @param {Visit} visit
 */
export async function open(browser, { url, size = [720, 450], ratio = 1, reducedMotion, scheme = 'dark', touch, bypassCsp, permissions, scripts = [], allow = [], everyFrame = DEEP, steady = true, warnings = false }) {
  const context = await browser.newContext({
    viewport: { width: size[0], height: size[1] },
    deviceScaleFactor: ratio,
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
    colorScheme: scheme,
    hasTouch: touch,
    bypassCSP: bypassCsp,
    permissions,
  });
  await context.addInitScript(`(${instrument})(${everyFrame ? 0 : REST}, ${steady})`);
  for (const script of scripts) await context.addInitScript(script);
  const page = await context.newPage();
  /** @type {string[]} */
  const problems = [];
  const problem = (/** @type {string} */ text) => { if (!allow.some((each) => each.test(text))) problems.push(text); };
  page.on('pageerror', (error) => problem(`page error: ${error.stack || `${error.name}: ${error.message}`}`));
  page.on('crash', () => problem('the page crashed'));
  page.on('console', (message) => { if (message.type() === 'error' || (warnings && message.type() === 'warning')) problem(`console: ${message.text()} (${message.location().url})`); });
  if (url) await page.goto(url);
  return {
    context,
    page,
    /** Fails if anything went wrong since the last call. */
    check() {
      if (problems.length) throw new Error(`the page reported:\n  ${problems.splice(0).join('\n  ')}`);
    },
  };
}
