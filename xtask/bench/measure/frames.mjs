/**
 * Processor time of a picture before drawing: pose, world matrices, the skin's matrices and the renderer's data, in the shipped modules.
 * In node, where no other page takes processor time, beside three.js posing a BVH.
 */
import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** @typedef {import('../run.mjs').Setup} Setup */
/** @typedef {{ name: string, joints: number, draw: () => void }} Drawn `draw` advances the clip and draws a picture */

/** The samples: a motion, and the files beside it. */
export const SAMPLES = [
  ['walk.bvh'],
  ['dance.bvh'],
  ['jump.bvh'],
  ['march.amc', 'march.asf', 'march.obj'],
  ['stroll.anim', 'adult.skel'],
  ['wave.x3d'],
  ['human-loa2.x3d'],
];
const DREW = 2;
const STEP_S = 1 / 60;
/** A turn takes some milliseconds, the resolution of the clock of processor time. */
const FRAMES_A_TURN = 200;

/** @type {Map<string, ReturnType<typeof load>>} */
const loaded = new Map();

/** The modules of a build. @param {string} dist */
async function load(dist) {
  /** @type {any} */ (globalThis).self ??= globalThis;
  const names = await readdir(dist);
  const [web, mocap, hanim] = await Promise.all(
    ['marey_web', 'marey_mocap', 'marey_hanim'].map(async (part) => {
      const [script, module] = ['js', 'wasm'].map((type) =>
        join(dist, names.find((name) => name.startsWith(part) && name.endsWith(`.${type}`)) ?? ''),
      );
      const glue = (await import(pathToFileURL(script).href)).makeGlue();
      await glue.default({ module_or_path: await WebAssembly.compile(await readFile(module)) });
      return glue;
    }),
  );
  return { web, mocap, hanim };
}

/** @param {string} dist @param {string[]} files a motion, and the files beside it @returns {Promise<Drawn>} */
export async function ours(dist, [file, ...beside]) {
  const modules = loaded.get(dist) ?? load(dist);
  loaded.set(dist, modules);
  const { web, mocap, hanim } = await modules;
  const bytes = await readFile(file);
  const [name, head] = [basename(file), bytes.subarray(0, 1024)];
  const reader = web.isBvh(name, head) ? web : mocap.reads(name, head) ? mocap : hanim;
  const parser = new reader.ClipParser(name, bytes.length);
  for (const each of beside) parser.addCompanion?.(basename(each), await readFile(each));
  const stage = new web.Stage();
  stage.resize(1280, 720, 1);
  stage.attach();
  for (const packet of [parser.push(bytes), parser.finish()]) if (packet?.length) stage.pushPacket(packet);
  parser.free();
  const { joints, behaviours } = stage.info();
  const longest = behaviours[0]?.duration ?? 0;
  let [seconds, clock] = [0, 0];
  const draw = () => {
    seconds = (seconds + STEP_S * 1.0371) % Math.max(longest, STEP_S);
    stage.seek(seconds);
    // A figure without motion would not be drawn again.
    stage.redraw();
    clock += 1000 * STEP_S;
    if (!(stage.frame(clock) & DREW)) throw new Error(`${file}: no picture`);
  };
  return { name, joints: joints.length, draw };
}

/** @param {string} file @returns {Promise<Drawn>} */
async function three(file) {
  // three.js has no types.
  const [{ AnimationMixer }, { BVHLoader }] = await Promise.all(['three', 'three/addons/loaders/BVHLoader.js'].map((name) => import(name)));
  const { skeleton, clip } = new BVHLoader().parse(await readFile(file, 'utf8'));
  const mixer = new AnimationMixer(skeleton.bones[0]);
  mixer.clipAction(clip).play();
  const draw = () => {
    mixer.update(STEP_S * 1.0371);
    skeleton.bones[0].updateMatrixWorld(true);
  };
  return { name: 'three.js', joints: skeleton.bones.length, draw };
}

/** Microseconds of processor time of a picture, measured in turns. @param {Drawn[]} all @param {number} turns @returns {Promise<number[][]>} for each of them */
export async function inTurns(all, turns) {
  /** @type {number[][]} */
  const times = all.map(() => []);
  for (let turn = -1; turn < turns; turn += 1) {
    for (const [index, { draw }] of all.entries()) {
      const before = process.cpuUsage();
      for (let frame = 0; frame < FRAMES_A_TURN; frame += 1) draw();
      const { user, system } = process.cpuUsage(before);
      // The first turn warms up: the engine optimises.
      if (turn >= 0) times[index].push((user + system) / FRAMES_A_TURN);
      await new Promise((resolve) => {
        setTimeout(resolve, turn < 0 ? 100 : 1);
      });
    }
  }
  return times;
}

/** @param {Setup} setup */
export async function frames({ folders: { dist }, quick }) {
  const at = (/** @type {string} */ name) => join(dist, 'samples', name);
  const all = [await three(at('walk.bvh'))];
  for (const names of SAMPLES) all.push(await ours(dist, names.map(at)));
  const times = await inTurns(all, quick ? 5 : 25);
  return all.map(({ name, joints }, index) => ({ name, joints, us: times[index] }));
}
