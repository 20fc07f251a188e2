// of: player
/** three's BVHLoader reads what `marey convert` writes as BVH. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { emptyFolder, info, marey, samePoses, somePositions, sources } from './support/marey.mjs';
import { posed, threePage } from './support/three-page.mjs';

const page = await threePage();

test("three's BVHLoader has every joint where Marey has it", async (t) => {
  const folder = await emptyFolder('bvh');
  let [compared, refused] = [0, 0];
  for (const source of await sources('bvh', 'acclaim', 'skel')) {
    const path = join(folder, `${source.name}.bvh`);
    // Where another size would be guessed from the figure in the file's own unit, it would be written in centimetres.
    const { metres_per_unit: unit } = await info(source);
    const done = await marey('convert', '--unit', String(unit), ...source.files, path).then(
      () => true,
      () => false,
    );
    if (!done) {
      refused += 1;
      continue;
    }
    const text = await readFile(path, 'utf8');
    const expected = await somePositions(source);
    const made = await page.evaluate(posed, { text, times: expected.poses.map(({ time }) => time) });
    // Several roots become children of an added one.
    const added = expected.joints.filter(({ parent }) => parent === null).length > 1 ? 1 : 0;
    samePoses(
      source,
      expected,
      made.poses.map((pose) => pose.slice(added)),
    );
    compared += 1;
  }
  t.diagnostic(`${compared} clips compared; ${refused} cannot be BVH`);
  assert.ok(compared > 120, `${compared} compared, ${refused} not`);
});
