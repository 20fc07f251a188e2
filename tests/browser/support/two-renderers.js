/** Runs in a page: one moment of a clip, drawn by WebGPU and by Canvas2D from the same bytes. */
import { open } from '../../../www/render/canvas.js';
import { PlainFrame } from '../../../www/render/frame.js';
import { Settings } from '../../../www/player/settings.js';

/** @typedef {import('../../../www/types.d.ts').Glue} Glue */
/** @typedef {import('../../../www/types.d.ts').WasmStage & { attachPlain(): number }} PlainStage */
/** @typedef {{ width: number, height: number, levels: number[] }} Worn */
/**
 * @typedef {object} Moment
 * @property {{ name: string, text: string }[]} files the clip's own first; bytes spelled as Latin-1
 * @property {[number, number]} [size] CSS pixels
 * @property {number} [ratio]
 * @property {number} [time] seconds
 * @property {string} [camera]
 * @property {{ [name: string]: any }} [settings]
 * @property {Worn[]} [pictures]
 */

/** @param {string[]} urls of the glue and the module */
async function instance([script, module]) {
  const { makeGlue } = await import(script);
  const glue = makeGlue();
  const { memory } = await glue.default({ module_or_path: await WebAssembly.compileStreaming(fetch(module)) });
  return /** @type {{ glue: Glue, memory: WebAssembly.Memory }} */ ({ glue, memory });
}

const bytesOf = (/** @type {string} */ text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** @param {{ web: string[], readers: string[][] }} urls */
export async function bench(urls) {
  const web = await instance(urls.web);
  const others = await Promise.all(urls.readers.map(instance));
  const engine = await web.glue.Engine.create().catch(() => null);
  const canvases = ['webgpu', 'canvas'].map((id) => {
    const canvas = document.createElement('canvas');
    canvas.id = id;
    return canvas;
  });
  document.body.replaceChildren(...canvases);
  const surface = open().surface(canvases[1]);
  /** @type {PlainStage[]} */
  let stages = [];
  let at = 0;

  /** @param {Moment} moment */
  function show({ files: [file, ...companions], size: [width, height] = [640, 400], ratio = 1, time = 0, camera = '', settings = {}, pictures = [] }) {
    for (const stage of stages) stage.free();
    surface.forgetPictures();
    const bytes = bytesOf(file.text);
    const head = bytes.subarray(0, 1024);
    const other = web.glue.isBvh(file.name, head) ? undefined : others.find(({ glue }) => /** @type {any} */ (glue).reads(file.name, head));
    const parser = new (other ?? web).glue.ClipParser(file.name, bytes.length);
    if (other) for (const { name, text } of companions) /** @type {any} */ (parser).addCompanion(name, bytesOf(text));
    const packets = [parser.push(bytes), parser.finish()].filter((packet) => packet?.length);
    parser.free();
    stages = canvases.map(() => /** @type {PlainStage} */ (new web.glue.Stage()));
    if (engine) stages[0].attach(engine, canvases[0]);
    at = stages[1].attachPlain();
    stages.forEach((stage, index) => {
      for (const packet of packets) stage.pushPacket(/** @type {Uint8Array} */ (packet));
      const all = new Settings();
      all.values = { ...all.values, smooth: false, ...settings };
      all.applyAll(stage);
      stage.resize(width, height, ratio);
      stage.pause();
      stage.seek(time);
      if (camera) stage.setCamera(camera);
      pictures.forEach((one, number) => [stage, surface][index].setPicture(number, one.width, one.height, Uint8Array.from(one.levels)));
    });
    return draw();
  }

  let now = 0;

  /** Draws it, until nothing moves. */
  function draw() {
    let drew = false;
    for (let step = 0; step < 200; step += 1) {
      now += 50;
      const bits = stages.map((stage) => stage.frame(now));
      // Canvas 2D asks for its first picture to be drawn once more.
      const frame = new PlainFrame(web.memory, at);
      if (bits[1] & 2) drew = surface.draw(frame) || surface.draw(frame);
      if (!bits.some((each) => each & 1)) break;
    }
    return drew;
  }

  /** Both pictures as RGBA: that of WebGPU is there only in the task that drew it. */
  function pixels() {
    const [width, height] = [canvases[1].width, canvases[1].height];
    stages[0].resize(width / 2, height / 2, 1);
    const [w, h, ratio] = shown;
    stages[0].resize(w, h, ratio);
    stages[0].frame(now);
    return { width, height, both: canvases.map(read) };
  }
  /** @type {[number, number, number]} */
  let shown = [640, 400, 1];

  const reader = document.createElement('canvas');
  /** @param {HTMLCanvasElement} canvas */
  function read(canvas) {
    reader.width = canvas.width;
    reader.height = canvas.height;
    const context = /** @type {CanvasRenderingContext2D} */ (reader.getContext('2d', { willReadFrequently: true }));
    context.drawImage(canvas, 0, 0);
    return context.getImageData(0, 0, canvas.width, canvas.height).data;
  }

  return {
    /** @param {Moment} moment */
    show(moment) {
      shown = [...(moment.size ?? [640, 400]), moment.ratio ?? 1];
      return show(moment);
    },
    pixels,
    table: () => new PlainFrame(web.memory, at).table(),
    redraw: () => surface.draw(new PlainFrame(web.memory, at)),
    stage: () => stages[1],
  };
}
