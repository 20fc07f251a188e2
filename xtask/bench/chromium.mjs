/** A browser with a software GPU, and the memory and processor time of its processes. */
import { readdir, readFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--enable-features=Vulkan',
  '--use-vulkan=swiftshader',
  '--use-angle=swiftshader',
];

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('playwright-core').Page} Page */

/** A new browser keeps two processors busy for so long. */
const SETTLED_MS = 2500;

/**
 * Runs `work` with a page of a new browser.
 * @template T
 * @param {(page: Page, browser: Browser) => Promise<T>} work
 * @param {{ settled?: boolean }} [options] settled: the browser is idle before, as a visitor's
 */
export async function withPage(work, { settled = false } = {}) {
  const browser = await chromium.launch({ executablePath: process.env.MAREY_CHROMIUM, args: FLAGS });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    page.setDefaultTimeout(120_000);
    page.on('pageerror', (error) => console.log(`  a page failed: ${error.message}`));
    if (settled)
      await new Promise((resolve) => {
        setTimeout(resolve, SETTLED_MS);
      });
    return await work(page, browser);
  } finally {
    await browser.close();
  }
}

/** Drops a file, as a visitor does. @param {Page} page @param {string} file */
export async function drop(page, file) {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of /** @type {const} */ (['dragEnter', 'dragOver', 'drop'])) {
    await session.send('Input.dispatchDragEvent', { type, x: 640, y: 300, data });
  }
  return session;
}

/**
 * Waits until the answer is true. Polling from here leaves the page's animation frames alone.
 * @param {Page} page
 * @param {string} question an expression
 */
export async function until(page, question) {
  const start = Date.now();
  while (!(await page.evaluate(`Boolean(${question})`))) {
    if (Date.now() - start > 120_000) throw new Error(`never happened: ${question}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
}

/**
 * Watches the process of a page: its memory, and the processor time of its workers. Needs Linux' /proc.
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
      await new Promise((resolve) => {
        setTimeout(resolve, 5);
      });
    }
  })();
  return {
    /** Bytes of growth since the start: now, and at most. */
    growth: async () => ({ now: (await memory(pid)) - before, peak: peak - before }),
    /** Milliseconds of processor time of each worker, ended ones included. */
    workers: () => new Map(workers),
    async stop() {
      running = false;
      await watching;
    },
  };
}

/** The browser does not tell which of its processes is the page's: the busy one is. */
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
  const gains = [...(await times())].map(([id, time]) => ({ id, gain: time - (before.get(id) ?? 0) }));
  return gains.sort((a, b) => b.gain - a.gain)[0].id;
}

/** Bytes of a process's memory without mapped files. @param {number} pid */
async function memory(pid) {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = (/** @type {string} */ name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);
  return (kilobytes('RssAnon') + kilobytes('RssShmem')) * 1024;
}

/** @param {number} pid @returns {Promise<[string, number][]>} */
async function workerTimes(pid) {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  const times = await Promise.all(
    tasks.map(async (task) => {
      const folder = `/proc/${pid}/task/${task}`;
      const name = await readFile(`${folder}/comm`, 'utf8').catch(() => '');
      if (!name.startsWith('DedicatedWorker')) return null;
      const [nanoseconds] = (await readFile(`${folder}/schedstat`, 'utf8').catch(() => '')).split(' ');
      return nanoseconds ? /** @type {[string, number]} */ ([task, Number(nanoseconds) / 1e6]) : null;
    }),
  );
  return times.filter((time) => time !== null);
}
