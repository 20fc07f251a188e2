// of: player
/**
 * pixiv's three-vrm plays the VRMA that `marey convert` writes on VRMs, by `createVRMAnimationClip`: every bone is where `marey retarget` has it on the
 * same figure. Alone, the file has the bones where Marey has them.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import validator from 'gltf-validator';
import { onlyDeep } from '../support/deep.mjs';
import { emptyFolder, marey, ROOT, samePoses, somePositions } from './support/marey.mjs';
import { posed, threePage } from './support/three-page.mjs';

const FIXTURES = join(ROOT, 'tests/fixtures/gltf');
/** A motion of a VRMA, whose bones have axes of their own, and that of a person without bones of a VRM. @type {Record<string, string>} */
const MOTIONS = { fixture: join(FIXTURES, 'person_moves.vrma'), walk: join(ROOT, 'xtask/samples/clips/walk.bvh') };
/** The figures of VRM 1 and of VRM 0, which faces the other way. Their bones have other axes. */
const FIGURES = ['person_one', 'person_zero'];
/** Metres. */
const TOLERANCE = 1e-4;

const folder = await emptyFolder('vrm');

/** What Marey writes of a motion. @param {string} name */
async function written(name) {
  const path = join(folder, `${name}.vrma`);
  await marey('convert', '--force', MOTIONS[name], path);
  return path;
}

/** @param {string} path */
const base64 = async (path) => (await readFile(path)).toString('base64');

/** The places of a VRM's bones, by their names. @typedef {Record<string, number[]>[]} Places */

/**
 * Runs in the page: plays a VRMA on a VRM.
 * @param {{ vrm: string, vrma: string, times: number[] }} input @returns {Promise<Places>}
 */
async function played({ vrm, vrma, times }) {
  const THREE = await import(/** @type {any} */ ('three'));
  const { GLTFLoader } = await import(/** @type {any} */ ('three/addons/loaders/GLTFLoader.js'));
  const { VRMLoaderPlugin } = await import(/** @type {any} */ ('@pixiv/three-vrm'));
  const { VRMAnimationLoaderPlugin, createVRMAnimationClip } = await import(/** @type {any} */ ('@pixiv/three-vrm-animation'));
  const loader = new GLTFLoader();
  loader.register((/** @type {any} */ parser) => new VRMLoaderPlugin(parser));
  loader.register((/** @type {any} */ parser) => new VRMAnimationLoaderPlugin(parser));
  const [figure, motion] = await Promise.all(
    [vrm, vrma].map((text) => loader.parseAsync(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer, '')),
  );
  const model = figure.userData.vrm;
  const [animation] = motion.userData.vrmAnimations;
  const mixer = new THREE.AnimationMixer(model.scene);
  const action = mixer.clipAction(createVRMAnimationClip(animation, model));
  action.setLoop(THREE.LoopOnce, 1);
  action.clampWhenFinished = true;
  action.play();
  return times.map((time) => {
    mixer.setTime(time);
    model.update(0);
    model.scene.updateMatrixWorld(true);
    const bones = Object.entries(model.humanoid.humanBones).map(([bone, { node }]) => [
      bone,
      new THREE.Vector3().setFromMatrixPosition(node.matrixWorld).toArray(),
    ]);
    return Object.fromEntries(bones);
  });
}

const page = onlyDeep ? null : await threePage();

for (const name of Object.keys(MOTIONS)) {
  test(`${name}: the file is valid, and three has its bones where Marey has them`, { skip: onlyDeep }, async () => {
    const path = await written(name);
    const { issues } = await validator.validateBytes(new Uint8Array(await readFile(path)), { maxIssues: 20 });
    // The validator knows no extension of VRM.
    const others = issues.messages.filter(
      (/** @type {{ code: string }} */ { code }) => !['NODE_EMPTY', 'UNSUPPORTED_EXTENSION'].includes(code),
    );
    assert.deepEqual(others, []);
    const expected = await somePositions({ name, files: [path] });
    const { poses } = await /** @type {any} */ (page).evaluate(posed, {
      base64: await base64(path),
      times: expected.poses.map(({ time }) => time),
    });
    samePoses({ name, files: [path] }, expected, poses);
  });

  for (const figure of FIGURES) {
    test(`${name} on ${figure}: three-vrm has every bone where marey retarget has it`, { skip: onlyDeep }, async (t) => {
      const [vrma, vrm, out] = [await written(name), join(FIXTURES, `${figure}.vrm`), join(folder, `${name}-${figure}.glb`)];
      await marey('retarget', '--force', vrma, '--onto', vrm, '-o', out);
      const expected = await somePositions({ name: figure, files: [out] });
      /** @type {Places} */
      const found = await /** @type {any} */ (page).evaluate(played, {
        vrm: await base64(vrm),
        vrma: await base64(vrma),
        times: expected.poses.map(({ time }) => time),
      });
      let [compared, farthest] = [0, 0];
      for (const [index, { positions }] of expected.poses.entries()) {
        for (const [bone, at] of Object.entries(found[index])) {
          const joint = expected.joints.findIndex((own) => own.name === `J_${bone}`);
          assert.ok(joint >= 0, bone);
          farthest = Math.max(farthest, Math.hypot(...at.map((value, axis) => value - positions[joint][axis])));
          compared += 1;
        }
      }
      assert.ok(compared >= 15 * found.length && farthest < TOLERANCE, `${compared} bones, ${farthest} m`);
      t.diagnostic(`${compared} bones, ${farthest} m at most`);
    });
  }
}
