/** Chromium, and pages in it that tell when anything goes wrong. */
import { chromium } from 'playwright-core';
import { keep } from '../../support/kept.mjs';

const EXECUTABLE = process.env.MAREY_CHROMIUM || '/usr/bin/chromium';

const QUIET = ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
/** WebGPU on a software adapter, with canvases that show in screenshots. With ANGLE on Vulkan the GPU process dies of it. */
const WEBGPU = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--enable-features=Vulkan', '--use-vulkan=swiftshader', '--use-angle=swiftshader'];

/** @param {{ webgpu?: boolean }} [options] */
export const launch = ({ webgpu = true } = {}) =>
  chromium.launch({ executablePath: EXECUTABLE, args: webgpu ? [...QUIET, ...WEBGPU] : QUIET });

/** @type {Map<boolean, ReturnType<typeof launch>>} */
const shared = new Map();

/** The browser of all tests that do it no harm. @param {{ webgpu?: boolean }} [options] */
export function sharedBrowser({ webgpu = true } = {}) {
  let browser = shared.get(webgpu);
  if (!browser) {
    browser = launch({ webgpu });
    shared.set(webgpu, browser);
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

/** @param {number} ms */
export const sleep = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/** Runs in every page before its own scripts: counts animation frames, reports policy violations. */
export function instrument() {
  const counts = {
    asked: 0,
    called: 0,
    pending: 0,
    /** Two frames on, uncounted. */
    shown: () => new Promise((resolve) => { ask.call(globalThis, () => ask.call(globalThis, resolve)); }),
  };
  const scope = /** @type {any} */ (globalThis);
  scope.animationFrames = counts;
  const { requestAnimationFrame: ask, cancelAnimationFrame: cancel } = globalThis;
  /** @type {Set<number>} */
  const open = new Set();
  globalThis.requestAnimationFrame = (callback) => {
    counts.asked += 1;
    const id = ask.call(globalThis, (now) => {
      open.delete(id);
      counts.pending = open.size;
      counts.called += 1;
      callback(now);
    });
    open.add(id);
    counts.pending = open.size;
    return id;
  };
  globalThis.cancelAnimationFrame = (id) => {
    open.delete(id);
    counts.pending = open.size;
    cancel.call(globalThis, id);
  };
  addEventListener('securitypolicyviolation', (event) => {
    console.error(`content security policy: ${event.violatedDirective} refused ${event.blockedURI} ${event.sample} (${event.sourceFile}:${event.lineNumber})`);
  });
}

/**
 * @typedef {object} Visit
 * @property {string} [url]
 * @property {[number, number]} [size] CSS pixels
 * @property {number} [ratio] device pixels in one of them
 * @property {boolean} [reducedMotion]
 * @property {'dark' | 'light'} [scheme]
 * @property {boolean} [touch]
 * @property {boolean} [bypassCsp] for a test that has to inject a tool
 * @property {string[]} [permissions]
 * @property {(() => void)[]} [scripts] run in the page before its own
 * @property {RegExp[]} [allow] messages that are expected
 * @property {boolean} [warnings] warnings in the console count, too
 */

/**
 * A page of its own, and the list of everything that went wrong in it.
 * @param {import('playwright-core').Browser} browser
 * @param {Visit} visit
 */
export async function open(browser, { url, size = [720, 450], ratio = 1, reducedMotion, scheme = 'dark', touch, bypassCsp, permissions, scripts = [], allow = [], warnings = false }) {
  const context = await browser.newContext({
    viewport: { width: size[0], height: size[1] },
    deviceScaleFactor: ratio,
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
    colorScheme: scheme,
    hasTouch: touch,
    bypassCSP: bypassCsp,
    permissions,
  });
  for (const script of [instrument, ...scripts]) await context.addInitScript(script);
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
