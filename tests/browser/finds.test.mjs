// of: page, wall
/** Thousands of files: the page searches them, opens the first ones and the rest on demand, and stays responsive. */
import assert from 'node:assert/strict';
import { onlyDeep } from '../support/deep.mjs';
import { amc, asf } from './support/acclaim.mjs';
import { stick, walker } from './support/clips.mjs';
import { onDisk } from './support/disk.mjs';
import { scenes, until } from './support/scenes.mjs';
import { WIDE, isInView, pressFor } from './support/list.mjs';
import { zip } from './support/zip.mjs';

const { scene } = await scenes({ loads: 'Dance' });

function gate() {
  const scope = /** @type {any} */ (globalThis);
  let opened = new Promise((resolve) => {
    scope.openFolders = resolve;
  });
  scope.closeFolders = () => {
    opened = new Promise((resolve) => {
      scope.openFolders = resolve;
    });
  };
  const { webkitGetAsEntry: get } = DataTransferItem.prototype;
  DataTransferItem.prototype.webkitGetAsEntry = function entryOf() {
    const entry = /** @type {FileSystemDirectoryEntry} */ (get.call(this));
    const { createReader: create } = entry;
    entry.createReader = () => {
      const reader = create.call(entry);
      const read = reader.readEntries.bind(reader);
      reader.readEntries = (...args) => {
        opened.then(() => read(...args));
      };
      return reader;
    };
    return entry;
  };
}

scene.deep(
  'the search of a folder of two thousand files can be cancelled; 500 files are opened, then the rest',
  { ...WIDE, scripts: [gate] },
  async ({ page, player }) => {
    const takes = (/** @type {string} */ day, /** @type {number} */ length) =>
      Array.from({ length }, (_, index) => [`${day}/${day} ${index + 1}.bvh`, stick()]);
    const root = await onDisk('session', {
      ...Object.fromEntries([...takes('day 2', 400), ...takes('day 10', 1598)]),
      'day 1/marcher.asf': asf(),
      'day 1/march 1.amc': amc(),
      'day 1/march 2.amc': amc(),
      'notes.txt': 'not a motion',
    });
    const looking = player.find('.seeking').getByText('Looking through session');
    for (const cancel of [() => page.keyboard.press('Escape'), () => player.button('Cancel').click()]) {
      await player.dropFromDisk(root);
      await looking.waitFor();
      await cancel();
      await looking.waitFor({ state: 'detached' });
      await page.evaluate(() => {
        /** @type {any} */ (globalThis).openFolders();
        /** @type {any} */ (globalThis).closeFolders();
      });
    }
    assert.equal(await player.find('.welcome').isVisible(), true, 'nothing was opened');

    await page.evaluate(() => /** @type {any} */ (globalThis).openFolders());
    await player.dropFromDisk(root);
    await player.loaded('march 1');
    assert.equal(await player.run((element) => element.clips[0].skeletonFile), 'marcher.asf');
    const note = player.find('.rest');
    await note.getByText('500 of 2,000 opened').waitFor();
    assert.equal(await player.find('.summary .count').innerText(), '500 clips');
    const made = () => player.find('.library .row').count();
    assert.ok((await made()) < 400, `${await made()} rows`);

    await player.button('Open the rest').click();
    await until('all are loaded', async () => (await player.find('.summary .count').innerText()) === '2,000 clips');
    assert.equal(await note.isVisible(), false);
    assert.equal((await player.state()).name, 'march 1', 'the current clip stays');
    assert.ok((await made()) < 400, `${await made()} rows`);

    await player.press('/');
    await page.keyboard.type('day 10 1500');
    await pressFor(player, 'day 10 1500', 'Enter');
    await player.press('/', 'Escape');
    await player.focus();
    await pressFor(player, 'day 10 1501', 'PageDown');
    await until('it is in view', () => isInView(player));
    // So do rows that are scrolled to; they are read before all other rows in view.
    const first = await player.find('.library .scroll').evaluate((scroll) => {
      const before = new Set(scroll.querySelectorAll('.row'));
      const { top, bottom } = scroll.getBoundingClientRect();
      scroll.scrollTo(0, scroll.scrollHeight / 2);
      return new Promise((/** @type {(first: { early: number, late: number }) => void} */ resolve) => {
        new MutationObserver((_, observer) => {
          const rows = [...scroll.querySelectorAll('.row')]
            .filter((row) => !before.has(row))
            .map((row) => {
              const box = row.getBoundingClientRect();
              // The row under the pointer shows its button in place of its length, which the rendered text would miss.
              return { read: / s$/.test(row.textContent), seen: box.bottom > top && box.top < bottom };
            });
          if (!rows.some(({ read }) => read)) return;
          observer.disconnect();
          resolve({
            early: rows.filter(({ read, seen }) => read && !seen).length,
            late: rows.filter(({ read, seen }) => seen && !read).length,
          });
        }).observe(scroll, { subtree: true, childList: true, characterData: true, attributes: true });
      });
    });
    assert.ok(first.early === 0 || first.late === 0, JSON.stringify(first));
  },
);

scene('an archive, and hundreds of files at once, have the same limit', { ...WIDE, skip: onlyDeep }, async ({ player }) => {
  const many = Array.from({ length: 510 }, (_, index) => ({ name: `take ${index + 1}.bvh`, text: stick(), stored: true }));
  await player.opens('take 1', { name: 'takes.zip', text: zip(many) });
  await player.find('.rest').getByText('500 of 510 opened').waitFor();
  await player.button('Skip the rest').click();
  await player.find('.rest').waitFor({ state: 'hidden' });
  await player.opens('new take 1', ...many.map(({ name }) => ({ name: `new ${name}`, text: walker() })));
  await player.find('.rest').getByText('500 of 510 opened').waitFor();
  await until('they are loaded', async () => (await player.find('.summary .count').innerText()) === '1,000 clips');
});
