/**
 * Watches a page's main thread. Its work is counted on the thread's own clock, which stands still while other programs have the processor, so that
 * a busy machine changes nothing.
 */
import { open, withDeadline } from './browser.mjs';

/** What a page did with a link. @typedef {{ seconds: number, shown: string, plays: boolean, long: string[] }} Load seconds: of the main thread; shown: the error or the clip; plays: whether a clip is there; long: words on the page that are too long for it */

/** Wall time after which a page hangs: it only ends a test. */
const DEADLINE_MS = 60_000;
/** Pages are closed without their help, since one that hangs gives none. */
const CLOSE_MS = 5000;
/** Most letters of a word on the page, with the mark of a cut. */
const LONGEST = 300;
/** Frames after which what is still on its way is not waited for. */
const PATIENCE = 600;

/** Opens addresses that differ by their fragments, one after the other, on a page that is seldom loaded anew. */
export class LinkPage {
  /** @type {Awaited<ReturnType<typeof open>> | null} */
  #opened = null;
  /** @type {import('playwright-core').CDPSession | null} */
  #tools = null;
  /** Addresses of other servers that the page has asked for. @type {string[]} */
  foreign = [];

  /** @param {import('playwright-core').Browser} browser @param {string} url without a fragment @param {Omit<import('./browser.mjs').Visit, 'url'>} [visit] */
  constructor(browser, url, visit = {}) {
    this.browser = browser;
    this.url = url;
    this.visit = visit;
  }

  get page() {
    if (!this.#opened) throw new Error('the page is closed');
    return this.#opened.page;
  }

  /** Loads the page anew, with its first clip on the stage. */
  async renew() {
    await this.close();
    this.#opened = await open(this.browser, { size: [480, 300], ...this.visit });
    const { context, page } = this.#opened;
    const { port } = new URL(this.url);
    page.on('request', (request) => {
      const { port: other, protocol } = new URL(request.url());
      // The test's server knows by which of its names it was asked: redirects that a page does not follow are told here, too.
      if (/^http/.test(protocol) && other !== port) this.foreign.push(request.url());
    });
    this.#tools = await context.newCDPSession(page);
    await this.#tools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(this.url);
    await withDeadline('the page is loaded', settle(page), DEADLINE_MS);
  }

  /** Opens a link, and waits until its clips are shown or refused. Rejects if the page hangs. @param {string} hash @returns {Promise<Load>} */
  async load(hash) {
    return this.work(async () => {
      await this.page.evaluate((text) => {
        location.hash = text;
      }, hash);
      return settle(this.page);
    });
  }

  /** Does something on the page. Rejects if it hangs. @template T @param {() => Promise<T>} act @returns {Promise<T & { seconds: number }>} seconds: of the main thread */
  async work(act) {
    if (!this.#opened) await this.renew();
    const before = await this.#seconds();
    const answer = await withDeadline('the page answers', act(), DEADLINE_MS);
    return { ...answer, seconds: (await this.#seconds()) - before };
  }

  async #seconds() {
    const metrics = (await this.#tools?.send('Performance.getMetrics'))?.metrics ?? [];
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN;
  }

  /** Fails if the page has reported an error. */
  check() {
    this.#opened?.check();
  }

  async close() {
    const context = this.#opened?.context;
    this.#opened = null;
    if (context) await withDeadline('the page closes', context.close(), CLOSE_MS).catch(() => {});
  }
}

/** Waits until all clips of a page are shown or refused, and looks at its words. @param {import('playwright-core').Page} page */
export const settle = (page) => page.evaluate(settled, { longest: LONGEST, patience: PATIENCE });

/** Runs in the page: waits until nothing is on its way to the stage and another picture was drawn. @param {{ longest: number, patience: number }} limits */
async function settled({ longest, patience }) {
  const { later } = /** @type {any} */ (globalThis).animationFrames;
  // A change of the fragment is told in a task of its own.
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
  const element = /** @type {import('../../../www/player/element/element.js').MareyPlayer} */ (
    document.querySelector('main > marey-player, marey-player')
  );
  const isDone = () =>
    (element.error || element.readyState === 4 || (element.preload === 'none' && element.readyState === 0)) &&
    [...element.querySelectorAll('marey-clip')].every((each) => {
      const { clip } = /** @type {any} */ (each);
      return !clip || clip.complete || clip.error;
    });
  for (let frame = 0; frame < patience && !isDone(); frame += 1) await later(1);
  await later(2);
  /** @type {string[]} */
  const long = [];
  const note = (/** @type {string} */ text) => {
    if (text.length <= longest) return;
    for (const word of text.split(/\s+/)) if ([...word].length > longest) long.push(`${word.slice(0, 40)}.. of ${word.length} letters`);
  };
  /** @param {Node} node */
  const look = (node) => {
    if (node instanceof Element) for (const { name, value } of node.attributes) if (/^(title|aria)/.test(name)) note(value);
    // Nobody reads what is in these.
    if (node instanceof Text && !node.parentElement?.matches('script, style')) note(node.data);
    if (node instanceof Element && node.shadowRoot) look(node.shadowRoot);
    node.childNodes.forEach(look);
  };
  look(document.documentElement);
  return { shown: element.error?.message ?? element.clips[0]?.name ?? '', plays: !element.error && element.readyState === 4, long };
}
