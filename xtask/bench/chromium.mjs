/** A browser with a software GPU, and what the system knows about its processes. */
import { readdir, readFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';

const FLAGS = ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update',
  '--disable-sync', '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--enable-features=Vulkan',
  '--use-vulkan=swiftshader', '--use-angle=swiftshader'];

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('playwright-core').Page} Page */

/** A browser that has just been started takes all of two processors for so long. */
const SETTLED_MS = 2500;

/**
 * A fresh browser with one page, closed afterwards.
 * @template T
 * @param {(page: Page, browser: Browser) => Promise<T>} work
 * @param {{ settled?: boolean }} [options] settled: it has nothing of its own to do any more, as the one that a visitor has open
 */
export async function withPage(work, { settled = false } = {}) {
  const browser = await chromium.launch({ executablePath: process.env.MAREY_CHROMIUM, args: FLAGS });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    page.setDefaultTimeout(120_000);
    page.on('pageerror', (error) => console.log(`  a page failed: ${error.message}`));
    if (settled) await new Promise((resolve) => { setTimeout(resolve, SETTLED_MS); });
    return await work(page, browser);
  } finally {
    await browser.close();
  }
}

/** Drops a file as a hand would. @param {Page} page @param {string} file */
export async function drop(page, file) {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of /** @type {const} */ (['dragEnter', 'dragOver', 'drop'])) {
    await session.send('Input.dispatchDragEvent', { type, x: 640, y: 300, data });
  }
  return session;
}

/**
 * Asks until the answer is true. From here and not from inside the page: that would take the page's animation frames.
 * @param {Page} page
 * @param {string} question an expression
 */
export async function until(page, question) {
  const start = Date.now();
  while (!await page.evaluate(`Boolean(${question})`)) {
    if (Date.now() - start > 120_000) throw new Error(`never happened: ${question}`);
    await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
}

/**
 * Follows the process that runs a page: its memory, and the processor time of its workers. Needs Linux's /proc.
 * @param {Page} page
 * @param {Browser} browser
 */
export async function watchRenderer(page, browser) {
  if (process.platform !== 'linux') return null;
  const pid = await processOf(page, browser);
  const before = await memory(pid);
  let peak = before;
  /** @type {Map<string, number>} */
  const workers = new Map();
  let running = true;
  const watching = (async () => {
    while (running) {
      peak = Math.max(peak, await memory(pid));
      for (const [task, milliseconds] of await workerTimes(pid)) workers.set(task, milliseconds);
      await new Promise((resolve) => { setTimeout(resolve, 5); });
    }
  })();
  return {
    /** Bytes above those at the start: now, and at most. */
    growth: async () => ({ now: await memory(pid) - before, peak: peak - before }),
    /** Milliseconds on a processor of each worker seen, those that have ended included. */
    workers: () => new Map(workers),
    async stop() {
      running = false;
      await watching;
    },
  };
}

/** The browser has several such processes and does not say whose is whose: the busy one is this page's. */
async function processOf(/** @type {Page} */ page, /** @type {Browser} */ browser) {
  const session = await browser.newBrowserCDPSession();
  const times = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return new Map(processInfo.filter(({ type }) => type === 'renderer').map(({ id, cpuTime }) => [id, cpuTime]));
  };
  const before = await times();
  await page.evaluate(() => {
    const end = performance.now() + 500;
    while (performance.now() < end);
  });
  const gains = [...await times()].map(([id, time]) => ({ id, gain: time - (before.get(id) ?? 0) }));
  return gains.sort((a, b) => b.gain - a.gain)[0].id;
}

/** Memory of the process that is not a mapped file. @param {number} pid */
async function memory(pid) {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = (/** @type {string} */ name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);
  return (kilobytes('RssAnon') + kilobytes('RssShmem')) * 1024;
}

/** @param {number} pid @returns {Promise<[string, number][]>} */
async function workerTimes(pid) {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  const times = await Promise.all(tasks.map(async (task) => {
    const folder = `/proc/${pid}/task/${task}`;
    const name = await readFile(`${folder}/comm`, 'utf8').catch(() => '');
    if (!name.startsWith('DedicatedWorker')) return null;
    const [nanoseconds] = (await readFile(`${folder}/schedstat`, 'utf8').catch(() => '')).split(' ');
    return nanoseconds ? /** @type {[string, number]} */ ([task, Number(nanoseconds) / 1e6]) : null;
  }));
  return times.filter((time) => time !== null);
}
