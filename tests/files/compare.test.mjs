// of: player, compare
/** NumPy measures the difference of two motions as `marey compare` does, and so does the page's module. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { test } from 'node:test';
import { modules, packetsOf, readerOf } from '../browser/support/modules.mjs';
import { DIST } from '../browser/support/server.mjs';
import { pythonSite, run } from '../hosts/support/site.mjs';
import { emptyFolder, fileAt, info, marey, ROOT, UPRIGHT } from './support/marey.mjs';

/** @typedef {{ a: string[], b: string[], options?: string[], offset?: number }} Pair files of both motions; the true offset in seconds */

const sample = (/** @type {string} */ name) => join(DIST, 'samples', name);
const fixture = (/** @type {string} */ name) => join(ROOT, 'tests/fixtures', name);

const WALK = [sample('walk.bvh')];
const MARCH = [sample('march.amc'), sample('march.asf')];
const STROLL = [sample('stroll.anim'), sample('adult.skel')];

/** Ours by name: other formats, names, lengths, rates, units and up axes. @param {string} folder @returns {Record<string, Pair>} */
const pairs = (folder) => ({
  'walk and dance': { a: WALK, b: [sample('dance.bvh')] },
  'walk and march': { a: WALK, b: MARCH },
  'march and walk': { a: MARCH, b: WALK },
  'walk and stroll': { a: WALK, b: STROLL },
  'walk and wave': { a: WALK, b: [sample('wave.x3d')], options: ['--offset', '-0.4'] },
  'jump and dance': { a: [sample('jump.bvh')], b: [sample('dance.bvh')], options: ['--offset', '0.3'] },
  'dance and walk, lying, in metres': { a: [sample('dance.bvh')], b: [join(folder, 'lying.bvh')] },
  'walk and stroll at 25 frames a second': { a: WALK, b: [join(folder, 'slow.bvh')], options: ['--offset', '1.1'] },
  'walk and its later part': { a: WALK, b: [join(folder, 'later.bvh')], options: ['--offset', 'best'], offset: 1.25 },
  'a later part and the walk': { a: [join(folder, 'later.bvh')], b: WALK, options: ['--offset', 'best'], offset: -1.25 },
  'walk and dance, warped': { a: WALK, b: [sample('dance.bvh')], options: ['--warp'] },
  'march and walk, warped': { a: MARCH, b: WALK, options: ['--warp'] },
  'two fixtures of BVH': { a: [fixture('bvh/plain.bvh')], b: [fixture('bvh/large_angles.bvh')] },
  'two fixtures of Acclaim': {
    a: ['amc', 'asf'].map((end) => fixture(`acclaim/plain.${end}`)),
    b: ['amc', 'asf'].map((end) => fixture(`acclaim/stretch.${end}`)),
  },
  'two fixtures of HAnim': { a: [fixture('hanim/arm.x3d')], b: [fixture('hanim/moved_skin.x3d')] },
});

test('NumPy measures the same distances and finds the same offset and warp', async (t) => {
  /** @type {string} */
  let site;
  try {
    site = await pythonSite('files');
  } catch (error) {
    t.skip(`SKIPPED, no Python packages here: ${/** @type {Error} */ (error).message.slice(0, 300)}`);
    return;
  }
  const folder = await emptyFolder('compare');
  await marey('convert', '--up', 'z', '--unit', 'm', ...WALK, join(folder, 'lying.bvh'));
  await marey('convert', '--fps', '25', '--unit', 'mm', ...STROLL, join(folder, 'slow.bvh'));
  await marey('convert', '--from', '1.25', '--to', '5', ...WALK, join(folder, 'later.bvh'));
  const all = [];
  for (const [name, pair] of Object.entries(pairs(folder))) {
    const given = await compared(name, pair);
    all.push(given);
    // Files that stand in for each other have joints under other names.
    if (name === 'walk and march')
      assert.deepEqual(landmarks(given.compared).slice(0, 4), [
        'Hips=root',
        'LeftUpLeg=h_left_up_leg',
        'LeftLeg=h_left_low_leg',
        'LeftFoot=h_left_foot',
      ]);
  }
  assert.ok(all.length >= 10);
  const list = join(folder, 'pairs.json');
  await writeFile(list, JSON.stringify(all));
  const output = await run(site, 'python', ['-W', 'error::RuntimeWarning', 'compare.py', list]);
  assert.match(output, /pairs compared/);
  t.diagnostic(output.trim());
});

test('the page\u2019s module measures what the program measures', async () => {
  const made = await modules();
  /** @param {string[]} files the motion, and the files beside it */
  const clipOf = async (files) => {
    const [{ name, bytes }, ...beside] = await Promise.all(files.map(fileAt));
    return made.compare.glue.addClip(new Uint8Array(Buffer.concat(packetsOf(readerOf(name, bytes, made).glue, name, [bytes], beside))), {
      behaviour: 0,
    });
  };
  for (const [first, second] of [
    [WALK, [sample('dance.bvh')]],
    [WALK, MARCH],
    [STROLL, WALK],
    [WALK, [sample('wave.x3d')]],
  ]) {
    const [a, b] = [await clipOf(first), await clipOf(second)];
    for (const how of ['0', '0.7', 'best', 'warp']) {
      const found = JSON.parse(await marey('compare', '--json', ...(how === 'warp' ? ['--warp'] : ['--offset', how]), ...first, ...second));
      const best = how === 'best' ? made.compare.glue.bestOffset(a, b) : undefined;
      const same = (/** @type {number} */ own, /** @type {number} */ other) =>
        assert.ok(
          Math.abs(own - other) <= 1e-3 + 1e-5 * Math.abs(other),
          `${extname(first[0])}, ${extname(second[0])}, ${how}: ${own} and ${other}`,
        );
      if (best) same(best.offset, found.offset);
      const compared = made.compare.glue.compareClips(a, b, how === 'warp' ? undefined : found.offset);
      assert.equal(compared.times.length, found.moments);
      ['mpjpe', 'root_relative', 'pa_mpjpe'].forEach((name, index) => {
        for (const key of ['mean', 'worst']) same(compared.measures[index][key], found[name][key]);
        compared.measures[index].joints.forEach((/** @type {number} */ mean, /** @type {number} */ pair) =>
          same(mean, found.joints[pair][name].mean),
        );
      });
      const { namesA, byName } = made.compare.glue.commonJoints(a, b);
      assert.deepEqual(
        namesA,
        found.joints.map((/** @type {any} */ joint) => joint.a.name),
      );
      assert.deepEqual(
        byName,
        found.joints.map((/** @type {any} */ { by }) => by === 'name'),
      );
    }
  }
});

/** @typedef {{ offset: number | null, warp: [number, number][] | null, joints: { a: { name: string }, b: { name: string }, by: string }[] }} Compared */

/** Names of the joints that are a pair by their place in the body. @param {Compared} found */
const landmarks = (found) => found.joints.filter(({ by }) => by === 'landmark').map(({ a, b }) => `${a.name}=${b.name}`);

/** What Python needs of a pair. @param {string} name @param {Pair} pair */
async function compared(name, { a, b, options = [], offset }) {
  /** @type {Compared} */
  const found = JSON.parse(await marey('compare', '--json', ...options, ...a, ...b));
  const sources = { a: { name, files: a }, b: { name, files: b } };
  const known = { a: await info(sources.a), b: await info(sources.b) };
  const whole = { a: await every(sources.a), b: await every(sources.b) };
  const end = (found.offset ?? 0) + (whole.b.poses.at(-1)?.time ?? 0);
  const overlap = whole.a.poses.map(({ time }) => time).filter((time) => time >= (found.offset ?? 0) - 1e-6 && time <= end + 1e-6);
  const moments = found.warp ?? overlap.map((time) => [time, time - (found.offset ?? 0)]);
  const at = async (/** @type {string[]} */ files, /** @type {number[]} */ times) =>
    JSON.parse(await marey('positions', '--figure', 'all', '--times', times.join(','), ...files));
  /** A warp's samples of a motion. @param {import('./support/marey.mjs').Positions} motion @param {string[]} files */
  const grid = ({ poses }, files) => {
    const duration = poses.at(-1)?.time ?? 0;
    const count = Math.ceil(duration * 30) + 1;
    return at(
      files,
      Array.from({ length: count }, (_, index) => (duration * index) / (count - 1)),
    );
  };
  return {
    name,
    compared: found,
    times: moments,
    a: await at(
      a,
      moments.map(([time]) => time),
    ),
    b: await at(
      b,
      moments.map(([, other]) => other),
    ),
    metres: { a: known.a.metres_per_unit, b: known.b.metres_per_unit },
    upright: { a: matrix(known.a.up.axis), b: matrix(known.b.up.axis) },
    ...(offset === undefined ? {} : { offset, whole }),
    ...(found.warp ? { grid: { a: await grid(whole.a, a), b: await grid(whole.b, b) } } : {}),
  };
}

/** All frames. @param {import('./support/marey.mjs').Source} source */
const every = async ({ files }) =>
  /** @type {import('./support/marey.mjs').Positions} */ (
    JSON.parse(await marey('positions', '--figure', 'all', '--frames', 'all', ...files))
  );

/** The rows of the matrix that turns a file's axes. @param {string} up */
const matrix = (up) =>
  [0, 1, 2].map((row) =>
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ].map((axis) => UPRIGHT[up](axis)[row]),
  );
