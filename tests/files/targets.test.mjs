// of: player, marey_targets
/** The page writes motions with the rig of another program as `marey convert --as` does. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { walker } from '../browser/support/clips.mjs';
import { module, modules, packetsOf, readerOf } from '../browser/support/modules.mjs';
import { DEEP } from '../support/deep.mjs';
import { X } from '../../www/share/strings.js';
import { emptyFolder, fileAt, marey } from './support/marey.mjs';

const made = { ...(await modules()), targets: await module('marey_targets') };
const folder = await emptyFolder('targets');
const RIGS = Object.keys(X.rigs);
/** Rigs of each kind: names alone, bones along x, own axes, frames added, the figure placed. */
const SOME = ['mixamo', 'lafan1', 'soma', 'second-life', 'humanml3d22'];

before(() => writeFile(join(folder, 'walker.bvh'), walker({ speed: 100 })));

/** Writes a motion by both, and compares the files. @param {string} path @param {string} as @param {'bvh' | 'npy'} format */
async function compare(path, as, format) {
  const out = join(folder, `out.${format}`);
  const [told] = JSON.parse(await marey('convert', '--json', '--force', '--as', as, path, out));
  const { name, bytes } = await fileAt(path);
  const packets = new Uint8Array(Buffer.concat(packetsOf(readerOf(name, bytes, made).glue, name, [bytes], [])));
  const [file] = made.targets.glue.writeAs(packets, { rig: as, format, behaviour: 0 });
  assert.equal(file.extension, format);
  assert.deepEqual(file.changes.notes, told.notes, as);
  assert.ok(Buffer.from(file.bytes).equals(await readFile(out)), `${as}, ${format}: other bytes`);
}

test('every rig of the program can be chosen', async () => {
  const help = await marey('convert', '--help');
  for (const as of RIGS) assert.ok(help.includes(as), as);
});

test('a walk has the same bytes for each rig, and so have its positions', async () => {
  for (const as of DEEP ? RIGS : SOME) await compare(join(folder, 'walker.bvh'), as, 'bvh');
  await compare(join(folder, 'walker.bvh'), 'humanml3d22', 'npy');
});

test('a figure that has the rig keeps its bones in both', async () => {
  const path = join(folder, 'own.bvh');
  await marey('convert', '--as', 'mixamo', join(folder, 'walker.bvh'), path);
  await compare(path, 'mixamo', 'bvh');
});

test('what is no person is refused', async () => {
  const text = `HIERARCHY ROOT Box { OFFSET 0 0 0 CHANNELS 3 Zrotation Xrotation Yrotation End Site { OFFSET 0 1 0 } }
MOTION
Frames: 1
Frame Time: 0.1
0 0 0
`;
  const bytes = new TextEncoder().encode(text);
  const packets = new Uint8Array(Buffer.concat(packetsOf(made.web.glue, 'box.bvh', [bytes], [])));
  assert.throws(
    () => made.targets.glue.writeAs(packets, { rig: 'lafan1', format: 'bvh', behaviour: 0 }),
    ({ name, message }) => name === 'WriteError' && /which part of a body they are; only a person is given another rig$/.test(message),
  );
});
