// of: page
/** Clips kept in the browser: the question, the messages, the restore after a reload, and the deletion. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { onlyDeep } from '../support/deep.mjs';
import { amc, asf, obj } from './support/acclaim.mjs';
import { stick, walker } from './support/clips.mjs';
import { onDisk } from './support/disk.mjs';
import { WIDE, pick } from './support/list.mjs';
import { Player } from './support/player.mjs';
import { scenes, until } from './support/scenes.mjs';
import { listReads } from './support/page.mjs';

const { scene, server } = await scenes({ loads: 'Dance' });

/** @param {Player} player */
const keepSwitch = (player) => player.root.getByRole('switch', { name: 'Keep these clips in this browser' });

/** Waits for this message below the switch. @param {Player} player @param {RegExp} says */
const message = (player, says) => player.find('.keep p').filter({ hasText: says }).waitFor();

/** How many files the page has stored; -1 without a database. @param {Player} player */
const stored = (player) =>
  player.run(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'marey')) return -1;
    const open = indexedDB.open('marey');
    // The database may have been deleted meanwhile: abort instead of creating an empty one.
    open.onupgradeneeded = () => open.transaction?.abort();
    const there = await new Promise((resolve) => {
      open.onsuccess = () => resolve(true);
      open.onerror = () => resolve(false);
    });
    if (!there) return -1;
    const count = open.result.transaction('files').objectStore('files').count();
    await new Promise((resolve) => {
      count.onsuccess = resolve;
    });
    open.result.close();
    return count.result;
  });

scene(
  'kept clips come back after a reload with everything that belongs to them, but not beside a link; a removed one is deleted',
  WIDE,
  async ({ page, player }) => {
    const root = await onDisk('session', {
      'marcher.asf': asf(),
      'marcher.obj': obj(),
      'march 1.amc': amc(),
      'march 2.amc': amc(),
      'dances/waltz.bvh': stick(),
      'dances/tango.bvh': walker(),
    });
    await player.dropFromDisk(root);
    await player.loaded('march 1');
    const all = ['marcher.asf', 'march 1 1 s', 'march 2 1 s', 'tango 3 s', 'waltz 2 s'];
    await listReads(player, ...all);
    assert.equal(await keepSwitch(player).isChecked(), false);
    assert.equal(await stored(player), -1, 'nothing is kept unasked');
    await keepSwitch(player).check();
    await message(player, /^6 files, [\d.]+ kB, kept until you switch this off\. Nothing is uploaded\.$/);
    assert.equal(await stored(player), 6);
    await pick(player, 'tango');

    await rm(root, { recursive: true });
    await page.reload();
    await player.loaded('tango');
    await listReads(player, ...all);
    assert.equal(await player.find('.welcome').isVisible(), false);
    assert.equal(await keepSwitch(player).isChecked(), true);
    await pick(player, 'march 2');
    assert.equal(await player.run((element) => element.clips[0].skeletonFile), 'marcher.asf');
    await player.find('.library .row').filter({ hasText: 'waltz' }).hover();
    await player.button('Remove waltz.bvh').click();
    await until('its copy is deleted', async () => (await stored(player)) === 5);

    await player.visits(server.url('#url=samples/walk.bvh'), 'walk');
    await player.find('.origin').waitFor();
    assert.equal(await player.find('.library').count(), 0);
    await player.opens('more', { name: 'more.bvh', text: stick() });
    await until('it is kept with the others', async () => (await stored(player)) === 6);
    await until(
      'the list has all of them',
      async () =>
        (await player.list()).map((line) => line.replace(/ [\d.]+ s$/, '')).join() === 'walk,more,marcher.asf,march 1,march 2,tango',
    );

    await keepSwitch(player).uncheck();
    await until('all is deleted', async () => (await stored(player)) === -1);
    await page.goto(server.url());
    await page.reload();
    await player.loaded('Dance');
    assert.equal(await player.find('.welcome').isVisible(), true);
  },
);

scene.deep('kept clips come back in the order in which they came, whatever their sizes', WIDE, async ({ page, player }) => {
  const long = stick().trimEnd() + '\n'.repeat(20_000_000);
  const root = await onDisk('orders', { 'a.bvh': long, 'b.bvh': stick(), 'c.bvh': stick() });
  await player.dropFromDisk(root);
  await player.loaded('a');
  await keepSwitch(player).check();
  await until('they are kept', async () => (await stored(player)) === 3);
  await page.reload();
  await listReads(player, 'a 2 s', 'b 2 s', 'c 2 s');
});

scene.deep('kept clips are visible after a reload on a phone, too', WIDE, async ({ page, player }) => {
  await player.opens('waltz', { name: 'waltz.bvh', text: stick() });
  await keepSwitch(player).check();
  await until('it is kept', async () => (await stored(player)) === 1);
  await page.setViewportSize({ width: 390, height: 780 });
  await page.reload();
  await player.loaded('waltz');
  await listReads(player, 'waltz 2 s');
});

scene.deep(
  'without room or storage the page says so in plain words; every file is kept by itself',
  {
    ...WIDE,
    scripts: [
      () => {
        const scope = /** @type {any} */ (globalThis);
        const { add } = IDBObjectStore.prototype;
        IDBObjectStore.prototype.add = function some(/** @type {any} */ row) {
          if (/^large/.test(row.name)) throw new DOMException('', 'QuotaExceededError');
          const added = add.call(this, row);
          if (/^broken/.test(row.name)) this.transaction.abort();
          return added;
        };
        const { open } = IDBFactory.prototype;
        IDBFactory.prototype.open = function refuse(/** @type {[string]} */ ...args) {
          if (scope.refuses) throw new DOMException('', 'SecurityError');
          return open.apply(this, args);
        };
        const { transaction } = IDBDatabase.prototype;
        IDBDatabase.prototype.transaction = function close(/** @type {[string]} */ ...args) {
          if (scope.closes) {
            scope.closes = false;
            this.close();
          }
          return transaction.apply(this, args);
        };
      },
    ],
  },
  async ({ page, player }) => {
    await player.opens('small', { name: 'small.bvh', text: stick() });
    const becomes = (/** @type {string} */ what, /** @type {boolean} */ now) =>
      page.evaluate(
        ([name, is]) => {
          /** @type {any} */ (globalThis)[/** @type {string} */ (name)] = is;
        },
        [what, now],
      );
    await becomes('refuses', true);
    await keepSwitch(player).click();
    await message(player, /^This browser does not let the page keep files\./);
    assert.equal(await keepSwitch(player).isChecked(), false);
    await becomes('refuses', false);
    await keepSwitch(player).click();
    await message(player, /^1 file, /);
    await player.drop(
      { name: 'a.bvh', text: stick() },
      { name: 'large.bvh', text: `${stick()}\n` },
      { name: 'broken.bvh', text: stick() },
      { name: 'z.bvh', text: stick() },
    );
    await message(
      player,
      /^3 files, .* large\.bvh did not fit: this browser gives the page no more storage\. broken\.bvh could not be kept: this browser reports an error\.$/,
    );
    // After the browser closes the connection the page opens another one.
    await becomes('closes', true);
    await player.drop({ name: 'later.bvh', text: stick() });
    await message(player, /^4 files, /);
    assert.equal(await keepSwitch(player).isChecked(), true);
    await page.reload();
    await player.loaded('later');
    await listReads(player, 'small 2 s', 'a 2 s', 'z 2 s', 'later 2 s');
  },
);

/** A page without our script, where a test can write records of another version or another day. */
const EMPTY = server.put('/empty.html', { body: '<!doctype html><html lang="en"><title>Nothing</title></html>', type: 'text/html' });

/**
 * Writes rows into the database, as an earlier visit could have left them.
 * @param {Player} player
 * @param {{ rows?: Record<string, unknown>[], flag?: string | null, version?: number, store?: string }} what a row's text becomes its blob
 */
async function writeRows({ page }, { rows = [], flag = '/good.bvh', version = 1, store = 'files' }) {
  await page.goto(EMPTY);
  await page.evaluate(
    async (left) => {
      const gone = indexedDB.deleteDatabase('marey');
      await new Promise((resolve) => {
        gone.onsuccess = resolve;
      });
      const open = indexedDB.open('marey', left.version);
      open.onupgradeneeded = () => open.result.createObjectStore(left.store, { keyPath: 'id', autoIncrement: true });
      await new Promise((resolve) => {
        open.onsuccess = resolve;
      });
      const change = open.result.transaction(left.store, 'readwrite');
      for (const { text, ...row } of left.rows)
        change.objectStore(left.store).add({ ...row, ...(typeof text === 'string' && { blob: new Blob([text]) }) });
      await new Promise((resolve) => {
        change.oncomplete = resolve;
      });
      open.result.close();
      if (left.flag !== null) localStorage.setItem('marey-keep', left.flag);
    },
    { rows, flag, version, store },
  );
}
const GOOD = { name: 'good.bvh', folder: '', kind: 'bvh', date: 0, text: stick() };

scene.deep(
  'records without a name or bytes are skipped, deleted and counted; other missing fields get defaults',
  { ...WIDE, path: null, loads: null },
  async ({ page, player }) => {
    const { name: _, ...nameless } = GOOD;
    const { text: __, ...empty } = GOOD;
    await writeRows(player, {
      rows: [
        nameless,
        { ...empty, name: 'empty.bvh' },
        { ...empty, name: 'text.bvh', blob: 'text' },
        { ...GOOD, name: '' },
        GOOD,
        { name: 'bare.bvh', text: stick() },
        { ...GOOD, name: 'later.bvh', kind: 'of a later version', folder: 7, date: '7' },
      ],
    });
    await page.goto(server.url());
    await player.loaded('good');
    await listReads(player, 'good 2 s', 'bare 2 s', 'later 2 s');
    await message(player, /^3 files, .* 4 files of an earlier visit could not be read again\.$/);
    assert.equal(await stored(player), 3, 'the others are deleted');

    await writeRows(player, { rows: [{ ...empty, name: 'empty.bvh' }] });
    await page.goto(server.url());
    await player.find('.toast').getByText('1 file of an earlier visit could not be read again.').waitFor();
    await player.loaded('Dance');
    await player.find('.welcome').waitFor();
    await until('it is deleted', async () => (await stored(player)) === 0);
  },
);

scene.deep(
  'a database of a later version or of another page does not keep the page from starting',
  { ...WIDE, path: null, loads: null },
  async ({ page, player }) => {
    await writeRows(player, { version: 7, rows: [GOOD] });
    await page.goto(server.url());
    await player.loaded('good');
    await message(player, /^1 file, /);
    await keepSwitch(player).uncheck();
    await until('all is deleted', async () => (await stored(player)) === -1);

    await writeRows(player, { version: 3, store: 'other' });
    await page.goto(server.url());
    await player.loaded('Dance');
    await player.opens('good', { name: 'good.bvh', text: stick() });
    await message(player, /^1 file, /);
    assert.equal(await stored(player), 1);
  },
);

scene.deep(
  'what is shown as off is deleted, also after the rest of the storage was cleared; what cannot be deleted is shown as on',
  {
    ...WIDE,
    path: null,
    loads: null,
    scripts: [
      () => {
        const { clear } = IDBObjectStore.prototype;
        IDBObjectStore.prototype.clear = function fail() {
          if (sessionStorage.getItem('fails')) throw new DOMException('', 'UnknownError');
          return clear.call(this);
        };
        const { deleteDatabase } = IDBFactory.prototype;
        IDBFactory.prototype.deleteDatabase = function fail(/** @type {string} */ name) {
          if (sessionStorage.getItem('fails')) throw new DOMException('', 'UnknownError');
          return deleteDatabase.call(this, name);
        };
      },
    ],
  },
  async ({ page, player }) => {
    await writeRows(player, { rows: [GOOD], flag: null });
    await page.goto(server.url());
    await player.loaded('Dance');
    await until('it is deleted', async () => (await stored(player)) === -1);

    await player.opens('good', { name: 'good.bvh', text: stick() });
    await keepSwitch(player).check();
    await message(player, /^1 file, /);
    await page.evaluate(() => sessionStorage.setItem('fails', 'yes'));
    await keepSwitch(player).click();
    await message(player, /^The kept files could not be deleted\.$/);
    assert.equal(await keepSwitch(player).isChecked(), true);
    assert.equal(await stored(player), 1);
    await page.evaluate(() => sessionStorage.removeItem('fails'));
    await keepSwitch(player).click();
    await until('it is deleted', async () => (await stored(player)) === -1);
    assert.equal(await keepSwitch(player).isChecked(), false);
  },
);

scene(
  'two tabs agree on the switch, each keeps its own clips, and neither waits for the other',
  { ...WIDE, skip: onlyDeep },
  async ({ page, player, context }) => {
    await player.opens('ours', { name: 'ours.bvh', text: stick() });
    const other = new Player(await context.newPage());
    await other.page.goto(server.url());
    await other.opens('theirs', { name: 'theirs.bvh', text: stick() });
    const both = (/** @type {boolean} */ on) =>
      until(`both are ${on}`, async () => (await keepSwitch(player).isChecked()) === on && (await keepSwitch(other).isChecked()) === on);
    await keepSwitch(player).check();
    await both(true);
    await until('both keep their clips', async () => (await stored(player)) === 2);
    await keepSwitch(other).uncheck();
    await both(false);
    await until('all is deleted', async () => (await stored(player)) === -1);
    await keepSwitch(other).check();
    await both(true);
    await until('both keep their clips again', async () => (await stored(player)) === 2);

    // A page that keeps its connection open: the records are deleted at once, the database when the page closes it.
    const holder = await context.newPage();
    await holder.goto(EMPTY);
    await holder.evaluate(async () => {
      const open = indexedDB.open('marey');
      await new Promise((resolve) => {
        open.onsuccess = resolve;
      });
      Object.assign(globalThis, { held: open.result });
    });
    await keepSwitch(player).uncheck();
    await both(false);
    await until('it is empty', () =>
      holder.evaluate(
        () =>
          new Promise((resolve) => {
            const count = /** @type {any} */ (globalThis).held.transaction('files').objectStore('files').count();
            count.onsuccess = () => resolve(count.result === 0);
          }),
      ),
    );

    // A database that waits for its deletion cannot be opened: a page that should restore clips starts without them.
    await page.evaluate(() => localStorage.setItem('marey-keep', ''));
    await page.reload();
    await player.find('.toast').getByText('The clips of an earlier visit cannot be read now.').waitFor();
    await player.loaded('Dance');
    await holder.close();
    await player.opens('ours', { name: 'ours.bvh', text: stick() });
    await message(player, /^[12] files?, /);
  },
);
