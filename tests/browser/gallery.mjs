/**
 * The share panel on a phone and on desktops, in every state: pictures to look at, which no test compares.
 *
 *   MAREY_DIST=dist node tests/browser/gallery.mjs [OUT [SET..]]
 *
 * OUT is `target/gallery` unless told. Sets: see below.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { launch, open, until } from './support/browser.mjs';
import { statue } from './support/clips.mjs';
import { Player } from './support/player.mjs';
import { DIST, serve } from './support/server.mjs';

/** @typedef {import('./support/browser.mjs').Visit} Visit */
/** @typedef {Visit & { hash?: string, direction?: string, forced?: boolean }} Set */

/** @type {Record<string, Set>} */
const SETS = {
  desktop: { size: [1280, 800] },
  light: { size: [1280, 800], hash: '#theme=light' },
  small: { size: [900, 600] },
  phone: { size: [390, 780], touch: true, ratio: 2 },
  narrow: { size: [360, 640], touch: true, hash: '#theme=light', ratio: 2 },
  rtl: { size: [1280, 800], direction: 'rtl' },
  'rtl-phone': { size: [390, 780], touch: true, direction: 'rtl', ratio: 2 },
  forced: { size: [1280, 800], forced: true },
  still: { size: [390, 780], touch: true, reducedMotion: true },
};
/** As a browser or a library may put it. */
const LONG = 'a_motion_with_a_name_that_somebody_let_a_program_write_and_that_no_line_has_room_for_'.repeat(3);
const SECTIONS = ['picture', 'film', 'filmstrip', 'motion'];

const [out = 'target/gallery', ...wanted] = process.argv.slice(2);
const folder = resolve(out);
await mkdir(folder, { recursive: true });
const walk = await readFile(join(DIST, 'samples/walk.bvh'), 'utf8');
const dance = await readFile(join(DIST, 'samples/dance.bvh'), 'utf8');
const [browser, server] = await Promise.all([launch('webgl'), serve()]);

for (const [set, { hash = '', direction, forced, ...visit }] of Object.entries(SETS)) {
  if (wanted.length && !wanted.includes(set)) continue;
  const { page, context } = await open(browser, { url: server.url(hash), permissions: ['clipboard-read', 'clipboard-write'], ...visit });
  if (forced) await page.emulateMedia({ forcedColors: 'active' });
  if (direction) await page.evaluate((dir) => { document.documentElement.dir = dir; document.documentElement.lang = 'ar'; }, direction);
  const player = new Player(page);
  const phone = visit.size?.[0] === 390 || visit.size?.[0] === 360;
  const shot = async (/** @type {string} */ name) => {
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(folder, `${set}-${name}.png`), caret: 'initial' });
  };
  const share = async () => {
    await player.button('Share').click();
    await player.find('.share-form').waitFor();
  };
  const packed = async () => until('it is packed', async () => await player.find('[data-busy]').count() === 0 && !/is being packed/.test(await player.find('#qr-note').textContent() ?? ''), 60_000);
  const closed = async () => { if (await player.find('.panel').count()) await player.find('.panel header .btn').last().click(); };
  const drop = async (/** @type {string} */ name, /** @type {string} */ text, /** @type {[number, number] | null} */ range = null) => {
    await closed();
    await player.drop({ name: `${name}.bvh`, text });
    await player.loaded(name);
    await player.run((element, part) => { element.loopRange = part; }, range);
    await player.holdAt(range ? range[0] + 0.3 : 0);
  };

  await player.loaded();
  await player.holdAt(0.5);
  await share();
  await shot('address');

  await drop('walk', walk, [0.5, 1.5]);
  await share();
  await shot('packing');
  await packed();
  await shot('packed');
  await player.button('Copy link').click();
  await shot('copied');
  await player.root.getByRole('slider', { name: 'Motion inside the link' }).focus();
  await page.keyboard.press('ArrowRight');
  await packed();
  await shot('slider');
  await player.find('.qr button').click();
  await shot('qr');
  await page.keyboard.press('Escape');
  if (phone) await player.find('.embed summary').click();
  await player.root.getByRole('tab', { name: 'Notebook' }).click();
  await shot('embed');
  if (phone) await player.find('.embed summary').click();
  for (const section of SECTIONS) {
    await player.find(`[data-section="${section}"] summary`).click();
    await player.find(`[data-section="${section}"] .push`).first().waitFor();
    await page.waitForTimeout(900);
    await shot(section);
  }
  await player.find('[data-section="picture"] summary').click();
  await player.button('Save as poster').click();
  await player.find('.beside').waitFor({ timeout: 10_000 }).catch(() => {});
  await page.waitForTimeout(500);
  await shot('poster');

  await drop('dance', dance);
  await share();
  await packed();
  await shot('long');
  await drop(LONG.slice(0, 200), statue(1));
  await share();
  await packed();
  await shot('pose-long-name');
  await player.find('[data-section="film"] summary').click();
  await page.waitForTimeout(900);
  await shot('pose-film');

  await context.route('**/marey_pack*', (route) => route.abort());
  await page.reload();
  await player.loaded();
  await drop('walk', walk);
  await share();
  await player.find('.limit .icon').waitFor();
  await shot('fails');
  await context.close();
}
await browser.close();
await server.close();
console.log(`looked at: ${folder}`);
