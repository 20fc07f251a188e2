/**
 * What every engine has to show: the page and the element, under the strict policy, from the first load to a lost context.
 * The scenes are few and long, because these browsers start slowly and draw every page in software.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { onlyDeep } from '../../support/deep.mjs';
import { amc, asf } from './acclaim.mjs';
import { PLAIN, assertNoViolations } from './axe.mjs';
import { REST, instrument, until, withDeadline } from './browser.mjs';
import { broken, walker } from './clips.mjs';
import { EnginePlayer } from './engine-page.mjs';
import { DANCER } from './fixtures.mjs';
import { x3d, x3dj, x3dv } from './hanim.mjs';
import { endAll } from './processes.mjs';
import { portrait } from './scenes.mjs';
import { CSP, serve } from './server.mjs';
import { anim, skel } from './sims.mjs';
import { difference } from './pixels.mjs';

/** @typedef {import('./player.mjs').Sheet} Sheet */

/** Milliseconds after which a scene counts as hanging. */
const LIMIT = 240_000;
/** The runner's own limit is longer: its message does not say what was waited for. */
const TIMEOUT = LIMIT + 60_000;

/** One clip of every format, and its name. @type {[string, Sheet[]][]} */
const FORMATS = [
  ['mine', [{ name: 'mine.bvh', text: walker() }]],
  [
    'march',
    [
      { name: 'marcher.asf', text: asf() },
      { name: 'march.amc', text: amc() },
    ],
  ],
  [
    'a2o-wave',
    [
      { name: 'adult.skel', text: skel() },
      { name: 'a2o-wave.anim', text: anim() },
    ],
  ],
  ['xml', [{ name: 'xml.x3d', text: x3d() }]],
  ['vrml', [{ name: 'vrml.x3dv', text: x3dv() }]],
  ['json', [{ name: 'json.x3dj', text: x3dj() }]],
];

/** Runs before the player's own script: records problems and every WebGL context. */
function watch() {
  const scope = /** @type {any} */ (globalThis);
  /** @type {string[]} */
  const problems = (scope.problems = []);
  scope.contexts = [];
  scope.onWebgl.push((/** @type {WebGL2RenderingContext} */ context) => scope.contexts.push(context));
  addEventListener('error', (event) => problems.push(`error: ${event.message} (${event.filename}:${event.lineno})`));
  addEventListener('unhandledrejection', (event) => problems.push(`rejection: ${event.reason?.stack ?? event.reason}`));
  const { error } = console;
  console.error = (...words) => {
    problems.push(`console: ${words.join(' ')}`);
    error.apply(console, words);
  };
}

/** @param {EnginePlayer} player */
async function playsAndPauses(player) {
  await player.start();
  await player.run((element) => element.pause());
}

/**
 * @param {string} name the engine's
 * @param {{ skip: string, launch: () => Promise<import('./engines.mjs').Engine>, rung: string, brief?: string[] }} how skip: why it cannot be tested
 *   here, or empty; rung: the renderer that the details name; brief: the scenes of a run that is not deep, all by default
 */
export function engineScenes(name, { skip, launch, rung, brief }) {
  describe(name, () => {
    /** @type {import('./engines.mjs').Engine} */
    let engine;
    /** @type {import('./engines.mjs').Engine['page']} */
    let page;
    /** @type {import('./server.mjs').Server} */
    let server;
    /** @type {EnginePlayer} */
    let player;

    before(
      async () => {
        if (skip) return;
        server = await serve({ reports: true, prepend: `(${instrument})(${REST});(${watch})();` });
        server.put('/clips/walker.bvh', { body: walker(), type: 'text/plain' });
        engine = await launch();
        page = engine.page;
        player = new EnginePlayer(page);
        await page.size(1000, 640);
      },
      { timeout: TIMEOUT },
    );
    after(async () => {
      await engine?.close();
      await server?.close();
      // A browser that did not start in time or does not quit would keep the run from ending.
      endAll();
    });

    /** @param {string} title @param {() => Promise<void>} body */
    const scene = (title, body) =>
      test(
        `${name}: ${title}`,
        { timeout: TIMEOUT, skip: skip || (!brief || brief.some((begin) => title.startsWith(begin)) ? false : onlyDeep) },
        async () => {
          try {
            await withDeadline(title, body(), LIMIT);
            await clean();
          } catch (error) {
            await portrait(page, `${name} ${title}`);
            throw new Error(
              `${/** @type {Error} */ (error).message}\nthe page reported: ${JSON.stringify([await problems().catch(() => []), server.reported])}`,
              { cause: error },
            );
          }
        },
      );

    /** With MAREY_PORTRAITS=1, saves a picture in target/engines. */
    const keep = (/** @type {string} */ what) => (process.env.MAREY_PORTRAITS ? portrait(page, `${name} ${what}`, 'engines') : undefined);

    /** @returns {Promise<string[]>} */
    const problems = () => page.evaluate(() => /** @type {any} */ (globalThis).problems ?? []);
    /** Fails if anything went wrong or a policy was violated. */
    const clean = async () => assert.deepEqual([await problems(), server.reported], [[], []]);

    /** axe comes as a module, which the strict policy allows. @param {string} state */
    const isAccessible = async (state) => {
      const violations = await page.evaluate(
        async ({ axe, css }) => {
          await import(axe);
          const shadow = document.querySelector('marey-player')?.shadowRoot;
          if (!shadow) throw new Error('no player');
          const scope = /** @type {any} */ (globalThis);
          if (!scope.plain) {
            scope.plain = new CSSStyleSheet();
            scope.plain.replaceSync(css);
            shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, scope.plain];
          }
          scope.plain.disabled = false;
          // A fade that has not ended has too little contrast.
          const moving = shadow.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
          await Promise.all(moving.map(({ finished }) => finished.catch(() => {})));
          const found = await scope.axe.run(document, { resultTypes: ['violations'] });
          scope.plain.disabled = true;
          return found.violations;
        },
        { axe: '/node_modules/axe-core/axe.min.js', css: PLAIN },
      );
      assertNoViolations(violations, `axe: ${state}`);
      await keep(state);
    };

    scene('a picture, a filmstrip and a film are made beside the stage, which stays as it is', async () => {
      await page.goto(server.url('#url=/clips/walker.bvh&t=1&paused=1'));
      await player.loaded('walker');
      // The figure is framed again when the control bar appears.
      await player.find('.bar').waitFor();
      await player.settle();
      const before = await player.state();
      const result = await player.run(async (element) => {
        const size = async (/** @type {Blob} */ blob) => {
          const bitmap = await createImageBitmap(blob);
          const context = /** @type {OffscreenCanvasRenderingContext2D} */ (
            new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
          );
          context.drawImage(bitmap, 0, 0);
          const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
          let seen = 0;
          for (let at = 3; at < data.length; at += 4) seen += Number(data[at] > 100);
          return { width: bitmap.width, height: bitmap.height, share: seen / (bitmap.width * bitmap.height) };
        };
        const look = { background: false, grid: false, shadow: false };
        const film = await element.film({ width: 160, height: 120, from: 0, to: 0.5, fps: 20 });
        const gif = await element.film({ width: 160, height: 120, from: 0, to: 0.5, format: 'gif' });
        return {
          picture: await size(await element.picture({ ...look, width: 300, height: 400, time: 0.5, scale: 2 })),
          strip: await size(await element.filmstrip({ count: 4, height: 120, labels: false, shadow: false })),
          shapes: (await (await element.filmstrip({ count: 4, type: 'image/svg+xml' })).text()).split('<g ').length - 1,
          film: [film.type, film.size > 2000],
          gif: await size(gif),
        };
      });
      const dump = JSON.stringify(result);
      assert.deepEqual(
        [result.picture.width, result.picture.height, result.strip.height, result.shapes, result.gif.width],
        [600, 800, 120, 4, 160],
        dump,
      );
      assert.ok(result.picture.share > 0.02 && result.picture.share < 0.4 && result.strip.share > 0.05 && result.strip.share < 0.6, dump);
      assert.ok(/^(video\/(mp4|webm)|image\/gif)$/.test(String(result.film[0])) && result.film[1], dump);
      console.log(`  ${name}: ${dump}`);
      await player.settle();
      assert.deepEqual(await player.state(), before);
    });

    const drawnWith = () =>
      player.run((element) => [...(element.shadowRoot?.querySelectorAll('.panel .rung bdi') ?? [])].map((each) => each.textContent).join());

    scene('the page by link, keys and mouse; what draws is told; a link of it leads back', async () => {
      await page.goto(server.url('#url=/clips/walker.bvh&t=1&paused=1'));
      const linked = await player.loaded('walker');
      assert.deepEqual([linked.time, linked.paused], [1, true]);
      await player.settle();
      await player.isFramed();
      await keep('link');

      await player.find('.bar').waitFor();
      // In a narrow window the title takes one more line.
      for (const width of [600, 1000]) {
        await page.size(width, 640);
        await player.settle();
      }
      await player.hotkey('Space');
      await player.plays();
      await page.keyboard.press('k');
      await player.isPaused();
      await player.holdAt(1);
      await player.isAt(2, 'ArrowRight');
      const { frame, duration, camera } = await player.state();
      await player.showsFrame(frame + 1, '.');
      for (const [key, time] of /** @type {[string, number][]} */ ([
        ['Home', 0],
        ['5', duration / 2],
      ]))
        await player.isAt(time, key);
      await page.keyboard.press('Shift+ArrowLeft');
      await player.settle();
      assert.notEqual((await player.state()).camera, camera, 'the camera turned');

      await player.button('Play').click();
      await player.plays();
      await player.button('Pause').click();
      await player.isPaused();
      await player.isAt(0, 'Home');
      await player.find('.timeline .scrub').click();
      const { time } = await player.state();
      assert.ok(Math.abs(time - duration / 2) < duration / 20, `the middle of the timeline is ${time} s`);
      await player.settle();

      await player.hotkey('?');
      await player.find('.panel[data-panel="help"]').waitFor();
      await page.keyboard.press('Escape');
      await player.find('.panel').waitFor({ state: 'hidden' });
      await page.keyboard.press('i');
      await player.find('.panel[data-panel="details"] [role="tree"]').waitFor();
      assert.equal(await drawnWith(), rung);
      await isAccessible('details');
      await page.keyboard.press('Escape');

      const before = await player.state();
      await player.button('Share').click();
      // The button has two labels; the second says that the link was copied.
      await player.find('.panel .sending .copy').click();
      await player.find('.panel .sending .copy[data-done]').waitFor();
      const link = await player.find('.panel input[aria-label="Link"]').evaluate((/** @type {HTMLInputElement} */ input) => input.value);
      await isAccessible('share');
      await clean();
      await page.goto(link);
      await player.loaded('walker');
      await player.settle();
      const { draws: _, ...again } = await player.state();
      const { draws: __, ...expected } = before;
      await player.isAt(Number(expected.time.toFixed(3)));
      assert.deepEqual({ ...again, time: 0 }, { ...expected, time: 0 });
    });

    scene('a link of 64,000 characters has its motion in it, also after a reload', async () => {
      // Characters after the end of the motion are ignored.
      const address = server.url(`#clip=${DANCER.padEnd(64_000, 'A')}`);
      await page.goto(address);
      await player.loaded('dancer');
      await page.evaluate(() => {
        setTimeout(() => {
          document.title = 'the page of before';
          location.reload();
        });
      });
      // While the page loads there is no player to ask.
      await until('it is read again', () =>
        page.evaluate(() => document.title !== 'the page of before' && document.querySelector('marey-player') !== null).catch(() => false),
      );
      await player.loaded('dancer');
      assert.equal(await page.evaluate(() => location.href), address);
    });

    scene('files of every format dropped on the page; an unreadable one becomes a card', async () => {
      await page.goto(server.url());
      await player.loaded();
      await player.run((element) => element.pause());
      await isAccessible('welcome');
      for (const [called, sheets] of FORMATS) {
        await player.opens(called, ...sheets);
        await player.holdAt(0.5);
        await player.isFramed();
        await keep(called);
      }
      await playsAndPauses(player);
      const { text, line, column } = broken();
      await player.drop({ name: 'broken.bvh', text });
      assert.match(
        (await player.find('.card').innerText()).replace(/\s+/g, ' '),
        new RegExp(`broken\\.bvh can.t be played.*line ${line}, column ${column}`, 'i'),
      );
      assert.equal((await player.state()).name, 'json', 'the last good clip stays');
      await isAccessible('a card');
      await player.button('Dismiss').click();
      await player.find('.card').waitFor({ state: 'hidden' });
    });

    scene('two elements: srcObject of every format, the contract of media, what breaks comes back', async () => {
      const body =
        '<main><h1>Two</h1><marey-player controls src="/clips/walker.bvh" width="480" height="400"></marey-player><marey-player id="other" controls loop src="/clips/walker.bvh" width="400" height="225"></marey-player></main>';
      await page.goto(server.page('/two.html', body, { csp: `${CSP}; img-src 'self'` }));
      const other = new EnginePlayer(page, '#other');
      await player.loaded('walker');
      await other.loaded('walker');
      await player.record('play', 'playing', 'pause', 'seeking', 'seeked', 'ended');
      await playsAndPauses(player);
      await player.holdAt(1);
      await until('events', async () => (await player.events()).includes('seeked'));
      assert.deepEqual(
        (await player.events()).filter((type) => type !== 'playing'),
        ['play', 'pause', 'seeking', 'seeked'],
      );

      for (const [called, sheets] of FORMATS) {
        await player.run((element, files) => {
          const made = files.map((file) => new File([Uint8Array.from(file.text, (letter) => letter.charCodeAt(0))], file.name));
          element.srcObject = made.length > 1 ? made : made[0];
        }, sheets);
        await player.loaded(called);
      }
      await player.record('error');
      const { text, line } = broken();
      await player.run((element, bytes) => {
        element.srcObject = new File([bytes], 'broken.bvh');
      }, text);
      await until('an error', async () => (await player.events()).length > 0);
      assert.match((await player.state()).error ?? '', new RegExp(`^broken\\.bvh, line ${line},`));
      await player.run((element) => {
        element.srcObject = null;
      });
      await player.loaded('walker');
      await player.holdAt(1);
      await player.find('.card').waitFor({ state: 'hidden' });
      await isAccessible('two elements');
      if (rung === 'WebGL 2') await losesContext(other);
    });

    /** @param {EnginePlayer} other */
    const losesContext = async (other) => {
      await page.evaluate(() => {
        // The context in use; the others were tried and dropped.
        const scope = /** @type {any} */ (globalThis);
        const living = scope.contexts.filter((/** @type {WebGL2RenderingContext} */ gl) => !gl.isContextLost());
        if (living.length !== 1) throw new Error(`${living.length} WebGL contexts for two elements`);
        scope.lose = living[0].getExtension('WEBGL_lose_context');
        Object.assign(scope, { lost: 0, restored: 0, restores: true });
        living[0].canvas.addEventListener('webglcontextlost', () => {
          scope.lost += 1;
          // The browser restores it by itself. Here: on a slow machine a call from the test would come too late.
          if (scope.restores) setTimeout(() => scope.lose.restoreContext());
        });
        living[0].canvas.addEventListener('webglcontextrestored', () => {
          scope.restored += 1;
        });
      });
      await player.run((element) => {
        element.cameraState = '30,10,5,0,0.9,0';
      });
      await player.settle();
      const seen = await player.picture();
      const before = await player.state();
      await other.start();
      await page.evaluate(() => /** @type {any} */ (globalThis).lose.loseContext());
      await until('it is loaded again', () => page.evaluate(() => /** @type {any} */ (globalThis).restored > 0));
      await other.plays();
      await other.run((element) => element.pause());
      await player.run((element) => {
        element.currentTime = 2;
      });
      await until('it is drawn again', async () => (await player.state()).draws > before.draws);
      await player.holdAt(1);
      const after = await player.state();
      assert.deepEqual([after.name, after.time, after.camera, after.paused], [before.name, before.time, before.camera, before.paused]);
      const changed = difference(seen, await player.picture());
      assert.ok(changed < 50, `after the context came back ${changed} pixels differ`);

      // The context stays lost: the next renderer takes over.
      await other.run((element) => {
        element.play();
      });
      await page.evaluate(() => {
        const scope = /** @type {any} */ (globalThis);
        scope.restores = false;
        scope.lose.loseContext();
      });
      await until('it is lost again', () => page.evaluate(() => /** @type {any} */ (globalThis).lost > 1));
      await other.plays();
      await other.run((element) => element.pause());
      await player.hotkey('i');
      await player.find('.panel[data-panel="details"] [role="tree"]').waitFor();
      await until('another renderer draws', async () => (await drawnWith()) === 'Canvas 2D');
      await player.find('.panel .rung .why').waitFor({ state: 'attached' });
      await page.keyboard.press('Escape');
      await player.find('.panel').waitFor({ state: 'hidden' });
      await player.settle();
      const last = await player.state();
      assert.deepEqual([last.name, last.time, last.camera], [before.name, before.time, before.camera]);
      for (const each of [player, other]) assert.ok((await each.figure()).pixels > 100, 'a figure is visible');
      await keep('lost');
    };
  });
}
