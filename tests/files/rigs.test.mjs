// of: player
/**
 * Programs read what `marey convert --as` writes, for each rig: Blender's importer, three's BVHLoader, upc-pymotion, pybvh, bvh, and NumPy the
 * array of HumanML3D. A program has every joint where Marey has it unless `marey check --for` tells what is wrong; of our own persons it tells
 * nothing else. In real files what is told may be of no consequence, such as positions that never differ from the OFFSET.
 */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pythonSite, run } from '../hosts/support/site.mjs';
import { DEEP, onlyDeep } from '../support/deep.mjs';
import { emptyFolder, info, marey, ROOT, somePositions, sources } from './support/marey.mjs';
import { posed, threePage } from './support/three-page.mjs';

const RIGS = ['lafan1', 'nokov', 'soma', 'mixamo', 'cmu', 'smpl22', 'humanml3d22', 'vrm', 'unreal', 'second-life'];
/** Programs that `marey check --for` knows. */
const CHECKED = ['blender', 'three', 'pymotion', 'pybvh'];
/** Between a joint in a program and in `marey positions`, relative to the longest side of the box around the figure in that frame. */
const TOLERANCE = 1e-3;
/** Seconds of real files. */
const LONGEST = '2';

/**
 * @typedef {import('./support/marey.mjs').Source} Source
 * @typedef {import('./support/marey.mjs').Positions} Positions
 * @typedef {{ code: string, mend: string }} Point what a program stops at or gets wrong
 * @typedef {{ file: string, isOwn: boolean, only?: string, frames: number[], scale: number, expected: Positions, points: Record<string, Point[]> }} Output
 * a written file, for all programs or only one
 * @typedef {{ error: string } | { names: string[] | null, poses: (number | null)[][][] }} Outcome what a program has, without names in the file's order
 */

/** The person of the samples and real ones, as files of every rig. */
async function written() {
  const folder = await emptyFolder('rigs');
  const samples = join(ROOT, 'xtask/samples/clips');
  /** @type {Source[]} */
  const own = [
    { name: 'walk', files: [join(samples, 'walk.bvh')] },
    { name: 'march', files: ['march.asf', 'march.amc'].map((name) => join(samples, name)) },
  ];
  const all = [...own, ...(process.env.MAREY_CORPUS ? await sources('bvh', 'acclaim') : [])];
  /** @type {Output[]} */
  const outputs = [];
  for (const [index, source] of all.entries()) {
    const part = index < own.length ? [] : ['--to', LONGEST];
    for (const rig of RIGS) {
      const file = join(folder, `${index}-${rig}.bvh`);
      const made = marey('convert', ...part, '--as', rig, ...source.files, file).then(
        () => true,
        () => false,
      );
      // Most fixtures are no persons.
      if (!(await made)) break;
      outputs.push(await output(file, index < own.length));
    }
  }
  const array = join(folder, 'walk.npy');
  await marey('convert', '--as', 'humanml3d22', ...own[0].files, array);
  for (const program of CHECKED) await check(program, outputs);
  const mended = await Promise.all(
    outputs.flatMap(({ file, isOwn, points }) =>
      (isOwn ? CHECKED : [])
        .filter((program) => points[program].length)
        .map(async (program) => {
          const mend = points[program][0].mend.split(' ').slice(1, -2);
          const out = file.replace(/\.bvh$/, `-${program}.bvh`);
          await marey(...mend, file, out);
          return { ...(await output(out, true)), only: program };
        }),
    ),
  );
  for (const program of CHECKED) {
    await check(
      program,
      mended.filter(({ only }) => only === program),
    );
  }
  for (const { file, only, points } of mended) assert.deepEqual(points[String(only)], [], `${file} is mended`);
  const joints = outputs[RIGS.indexOf('humanml3d22')];
  return [...outputs, ...mended, { ...joints, file: array, only: 'numpy' }];
}

/** @param {string} file @param {boolean} isOwn of the samples @returns {Promise<Output>} */
async function output(file, isOwn) {
  const source = { name: file, files: [file] };
  const expected = await somePositions(source);
  const { metres_per_unit: scale } = await info(source);
  return { file, isOwn, frames: expected.poses.map(({ time }) => Math.round(time / expected.frame_time)), scale, expected, points: {} };
}

/** Asks what a program makes of files. @param {string} program @param {Output[]} outputs */
async function check(program, outputs) {
  const asked = marey('check', '--for', program, '--json', ...outputs.map(({ file }) => file));
  // Points make it fail.
  const lines = (await asked.catch((error) => error.stdout)).trim().split('\n');
  assert.equal(lines.length, outputs.length);
  for (const [index, line] of lines.entries()) {
    const { file, stops, spoils } = JSON.parse(line);
    assert.equal(file, outputs[index].file);
    outputs[index].points[program] = [...stops, ...spoils];
  }
}

/** The largest relative distance of a joint. @param {Output} output @param {Outcome} found */
function furthest({ expected }, found) {
  if ('error' in found) return Infinity;
  const { joints } = expected;
  let far = 0;
  for (const [frame, { positions }] of expected.poses.entries()) {
    const pose = found.poses[frame];
    const sides = [0, 1, 2].map((axis) => {
      const along = positions.map((point) => point[axis]);
      return Math.max(...along) - Math.min(...along);
    });
    const withEnds = pose.length === joints.length;
    const wanted = joints.flatMap(({ name, end_site: isEnd }, index) => (isEnd && !withEnds ? [] : [{ name, at: positions[index] }]));
    if (wanted.length !== pose.length) return Infinity;
    for (const [index, { name, at }] of wanted.entries()) {
      const point = pose[found.names ? found.names.indexOf(name) : index];
      const distance = Math.hypot(...at.map((value, axis) => value - (point?.[axis] ?? NaN)));
      if (Number.isNaN(distance)) return Infinity;
      far = Math.max(far, distance / Math.max(...sides));
    }
  }
  return far;
}

/**
 * Fails where a program disagrees about a file that `marey check --for` passes, or agrees about one of ours of which it tells something.
 * @param {import('node:test').TestContext} t @param {string} program @param {Output[]} outputs @param {Outcome[]} found
 */
function proven(t, program, outputs, found) {
  assert.equal(found.length, outputs.length);
  let [agreed, worst] = [0, 0];
  const told = new Set();
  for (const [index, output] of outputs.entries()) {
    const far = furthest(output, found[index]);
    // Blender is told the unit.
    const points = (output.points[program] ?? []).filter(({ code }) => code !== 'blender.unit').map(({ code }) => code);
    const { error } = /** @type {any} */ (found[index]);
    const about = `${program}, ${output.file}: ${error ?? far}; marey check --for: ${points.join(', ') || 'good'}`;
    if (far < TOLERANCE) {
      assert.ok(points.length === 0 || !output.isOwn, about);
      agreed += 1;
      worst = Math.max(worst, far);
    } else {
      assert.ok(points.length, about);
      points.forEach((code) => told.add(code));
    }
  }
  assert.ok(agreed > 0, program);
  const others = told.size ? `; ${outputs.length - agreed} do not, as told: ${[...told].join(', ')}` : '';
  t.diagnostic(`${program}: ${agreed} files agree within ${worst.toExponential(1)}${others}`);
}

/** Runs `read.py` of a folder beside the tests over files. @param {string} site @param {Output[]} outputs @returns {Promise<Record<string, Outcome>[]>} */
async function readInPython(site, outputs) {
  const [list, out] = [join(site, 'clips.json'), join(site, 'places.json')];
  await writeFile(list, JSON.stringify(outputs.map(({ file, frames, scale }) => ({ file, frames, scale }))));
  await run(site, 'python', ['read.py', list, out]);
  return JSON.parse(await readFile(out, 'utf8'));
}

/** @param {unknown} error */
const reason = (error) => /** @type {Error} */ (error).message.slice(0, 300);

const page = DEEP ? await threePage() : null;
const outputs = DEEP ? await written() : [];
/** The files for a program. @param {string} program */
const filesFor = (program) => outputs.filter(({ only }) => only === undefined || only === program);

test('Rigs: three.js', { skip: onlyDeep }, async (t) => {
  const [files, found] = [filesFor('three'), /** @type {Outcome[]} */ ([])];
  for (const { file, expected } of files) {
    const text = await readFile(file, 'utf8');
    const times = expected.poses.map(({ time }) => time);
    found.push(
      await /** @type {import('playwright-core').Page} */ (page).evaluate(posed, { text, times }).then(
        ({ poses }) => ({ names: null, poses }),
        (error) => ({ error: reason(error) }),
      ),
    );
  }
  proven(t, 'three', files, found);
});

test('Rigs: pymotion, pybvh, bvh and NumPy', { skip: onlyDeep }, async (t) => {
  let site;
  try {
    site = await pythonSite('bvh-readers');
  } catch (error) {
    t.skip(`SKIPPED, no Python packages here: ${reason(error)}`);
    return;
  }
  const found = await readInPython(site, outputs);
  for (const program of ['pymotion', 'pybvh', 'bvh', 'numpy']) {
    const read = outputs.flatMap((output, index) => {
      const isFor = output.only ? output.only === program : program !== 'numpy';
      return isFor ? [{ output, outcome: found[index][program] }] : [];
    });
    proven(
      t,
      program,
      read.map(({ output }) => output),
      read.map(({ outcome }) => outcome),
    );
  }
});

test('Rigs: Blender', { skip: onlyDeep }, async (t) => {
  let site;
  try {
    // There is no other Python for which it is published. The folder holds a gigabyte.
    await run(ROOT, 'python3.11', ['--version']);
    site = await pythonSite('blender', 'python3.11');
    await run(site, 'python', ['-c', 'import bpy']);
  } catch (error) {
    t.skip(`SKIPPED, no Blender as a module of Python 3.11 here: ${reason(error)}`);
    return;
  }
  const files = filesFor('blender');
  const found = await readInPython(site, files);
  proven(
    t,
    'blender',
    files,
    found.map(({ blender }) => blender),
  );
});
