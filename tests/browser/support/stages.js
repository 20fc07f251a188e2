/** Runs in a page without a player: stages of the wasm module, and the renderers that draw them. */
import { PlainFrame } from '../../../www/render/frame.js';
import { Report } from '../../../www/player/recovery/report.js';
import { NAMES, Settings } from '../../../www/player/base/settings.js';

/** @typedef {{ name: string, text: string }} File bytes are spelled as Latin-1 */
/** @typedef {import('../../../www/types.d.ts').WasmStage} WasmStage */
/**
 * @typedef {object} Moment what a picture shows
 * @property {File[]} files the clip's file first
 * @property {[number, number]} [size] CSS pixels
 * @property {number} [ratio]
 * @property {number} [time] seconds
 * @property {string} [camera]
 * @property {{ [name: string]: any }} [settings]
 * @property {string} [highlight] a joint
 * @property {{ width: number, height: number, levels: number[] }[]} [pictures]
 */

/** A new instance. @param {string} [part] */
async function instance(part = 'marey_web') {
  const glue = (await import(`/${part}.js`)).makeGlue();
  const { memory } = await glue.default({ module_or_path: await WebAssembly.compileStreaming(fetch(`/${part}.wasm`)) });
  return { glue, memory };
}

/** The main module, one instance for all moments, and the readers of other formats. */
const modules = lazy(() => Promise.all(['marey_web', 'marey_mocap', 'marey_hanim'].map(instance)));

/** A renderer's script. @param {string} name */
const script = (name) => import(`/${name}.js`);

/** WebGPU's renderer, with a device and an instance of its own. */
async function openGpu() {
  const [{ open }, { glue }] = await Promise.all([import('../../../www/render/webgpu.js'), instance('marey_gpu')]);
  const engine = await glue.Engine.create();
  return { engine, renderer: open(glue, engine) };
}

/** Draws a stage on a fresh canvas. @param {any} renderer @param {WasmStage} stage @param {WebAssembly.Memory} memory */
function draw(renderer, stage, memory) {
  const canvas = document.createElement('canvas');
  const surface = renderer.surface(canvas);
  const frame = new PlainFrame({ memory }, stage.attach());
  return { canvas, surface, frame, paint: () => surface.draw(frame) };
}

/** @template T @param {() => T} make @returns {() => T} */
function lazy(make) {
  /** @type {T | undefined} */
  let made;
  return () => (made ??= make());
}

/** @param {string} letters */
function bytes(letters) {
  const made = new Uint8Array(letters.length);
  for (let at = 0; at < made.length; at += 1) made[at] = letters.charCodeAt(at);
  return made;
}

/** The packets of a reader. @param {any} glue @param {File[]} files */
function packets(glue, [{ name, text }, ...companions]) {
  const parser = new glue.ClipParser(name, text.length);
  for (const companion of companions) parser.addCompanion?.(companion.name, bytes(companion.text));
  const made = [parser.push(bytes(text)), parser.finish()].filter((packet) => packet?.length);
  parser.free();
  return made;
}

async function emptyStage() {
  const { glue, memory } = await instance();
  const stage = new glue.Stage();
  return { glue, memory, stage, report: new Report(memory, stage) };
}

/** @param {Moment} moment */
async function stageOf({ files, size = [640, 400], ratio = 1, time = 0, camera, settings, highlight }) {
  const [web, ...others] = await modules();
  const head = bytes(files[0].text.slice(0, 1024));
  const reader = web.glue.isBvh(files[0].name, head) ? web : others.find(({ glue }) => glue.reads(files[0].name, head));
  /** @type {WasmStage} */
  const stage = new web.glue.Stage();
  for (const packet of packets(reader?.glue, files)) stage.pushPacket(packet);
  const all = new Settings();
  all.values = { ...all.values, smooth: false, ...settings };
  if (highlight) all.values.highlight = stage.info()?.joints.findIndex(({ name }) => name === highlight) ?? -1;
  all.applyAll(stage);
  stage.resize(...size, ratio);
  stage.seek(time);
  if (camera && !stage.setCamera(camera)) throw new Error(`no camera: ${camera}`);
  return { memory: web.memory, stage };
}

/** Adds its pictures and advances until nothing moves. @param {WasmStage} stage @param {import('../../../www/types.d.ts').Surface} surface @param {Moment} moment */
function rest(stage, surface, { pictures = [] }) {
  pictures.forEach(({ width, height, levels }, index) => surface.setPicture(index, width, height, Uint8Array.from(levels)));
  let now = 0;
  while (stage.frame(now) & 1 && now < 10_000) now += 1000;
  stage.redraw();
  stage.frame(now);
}

/** The pixels as text, which leaves the page quickly. @param {HTMLCanvasElement} canvas */
function read(canvas) {
  const copy = document.createElement('canvas');
  [copy.width, copy.height] = [canvas.width, canvas.height];
  const context = /** @type {CanvasRenderingContext2D} */ (copy.getContext('2d', { willReadFrequently: true }));
  context.drawImage(canvas, 0, 0);
  const { width, height, data } = context.getImageData(0, 0, copy.width, copy.height);
  let text = '';
  for (let at = 0; at < data.length; at += 8192) text += String.fromCharCode(...data.subarray(at, at + 8192));
  return { width, height, text: btoa(text) };
}

/** Each renderer is opened once, and again after it was lost. @type {Map<string, Promise<any>>} */
const renderers = new Map();

/** @param {string} name of its script */
function renderer(name) {
  const known = renderers.get(name);
  if (known) return known;
  const forget = () => renderers.delete(name);
  const open = async () =>
    name === 'webgpu' ? (await openGpu()).renderer : (await script(name)).open(...(name === 'canvas' ? [() => script('canvas-skin')] : []));
  const opened = open().then((made) => {
    made.lost.then(forget);
    return made;
  });
  opened.catch(forget);
  renderers.set(name, opened);
  return opened;
}

/** By one of the renderers. @param {string} name @param {Moment} moment @param {(surface: any, draw: () => boolean) => Promise<void>} [meanwhile] before its picture is read */
async function picture(name, moment, meanwhile) {
  const [{ memory, stage }, own] = await Promise.all([stageOf(moment), renderer(name)]);
  const { canvas, surface, frame, paint } = draw(own, stage, memory);
  await own.skins?.();
  rest(stage, surface, moment);
  // Canvas 2D asks for its first picture to be drawn once more. WebGPU's exists only in the task that drew it.
  if (!paint() && !paint()) throw new Error('nothing was drawn');
  await meanwhile?.(surface, paint);
  const { table } = frame.read();
  const pixels = { ...read(canvas), table, skins: frame.skins(table).map((skin) => skin.table) };
  surface.close();
  stage.free();
  return pixels;
}

function countContexts() {
  /** @type {{ gl: any, live: number }[]} */
  const contexts = [];
  const { getContext } = OffscreenCanvas.prototype;
  OffscreenCanvas.prototype.getContext = /** @type {any} */ (
    function get(/** @type {any} */ ...args) {
      // @ts-expect-error a method has the canvas as `this`
      const gl = /** @type {any} */ (Reflect.apply(getContext, this, args));
      if (args[0] !== 'webgl2' || !gl || contexts.some((each) => each.gl === gl)) return gl;
      const context = { gl, live: 0 };
      contexts.push(context);
      for (const thing of ['Buffer', 'Texture', 'VertexArray', 'Program', 'Shader', 'Framebuffer', 'Renderbuffer']) {
        for (const [way, by] of /** @type {const} */ ([
          ['create', 1],
          ['delete', -1],
        ])) {
          const original = gl[way + thing];
          gl[way + thing] = (/** @type {any[]} */ ...values) => {
            context.live += by;
            return Reflect.apply(original, gl, values);
          };
        }
      }
      return gl;
    }
  );
  return contexts;
}

/** A setting's index in the list that the stage knows. @param {typeof NAMES[number]} name */
const place = (name) => NAMES.indexOf(name);

Object.assign(globalThis, {
  stages: { instance, place, packets, emptyStage, openGpu, draw, picture, renderer, contexts: countContexts() },
});
