// of: gallery, wall, player, page, render, controls, actors, share
/** The site that `marey gallery` writes, in a browser: under a path, with its own policy, with and without scripts. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parquetReadObjects } from 'hyparquet';
import { PROGRAM as CHROMIUM, launch, until } from '../browser/support/browser.mjs';
import { brightness, figureIn, readPng } from '../browser/support/pixels.mjs';
import { DIST, serve } from '../browser/support/server.mjs';
import { emptyFolder, marey } from './support/marey.mjs';

const HOSTILE = '<img src=x onerror=alert(1)>&"\'.bvh';
const SAMPLES = ['walk.bvh', 'jump.bvh', 'dance.bvh', 'march.asf', 'march.amc'];
/** More than two lines of a page. */
const LONG = 'turns around and looks back over the left shoulder '.repeat(12).trim();
const LABELS = `path,start,end,text,mood
jump.bvh,,,leaps <b>high,glad
jump.bvh,1,2,flies,glad
dance.bvh,,,a waltz,calm
march.asf,,,${LONG},
march.asf,0,1,${LONG},
${Array.from({ length: 7 }, (_, index) => `march.asf,0.${index + 1},2,label ${index},\n`).join('')}march.asf,900,901,too late,
`;
const folder = await emptyFolder('gallery');
/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** @type {Awaited<ReturnType<typeof launch>>} */
let browser;
/** The address of the site. */
let top = '';
/** What went wrong in any page. @type {string[]} */
const faults = [];

before(async () => {
  const motions = join(folder, 'motions');
  await mkdir(motions);
  for (const name of SAMPLES) await cp(join(DIST, 'samples', name), join(motions, name));
  if (process.platform !== 'win32') await cp(join(DIST, 'samples', 'walk.bvh'), join(motions, HOSTILE));
  await writeFile(join(motions, 'gallery.toml'), 'title = "A set"\nlicence = "CC0-1.0"\n');
  await writeFile(join(motions, 'labels.csv'), LABELS);
  await marey('gallery', '--player', DIST, motions, join(folder, 'site'));
  server = await serve({ base: '/a/set/', folder: join(folder, 'site'), csp: '' });
  top = server.url();
  browser = await launch('webgl');
});

after(async () => {
  await browser.close();
  await server.close();
});

/** @param {string} path @param {import('playwright-core').BrowserContextOptions} [options] */
async function open(path, options) {
  const page = await browser.newPage(options);
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(top)) faults.push(`asked ${request.url()}`);
  });
  page.on('dialog', (dialog) => {
    faults.push(`a name ran: ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  await page.goto(new URL(path, top).href);
  return page;
}

test('the program has the current scripts', () => {
  const { status, stderr } = spawnSync(process.execPath, ['xtask/gallery.mjs', '--check'], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
});

test('without scripts the pages have all clips, pictures and downloads', async () => {
  const page = await open('index.html', { javaScriptEnabled: false });
  assert.equal(await page.locator('.card').count(), 5);
  assert.equal(await page.locator('input').count(), 0);
  await page.locator('.card', { hasText: 'march' }).click();
  assert.equal(await page.locator('h1').textContent(), 'march');
  assert.deepEqual(await page.locator('.downloads b').allTextContents(), ['AMC', 'ASF', 'MAREY']);
  await page.close();
});

/** The card of a clip on the wall. @param {Page} page @param {string} name @typedef {import('playwright-core').Page} Page */
const card = (page, name) => page.locator('.wall-card', { has: page.locator(`.wall-link[href="clips/${name}.html"]`) });
/** The names on the cards that are in the document. @param {Page} page */
const names = (page) => page.locator('.wall-card .wall-name').allTextContents();
/** The name on the card that has the focus. @param {Page} page */
const focused = (page) => page.evaluate(() => document.activeElement?.querySelector('.wall-name')?.textContent ?? '');

test('a card plays under the pointer, and stops when it leaves', async () => {
  const page = await open('index.html');
  await card(page, 'jump').hover();
  const player = card(page, 'jump').locator('marey-player');
  await until(
    'the card plays',
    async () => (await player.count()) && player.evaluate((element) => /** @type {any} */ (element).currentTime > 0),
  );
  await page.mouse.move(1, 1);
  await until('the player is gone', async () => (await player.count()) === 0);
  await page.close();
});

test('words, chips and order are kept in the address', async () => {
  const page = await open('index.html');
  await card(page, 'walk').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('r');
  await until('two clips are left', async () => (await names(page)).length === 2);
  assert.match(page.url(), /\?q=r$/);
  await page.locator('.wall-chip', { hasText: 'ASF/AMC' }).click();
  await until('one clip is left', async () => (await names(page)).join() === 'march');
  assert.match(page.url(), /\?q=r&only=ASF%2FAMC$/);
  await page.reload();
  await until('the same clip is shown', async () => (await names(page)).join() === 'march');
  await page.goto(new URL('index.html?sort=length', top).href);
  await until('the longest is the first', async () => (await names(page))[0] === 'dance');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Travel');
  await until('the farthest are the first: the walk and its copy', async () => (await names(page)).indexOf('walk') <= 1);
  await page.locator('.wall-search input').fill('3.8 s');
  await until('a length is found', async () => (await names(page)).join() === 'jump');
  await page.close();
});

test('labels are on cards and searched, and their own columns are lists', async () => {
  const page = await open('index.html');
  await until(
    'the card says it',
    async () => (await card(page, 'jump').locator('.wall-said').textContent()) === 'leaps <b>high \u00b7 flies',
  );
  await page.locator('.wall-search input').fill('waltz');
  await until('the waltz is found', async () => (await names(page)).join() === 'dance');
  await page.locator('.wall-search input').fill('');
  await page.getByRole('combobox', { name: 'mood' }).selectOption('glad');
  await until('the glad one is found', async () => (await names(page)).join() === 'jump');
  assert.match(page.url(), /\?is\.mood=glad$/);
  await page.reload();
  await until('the same clip is shown', async () => (await names(page)).join() === 'jump');
  await page.close();
});

test('a press on a label goes to its moment, which is marked', async () => {
  const page = await open('clips/jump.html');
  await page.locator('.spans button.when').click();
  const span = page.locator('.spans li');
  await until('the span is marked', async () => (await span.getAttribute('data-now')) !== null);
  assert.equal(await page.locator('.lanes rect').count(), 1);
  assert.equal(await page.locator('.caption bdi').first().textContent(), 'leaps <b>high');
  await page.close();
});

test('a long text has two lines until it is unfolded; what the lanes do not show is counted and named', async () => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    const page = await open('clips/march.html', { viewport });
    const caption = page.locator('.caption bdi');
    const height = async () => (await caption.boundingBox())?.height ?? 0;
    await until('it is folded', async () => (await height()) === 44);
    const unfold = page.locator('.caption').getByRole('button', { name: 'The whole text' });
    await unfold.focus();
    await unfold.press('Enter');
    await until('it is unfolded', async () => (await height()) > 50 && (await unfold.getAttribute('aria-expanded')) === 'true');
    assert.equal(await page.locator('.lanes rect').count(), 6);
    const further = page.getByRole('button', { name: '+3 in the list' });
    assert.equal(await further.getAttribute('title'), 'label 5\nlabel 6\ntoo late');
    await further.click();
    await until('the first of them has the focus', async () =>
      /label 5/.test(await page.evaluate(() => document.activeElement?.closest('li')?.textContent ?? '')),
    );
    await page.close();
  }
});

test('the same motions are told, and shown alone', { skip: process.platform === 'win32' }, async () => {
  const page = await open('index.html');
  await page.locator('#duplicates summary').click();
  assert.equal(await page.locator('#duplicates tbody tr').count(), 1);
  await page.locator('.wall-chip', { hasText: 'Duplicates 2' }).click();
  await until('both are shown', async () => (await names(page)).length === 2);
  assert.match(page.url(), /\?only=duplicates$/);
  await page.close();
});

test('a rig is chosen, found by its words, and kept in the address', async () => {
  const page = await open('index.html');
  const rig = page.getByRole('combobox', { name: 'Rig', exact: true });
  await rig.waitFor();
  const [all, first, ...others] = await rig.locator('option').allTextContents();
  assert.deepEqual([all, first, others.length], ['Rig', 'HumanIK names', 1]);
  await rig.selectOption(others[0]);
  await until('one clip has another rig', async () => (await names(page)).join() === 'march');
  await page.reload();
  await until('the same clip is shown', async () => (await names(page)).join() === 'march');
  await page.goto(new URL('index.html?q=humanik+jump', top).href);
  await until('the jump is found', async () => (await names(page)).join() === 'jump');
  await page.close();
});

test('arrows go between cards, Space shows one large, Enter opens its page', async () => {
  const page = await open('index.html');
  await card(page, 'dance').waitFor();
  await page.keyboard.press('ArrowRight');
  await until('the first card has the focus', async () => (await focused(page)) === (await names(page))[0]);
  await card(page, 'dance').focus();
  await page.keyboard.press('Space');
  const large = page.locator('dialog.wall-large');
  await large.waitFor();
  const player = large.locator('marey-player');
  await until('it plays', () => player.evaluate((element) => /** @type {any} */ (element).currentTime > 0));
  await page.keyboard.press('ArrowRight');
  await until('its neighbour is shown', async () => (await large.locator('.wall-name').textContent()) === 'jump');
  await page.keyboard.press('Space');
  await until('the dialog is closed', async () => !(await large.isVisible()) && (await focused(page)) === 'jump');
  await page.keyboard.press('Enter');
  await until('the page of the clip is shown', async () => /\/clips\/jump\.html$/.test(page.url()));
  await page.close();
});

test('the table has the facts of all clips', async () => {
  const bytes = await readFile(join(folder, 'site/index.parquet'));
  const rows = await parquetReadObjects({ file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) });
  assert.equal(rows.length, 5);
  for (const row of rows) {
    const facts = JSON.parse(await readFile(join(folder, `site/clips/${row.slug}/facts.json`), 'utf8'));
    for (const key of ['path', 'name', 'format', 'joints', 'frames', 'motions', 'sha256', 'skeleton', 'fps', 'seconds', 'rig', 'rig_name'])
      assert.equal(row[key], facts[key], key);
    for (const key of ['bytes', 'packed_bytes']) assert.equal(Number(row[key]), facts[key], key);
    for (const key of ['travel_m', 'liveliness', 'poster_s', 'stature_m']) assert.ok(Math.abs(row[key] - facts[key]) < 1e-3, key);
    assert.equal(row.licence, 'CC0-1.0');
    assert.equal(row.warnings, facts.warnings.length);
  }
  assert.equal(Number(rows.find(({ slug }) => slug === 'walk')?.bytes), (await stat(join(folder, 'motions/walk.bvh'))).size);
});

test("a clip's page has the player, and keys go to the next clip", async () => {
  const page = await open('clips/jump.html');
  const player = page.locator('marey-player');
  await until('the clip is there', () => player.evaluate((element) => /** @type {any} */ (element).frameCount > 1));
  await page.keyboard.press(']');
  await until('the next clip is shown', async () => (await page.locator('h1').textContent()) === 'march');
  await page.close();
});

test('a clip is printed with its light poster, also from a dark page, and shown with it without scripts', async () => {
  const page = await open('clips/jump.html', { colorScheme: 'dark' });
  const [player, poster] = [page.locator('.stage marey-player'), page.locator('.stage > img')];
  await until('the player is shown', async () => (await player.isVisible()) && !(await poster.isVisible()));
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  assert.ok((await poster.isVisible()) && !(await player.isVisible()));
  assert.ok(brightness(readPng(await poster.screenshot())) > 180);
  await page.close();
  const plain = await open('clips/jump.html', { javaScriptEnabled: false });
  assert.ok(await plain.locator('.stage > img').isVisible());
  await plain.close();
});

test('a browser draws posters in light and dark, and previews', async () => {
  const [motions, site] = [join(folder, 'drawn'), join(folder, 'drawn-site')];
  await mkdir(motions);
  for (const name of ['walk.bvh', 'march.asf', 'march.amc', 'march.obj', 'wave.x3d'])
    await cp(join(DIST, 'samples', name), join(motions, name));
  await writeFile(join(motions, 'a b#ü.bvh'), await readFile(join(motions, 'walk.bvh')));
  const options = ['--player', DIST, '--no-packing', '--previews', `--browser=${CHROMIUM}`, '--browser-flag=--no-sandbox'];
  await marey('gallery', ...options, motions, site);
  for (const path of (await readdir(join(site, 'clips'))).filter((name) => !name.endsWith('.html'))) {
    const facts = JSON.parse(await readFile(join(site, 'clips', path, 'facts.json'), 'utf8'));
    assert.ok(facts.drawn_by && !facts.not_drawn, `${path}: ${facts.not_drawn}`);
  }
  const { width, height } = readPng(await readFile(join(site, 'clips/walk/preview.png')));
  assert.deepEqual([width, height], [1080, 720]);
  const drawn = await serve({ folder: site, csp: '' });
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    const page = await browser.newPage({ colorScheme });
    await page.goto(drawn.url());
    const poster = page.locator('.wall-card', { has: page.locator('.wall-link[href="clips/walk.html"]') }).locator('img');
    await until('the poster is there', () =>
      poster.evaluate((image) => /** @type {HTMLImageElement} */ (image).naturalWidth > 0).catch(() => false),
    );
    const picture = readPng(await poster.screenshot());
    assert.equal(brightness(picture) > 128, colorScheme === 'light');
    const figure = figureIn(picture);
    assert.ok(figure.left > 50 && figure.right > 50 && figure.height > 0.5 * picture.height, JSON.stringify(figure));
    await page.close();
  }
  await drawn.close();
  // A second run needs no browser, and writes nothing.
  await marey('gallery', '--check', ...options, motions, site);
});

test('in a frame of its own server it has the colours of the page around it, also when they are switched', async () => {
  await writeFile(
    join(folder, 'site/around.html'),
    '<!doctype html><html lang="en"><title>Around</title><link rel="icon" href="data:,"><style>.dark { color-scheme: dark; }</style><body><iframe src="index.html" title="Clips"></iframe>',
  );
  const page = await open('around.html', { colorScheme: 'dark' });
  const frame = page.frameLocator('iframe').locator('html');
  const ground = () => frame.evaluate((root) => getComputedStyle(root).backgroundColor);
  const isGround = (/** @type {string} */ colour) => until(`the ground is ${colour}`, async () => (await ground()) === colour);
  const [LIGHT, DARK] = ['rgb(255, 255, 255)', 'rgb(16, 21, 30)'];
  const around = page.locator('html').first();
  await isGround(LIGHT);
  await around.evaluate((root) => root.classList.add('dark'));
  await isGround(DARK);
  await page.emulateMedia({ colorScheme: 'light' });
  assert.equal(await ground(), DARK);
  await around.evaluate((root) => root.classList.remove('dark'));
  await isGround(LIGHT);
  // Where the page around follows the reader, so does the gallery.
  await around.evaluate((root) => root.style.setProperty('color-scheme', 'light dark'));
  await page.emulateMedia({ colorScheme: 'dark' });
  await isGround(DARK);
  await page.close();
});

test('a name is only text, policies hold, and no other host is asked', { skip: process.platform === 'win32' }, async () => {
  const page = await open('index.html?q=img');
  await until('the clip is found', async () => (await names(page)).join() === HOSTILE.replace('.bvh', ''));
  await page.locator('.wall-card').click();
  assert.equal(await page.locator('h1').textContent(), HOSTILE.replace('.bvh', ''));
  await page.close();
  assert.deepEqual(faults, []);
});

/** A gallery of three thousand short clips, at an address. @param {boolean} ranges whether the server sends parts of files */
async function many(ranges) {
  const [motions, site] = [join(folder, 'many'), join(folder, 'many-site')];
  await rm(motions, { recursive: true, force: true });
  for (let part = 0; part < 6; part += 1) {
    await mkdir(join(motions, `part ${part}`), { recursive: true });
    for (let index = 0; index < 500; index += 1) {
      const number = String(part * 500 + index).padStart(4, '0');
      await writeFile(
        join(motions, `part ${part}`, `clip ${number}.bvh`),
        'HIERARCHY ROOT Hips { OFFSET 0 0 0 CHANNELS 3 Xposition Yposition Zposition ' +
          `JOINT Head { OFFSET 0 40 0 CHANNELS 0 End Site { OFFSET 0 20 0 } } } MOTION\nFrames: 2\nFrame Time: 0.${number}1\n0 0 0\n0 0 1\n`,
      );
    }
  }
  await marey('gallery', '--no-packing', '--originals', 'none', motions, site);
  return { site, server: await serve({ folder: site, csp: '', ranges }) };
}

for (const ranges of [true, false]) {
  test(
    ranges
      ? 'of three thousand clips those in view are shown, any is found, and the table is read in parts'
      : 'a server that sends no parts sends the table once',
    async () => {
      const { site, server: other } = await many(ranges);
      const page = await browser.newPage();
      /** Bytes of answers with the table. @type {number[]} */
      const parts = [];
      page.on('response', (response) => {
        if (response.url().endsWith('.parquet')) parts.push(Number(response.headers()['content-length']));
      });
      await page.goto(other.url());
      await until('cards are there', () => page.locator('.wall-card').count());
      assert.ok((await page.locator('.wall-card').count()) < 120);
      assert.equal(await page.locator('.wall-grid').getAttribute('aria-rowcount'), '500');
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await until('the last is shown', async () => (await names(page)).at(-1) === 'clip 2999');
      await page.keyboard.press('/');
      await page.keyboard.type('2345');
      await until('one is found', async () => (await names(page)).join() === 'clip 2345');
      assert.equal(await page.locator('.wall-facts b').textContent(), '1 clip');
      await page.keyboard.press('Escape');
      await page.getByRole('combobox', { name: 'Folder' }).selectOption('part 3');
      await until('only its clips are left', async () => (await page.locator('.wall-facts b').textContent()) === '500 clips');
      await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Length');
      await until('the longest is the first', async () => (await names(page))[0] === 'clip 1999');
      const whole = (await stat(join(site, 'index.parquet'))).size;
      if (ranges)
        assert.ok(
          parts.every((part) => part < whole / 2) && parts.reduce((sum, part) => sum + part) < whole * 0.75,
          `${parts} of ${whole}`,
        );
      else assert.deepEqual(parts, [whole]);
      await page.close();
      await other.close();
    },
  );
}
