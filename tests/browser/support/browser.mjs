/** Starts Chromium and opens pages that report everything that goes wrong in them. */
import { chromium } from 'playwright-core';
import { DEEP } from '../../support/deep.mjs';
import { closeLater } from '../../support/closers.mjs';
import { look } from './seldom.mjs';

const CHROMIUM = process.env.MAREY_CHROMIUM || '/usr/bin/chromium';
/** The headless shell: a page opens in a third of the time. */
const SHELL = process.env.MAREY_HEADLESS_SHELL || CHROMIUM;
/** The program of the browser that tests run in. */
export const PROGRAM = DEEP ? CHROMIUM : SHELL;

const QUIET = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** @typedef {'webgpu' | 'webgl' | 'none'} Gpu the best renderer that pages get; 'none' leaves Canvas 2D */

/** @type {Record<Gpu, string[]>} */
const DRAWING = {
  // A software adapter whose canvases show in screenshots. With ANGLE on Vulkan the GPU process crashes.
  webgpu: [
    '--enable-unsafe-webgpu',
    '--use-webgpu-adapter=swiftshader',
    '--enable-features=Vulkan',
    '--use-vulkan=swiftshader',
    '--use-angle=swiftshader',
  ],
  webgl: [],
  // Not even a software GPU: half the work for a page that plays.
  none: ['--disable-gpu', '--disable-software-rasterizer'],
};

/** @param {Gpu} [gpu] @param {boolean} [whole] Chromium itself, not its headless shell */
export const launch = (gpu = 'webgpu', whole = DEEP) =>
  chromium.launch({ executablePath: whole ? CHROMIUM : SHELL, args: [...QUIET, ...DRAWING[gpu]] });

/** @type {Map<string, ReturnType<typeof launch>>} */
const shared = new Map();

/** The browser of all tests that do not harm it. @param {Gpu} [gpu] @param {boolean} [whole] */
export function sharedBrowser(gpu = 'webgpu', whole = DEEP) {
  let browser = shared.get(gpu + whole);
  if (!browser) {
    browser = launch(gpu, whole);
    shared.set(gpu + whole, browser);
    closeLater(async () => (await browser)?.close());
  }
  return browser;
}

/**
 * Asks until the answer is truthy. It asks from here: a strict policy forbids what Playwright's waitForFunction does in the page.
 * @template T @param {string} what @param {() => T | Promise<T>} ask
 * @param {number} [deadline] milliseconds, long on purpose: it only ends a test that hangs @returns {Promise<NonNullable<T>>}
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

/** Asks until two answers in a row are the same, and returns that. @template T @param {string} what @param {() => Promise<T>} ask */
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

let awaited = '';

/**
 * Rejects, with what was waited for, when no answer comes in time.
 * @template T @param {string} what @param {Promise<T>} answer
 * @param {number} deadline milliseconds: it only ends a test that hangs @returns {Promise<T>}
 */
export async function withDeadline(what, answer, deadline) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const late = new Promise((/** @type {(value: never) => void} */ _, reject) => {
    timer = setTimeout(
      () => reject(new Error(`not done after ${deadline / 1000} s: ${what}${awaited && `, waiting until ${awaited}`}`)),
      deadline,
    );
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for this many frames: for what must not happen and so has no event. A second has sixty, fewer on a busy machine. @param {Page} page @param {number} [frames] */
export const framesLater = (page, frames = 20) =>
  page.evaluate((times) => /** @type {any} */ (globalThis).animationFrames.later(times), frames);

/** @param {number} ms */
export const sleep = (ms) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Milliseconds between two frames of a page whose test does not look at each frame. */
export const REST = DEEP ? 0 : 80;

/**
 * Runs in every page before its own scripts: counts animation frames, holds the clock, reports WebGL contexts and policy violations.
 * @param {number} rest milliseconds by which every frame is delayed: a page that plays leaves time to the tests
 * @param {boolean} steady the clock advances at most a tenth of a second per frame: on a busy machine no frame counts as late,
 *   and the player leaves nothing out
 */
export function instrument(rest, steady = true) {
  const MOST = 100;
  const { performance: own } = globalThis;
  const { now } = own;
  // The real time even where a test replaces the clock.
  const real = () => now.call(own);
  /** Milliseconds for which the clock stood still. */
  let waited = 0;
  let latest = 0;
  performance.now = () => (latest = Math.max(latest, real() - waited));
  const counts = {
    requests: 0,
    called: 0,
    pending: 0,
    /** Waits for this many frames of the browser, uncounted. What was drawn before the second one is on the screen. */
    later: async (times = 2) => {
      for (let n = 0; n < times; n += 1)
        await new Promise((resolve) => {
          ask.call(globalThis, resolve);
        });
    },
    /** Stops the page's frames while the test of another page runs. Frames it asks for meanwhile come afterwards. */
    hold: (/** @type {boolean} */ wanted) => {
      held = wanted;
      if (held) return;
      const due = [...waiting.values()];
      waiting.clear();
      for (const next of due) next();
    },
  };
  let held = false;
  /** Frames asked for while the page is stopped. @type {Map<number, () => void>} */
  const waiting = new Map();
  const scope = /** @type {any} */ (globalThis);
  scope.animationFrames = counts;
  // The originals: a test may replace the page's clock.
  const { requestAnimationFrame: ask, cancelAnimationFrame: cancel, setTimeout: wait, clearTimeout: stop } = globalThis;
  /** How to cancel each frame that is still to come. @type {Map<number, () => void>} */
  const open = new Map();
  let last = 0;
  let frame = 0;
  /** @param {number} id */
  const closes = (id) => {
    open.delete(id);
    counts.pending = open.size;
  };
  globalThis.requestAnimationFrame = (callback) => {
    counts.requests += 1;
    const id = (last += 1);
    const since = real();
    const next = () => {
      if (held) {
        waiting.set(id, next);
        open.set(id, () => waiting.delete(id));
        return;
      }
      const request = ask.call(globalThis, (at) => {
        closes(id);
        counts.called += 1;
        if (steady) waited += Math.max(0, at - Math.max(since, frame) - MOST);
        frame = at;
        callback(at - waited);
      });
      open.set(id, () => cancel.call(globalThis, request));
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
  /** Called with every WebGL context that a canvas of the page creates. @type {((context: any) => void)[]} */
  const listeners = (scope.onWebgl = []);
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
    console.error(
      `content security policy: ${event.violatedDirective} refused ${event.blockedURI} ${event.sample} (${event.sourceFile}:${event.lineNumber})`,
    );
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

/** A page of its own, and the list of everything that went wrong in it. @param {import('playwright-core').Browser} browser @param {Visit} visit */
export async function open(
  browser,
  {
    url,
    size = [720, 450],
    ratio = 1,
    reducedMotion,
    scheme = 'dark',
    touch,
    bypassCsp,
    permissions,
    scripts = [],
    allow = [],
    everyFrame = DEEP,
    steady = true,
    warnings = false,
  },
) {
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
  if (!everyFrame) await context.addInitScript('globalThis.drawsSeldom = true;');
  for (const script of scripts) await context.addInitScript(script);
  const page = await context.newPage();
  const { screenshot } = page;
  page.screenshot = async (options) => {
    await look(page);
    return screenshot.call(page, options);
  };
  /** @type {string[]} */
  const problems = [];
  const problem = (/** @type {string} */ text) => {
    if (!allow.some((each) => each.test(text))) problems.push(text);
  };
  page.on('pageerror', (error) => problem(`page error: ${error.stack || `${error.name}: ${error.message}`}`));
  page.on('crash', () => problem('the page crashed'));
  page.on('console', (message) => {
    if (message.type() === 'error' || (warnings && message.type() === 'warning'))
      problem(`console: ${message.text()} (${message.location().url})`);
  });
  if (url) await page.goto(url);
  return {
    context,
    page,
    check() {
      if (problems.length) throw new Error(`the page reported:\n  ${problems.splice(0).join('\n  ')}`);
    },
  };
}
