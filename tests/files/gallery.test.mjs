/** The site that `marey gallery` writes, in a browser: under a path, with its own policy, with and without scripts. */
import assert from 'node:assert/strict';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, until } from '../browser/support/browser.mjs';
import { DIST, serve } from '../browser/support/server.mjs';
import { emptyFolder, marey } from './support/marey.mjs';

const HOSTILE = '<img src=x onerror=alert(1)>&"\'.bvh';
const SAMPLES = ['walk.bvh', 'jump.bvh', 'dance.bvh', 'march.asf', 'march.amc'];
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
  page.on('console', (message) => { if (message.type() === 'error') faults.push(message.text()); });
  page.on('request', (request) => { if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(top)) faults.push(`asked ${request.url()}`); });
  page.on('dialog', (dialog) => { faults.push(`a name ran: ${dialog.message()}`); dialog.dismiss().catch(() => {}); });
  await page.goto(new URL(path, top).href);
  return page;
}

test('without scripts the pages have all clips, pictures and downloads', async () => {
  const page = await open('index.html', { javaScriptEnabled: false });
  assert.equal(await page.locator('.card').count(), 5);
  assert.equal(await page.locator('form.search').isVisible(), false);
  await page.locator('.card', { hasText: 'march' }).click();
  assert.equal(await page.locator('h1').textContent(), 'march');
  assert.deepEqual(await page.locator('.downloads b').allTextContents(), ['AMC', 'ASF', 'MAREY']);
  await page.close();
});

test('a card plays under the pointer, and stops when it leaves', async () => {
  const page = await open('index.html');
  const card = page.locator('.card[href="clips/jump.html"]');
  await card.hover();
  const player = card.locator('marey-player');
  await until('the card plays', async () => (await player.count()) && player.evaluate((element) => /** @type {any} */ (element).currentTime > 0));
  await page.mouse.move(1, 1);
  await until('the player is gone', async () => await player.count() === 0);
  await page.close();
});

test('words, facets and order are kept in the address', async () => {
  const page = await open('index.html');
  const names = () => page.locator('.grid .name').allTextContents();
  await page.keyboard.press('/');
  await page.keyboard.type('m');
  await until('three clips are left', async () => (await names()).length === 3);
  assert.match(page.url(), /\?q=m$/);
  await page.locator('.facets button', { hasText: 'ASF/AMC' }).click();
  await until('one clip is left', async () => (await names()).join() === 'march');
  assert.match(page.url(), /\?q=m&format=ASF%2FAMC$/);
  await page.reload();
  await until('the same clip is shown', async () => (await names()).join() === 'march');
  await page.goto(new URL('index.html?sort=long', top).href);
  await until('the longest is the first', async () => (await names())[0] === 'dance');
  await page.close();
});

test('a clip\'s page has the player, and keys go to the next clip', async () => {
  const page = await open('clips/jump.html');
  const player = page.locator('marey-player');
  await until('the clip is there', () => player.evaluate((element) => /** @type {any} */ (element).frameCount > 1));
  await page.keyboard.press(']');
  await until('the next clip is shown', async () => await page.locator('h1').textContent() === 'march');
  await page.close();
});

test('a name is only text, policies hold, and no other host is asked', { skip: process.platform === 'win32' }, async () => {
  const page = await open('index.html?q=img');
  await until('the clip is found', async () => (await page.locator('.grid .name').allTextContents()).join() === HOSTILE.replace('.bvh', ''));
  await page.locator('.card').click();
  assert.equal(await page.locator('h1').textContent(), HOSTILE.replace('.bvh', ''));
  await page.close();
  assert.deepEqual(faults, []);
});
