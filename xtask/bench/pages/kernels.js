/** `window.kernels`: functions that time parsing and posing, in milliseconds. */
import { AnimationMixer } from 'three';
import { BVHLoader } from 'three/addons/loaders/BVHLoader.js';
import { clone } from 'three/addons/utils/SkeletonUtils.js';
import initMocap, { benchAmcDigits, benchParseAmc } from './marey_mocap.js';
import init, { BenchBody, BenchCrowd, BenchRetarget, benchDigits, benchParse } from './marey_web.js';

/** @param {string} name */
const compiled = async (name) => ({ module_or_path: await WebAssembly.compileStreaming(fetch(new URL(name, import.meta.url))) });
await init(await compiled('./marey_web_bg.wasm'));
await initMocap(await compiled('./marey_mocap_bg.wasm'));

/** Keeps results alive, so that the engine cannot skip the work. */
let kept;

function timed(work) {
  const start = performance.now();
  kept = work();
  const time = performance.now() - start;
  return { time, kept };
}

const bytesOf = async (url) => new Uint8Array(await (await fetch(url)).arrayBuffer());

let file;
let text;
let skeleton;

window.kernels = {
  /** Loads the file for the next calls. three.js gets it as decoded text. */
  async load(url, asText) {
    file = await bytesOf(url);
    text = asText ? new TextDecoder().decode(file) : undefined;
    return file.length;
  },
  async loadAmc(url) {
    [file, skeleton] = await Promise.all([bytesOf(url), bytesOf(url.replace(/amc$/, 'asf'))]);
    return file.length;
  },
  parseAmc() {
    const { time, kept: frames } = timed(() => benchParseAmc(skeleton, file));
    return { time, frames };
  },
  amcDigits: () => ({ time: timed(() => benchAmcDigits(file)).time, numbers: kept }),
  parse() {
    const { time, kept: frames } = timed(() => benchParse(file));
    return { time, frames };
  },
  digits: () => ({ time: timed(() => benchDigits(file)).time, numbers: kept }),
  three() {
    const { time, kept: result } = timed(() => new BVHLoader().parse(text));
    return { time, frames: result.clip.tracks[0].times.length };
  },

  /** Plays the motion of the file on the same figure with shorter legs. */
  async loadRetarget(url) {
    const own = await bytesOf(url);
    const figure = new TextDecoder().decode(own).replace('-42.9', '-36.9').replace('-43.1', '-37.1');
    const both = new BenchRetarget(own, new TextEncoder().encode(figure));
    window.kernels.retarget = () => ({ time: timed(() => both.play()).time, frames: kept });
    window.kernels.poseAll = () => timed(() => both.pose()).time;
    return { joints: both.joints(), frames: window.kernels.retarget().frames };
  },
  /** The body of the file's figure. A frame's time is the mean of a thousand. */
  body() {
    const body = new BenchBody(file);
    window.kernels.made = () => timed(() => body.make()).time;
    window.kernels.bodyPosed = () =>
      timed(() => {
        for (let frame = 0; frame < 1000; frame += 1) body.pose(frame / 60);
      }).time / 1000;
    return body.make();
  },
  /** Many figures. A time is the mean of ten calls, because the page's clock counts tenths of milliseconds. */
  crowd(figures) {
    const crowd = new BenchCrowd(file, figures);
    let seconds = 0;
    const step = (work) =>
      timed(() => {
        for (let again = 0; again < 10; again += 1) {
          seconds += 1 / 60;
          work(seconds);
        }
      }).time / 10;
    window.kernels.pose = () => step((at) => crowd.pose(at));
    window.kernels.write = () => step(() => crowd.write());
    return crowd.joints();
  },
  /** The same in three.js: a mixer and bones for each. */
  threeCrowd(figures) {
    const { skeleton, clip } = new BVHLoader().parse(text);
    const crowd = Array.from({ length: figures }, (_, index) => {
      const root = clone(skeleton.bones[0]);
      const mixer = new AnimationMixer(root);
      mixer.clipAction(clip).play();
      mixer.setTime((0.0371 * index) % clip.duration);
      return { root, mixer };
    });
    window.kernels.threePose = () =>
      timed(() => {
        for (const { root, mixer } of crowd) {
          mixer.update(1 / 60);
          root.updateMatrixWorld();
        }
      }).time;
    return skeleton.bones.length;
  },
};
window.kernelsReady = true;
