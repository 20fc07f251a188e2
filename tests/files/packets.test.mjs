// of: player
/** The packets of a file are the same, byte for byte, in a worker and natively: the vector loops that read, mix and turn numbers in the browser must not change a bit. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cases } from '../browser/support/fixtures.mjs';
import { modules, packetsOf, readerOf } from '../browser/support/modules.mjs';
import { DIST } from '../browser/support/server.mjs';
import { emptyFolder, fileAt } from './support/marey.mjs';

/**
 * @typedef {{ piece: number, files: string[] }} Reading piece: bytes at a time; the last file is read, with the others beside it
 * @typedef {{ tag: string, bytes: Buffer }} Answer tag: P for packets, R for a refusal
 */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PROGRAM = process.env.MAREY_NATIVE_PACKETS || join(ROOT, 'target/debug/native-packets');
const MOTION = /\.(bvh|asf|amc|skel|anim|x3d|x3dv|x3dj|wrl|json|npy|npz|pkl|glb|gltf|vrm|vrma|c3d|trc|fbx)$/i;
const SKELETON = /\.(asf|skel|cmx)$/i;
/** The chunks of a network, and chunks that cut nearly every row. */
const PIECES = [65_536, 977];
/** Larger files are read in large pieces only. */
const SMALL = 300_000;

Error.stackTraceLimit = 0;
const made = await modules();

/** @param {string[]} files @returns {Promise<Reading[]>} */
async function readings(files) {
  const { length } = await readFile(files[files.length - 1]);
  return PIECES.filter((piece) => piece > 1000 || length < SMALL).map((piece) => ({ piece, files }));
}

/** The packets or the refusal of the modules, in the native program's format. @param {Reading} reading @returns {Promise<Answer>} */
async function inModule({ piece, files }) {
  const beside = await Promise.all(files.slice(0, -1).map(fileAt));
  const { name, bytes } = await fileAt(files[files.length - 1]);
  const pieces = Array.from({ length: Math.ceil(bytes.length / piece) }, (_, index) => bytes.subarray(index * piece, (index + 1) * piece));
  try {
    return { tag: 'P', bytes: Buffer.concat(packetsOf(readerOf(name, bytes, made).glue, name, pieces, beside)) };
  } catch (/** @type {any} */ error) {
    if (error.name !== 'ParseError') throw error;
    const place = error.byte === undefined ? 'None' : `Some((${error.byte}, ${error.line ?? 0}, ${error.column ?? 0}))`;
    return { tag: 'R', bytes: Buffer.from(`${error.code} ${error.message} ${place}`) };
  }
}

/** @param {Reading[]} all @param {string} name of the folder for the list @returns {Promise<Answer[]>} */
async function natively(all, name) {
  const list = join(await emptyFolder(name), 'list.txt');
  await writeFile(list, all.map(({ piece, files }) => [piece, ...files].join('\t') + '\n').join(''));
  const { stdout } = await promisify(execFile)(PROGRAM, [list], { encoding: 'buffer', maxBuffer: 2 ** 30 });
  let at = 0;
  return all.map(() => {
    const end = at + 5 + stdout.readUInt32LE(at + 1);
    const answer = { tag: String.fromCharCode(stdout[at]), bytes: stdout.subarray(at + 5, end) };
    at = end;
    return answer;
  });
}

/** Compares all of them, and returns how many were read and how many refused. @param {string[][]} sets @param {string} name */
async function compare(sets, name) {
  const all = (await Promise.all(sets.map(readings))).flat();
  const native = natively(all, name);
  native.catch(() => {});
  /** @type {Answer[]} */
  const here = [];
  for (const reading of all) here.push(await inModule(reading));
  const counts = { P: 0, R: 0 };
  for (const [index, expected] of (await native).entries()) {
    const about = `${basename(all[index].files.at(-1) ?? '')}, ${all[index].piece} bytes at a time`;
    const { tag, bytes } = here[index];
    if (tag === 'R' || expected.tag === 'R') assert.equal(`${tag} ${bytes}`, `${expected.tag} ${expected.bytes}`, about);
    const at = bytes.findIndex((byte, place) => byte !== expected.bytes[place]);
    assert.ok(bytes.equals(expected.bytes), `${about}: ${bytes.length} bytes and ${expected.bytes.length}, different from byte ${at} on`);
    counts[/** @type {'P' | 'R'} */ (tag)] += 1;
  }
  return counts;
}

test('every fixture has the same packets natively, or is refused in the same words', async () => {
  const sets = cases()
    .filter(({ format }) => format !== 'link')
    .map(({ format, files }) => files.map(({ name }) => join(ROOT, 'tests/fixtures', format, name)));
  const { P, R } = await compare(sets, 'packets-fixtures');
  assert.ok(P > 500 && R > 100, `${P} were read, ${R} refused`);
});

test('so has every sample', async () => {
  const names = await readdir(join(DIST, 'samples'));
  const sets = names
    .filter((name) => MOTION.test(name))
    .map((name) => [...names.filter((other) => other !== name && SKELETON.test(other)), name]);
  const { P, R } = await compare(
    sets.map((files) => files.map((name) => join(DIST, 'samples', name))),
    'packets-samples',
  );
  assert.ok(P > 10 && R === 0, `${P} were read, ${R} refused`);
});

const corpus = process.env.MAREY_CORPUS;

test('so has every file of a corpus', { skip: corpus ? false : 'no corpus (MAREY_CORPUS)' }, async () => {
  const sets = [];
  for (const { name: folder } of (await readdir(join(String(corpus), 'corpus'), { withFileTypes: true })).filter((entry) =>
    entry.isDirectory(),
  )) {
    const at = join(String(corpus), 'corpus', folder);
    const names = (await readdir(at)).sort();
    for (const name of names.filter((each) => MOTION.test(each))) {
      // A motion finds its skeleton among all files of its folder.
      const beside = /^\.(amc|anim)$/i.test(extname(name))
        ? names.filter((other) => SKELETON.test(other))
        : names.filter((other) => /\.gltf$/i.test(name) && /\.bin$/i.test(other));
      sets.push([...beside, name].map((each) => join(at, each)));
    }
  }
  const { P } = await compare(sets, 'packets-corpus');
  assert.ok(P > sets.length / 2, `${P} readings of ${sets.length} files`);
});
