/**
 * Pictures of the share panel in every state, on phones and desktops, to look at: no test compares them.
 *
 *   MAREY_DIST=dist node tests/browser/gallery.mjs [OUT [SET..]]
 *
 * OUT is `target/gallery` by default. Sets: see below.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { framesLater, launch, open, until } from './support/browser.mjs';
import { statue } from './support/clips.mjs';
import { Player } from './support/player.mjs';
import { DIST, serve } from './support/server.mjs';
import { unfold, openSharing } from './support/sharing.mjs';

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
/** A name as a browser or a program may generate it. */
const LONG = 'a_motion_with_a_name_that_somebody_let_a_program_write_and_that_no_line_has_room_for_'.repeat(3);

const [out = 'target/gallery', ...wanted] = process.argv.slice(2);
const folder = resolve(out);
await mkdir(folder, { recursive: true });
const [walk, dance] = await Promise.all(['walk', 'dance'].map((name) => readFile(join(DIST, `samples/${name}.bvh`), 'utf8')));
const [browser, server] = await Promise.all([launch('webgl'), serve()]);

for (const [set, { hash = '', direction, forced, ...visit }] of Object.entries(SETS)) {
  if (wanted.length && !wanted.includes(set)) continue;
  const { page, context } = await open(browser, { url: server.url(hash), permissions: ['clipboard-read', 'clipboard-write'], ...visit });
  if (forced) await page.emulateMedia({ forcedColors: 'active' });
  if (direction)
    await page.evaluate((dir) => {
      document.documentElement.dir = dir;
      document.documentElement.lang = 'ar';
    }, direction);
  const player = new Player(page);
  const shot = async (/** @type {string} */ name) => {
    await framesLater(page, 20);
    await page.screenshot({ path: join(folder, `${set}-${name}.png`), caret: 'initial' });
  };
  const packed = async () =>
    until(
      'it is packed',
      async () =>
        (await player.find('[data-busy]').count()) === 0 && !/is being packed/.test((await player.find('#qr-note').textContent()) ?? ''),
      60_000,
    );
  const shows = async (/** @type {string} */ section) => {
    await unfold(player, section);
    await player.find(`[data-section="${section}"] .push`).first().waitFor();
    await framesLater(page, 60);
  };
  const drop = async (/** @type {string} */ name, /** @type {string} */ text, /** @type {[number, number] | null} */ range = null) => {
    await player.closesPanel();
    await player.opens(name, { name: `${name}.bvh`, text });
    await player.run((element, part) => {
      element.loopRange = part;
    }, range);
    await player.holdAt(range ? range[0] + 0.3 : 0);
    await openSharing(player);
  };

  await player.loaded();
  await player.holdAt(0.5);
  await openSharing(player);
  await shot('address');

  await drop('walk', walk, [0.5, 1.5]);
  await shot('packing');
  await packed();
  await shot('packed');
  await player.button('Copy link').click();
  await shot('copied');
  await player.root.getByRole('slider', { name: 'Motion inside the link' }).focus();
  await player.press('ArrowRight');
  await packed();
  await shot('slider');
  await player.find('.qr button').click();
  await shot('qr');
  await player.press('Escape');
  if (visit.touch) await player.find('.embed summary').click();
  await player.root.getByRole('tab', { name: 'Notebook' }).click();
  await shot('embed');
  if (visit.touch) await player.find('.embed summary').click();
  for (const section of ['picture', 'film', 'filmstrip', 'motion']) {
    await shows(section);
    await shot(section);
  }
  await unfold(player, 'picture');
  await player.button('Save as poster').click();
  await player
    .find('.beside')
    .waitFor({ timeout: 10_000 })
    .catch(() => {});
  await shot('poster');

  for (const [name, text, told] of [
    ['dance', dance, 'long'],
    [LONG.slice(0, 200), statue(1), 'pose-long-name'],
  ]) {
    await drop(name, text);
    await packed();
    await shot(told);
  }
  await shows('film');
  await shot('pose-film');

  await context.route('**/marey_pack*', (route) => route.abort());
  await page.reload();
  await player.loaded();
  await drop('walk', walk);
  await player.find('.limit .icon').waitFor();
  await shot('fails');
  await context.close();
}
await browser.close();
await server.close();
console.log(`looked at: ${folder}`);
