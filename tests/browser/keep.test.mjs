/** Clips that are kept in the browser: asked for, told, there after a reload, gone when they are not wanted. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { amc, asf, obj } from './support/acclaim.mjs';
import { stick, walker } from './support/clips.mjs';
import { onDisk } from './support/disk.mjs';
import { WIDE, picks } from './support/list.mjs';
import { scenes, until } from './support/scenes.mjs';
import { lists } from './support/page.mjs';

const { scene, server } = await scenes({ loads: 'Dance' });

/** @param {Player} player */
const keep = (player) => player.root.getByRole('switch', { name: 'Keep these clips in this browser' });

/** What is said of it. @param {Player} player @param {RegExp} says */
const told = (player, says) => player.find('.keep p').filter({ hasText: says }).waitFor();

/** How many files lie in the page's storage; -1: there is none. @param {Player} player */
const stored = (player) => player.run(async () => {
  if (!(await indexedDB.databases()).some(({ name }) => name === 'marey')) return -1;
  const open = indexedDB.open('marey');
  await new Promise((resolve) => { open.onsuccess = resolve; });
  const count = open.result.transaction('files').objectStore('files').count();
  await new Promise((resolve) => { count.onsuccess = resolve; });
  open.result.close();
  return count.result;
});

scene('clips that are kept come back after a reload with all that belongs to them, beside no link; what is removed is deleted', WIDE, async ({ page, player }) => {
  const root = await onDisk('session', {
    'marcher.asf': asf(), 'marcher.obj': obj(), 'march 1.amc': amc(), 'march 2.amc': amc(), 'dances/waltz.bvh': stick(), 'dances/tango.bvh': walker(),
  });
  await player.dropFromDisk(root);
  await player.loaded('march 1');
  const all = ['marcher.asf', 'march 1 1 s', 'march 2 1 s', 'tango 3 s', 'waltz 2 s'];
  await lists(player, ...all);
  assert.equal(await keep(player).isChecked(), false);
  assert.equal(await stored(player), -1, 'nothing is kept unasked');
  await keep(player).check();
  await told(player, /^6 files, [\d.]+ kB, kept until you switch this off\. Nothing is uploaded\.$/);
  assert.equal(await stored(player), 6);
  await picks(player, 'tango');

  // The copies do not need the files.
  await rm(root, { recursive: true });
  await page.reload();
  await player.loaded('tango');
  await lists(player, ...all);
  assert.equal(await player.find('.welcome').isVisible(), false);
  assert.equal(await keep(player).isChecked(), true);
  await picks(player, 'march 2');
  assert.equal(await player.run((element) => element.clips[0].skeletonFile), 'marcher.asf');
  await player.find('.library .row').filter({ hasText: 'waltz' }).hover();
  await player.button('Remove waltz.bvh').click();
  await until('its copy is deleted', async () => await stored(player) === 5);

  // A link plays what it is about, and takes nothing from what is kept.
  await player.visits(server.url('#url=samples/walk.bvh'), 'walk');
  await player.find('.origin').waitFor();
  assert.equal(await player.find('.library').count(), 0);
  await player.opens('more', { name: 'more.bvh', text: stick() });
  await until('it is kept with the others', async () => await stored(player) === 6);
  await until('the list has all of them', async () => (await player.list()).map((line) => line.replace(/ [\d.]+ s$/, '')).join() === 'walk,more,marcher.asf,march 1,march 2,tango');

  await keep(player).uncheck();
  await until('all is deleted', async () => await stored(player) === -1);
  await page.goto(server.url());
  await page.reload();
  await player.loaded('Dance');
  assert.equal(await player.find('.welcome').isVisible(), true);
});

scene('clips that are kept are seen after a reload on a phone, too', WIDE, async ({ page, player }) => {
  await player.opens('waltz', { name: 'waltz.bvh', text: stick() });
  await keep(player).check();
  await until('it is kept', async () => await stored(player) === 1);
  await page.setViewportSize({ width: 390, height: 780 });
  await page.reload();
  await player.loaded('waltz');
  await lists(player, 'waltz 2 s');
});

scene('where the browser has no room, or keeps nothing, it is said in plain words', { ...WIDE, scripts: [() => {
  const scope = /** @type {any} */ (globalThis);
  const { add } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.add = function some(/** @type {any} */ row) {
    if (/^large/.test(row.name)) throw new DOMException('', 'QuotaExceededError');
    return add.call(this, row);
  };
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function refuse(/** @type {[string]} */ ...args) {
    if (scope.refuses) throw new DOMException('', 'SecurityError');
    return open.apply(this, args);
  };
}] }, async ({ page, player }) => {
  await player.opens('small', { name: 'small.bvh', text: stick() });
  const refuses = (/** @type {boolean} */ now) => page.evaluate((refused) => { /** @type {any} */ (globalThis).refuses = refused; }, now);
  await refuses(true);
  await keep(player).click();
  await told(player, /^This browser does not let the page keep files\./);
  assert.equal(await keep(player).isChecked(), false);
  await refuses(false);
  await keep(player).click();
  await told(player, /^1 file, /);
  await player.drop({ name: 'large.bvh', text: stick() });
  await told(player, /^1 file, .*1 file did not fit: this browser has no more room for the page\.$/);
  await page.reload();
  await player.loaded('small');
  await lists(player, 'small 2 s');
});
