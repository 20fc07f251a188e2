/** BVH that `marey convert` writes, as three's BVHLoader reads it in a browser. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { emptyFolder, marey, samePoses, somePositions, sources } from './support/marey.mjs';
import { posed, threePage } from './support/three-page.mjs';

const page = await threePage();

/** Whether three reads it as it is meant. It knows one root, tells joints by their names, which are words, and adds positions to the offset. @param {string} text */
function isForThree(text) {
  const offsets = [...text.matchAll(/(?:ROOT|JOINT)[^{]*\{\s*OFFSET (\S+) (\S+) (\S+)\s*CHANNELS (\d+)/g)];
  const names = [...text.matchAll(/(?:ROOT|JOINT) ([^\n]*)/g)].map(([, name]) => name);
  const moved = offsets.filter(([, , , , channels]) => Number(channels) === 6);
  const apart = new Set(names).size === names.length && names.every((name) => /^[\w-]+$/.test(name));
  return apart && (text.match(/^ROOT/gm) ?? []).length === 1 && moved.every(([, x, y, z]) => Math.hypot(Number(x), Number(y), Number(z)) === 0);
}

test("three's BVHLoader has every joint where Marey has it", async (t) => {
  const folder = await emptyFolder('bvh');
  let [compared, others] = [0, 0];
  for (const source of await sources('bvh', 'acclaim', 'skel')) {
    const path = join(folder, `${source.name}.bvh`);
    // The Sims' bones may move at any joint, and some ask for more than BVH has.
    const done = await marey('convert', ...source.files, path).then(() => true, () => false);
    const text = done ? await readFile(path, 'utf8') : '';
    if (!isForThree(text)) {
      others += 1;
      continue;
    }
    const told = await somePositions(source);
    const made = await page.evaluate(posed, { text, times: told.poses.map(({ time }) => time) });
    samePoses(source, told, made.poses);
    compared += 1;
  }
  t.diagnostic(`${compared} clips compared; ${others} have several roots, names that repeat or are no words, or positions at joints with an offset, which three reads otherwise`);
  assert.ok(compared > 60, `${compared} compared, ${others} not`);
});
