// of: player, render, controls, actors
/** `marey.Player` in JupyterLab and marimo: what a reader does comes to Python, and what Python sets happens on the page. */
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { onlyDeep } from '../support/deep.mjs';
import { until } from '../browser/support/browser.mjs';
import { Player } from '../browser/support/player.mjs';
import { lab, ready, runCell } from './support/lab.mjs';
import { PYTHON, installMarey } from './support/python.mjs';
import { served } from './support/served.mjs';
import { pythonSite, run, samples } from './support/site.mjs';
import { moves, visit } from './support/visits.mjs';

const HOW = { timeout: 400_000, skip: onlyDeep };
const SIZE = /** @type {[number, number]} */ ([1280, 900]);
/** The player's own name, which `moves` asks for. */
const WALK = /^walk/;

/** The nth player of a page. @param {Page} page @param {number} [index] */
const shown = (page, index = 0) =>
  until(`player ${index} is there`, async () => {
    const found = await page
      .locator('marey-player')
      .nth(index)
      .elementHandle({ timeout: 1000 })
      .catch(() => null);
    await found?.evaluate((element, id) => {
      element.id = id;
    }, `shown-${index}`);
    return found && new Player(page, `#shown-${index}`);
  });

/** What Python has set is on the page. @param {Player} player @param {unknown} wanted */
const has = (player, wanted) =>
  until(
    `the player has ${JSON.stringify(wanted)}`,
    async () =>
      JSON.stringify(
        await player.run((element) => [
          element.currentTime,
          element.clips[0]?.joints[element.selectedJoint]?.name,
          element.loopRange,
          element.marks,
        ]),
      ) === JSON.stringify(wanted),
  );

/** Counts the messages between a page and the notebook's program. @param {Page} page */
function counted(page) {
  const count = { large: 0, sent: 0 };
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      if (payload.length > 1e6) count.large += 1;
    });
    socket.on('framesent', ({ payload }) => {
      if (Buffer.from(/** @type {any} */ (payload)).includes('comm_msg')) count.sent += 1;
    });
  });
  return count;
}

test('in JupyterLab Python and the page share a player’s state', HOW, async () => {
  const folder = await pythonSite('notebooks', 'python3', 'widgets');
  await installMarey(folder);
  const notebooks = join(folder, 'lab');
  await rm(notebooks, { recursive: true, force: true });
  await mkdir(notebooks);
  await samples(notebooks);
  await writeFile(join(notebooks, 'widget.ipynb'), await readFile(join(folder, 'widget.ipynb')));
  const { address, end } = await lab(folder, notebooks);
  try {
    await visit(
      { folder },
      'nothing',
      async ({ page }) => {
        const count = counted(page);
        await page.goto(address('doc/tree/widget.ipynb'));
        await ready(page);
        const cell = (/** @type {number} */ index) => page.locator('.jp-Notebook-cell').nth(index);
        const state = async () => {
          await runCell(page, 3);
          return (await cell(3).locator('.jp-OutputArea-output').innerText()).trim();
        };
        await runCell(page, 0);
        await runCell(page, 1);
        const march = await shown(page, 1);
        await moves(march, /^march/);
        assert.equal(count.large, 1, 'the player’s code comes once for all widgets');
        const walk = await shown(page);
        await moves(walk, WALK);

        await runCell(page, 2);
        await has(walk, [1, 'LeftHand', [0.5, 1.5], 'step@0.75; turn@1-1.25']);
        await walk.run((element) => {
          Object.assign(element, { currentTime: 1.25, loopRange: [1, 1.5], marks: 'turn@1-1.25' });
          element.selectedJoint = element.clips[0].joints.findIndex(({ name }) => name === 'RightHand');
        });
        await until('Python knows it', async () => (await state()).includes("STATE 1.25 False RightHand (1.0, 1.5) [('turn', 1.0, 1.25)]"));
        const ends = await walk.run((element) => {
          const { joints } = element.clips[0];
          const alike = joints
            .map(({ name }, index) => ({ name, index }))
            .filter(({ name }, _, all) => all.filter((each) => each.name === name).length > 1);
          element.selectedJoint = alike.at(-1)?.index ?? -1;
          return element.selectedJoint;
        });
        if (ends >= 0)
          await until('a joint whose name repeats is told by its index', async () => (await state()).includes(`False ${ends} (`));

        // A widget that is shown twice: both players follow each other.
        await runCell(page, 4);
        const twin = await shown(page, 2);
        await twin.root.scrollIntoViewIfNeeded();
        await until('the other one has the state', async () => {
          const { range, time } = await twin.state();
          return range?.[0] === 1 && time === 1.25;
        });
        await twin.run((element) => {
          element.currentTime = 1.1;
        });
        await until('the first follows', async () => (await walk.state()).time === 1.1);
        await twin.run((element) => {
          const scope = /** @type {any} */ (globalThis);
          scope.updates = 0;
          for (const player of document.querySelectorAll('marey-player'))
            player.addEventListener('timeupdate', () => {
              scope.updates += 1;
            });
        });
        const before = count.sent;
        await runCell(page, 5);
        await twin.root.scrollIntoViewIfNeeded();
        const updates = () => page.evaluate(() => /** @type {any} */ (globalThis).updates);
        await until('it plays for a while', async () => (await updates()) >= 8, 60_000);
        const [sent, most] = [count.sent - before, await updates()];
        assert.ok(sent > 2 && sent <= most + 4, `${sent} messages for ${most} updates of the time: none goes to and fro`);
        await runCell(page, 5);
        await until('both stand still', async () => (await twin.state()).paused && (await walk.state()).paused);
        assert.match(await state(), /STATE 1\.\d+ False/);

        // A cell that runs again takes the old players away.
        await runCell(page, 0);
        await until(
          'the cell has a new player',
          async () => (await page.locator('.jp-Notebook-cell').nth(0).locator('marey-player:not([id])').count()) === 1,
        );
        await runCell(page, 4);
        await until('three players are left', async () => (await page.locator('marey-player').count()) === 3);
        assert.equal(count.large, 1);

        // Another kernel knows nothing of the page, and the page has the player already.
        await page.locator('.lm-MenuBar-item', { hasText: 'Kernel' }).click();
        await page.locator('.lm-Menu-item[data-command="kernelmenu:restart"]').click();
        await page.locator('.jp-Dialog .jp-mod-accept').click();
        await until('the kernel is a new one', async () => (await state()).includes('NameError'));
        await runCell(page, 0);
        await until('a player is there', async () => (await cell(0).locator('marey-player:not([id])').count()) === 1);
        await cell(0)
          .locator('marey-player')
          .evaluate((element) => {
            element.id = 'after';
          });
        await moves(new Player(page, '#after'), WALK);
      },
      // The last is what JupyterLab says of a kernel that restarts.
      { allow: [/404/, /Plugin .* to activate/, /Connection lost, reconnecting/], size: SIZE, scheme: 'light' },
    );
  } finally {
    await end();
  }
});

test('in marimo Python and the page share a player’s state', HOW, async () => {
  const folder = await pythonSite('marimo');
  await installMarey(folder);
  // The everyday tests of the package have no anywidget and skip these.
  const output = await run(folder, 'python', ['-m', 'unittest', 'discover', '-s', join(PYTHON, 'tests'), '-p', 'test_widget.py']);
  assert.match(output, /\nOK\n/);
  await samples(folder);
  const { origin, end } = await served(
    folder,
    ['-m', 'marimo', '--yes', 'run', 'widget.py', '--headless', '--no-token', '--host', '127.0.0.1'],
    /http:\/\/(127\.0\.0\.1|localhost):\d+/,
    { PYTHONUNBUFFERED: '1', HOME: folder, XDG_CONFIG_HOME: join(folder, 'own') },
  );
  try {
    await visit(
      { folder },
      'nothing',
      async ({ page }) => {
        await page.goto(origin);
        const walk = await shown(page);
        await moves(walk, WALK);
        const said = async () => (await page.locator('.said').innerText()).trim();
        await walk.run((element) => {
          Object.assign(element, { currentTime: 1.25, loopRange: [1, 1.5], marks: 'turn@1-1.25' });
          element.selectedJoint = element.clips[0].joints.findIndex(({ name }) => name === 'RightHand');
        });
        await until('Python knows it', async () =>
          (await said()).startsWith("STATE 1.25 False RightHand (1.0, 1.5) [('turn', 1.0, 1.25)]"),
        );
        await page.getByRole('button', { name: 'Set', exact: true }).click();
        await has(walk, [1, 'LeftHand', [0.5, 1.5], 'step@0.75; turn@1-1.25']);
        await moves(await shown(page, 1), /^march/);
      },
      // marimo's page reports what it misses on other hosts.
      { allow: [/./], size: SIZE, scheme: 'light' },
    );
  } finally {
    await end();
  }
});
