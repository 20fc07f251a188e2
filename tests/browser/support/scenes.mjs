/** A server for a test file; a context of its own for each test, or one page for a row of them. */
import { after, test } from 'node:test';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DEEP, onlyDeep } from '../../support/deep.mjs';
import { DIST, serve } from './server.mjs';
import { framesLater, launch, open, sharedBrowser, unchanged, until } from './browser.mjs';
import { walker } from './clips.mjs';
import { Player } from './player.mjs';

export { framesLater, unchanged, until };

/** @typedef {import('./server.mjs').Server} Server */
/**
 * @typedef {object} Start
 * @property {string | null} [path] below dist/, or a whole address; null opens nothing
 * @property {import('./browser.mjs').Gpu} [gpu] the best renderer, where that matters
 * @property {boolean} [whole] Chromium itself instead of its headless shell, in which a trap of wasm ends the page
 * @property {boolean} [own] a browser of its own, for a test that harms it
 * @property {string | null} [loads] the test begins when this clip is on the stage; '' for any clip
 * @property {number} [at] and paused at this second
 * @property {string | false} [skip] why the test is not run
 */
/** @typedef {Omit<import('./browser.mjs').Visit, 'url'> & Start} Options */
/** @typedef {{ page: import('playwright-core').Page, context: import('playwright-core').BrowserContext, player: Player, server: Server }} Scene */

/** Milliseconds after which a test counts as hanging. */
const TIMEOUT = 150_000;

/**
 * @param {object} [options]
 * @param {import('./browser.mjs').Gpu} [options.gpu] of all its pages
 * @param {boolean} [options.whole] see `Start`
 * @param {boolean} [options.own] a browser of its own, for tests that harm it
 * @param {Parameters<typeof serve>[0]} [options.server]
 * @param {Record<string, string | Buffer>} [options.files] files by path, beside dist/ and the `/walker.bvh` that every server has
 * @param {string | null} [options.loads] the clip of tests that name none
 */
export async function scenes({ gpu, whole = DEEP, own = false, server: how, files = {}, loads: first = null } = {}) {
  const cheapest = DEEP ? 'webgpu' : 'none';
  const [browser, server] = await Promise.all([own ? launch(gpu ?? cheapest, whole) : sharedBrowser(gpu ?? cheapest, whole), serve(how)]);
  for (const [path, body] of Object.entries({ '/walker.bvh': walker(), ...files })) server.put(path, { body, type: 'text/plain' });
  /** The pages that rows share. @type {Promise<{ context: import('playwright-core').BrowserContext }>[]} */
  const rows = [];
  after(async () => {
    if (own) await browser.close();
    else for (const made of rows) await (await made).context.close();
    await server.close();
  });

  /** @param {Options} options */
  const visit = async ({ path = '', gpu: drawing = gpu, whole: windowed = whole, own: alone = false, ...options }) => {
    const its = alone
      ? await launch(drawing ?? cheapest, windowed)
      : drawing === gpu && windowed === whole
        ? browser
        : await sharedBrowser(drawing ?? cheapest, windowed);
    const url = path === null ? undefined : /^https?:/.test(path) ? path : server.url(path);
    const { page, context, check } = await open(its, { url, everyFrame: DEEP, ...options });
    return { page, context, server, check, player: new Player(page), close: () => (alone ? its : context).close() };
  };

  /** @param {Awaited<ReturnType<typeof visit>>} scene @param {Options} options @param {(scene: Scene) => Promise<void>} body @param {string} name */
  const play = async (scene, { loads = first, at }, body, name) => {
    try {
      if (loads !== null) await scene.player.loaded(loads);
      if (at !== undefined) await scene.player.holdAt(at);
      await body(scene);
      scene.check();
    } catch (error) {
      await portrait(scene.page, name);
      // The page's own errors often explain the test's.
      try {
        scene.check();
      } catch (reported) {
        throw new AggregateError([error, reported], `${/** @type {Error} */ (error).message}\n${/** @type {Error} */ (reported).message}`);
      }
      throw error;
    }
  };

  /** @param {string} name a sentence @param {Options} options @param {(scene: Scene) => Promise<void>} body */
  const always = (name, options, body) =>
    test(name, { timeout: TIMEOUT, skip: options.skip ?? false }, async () => {
      const made = await visit(options);
      try {
        await play(made, options, body, name);
      } finally {
        await made.close();
      }
    });

  /** A test with a page of its own; `scene.deep` runs with --deep only. */
  const scene = Object.assign(always, {
    /** @param {Parameters<typeof always>} test */
    deep: (...[name, options, body]) => always(name, { ...options, skip: options.skip || onlyDeep }, body),
  });

  /** Several tests on one page, each of which leaves it as it found it. @param {Options} options @param {(scene: Scene) => Promise<void>} [prepare] runs before each of them */
  const row = (options, prepare) => {
    /** @type {ReturnType<typeof visit> | undefined} */
    let made;
    /** @param {string} name @param {(scene: Scene) => Promise<void>} body @param {string | false} [skip] */
    const each = (name, body, skip = false) =>
      test(name, { timeout: TIMEOUT, skip }, async () => {
        if (!made) {
          made = visit(options);
          rows.push(made);
        }
        const shared = await made;
        await hold(shared.page, false);
        try {
          await play(
            shared,
            options,
            async (its) => {
              await prepare?.(its);
              await body(its);
            },
            name,
          );
        } finally {
          // A page that goes on drawing would take the GPU, or the processor in its place, from the next tests.
          await hold(shared.page, true).catch(() => {});
        }
      });
    return Object.assign(each, {
      /** @param {string} name @param {(scene: Scene) => Promise<void>} body */
      deep: (name, body) => each(name, body, onlyDeep),
    });
  };

  return { scene, row, server, browser };
}

/** @param {import('playwright-core').Page} page @param {boolean} wanted */
const hold = (page, wanted) => page.evaluate((held) => /** @type {any} */ (globalThis).animationFrames?.hold(held), wanted);

/** Saves what a failed test saw in a folder beside the build. @param {{ screenshot: (how: object) => Promise<Buffer> }} page @param {string} name */
export async function portrait(page, name, folder = 'browser-failures') {
  try {
    const path = join(DIST, '../target', folder, `${name.replace(/\W+/g, '-').slice(0, 80)}.png`);
    const png = await page.screenshot({ caret: 'initial', timeout: 5000 });
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, png);
    console.log(`the page at that moment: ${path}`);
  } catch {
    // The page is closed; the error says enough.
  }
}
