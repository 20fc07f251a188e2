// of: player, actors, measures
/** NumPy measures real motions as `marey measure` does, with readers and kinematics of its own, and so does the page's script. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pythonSite, run } from '../hosts/support/site.mjs';
import { stepsOf } from '../../www/actors/steps.js';
import { values } from '../../www/tools/measures/formulas.js';
import { modules, packetsOf, readerOf } from '../browser/support/modules.mjs';
import { DIST } from '../browser/support/server.mjs';
import { emptyFolder, fileAt, info, marey, positions, UPRIGHT } from './support/marey.mjs';

const corpus = process.env.MAREY_CORPUS;

/** @typedef {{ arms: string[][], legs: string[][], head: string }} Body upper arm, elbow, wrist; thigh, knee, ankle, toes; left first */

/** Names of both sides, by the words that differ. @param {string} list @param {[string, string]} sides */
const both = (list, sides) => sides.map((side) => list.split(' ').map((name) => name.replace('*', side)));
/** @param {string} arms @param {string} legs @param {string} head @param {[string, string]} [sides] @returns {Body} */
const body = (arms, legs, head, sides = ['Left', 'Right']) => ({ arms: both(arms, sides), legs: both(legs, sides), head });

const BIPED = body('*Arm *ForeArm *Hand', '*UpLeg *Leg *Foot *ToeBase', 'Head');
const MIXAMO = body(
  'mixamorig:*Arm mixamorig:*ForeArm mixamorig:*Hand',
  'mixamorig:*UpLeg mixamorig:*Leg mixamorig:*Foot mixamorig:*ToeBase',
  'mixamorig:Head',
);
const ACCLAIM = body('*humerus *radius *wrist', '*femur *tibia *foot *toes', 'head', ['l', 'r']);

/** Metres of a length of 1 in the University's files: `:units length 0.45`, inches. */
const ACCLAIM_UNIT = 0.0254 / 0.45;

/** Twelve motions: eight of BVH with six names and four units, four of Acclaim. @type {[string[], Body][]} */
const CLIPS = [
  [['bvh/cgspeed_10_03_mixed_eol.bvh'], body('*Shldr *ForeArm *Hand', '*Thigh *Shin *Foot', 'head', ['l', 'r'])],
  [['bvh/cmu_01_01_motionbuilder.bvh'], BIPED],
  [['bvh/cmu_jumping_jacks.bvh'], body('*Shoulder *Elbow *Wrist', '*Hip *Knee *Ankle *Toe', 'Head')],
  [['bvh/freebvh_mixamorig_colon.bvh'], MIXAMO],
  [['bvh/pymo_8walk.bvh'], BIPED],
  [['bvh/rokoko_jesse_dance.bvh'], BIPED],
  [['bvh/upf_kate_49of65_pos.bvh'], MIXAMO],
  [['bvh/video2bvh_openpose.bvh'], body('*Arm *ForeArm *Hand', '*UpLeg *Leg *Foot', 'Neck')],
  [['acclaim/usc_07_walk.amc', 'acclaim/usc_07_walk.asf'], ACCLAIM],
  [['acclaim/cmu_backflip.amc', 'acclaim/cmu_backflip.asf'], ACCLAIM],
  [['acclaim/cmu_pirouette.amc', 'acclaim/cmu_pirouette.asf'], ACCLAIM],
  [['acclaim/usc_131_dance_1.amc', 'acclaim/usc_131_dance.asf'], ACCLAIM],
];

test('NumPy measures twelve real motions as the program does', { skip: corpus ? false : 'no corpus (MAREY_CORPUS)' }, async (t) => {
  /** @type {string} */
  let site;
  try {
    site = await pythonSite('files');
  } catch (error) {
    t.skip(`SKIPPED, no Python packages here: ${/** @type {Error} */ (error).message.slice(0, 300)}`);
    return;
  }
  const clips = await Promise.all(
    CLIPS.map(async ([names, joints]) => {
      const files = names.map((name) => join(String(corpus), 'corpus', name));
      const known = /** @type {import('./support/marey.mjs').Info & { stature: number, format: string }} */ (
        await info({ name: names[0], files })
      );
      const [[shoulder, elbow, wrist], [, , otherHand]] = joints.arms;
      const [[thigh, knee, ankle]] = joints.legs;
      const options = [
        ['distance', `${wrist},${otherHand}`],
        ['distance', `${joints.head},${ankle}`],
        ['angle', `${thigh},${knee},${ankle}`],
        ['angle', `${shoulder},${elbow},${wrist}`],
        ['vertical', `${thigh},${joints.head}`],
        ['height', joints.head],
        ['height', ankle],
        ['speed', wrist],
        ['speed', ankle],
        ['acceleration', wrist],
        ['acceleration', joints.head],
        ['angular-speed', knee],
        ['angular-speed', elbow],
      ];
      const printed = await marey(
        'measure',
        '--format',
        'json',
        ...options.flatMap(([option, value]) => [`--${option}`, value]),
        '--centre',
        '--steps',
        '--contacts',
        '--slide',
        ...files,
      );
      const [measured] = JSON.parse(printed);
      assert.equal(measured.measures.length, options.length + 9);
      return {
        name: names[0],
        files,
        measured,
        body: joints,
        stature: known.stature,
        metres: known.format === 'BVH' ? known.metres_per_unit : ACCLAIM_UNIT,
        upright: [0, 1, 2].map((row) =>
          [
            [1, 0, 0],
            [0, 1, 0],
            [0, 0, 1],
          ].map((axis) => UPRIGHT[known.up.axis](axis)[row]),
        ),
      };
    }),
  );
  const list = join(await emptyFolder('measure'), 'clips.json');
  await writeFile(list, JSON.stringify(clips));
  const output = await run(site, 'python', ['-W', 'error::RuntimeWarning', 'measure.py', list]);
  assert.match(
    output,
    /12 motions measured: acceleration, angle, angular speed, cadence, centre of mass height, centre of mass speed, distance, height, planted, slide, speed, step length, step width, vertical/,
  );
  t.diagnostic(output.trim());
});

test('the page\u2019s script measures what the program measures', async () => {
  const sample = (/** @type {string} */ name) => join(DIST, 'samples', name);
  /** Files, and the names of a thigh, a knee and an ankle. @type {[string[], string[]][]} */
  const clips = [
    [[sample('walk.bvh')], ['LeftUpLeg', 'LeftLeg', 'LeftFoot']],
    [[sample('dance.bvh')], ['RightUpLeg', 'RightLeg', 'RightFoot']],
    [
      [sample('march.amc'), sample('march.asf')],
      ['h_left_up_leg', 'h_left_low_leg', 'h_left_foot'],
    ],
  ];
  for (const [files, names] of clips) {
    const source = { name: files[0], files };
    const known = await info(source);
    const { frame_count: count } = await positions(source, []);
    const { joints, poses } = await positions(
      source,
      Array.from({ length: count }, (_, frame) => frame),
    );
    const [a, b, c] = names
      .map((name) => joints.findIndex((joint) => joint.name === name))
      .map((joint) => {
        assert.ok(joint >= 0, `${files[0]}: ${names}`);
        return poses.flatMap(({ positions: points }) =>
          UPRIGHT[known.up.axis](points[joint]).map((length) => length * known.metres_per_unit),
        );
      });
    const [x, y, z] = names;
    const printed = await marey(
      'measure',
      '--format',
      'json',
      '--distance',
      `${x},${z}`,
      '--angle',
      `${x},${y},${z}`,
      '--vertical',
      `${y},${z}`,
      '--height',
      z,
      ...files,
    );
    const [{ measures }] = JSON.parse(printed);
    const own = [
      values('distance', [a, c], count),
      values('angle', [a, b, c], count),
      values('vertical', [b, c], count),
      values('height', [c], count),
    ];
    own.forEach((mine, index) => {
      const theirs = measures[index].values;
      assert.equal(mine.length, theirs.length);
      // The stage has moved the floor to 0.
      const floor = measures[index].measure === 'height' ? mine[0] - theirs[0] : 0;
      const largest = Math.max(...theirs.map(Math.abs));
      mine.forEach((value, frame) =>
        assert.ok(
          Math.abs(value - floor - theirs[frame]) <= 1e-5 * largest,
          `${files[0]}, ${measures[index].measure} in frame ${frame}: ${value} and ${theirs[frame]}`,
        ),
      );
    });
  }
});

test('the page\u2019s module finds the feet on the ground that the program finds, with the same thresholds', async () => {
  const made = await modules();
  for (const [name, thresholds] of /** @type {[string, number[]][]} */ ([
    ['walk.bvh', []],
    ['dance.bvh', []],
    ['walk.bvh', [0.3, 0.03]],
    ['jump.bvh', [0.5]],
  ])) {
    const path = join(DIST, 'samples', name);
    const { bytes } = await fileAt(path);
    const clip = made.compare.glue.addClip(new Uint8Array(Buffer.concat(packetsOf(readerOf(name, bytes, made).glue, name, [bytes], []))), {
      behaviour: 0,
    });
    const [speed = NaN, height = NaN] = thresholds;
    const { left, right, steps: found, speed: slower, height: lower } = made.compare.glue.stances(clip, speed, height);
    const options = ['--contact-speed', '--contact-height'].flatMap((option, index) =>
      thresholds[index] ? [option, String(thresholds[index])] : [],
    );
    const [{ stances, steps }] = JSON.parse(await marey('measure', '--contacts', '--steps', '--format', 'json', ...options, path));
    for (const [side, foot] of Object.entries({ LeftFoot: left, RightFoot: right })) {
      const own = stances
        .filter((/** @type {{ joint: string }} */ { joint }) => joint === side)
        .flatMap((/** @type {{ from: number, to: number }} */ { from, to }) => [from, to]);
      assert.ok(foot, name);
      assert.deepEqual([...foot.spans], own, `${name}, ${side}`);
    }
    const known = /** @type {import('./support/marey.mjs').Info & { stature: number }} */ (await info({ name, files: [path] }));
    const own = stepsOf(found, (_, moments) => new Float64Array(3 * moments.length));
    assert.equal(own.length, steps.length, name);
    own.forEach((step, index) => {
      for (const key of /** @type {const} */ (['time', 'length', 'width', 'cadence']))
        assert.ok(
          Math.abs(step[key] - steps[index][key]) <= 1e-5 * Math.abs(steps[index][key]) + 1e-6,
          `${name}, step ${index}: ${key} ${step[key]}, ${steps[index][key]}`,
        );
    });
    assert.ok(
      Math.abs(slower - (thresholds[0] ?? 0.6 * known.stature)) < 1e-6 && Math.abs(lower - (thresholds[1] ?? 0.045 * known.stature)) < 1e-6,
      `${name}: ${slower}, ${lower}`,
    );
  }
});
