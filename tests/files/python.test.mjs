// of: player
/** NumPy, Python's csv and pygltflib read what `marey convert` writes as NPZ, CSV and glTF. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pythonSite, run } from '../hosts/support/site.mjs';
import { emptyFolder, info, marey, positions, sources, UPRIGHT } from './support/marey.mjs';

/** Longer clips would fill the list passed to Python. */
const MOST_FRAMES = 400;

test('NumPy, csv and pygltflib have every joint where Marey has it', async (t) => {
  /** @type {string} */
  let site;
  try {
    site = await pythonSite('files');
  } catch (error) {
    t.skip(`SKIPPED, no Python packages here: ${/** @type {Error} */ (error).message.slice(0, 300)}`);
    return;
  }
  const folder = await emptyFolder('python');
  const clips = [];
  for (const source of await sources('bvh', 'acclaim', 'skel', 'hanim')) {
    const { frame_count: count } = await positions(source, []);
    if (count > MOST_FRAMES) continue;
    const expected = await positions(
      source,
      Array.from({ length: count }, (_, frame) => frame),
    );
    // Of two frames at one time, which are a jump, `positions` returns the second one twice.
    if (new Set(expected.poses.map(({ time }) => time)).size < count) continue;
    const known = await info(source);
    const files = Object.fromEntries(['npz', 'csv', 'glb'].map((extension) => [extension, join(folder, `${source.name}.${extension}`)]));
    for (const path of Object.values(files)) {
      const first = path.endsWith('glb') ? [] : ['--behaviour', known.behaviours[0].name];
      await marey('convert', '--sites', ...first, ...source.files, path);
    }
    clips.push({
      name: source.name,
      ...files,
      positions: expected,
      metres: known.metres_per_unit,
      // The rows of the matrix that turns the file's axes.
      upright: [0, 1, 2].map((row) =>
        [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ].map((axis) => UPRIGHT[known.up.axis](axis)[row]),
      ),
      // In HAnim there may be other transforms between a joint and its parent.
      rigid: !source.name.startsWith('hanim'),
    });
  }
  const list = join(folder, 'clips.json');
  await writeFile(list, JSON.stringify(clips));
  const output = await run(site, 'python', ['-W', 'error::RuntimeWarning', 'read.py', list]);
  assert.match(output, /clips compared/);
  assert.ok(clips.length > 100, `${clips.length} clips`);
  t.diagnostic(output.trim());
});
