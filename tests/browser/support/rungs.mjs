/** The same stage drawn by two renderers in one page, and how far their pictures are apart. Runs in the page. */

/**
 * @typedef {object} Shot what a picture shows
 * @property {string} name
 * @property {'marey_web' | 'marey_mocap' | 'marey_hanim'} [part] whose reader takes the file
 * @property {{ name: string, text: string }} file
 * @property {{ name: string, text: string }[]} [companions]
 * @property {number} [time] seconds
 * @property {string} [camera]
 * @property {[number, number][]} [settings] by their places in settings.js
 * @property {string} [highlight] a joint
 * @property {{ index: number, width: number, height: number, levels: number[] }} [picture]
 * @property {[number, number]} [size] CSS pixels
 * @property {number} [ratio]
 */

/** @param {Record<string, string[]>} files glue and module of each part @param {string} script of the renderer */
export function rungs(files, script) {
  const scope = /** @type {any} */ (globalThis);
  const at = (/** @type {string} */ name) => new URL(name, location.href).href;
  const HIGHLIGHT = 14;

  /** @type {Map<string, Promise<any>>} */
  const instances = new Map();
  /** @param {string} part */
  const instance = (part) => {
    const made = instances.get(part) ?? (async () => {
      const glue = (await import(at(files[part][0]))).makeGlue();
      const { memory } = await glue.default({ module_or_path: await WebAssembly.compileStreaming(fetch(at(files[part][1]))) });
      return { glue, memory };
    })();
    instances.set(part, made);
    return made;
  };

  /** @type {Promise<any> | undefined} */
  let engine;
  /** @type {Promise<any> | undefined} */
  let renderer;

  // Every WebGL context of the page, and how many things are on it.
  /** @type {{ gl: any, live: number }[]} */
  const contexts = [];
  const { getContext } = OffscreenCanvas.prototype;
  OffscreenCanvas.prototype.getContext = /** @type {any} */ (function get(/** @type {any} */ ...args) {
    // @ts-expect-error a method has the canvas as `this`
    const gl = Reflect.apply(getContext, this, args);
    if (args[0] !== 'webgl2' || !gl || contexts.some((each) => each.gl === gl)) return gl;
    /** @type {{ gl: any, live: number }} */
    const context = { gl, live: 0 };
    contexts.push(context);
    for (const thing of ['Buffer', 'Texture', 'VertexArray', 'Program', 'Shader', 'Framebuffer', 'Renderbuffer']) {
      for (const [way, by] of /** @type {const} */ ([['create', 1], ['delete', -1]])) {
        const original = context.gl[way + thing];
        context.gl[way + thing] = (/** @type {any[]} */ ...values) => { context.live += by; return Reflect.apply(original, gl, values); };
      }
    }
    return gl;
  });

  /** A stage of the shot's clip, as the shot shows it. @param {Shot} shot */
  async function stageOf({ part = 'marey_web', file, companions = [], time = 0, camera, settings = [], highlight, size = [720, 450], ratio = 1 }) {
    const { glue, memory } = await instance('marey_web');
    const readers = (await instance(part)).glue;
    const bytes = (/** @type {string} */ text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const parser = new readers.ClipParser(file.name, file.text.length);
    for (const companion of companions) parser.addCompanion(companion.name, bytes(companion.text));
    const packets = [parser.push(bytes(file.text)), parser.finish()].filter(Boolean);
    parser.free();
    const stage = new glue.Stage();
    for (const packet of packets) stage.pushPacket(packet);
    stage.resize(...size, ratio);
    for (const [setting, value] of settings) stage.set(setting, value, 0);
    if (highlight) stage.set(HIGHLIGHT, stage.info().joints.findIndex((/** @type {{ name: string }} */ { name }) => name === highlight), 0);
    if (camera && !stage.setCamera(camera)) throw new Error(`no camera: ${camera}`);
    stage.seek(time);
    return { glue, memory, stage };
  }

  /** @param {HTMLCanvasElement} canvas */
  function read(canvas) {
    const copy = document.createElement('canvas');
    [copy.width, copy.height] = [canvas.width, canvas.height];
    const context = /** @type {CanvasRenderingContext2D} */ (copy.getContext('2d', { willReadFrequently: true }));
    context.drawImage(canvas, 0, 0);
    return { data: context.getImageData(0, 0, copy.width, copy.height), url: scope.keepsPictures ? copy.toDataURL() : '' };
  }

  const canvas = () => document.createElement('canvas');

  scope.rungs = {
    contexts,

    renderer: () => (renderer ??= import(at(script)).then(({ open }) => open())),

    /** The shot by WebGPU. @param {Shot} shot */
    async webgpu(shot) {
      const { glue, stage } = await stageOf(shot);
      engine ??= glue.Engine.create();
      const element = canvas();
      stage.attach(await engine, element);
      const { picture } = shot;
      if (picture) stage.setPicture(picture.index, picture.width, picture.height, Uint8Array.from(picture.levels));
      // What moves on the stage when a clip comes has come to rest after a while.
      for (const now of [0, 1000, 2000, 3000]) stage.frame(now);
      stage.resize((shot.size ?? [720, 450])[0] + 1, 450, 1);
      stage.resize(...shot.size ?? [720, 450], shot.ratio ?? 1);
      const result = read(element);
      stage.free();
      return result;
    },

    /** The shot by the other renderer. @param {Shot} shot @param {(surface: any, draw: () => boolean) => Promise<void>} [meanwhile] */
    async plain(shot, meanwhile) {
      const [{ memory, stage }, { PlainFrame }, own] = await Promise.all([stageOf(shot), import(at('/frame.js')), this.renderer()]);
      const element = canvas();
      const surface = own.surface(element);
      const frame = new PlainFrame(memory, stage.attachPlain());
      const { picture } = shot;
      if (picture) surface.setPicture(picture.index, picture.width, picture.height, Uint8Array.from(picture.levels));
      for (const now of [0, 1000, 2000]) stage.frame(now);
      const draw = () => surface.draw(frame);
      if (!draw()) throw new Error('nothing was drawn');
      stage.frame(3000);
      stage.resize((shot.size ?? [720, 450])[0] + 1, 450, 1);
      stage.resize(...shot.size ?? [720, 450], shot.ratio ?? 1);
      draw();
      if (meanwhile) await meanwhile(surface, draw);
      const result = read(element);
      surface.close();
      stage.free();
      return result;
    },

    /** Mean difference of all pixels, and of the worst 16 by 16 of them; how many pixels are not the most frequent. @param {ImageData} a @param {ImageData} b */
    apart(a, b) {
      if (a.width !== b.width || a.height !== b.height) throw new Error(`${a.width} x ${a.height} and ${b.width} x ${b.height}`);
      const across = Math.ceil(a.width / 16);
      /** @type {Float64Array} */
      const sums = new Float64Array(across * Math.ceil(a.height / 16));
      const counts = new Float64Array(sums.length);
      let total = 0;
      let coloured = 0;
      for (let i = 0; i < a.data.length; i += 4) {
        const [x, y] = [(i / 4) % a.width, Math.floor(i / 4 / a.width)];
        let most = 0;
        // Where the page shows through, colours count as far as they are seen, and alpha as much.
        const seen = (/** @type {ImageData} */ { data }, /** @type {number} */ c) => (c === 3 ? data[i + 3] : (data[i + c] * data[i + 3]) / 255);
        for (let c = 0; c < 4; c += 1) most += Math.abs(seen(a, c) - seen(b, c));
        const opaque = a.data[i + 3] === 255 && b.data[i + 3] === 255;
        const off = most / (opaque ? 3 : 4);
        total += off;
        const region = Math.floor(y / 16) * across + Math.floor(x / 16);
        sums[region] += off;
        counts[region] += 1;
        const [red, green, blue] = a.data.subarray(i, i + 3);
        if (Math.max(red, green, blue) - Math.min(red, green, blue) > 60) coloured += 1;
      }
      let worst = 0;
      for (let at = 0; at < sums.length; at += 1) worst = Math.max(worst, sums[at] / counts[at]);
      return { mean: total / (a.data.length / 4), worst, coloured };
    },

    /** @param {Shot} shot */
    async compare(shot) {
      const [one, other] = [await this.webgpu(shot), await this.plain(shot)];
      return { ...this.apart(one.data, other.data), size: [other.data.width, other.data.height], pictures: [one.url, other.url] };
    },
  };
}
