// of: player, render, controls, actors, share
/**
 * The extension in VS Code for the browser, with a folder of motions, as a person uses it. With MAREY_CODE_SERVER, a folder in which
 * code-server is installed as `docs/hosts/vscode.md` says, in that.
 */
import assert from 'node:assert/strict';
import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, until } from '../browser/support/browser.mjs';
import { openPanel } from '../browser/support/hands.mjs';
import { onlyDeep } from '../support/deep.mjs';
import { shade } from './support/checks.mjs';
import { ROOT, WORK, samples } from './support/site.mjs';
import { VSCODE, VSIX } from './support/vsix.mjs';
import { Workbench, serveCodeServer, serveVscode } from './support/workbench.mjs';

const HOW = { timeout: 240_000, skip: onlyDeep };
const CODE_SERVER = process.env.MAREY_CODE_SERVER;
const FOLDER = join(WORK, 'vscode-folder');
const fixture = (/** @type {string} */ path) => join(ROOT, 'tests/fixtures', path);

/** @type {Awaited<ReturnType<typeof serveVscode>>} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Workbench} */
let code;
/** What the console says of policies. @type {string[]} */
const violations = [];

before(async () => {
  if (onlyDeep) return;
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  await samples(FOLDER);
  await cp(fixture('bvh/plain.bvh'), join(FOLDER, 'plain.bvh'));
  await cp(fixture('bvh/plain.bvh'), join(FOLDER, 'UPPER.BVH'));
  await cp(fixture('bvh/x_offset_without_numbers.bvh'), join(FOLDER, 'broken.bvh'));
  await cp(fixture('arrays/own.npz'), join(FOLDER, 'own.npz'));
  server = CODE_SERVER ? await serveCodeServer(CODE_SERVER, VSIX, FOLDER) : await serveVscode(VSCODE, FOLDER);
  browser = await launch('none', true);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted ?Type|TrustedScript/i.test(message.text())) violations.push(message.text());
  });
  code = new Workbench(page);
  await code.open(server.url, 'walk.bvh');
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** Opens a file and waits for its motion. @param {string} name @param {string} clip */
async function opened(name, clip) {
  await code.openFile(name);
  return shown(clip);
}

/** The player of the tab in front, once it shows a clip. @param {string} clip */
async function shown(clip) {
  return until(
    `${clip} is shown`,
    async () => {
      const player = await code.player();
      const state = await player.state().catch(() => null);
      return state?.name === clip && state.ready === 4 ? player : null;
    },
    60_000,
  );
}

test('a BVH plays when it is opened, whatever the case of its ending', HOW, async () => {
  const player = await opened('walk.bvh', 'walk');
  await player.start();
  assert.ok((await player.run((element) => element.shadowRoot?.querySelector('canvas')?.width ?? 0)) > 300);
  await player.run((element) => element.pause());
  await opened('UPPER.BVH', 'UPPER');
});

test('an AMC has the skeleton of its folder', HOW, async () => {
  const player = await opened('march.amc', 'march');
  assert.equal(await player.run((element) => element.clips[0].skeletonFile), 'march.asf');
});

test('another format opens by its menu, and is text or binary otherwise', HOW, async () => {
  await code.choose('own.npz', 'Open preview');
  const player = await shown('own');
  assert.equal(await player.run((element) => element.clips[0].format), 'NumPy');
});

test('a broken file says where and why', HOW, async () => {
  await code.openFile('broken.bvh');
  const golden = await readFile(fixture('bvh/x_offset_without_numbers.golden'), 'utf8');
  const [, line] = /^(\d+):/m.exec(golden) ?? [];
  const text = await until('a card is shown', async () =>
    (await code.player()).run((element) => element.error?.message ?? '').catch(() => ''),
  );
  assert.match(text, new RegExp(`line ${line}\\b`, 'i'));
  assert.match(await (await code.player()).find('.card').innerText(), new RegExp(`line ${line}\\b`, 'i'));
});

test('a hidden tab costs nothing, and comes back at its moment, with its camera and its range', HOW, async () => {
  const player = await opened('walk.bvh', 'walk');
  await player.run((element) => {
    element.pause();
    element.loopRange = [1, 5];
    element.currentTime = 2.5;
    element.playbackRate = 0.5;
    element.cameraState = '60,15,5.5,0,0.9,0.2';
  });
  await until('it is there', async () => (await player.state()).time === 2.5);
  const pages = code.page.frames().length;
  await opened('march.amc', 'march');
  assert.equal(code.page.frames().length, pages, 'the page of the hidden tab is gone');
  await code.tab('walk.bvh').click();
  const again = await shown('walk');
  await until('all is as before', async () => {
    const { time, paused, rate, range, camera } = await again.state();
    return time === 2.5 && paused && rate === 0.5 && String(range) === '1,5' && camera.startsWith('60,15,5.5');
  });
});

test('the player has the colours of the theme, and follows it', HOW, async () => {
  const player = await opened('walk.bvh', 'walk');
  const text = () => player.find('.bar').evaluate((bar) => getComputedStyle(bar).color);
  for (const [theme, wanted] of [
    ['Dark Modern', 'dark'],
    ['Light Modern', 'light'],
    ['Dark High Contrast', 'dark'],
  ]) {
    await code.command('Preferences: Color Theme');
    await code.pick(theme);
    await until(`it is ${wanted}`, async () => (await shade(player)) === wanted);
    const own = await player.page.evaluate(() => {
      const probe = document.createElement('i');
      document.body.append(probe);
      probe.style.color = 'var(--vscode-editor-foreground)';
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    });
    await until('words have the colour of those of the editor', async () => (await text()) === own);
    assert.equal(await player.run((element) => element.patterns), theme.includes('Contrast'));
  }
  await code.command('Preferences: Color Theme');
  await code.pick('Dark Modern');
});

test('keys that the player uses are not those of VS Code', HOW, async () => {
  const player = await opened('walk.bvh', 'walk');
  await player.find('.stage').focus();
  await code.page.keyboard.press('Control+k');
  await player.find('.palette input').waitFor();
  assert.equal(await code.page.locator('.statusbar-item').filter({ hasText: 'was pressed' }).count(), 0);
  await code.page.keyboard.press('Escape');
});

test('what Share saves goes where VS Code asks', HOW, async () => {
  const player = await opened('plain.bvh', 'plain');
  const panel = await openPanel(player, 'Share');
  assert.equal(await panel.locator('.link-part').count(), 0, 'nobody else could open a link');
  await panel.getByText('Picture', { exact: true }).click();
  await panel.getByRole('button', { name: 'Save PNG' }).click();
  const dialog = code.page.locator('.quick-input-box input');
  const asked = await until('a dialog asks', async () => /^.*(?=plain.*\.png$)/.exec(await dialog.inputValue().catch(() => '')));
  await dialog.fill(`${asked[0]}saved.png`);
  await code.page.keyboard.press('Enter');
  await code.row('saved.png').waitFor();
  await code.openFile('saved.png');
  await until('it is a picture', () => code.page.getByText(/^\d+x\d+$/).isVisible());
});

test('a saved file is shown anew, at the same moment', HOW, async () => {
  await opened('plain.bvh', 'plain');
  // The text stands beside the player.
  await code.command('View: Split Editor Right');
  await until('it is there twice', async () => (await code.tab('plain.bvh').count()) === 2);
  await code.command('View: Reopen Editor With...');
  await code.pick('Text Editor');
  const text = code.page.locator('.editor-group-container .monaco-editor .view-lines');
  await text.waitFor();
  const player = await shown('plain');
  const { frames } = await player.state();
  await player.run((element) => element.stepFrame(1));
  const { time } = await player.state();
  assert.ok(time > 0);
  const rows = (await readFile(join(FOLDER, 'plain.bvh'), 'utf8')).trimEnd().split('\n');
  await text.click();
  await code.page.keyboard.press('Control+End');
  await code.page.keyboard.insertText(`${rows.at(-1)}\n`);
  await code.page.keyboard.press('Control+s');
  await until('it has one more frame', async () => (await player.state()).frames === frames + 1);
  await until('the moment is the same', async () => (await player.state()).time === time);
  await code.command('View: Close All Editors in Group');
});

test('motions are compared on one stage, and still when the tab was hidden', HOW, async () => {
  await opened('walk.bvh', 'walk');
  await code.command('Marey: Compare with');
  await code.pick('march.amc');
  await code.page.keyboard.press('Enter');
  const both = async () => (await code.player()).run((element) => element.clips.map(({ name }) => name).join()).catch(() => '');
  await until('both are shown', async () => (await both()) === 'walk,march');
  await opened('plain.bvh', 'plain');
  await code.tab('walk.bvh').click();
  await until('both are shown again', async () => (await both()) === 'walk,march');
});

test('the policy of the pages was never violated', HOW, () => {
  assert.deepEqual(violations, []);
});
