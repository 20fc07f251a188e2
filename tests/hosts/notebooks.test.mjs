// of: player, render, controls, actors, sync, page, share
/** The Python package in JupyterLab, in nbconvert's pages, and as a page that it saves. */
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { onlyDeep } from '../support/deep.mjs';
import { until } from '../browser/support/browser.mjs';
import { Player } from '../browser/support/player.mjs';
import { shade } from './support/checks.mjs';
import { apart, lab, ready, runCell } from './support/lab.mjs';
import { PYTHON, installMarey } from './support/python.mjs';
import { ROOT, pythonSite, run, samples } from './support/site.mjs';
import { imagesIn, moves, visit } from './support/visits.mjs';

/** One software GPU draws all frames of a page. */
const TIMEOUT = 240_000;

const folder = await pythonSite('notebooks');
await installMarey(folder);
await samples(folder);

test('the tests of the Python package pass with the installed packages, without the compiled reader', async () => {
  assert.match(
    await run(folder, 'python', ['-W', 'error', '-m', 'unittest', 'discover', '-s', join(PYTHON, 'tests')]),
    /\nOK \(skipped=\d+\)\n/,
  );
});

test('the docs tell the size of the player in an output', async () => {
  const bytes = Number(await run(folder, 'python', ['-c', 'import marey; print(len(marey.script()._repr_html_()))']));
  const pages = await Promise.all(
    ['docs/hosts/jupyter.md', 'docs/hosts/gradio.md', 'python/README.md'].map((page) => readFile(join(ROOT, page), 'utf8')),
  );
  for (const page of pages) {
    const told = Number(/the player(?: \||,) ([\d.]+) MB/.exec(page)?.[1]);
    assert.ok(Math.abs(told - bytes / 1e6) < 0.1, `${told} MB, and it is ${bytes}`);
  }
});

/** The player below a cell. @param {Page} page @param {number} index among those shown */
async function under(page, index) {
  const frame = page.locator('.marey iframe').nth(index);
  await frame.scrollIntoViewIfNeeded();
  const inside = await (await frame.elementHandle())?.contentFrame();
  assert.ok(inside);
  return new Player(/** @type {any} */ (inside));
}

/** The value computed by the notebook's last cell. @param {number} frame @param {number} joint */
function sway(frame, joint) {
  const rest = [
    [0, 1, 0],
    [0, 1.5, 0],
    [0, 1.8, 0],
    [0.6, 1.2, 0],
    [0, 0.5, 0],
    [0, 0, 0.1],
    [1, 1, 0],
  ][joint];
  const turn = (2 * Math.PI * frame) / 60;
  return [Math.sin(turn), Math.cos(turn), Math.sin(2 * turn)].map((way, axis) => rest[axis] + 0.1 * way * joint);
}
const JOINTS = ['Hips', 'Spine', 'Head', 'Left Hand', 'Knee', 'Foot', 'Ball'];

/** Fails unless every joint is where the array has it. @param {Player} player */
async function isTheArray(player) {
  assert.equal((await player.loaded('sway')).frames, 61);
  assert.deepEqual(await player.run((element) => element.warnings), []);
  for (const frame of [0, 17, 60]) {
    await player.run((element, at) => {
      element.pause();
      element.seekToFrame(at);
    }, frame);
    await player.settle();
    const found = await player.run((element, names) => names.map((name) => element.jointPosition(name)), JOINTS);
    for (const [joint, at] of found.entries()) {
      const wanted = sway(frame, joint);
      assert.ok(
        at && [at.x, at.y, at.z].every((value, axis) => Math.abs(value - wanted[axis]) < 1e-4),
        `${JOINTS[joint]} in frame ${frame}: ${JSON.stringify({ at, wanted })}`,
      );
    }
  }
}

/** Fails unless the notebook's players show their motions. @param {Page} page */
async function cellsMove(page) {
  await moves(await under(page, 0), /^walk/);
  await moves(await under(page, 1), /^march/);
  await isTheArray(await under(page, 2));
}

test('a notebook that nbconvert exports plays over the network and from the disk, and prints', { timeout: TIMEOUT }, async () => {
  await run(folder, 'jupyter', ['nbconvert', '--to', 'html', '--execute', 'motion.ipynb', '--output-dir', 'exported'], apart(folder));
  const exported = join(folder, 'exported');
  // nbconvert's template loads formulas and cell layout from other hosts: those requests get an empty answer.
  const offline = async (/** @type {Page} */ page) => {
    await page.route(
      (url) => url.hostname !== '127.0.0.1' && url.protocol.startsWith('http'),
      (route) => route.fulfill({ body: '', contentType: 'text/javascript' }),
    );
  };
  await visit(
    { folder: exported, base: '/a/b/' },
    'nothing',
    async ({ page, server, workers }) => {
      await offline(page);
      const disk = pathToFileURL(join(exported, 'motion.html')).href;
      for (const address of [server.url('motion.html'), disk]) {
        const before = workers();
        await page.goto(address);
        await cellsMove(page);
        assert.ok(workers() > before, `a worker reads on ${address}`);
      }
      await (await under(page, 2)).settle();
      assert.ok(
        imagesIn(await page.pdf()).some((width) => width > 700),
        'the picture is printed',
      );
    },
    { allow: [/404/, /MathJax|require/] },
  );
});

test('a page that Python saves plays from the disk', { timeout: TIMEOUT }, async () => {
  await run(folder, 'python', [
    '-c',
    'import marey; marey.save("out.html", ["march.asf", "march.amc"], autoplay=True, camera="left", name="A march")',
  ]);
  await visit(
    { folder },
    pathToFileURL(join(folder, 'out.html')).href,
    async ({ page, player }) => {
      // The march is short and may end before the test looks.
      await until('it has played', async () => {
        const { time, draws } = await player().state();
        return time > 0 && draws > 1;
      });
      assert.equal(await page.title(), 'A march');
      await player().isFramed();
    },
    { size: [800, 500] },
  );
});

test(
  'in JupyterLab a cell shows its motion in the theme\u2019s colours, each time it runs',
  { timeout: TIMEOUT, skip: onlyDeep },
  async () => {
    const notebooks = join(folder, 'lab');
    await rm(notebooks, { recursive: true, force: true });
    await mkdir(notebooks);
    await samples(notebooks);
    await writeFile(join(notebooks, 'motion.ipynb'), await readFile(join(folder, 'motion.ipynb')));
    const { address, end } = await lab(folder, notebooks);
    try {
      await visit(
        { folder },
        'nothing',
        async ({ page }) => {
          await page.goto(address('doc/tree/motion.ipynb'));
          await ready(page);
          for (const index of [0, 1, 2, 3]) await runCell(page, index);
          await until('all cells show something', async () => (await page.locator('.marey iframe').count()) === 3);
          await cellsMove(page);

          const walk = await under(page, 0);
          assert.equal(await page.evaluate(() => document.body.dataset.jpThemeLight), 'true');
          await until('it is light', async () => (await shade(walk)) === 'light');
          await page.locator('.lm-MenuBar-item', { hasText: 'Settings' }).click();
          await page.locator('.lm-Menu-item', { hasText: /^Theme$/ }).hover();
          await page.locator('.lm-Menu-item', { hasText: /^JupyterLab Dark$/ }).click();
          await until('the theme is dark', () => page.evaluate(() => document.body.dataset.jpThemeLight === 'false'));
          await until('it is dark', async () => (await shade(walk)) === 'dark');

          for (let time = 0; time < 3; time += 1) {
            await page
              .locator('.marey iframe')
              .first()
              .evaluate((frame) => {
                frame.dataset.old = '';
              });
            await runCell(page, 0);
            await until(
              'the output is a new one',
              async () =>
                (await page.locator('.marey iframe[data-old]').count()) === 0 && (await page.locator('.marey iframe').count()) === 3,
            );
            await moves(await under(page, 0), /^walk/);
          }
          assert.equal(page.frames().length, 4);
        },
        { allow: [/404/, /Plugin .* to activate/], size: [1280, 900], scheme: 'light' },
      );
    } finally {
      await end();
    }
  },
);
