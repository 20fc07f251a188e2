// of: player, controls, share, marks, marey_write
/** What pages are told of the range, the marks and what is saved, whoever changes or asks for it. */
import assert from 'node:assert/strict';
import { walker } from './support/clips.mjs';
import { openSharing, unfold } from './support/sharing.mjs';
import { framesLater, scenes, until } from './support/scenes.mjs';

const { row, server } = await scenes();
const told = row({
  path: server.page('/told.html', '<marey-player controls share="/" src="/walker.bvh"></marey-player>'),
  size: [900, 600],
  loads: 'walker',
});

/** Notes the details of events from now on. @param {Player} player @param {'rangechange' | 'markschange'} type */
const note = (player, type) =>
  player.run((element, name) => {
    const scope = /** @type {any} */ (globalThis);
    scope.told = [];
    element.addEventListener(name, (event) => scope.told.push(/** @type {CustomEvent} */ (event).detail));
  }, type);
/** @param {Player} player @param {unknown[]} wanted */
async function heard({ page }, wanted) {
  await framesLater(page, 3);
  assert.deepEqual(await page.evaluate(() => /** @type {any} */ (globalThis).told), wanted);
}

told('every change of the marks is told once, by scripts and keys', async ({ player }) => {
  await note(player, 'markschange');
  await player.run((element) => {
    element.marks = 'step@1.2';
    element.marks = 'step@1.2';
  });
  await player.holdAt(0.5);
  await player.hotkey('e');
  await until('the key has made a mark', () => player.run((element) => element.marks?.includes(';')));
  await player.run((element) => {
    element.marks = null;
  });
  await heard(player, [{ marks: 'step@1.2' }, { marks: 'step@1.2; Event 2@0.5' }, { marks: null }]);
});

told('a page may save what a person saves: files that belong together come in one event', async ({ page, player }) => {
  await player.run((element) => {
    const scope = /** @type {any} */ (globalThis);
    scope.taken = [];
    element.addEventListener('beforesave', (event) => {
      event.preventDefault();
      const { files } = /** @type {CustomEvent<{ files: File[] }>} */ (event).detail;
      scope.taken.push(files.map(({ name, size, type }) => [name, size > 100, type]));
    });
  });
  let downloads = 0;
  page.on('download', () => {
    downloads += 1;
  });
  const taken = () => page.evaluate(() => /** @type {any} */ (globalThis).taken);
  await openSharing(player);
  await unfold(player, 'motion');
  await player.find('[data-section="motion"]').getByRole('combobox', { name: 'Format' }).selectOption('asf');
  await player.button('Save motion').click();
  await until('the motion is taken', async () => (await taken()).length === 1);
  await unfold(player, 'picture');
  await player.button('Save PNG').click();
  await until('the picture is taken', async () => (await taken()).length === 2);
  const [motion, picture] = await taken();
  assert.deepEqual(
    motion.map((/** @type {[string, boolean]} */ [name, full]) => [name, full]),
    [
      ['walker.asf', true],
      ['walker.amc', true],
    ],
  );
  assert.deepEqual(picture, [['walker-0.50s.png', true, 'image/png']]);
  await framesLater(page, 3);
  assert.equal(downloads, 0, 'the browser saves nothing');
  assert.equal(
    await player.find('.live, [aria-live]').filter({ hasText: 'Saved' }).count(),
    0,
    'the player does not say that it has saved',
  );
});

told('every change of the range is told once, by scripts, keys and other clips', async ({ player }) => {
  await note(player, 'rangechange');
  await player.run((element) => {
    element.loopRange = [0.5, 1.5];
    element.loopRange = [0.5, 1.5];
  });
  await player.holdAt(1);
  await player.hotkey(']');
  await player.run(
    (element, text) => {
      element.srcObject = new File([text], 'other.bvh');
    },
    walker({ frames: 60 }),
  );
  await player.loaded('other');
  await heard(player, [{ range: [0.5, 1.5] }, { range: [0.5, 1] }, { range: null }]);
});
