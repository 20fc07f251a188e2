// of: player
/** Khronos' validator and three's GLTFLoader read what `marey convert` writes as glTF. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import validator from 'gltf-validator';
import { emptyFolder, info, marey, positions, samePoses, somePositions, sources, UPRIGHT } from './support/marey.mjs';
import { posed, threePage } from './support/three-page.mjs';

/** @typedef {import('./support/marey.mjs').Source} Source */

const folder = await emptyFolder('gltf');
const clips = await sources('bvh', 'acclaim', 'skel', 'hanim');
const page = await threePage();

/** @param {Source} source @param {string} extension @param {...string} options */
async function converted({ name, files }, extension, ...options) {
  const path = join(folder, `${name}.${extension}`);
  await marey('convert', '--sites', ...options, ...files, path);
  return readFile(path);
}

/** Poses of a file by three.js. @param {Buffer} bytes @param {number[]} times */
const posedByThree = (bytes, times) => page.evaluate(posed, { base64: bytes.toString('base64'), times });

test('the validator finds no errors or warnings', async () => {
  assert.ok(clips.length > 100, `${clips.length} clips`);
  for (const source of clips) {
    for (const extension of ['glb', 'gltf']) {
      const { issues } = await validator.validateBytes(new Uint8Array(await converted(source, extension)), { maxIssues: 20 });
      assert.deepEqual([issues.numErrors, issues.numWarnings], [0, 0], `${source.name}.${extension}: ${JSON.stringify(issues.messages)}`);
      // End sites are empty nodes.
      const others = issues.messages.filter((/** @type {{ code: string }} */ { code }) => code !== 'NODE_EMPTY');
      assert.deepEqual(others, [], source.name);
    }
  }
});

/** The indices of the joints' nodes (other nodes only turn and stretch their children), and the height that the topmost node adds. @param {Buffer} bytes */
function jointsOf(bytes) {
  const { nodes, scenes } = JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString());
  const [top] = scenes[0].nodes;
  /** @type {string[]} */
  const names = nodes.slice(0, top).map((/** @type {{ name: string }} */ { name }) => name);
  // The topmost node and the meshes follow the joints.
  return { joints: [...names.keys()].filter((index) => !/_(frame|axes)$/.test(names[index])), lift: nodes[top].translation?.[1] ?? 0 };
}

test("three's GLTFLoader has every joint where Marey has it, in metres with +Y up", async (t) => {
  let compared = 0;
  for (const source of clips) {
    const bytes = await converted(source, 'glb', '--force');
    const [expected, facts] = [await somePositions(source), await info(source)];
    const made = await posedByThree(
      bytes,
      expected.poses.map(({ time }) => time),
    );
    const { joints, lift } = jointsOf(bytes);
    if (joints.length !== expected.joints.length) {
      t.diagnostic(`${source.name}: ${joints.length} nodes for ${expected.joints.length} joints`);
      continue;
    }
    // The topmost node shifts the clip's own coordinates.
    const poses = made.poses.map((pose) => joints.map((joint) => pose[joint].map((value, axis) => value - (axis === 1 ? lift : 0))));
    samePoses(source, expected, poses, (point) => UPRIGHT[facts.up.axis](point).map((value) => value * facts.metres_per_unit));
    for (const [least, most] of made.boxes) {
      assert.ok(most[0] >= least[0] && most.concat(least).every(Number.isFinite), source.name);
    }
    compared += 1;
  }
  assert.ok(compared > 100, `${compared} compared`);
  t.diagnostic(`${compared} clips compared`);
});

test('the mesh of a walk encloses its bones, and its one animation has its length', async () => {
  const source = clips.find(({ name }) => name === 'bvh-plain.bvh');
  assert.ok(source);
  const bytes = await converted(source, 'glb', '--force');
  const made = await posedByThree(bytes, [0]);
  const expected = await positions(source, [0]);
  const joints = jointsOf(bytes).joints.map((joint) => made.poses[0][joint]);
  for (const axis of [0, 1, 2]) {
    const along = joints.map((at) => at[axis]);
    const [low, high] = [Math.min(...along), Math.max(...along)];
    const [least, most] = made.boxes[0].map((corner) => corner[axis]);
    const size = Math.max(...joints.flat().map(Math.abs));
    const [below, above] = [(low - least) / size, (most - high) / size];
    assert.ok(
      Math.min(below, above) >= -1e-6 && Math.max(below, above) <= 0.05,
      `axis ${axis}: ${least} to ${most} around ${low} to ${high}`,
    );
  }
  assert.equal(made.animations.length, 1);
  assert.ok(Math.abs(made.animations[0].duration - (expected.frame_count - 1) * expected.frame_time) < 1e-6);
  assert.equal(made.bones, expected.joints.filter(({ end_site }) => !end_site).length);
});

test('a file without meshes has the extent of its motion, by which viewers place their camera', async () => {
  const source = clips.find(({ name }) => name === 'bvh-plain.bvh');
  assert.ok(source);
  const bytes = await converted(source, 'glb', '--force', '--no-mesh');
  const { issues } = await validator.validateBytes(new Uint8Array(bytes), { maxIssues: 20 });
  const others = issues.messages.filter((/** @type {{ code: string }} */ { code }) => code !== 'NODE_EMPTY');
  assert.deepEqual(others, []);
  const { poses, extent } = await posedByThree(bytes, [0, 0.5]);
  const { joints } = jointsOf(bytes);
  for (const pose of poses) {
    for (const joint of joints) {
      pose[joint].forEach((value, axis) =>
        assert.ok(value >= extent[0][axis] - 1e-5 && value <= extent[1][axis] + 1e-5, `${joint}: ${pose[joint]}`),
      );
    }
  }
});

test('a clip of several behaviours has an animation for each', async () => {
  let several = 0;
  for (const source of clips) {
    const { behaviours } = await info(source);
    if (behaviours.length < 2) continue;
    const bytes = await converted(source, 'glb', '--force');
    const { animations } = await posedByThree(bytes, [0]);
    assert.deepEqual(
      animations.map(({ name }) => name),
      behaviours.map(({ name }) => name),
      source.name,
    );
    several += 1;
  }
  assert.ok(several > 0);
});
