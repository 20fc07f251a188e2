/** Thousands of files: they are looked through, the first are taken, the rest on demand; nothing of it holds up the page. */
import assert from 'node:assert/strict';
import { amc, asf } from './support/acclaim.mjs';
import { stick, walker } from './support/clips.mjs';
import { onDisk } from './support/disk.mjs';
import { scenes, until } from './support/scenes.mjs';
import { WIDE, isInView, leads } from './support/list.mjs';
import { zip } from './support/zip.mjs';

const { scene } = await scenes({ loads: 'Dance' });

/** The folders are as slow as a test wants them. */
function gate() {
  const scope = /** @type {any} */ (globalThis);
  let opened = new Promise((resolve) => { scope.openFolders = resolve; });
  scope.closeFolders = () => { opened = new Promise((resolve) => { scope.openFolders = resolve; }); };
  const { webkitGetAsEntry: get } = DataTransferItem.prototype;
  DataTransferItem.prototype.webkitGetAsEntry = function entryOf() {
    const entry = /** @type {FileSystemDirectoryEntry} */ (get.call(this));
    const { createReader: create } = entry;
    entry.createReader = () => {
      const reader = create.call(entry);
      const read = reader.readEntries.bind(reader);
      reader.readEntries = (...args) => { opened.then(() => read(...args)); };
      return reader;
    };
    return entry;
  };
}

scene('a folder of two thousand files is looked through, which can be cancelled; 500 are taken, then the rest', { ...WIDE, scripts: [gate] }, async ({ page, player }) => {
  const takes = (/** @type {string} */ day, /** @type {number} */ length) => Array.from({ length }, (_, index) => [`${day}/${day} ${index + 1}.bvh`, stick()]);
  const root = await onDisk('session', {
    ...Object.fromEntries([...takes('day 2', 400), ...takes('day 10', 1598)]),
    'day 1/marcher.asf': asf(), 'day 1/march 1.amc': amc(), 'day 1/march 2.amc': amc(), 'notes.txt': 'not a motion',
  });
  const looking = player.find('.seeking').getByText('Looking through session');
  for (const cancel of [() => page.keyboard.press('Escape'), () => player.button('Cancel').click()]) {
    await player.dropFromDisk(root);
    await looking.waitFor();
    await cancel();
    await looking.waitFor({ state: 'detached' });
    await page.evaluate(() => { /** @type {any} */ (globalThis).openFolders(); /** @type {any} */ (globalThis).closeFolders(); });
  }
  assert.equal(await player.find('.welcome').isVisible(), true, 'nothing was taken');

  await page.evaluate(() => /** @type {any} */ (globalThis).openFolders());
  await player.dropFromDisk(root);
  await player.loaded('march 1');
  assert.equal(await player.run((element) => element.clips[0].skeletonFile), 'marcher.asf');
  const note = player.find('.rest');
  await note.getByText('500 of 2,000 taken').waitFor();
  assert.equal(await player.find('.summary .count').innerText(), '500 clips');
  const made = () => player.find('.library .row').count();
  assert.ok(await made() < 400, `${await made()} rows`);

  await player.button('Take the rest').click();
  await until('all are there', async () => await player.find('.summary .count').innerText() === '2,000 clips');
  assert.equal(await note.isVisible(), false);
  assert.equal((await player.state()).name, 'march 1', 'the clip that plays goes on');
  assert.ok(await made() < 400, `${await made()} rows`);

  // What is chosen among them comes into view, wherever it is.
  await player.press('/');
  await page.keyboard.type('day 10 1500');
  await leads(player, 'day 10 1500', 'Enter');
  await player.press('/', 'Escape');
  await player.focus();
  await leads(player, 'day 10 1501', 'PageDown');
  await until('it is in view', () => isInView(player));
  // So is what is scrolled to, and it is read then, before all other rows that are made there.
  const first = await player.find('.library .scroll').evaluate((scroll) => {
    const before = new Set(scroll.querySelectorAll('.row'));
    const { top, bottom } = scroll.getBoundingClientRect();
    scroll.scrollTo(0, scroll.scrollHeight / 2);
    return new Promise((/** @type {(first: { early: number, late: number }) => void} */ resolve) => {
      new MutationObserver((_, observer) => {
        const rows = [...scroll.querySelectorAll('.row')].filter((row) => !before.has(row)).map((row) => {
          const box = row.getBoundingClientRect();
          // The row under the pointer shows its button in place of its length, so the rendered text would not do.
          return { read: / s$/.test(row.textContent), seen: box.bottom > top && box.top < bottom };
        });
        if (!rows.some(({ read }) => read)) return;
        observer.disconnect();
        resolve({ early: rows.filter(({ read, seen }) => read && !seen).length, late: rows.filter(({ read, seen }) => seen && !read).length });
      }).observe(scroll, { subtree: true, childList: true, characterData: true, attributes: true });
    });
  });
  assert.ok(first.early === 0 || first.late === 0, JSON.stringify(first));
});

scene('an archive, and hundreds of files at once, keep to the same number', WIDE, async ({ player }) => {
  const many = Array.from({ length: 510 }, (_, index) => ({ name: `take ${index + 1}.bvh`, text: stick(), stored: true }));
  await player.opens('take 1', { name: 'takes.zip', text: zip(many) });
  await player.find('.rest').getByText('500 of 510 taken').waitFor();
  await player.button('Leave the rest').click();
  await player.find('.rest').waitFor({ state: 'hidden' });
  await player.opens('new take 1', ...many.map(({ name }) => ({ name: `new ${name}`, text: walker() })));
  await player.find('.rest').getByText('500 of 510 taken').waitFor();
  await until('they are there', async () => await player.find('.summary .count').innerText() === '1,000 clips');
});
