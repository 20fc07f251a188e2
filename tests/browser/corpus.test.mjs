// of: page, marey_web, marey_mocap, marey_hanim, marey_arrays
/** Real files, if there are any: each (without --deep every fourth) is dropped on the page and shows a figure, or an error with its place. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { scenes, until } from './support/scenes.mjs';

const corpus = process.env.MAREY_CORPUS;

if (!corpus) {
  test('every file of a corpus shows a figure', { skip: 'no corpus (MAREY_CORPUS)' }, () => {});
} else {
  const folder = join(corpus, 'corpus/bvh');
  const files = (await readdir(folder)).filter((name) => /\.bvh$/i.test(name)).sort();
  const { row } = await scenes();
  const drop = row({ size: [640, 400] });
  test('the corpus has files', () => assert.ok(files.length > 0, folder));

  for (const [index, name] of files.entries()) {
    (index % 4 ? drop.deep : drop)(`${name} shows a figure, or an error with its place`, async ({ player }) => {
      // The events are to be those of the file, not of the clip before.
      await until('the clip before is complete', async () => {
        const { draws, ready, error } = await player.state();
        return draws > 0 && (ready === 4 || error);
      });
      await player.record('cliploaded', 'error');
      await player.dropFromDisk(join(folder, name));
      const outcome = await until('a figure or an error', async () => (await player.events())[0], 60_000);
      if (outcome === 'error') {
        const fault = await player.run((element) => element.error);
        assert.ok(fault && (fault.line || fault.byte), `no place: ${JSON.stringify(fault)}`);
        return;
      }
      const middle = await player.run((element) => {
        element.pause();
        element.currentTime = element.duration / 2;
        return element.frameCount;
      });
      await player.settle();
      if (middle === 0) return;
      const [left, top, right, bottom] = await player.run((element) => element.figureBox);
      const free = await player.free();
      const place = `${[left, top, right, bottom].map(Math.round)} in ${free.right} x ${free.bottom}`;
      assert.ok(
        left >= -1 && top >= -1 && right <= free.right + 1 && bottom <= free.bottom + 1,
        `the figure is in the free area: ${place}`,
      );
      assert.ok(Math.max((right - left) / free.right, (bottom - top) / free.bottom) > 0.05, `and large enough to see: ${place}`);
    });
  }
}
