/** A canvas that shows copies of pictures from the page's WebGL context, with the skin and textures of its stage in that context. */
import { Pictures, SkinBuffers } from './webgl-skin.js';

/** @typedef {import('./webgl-context.js').Shared} Shared */
/**
 * @typedef {object} Host
 * @property {HTMLCanvasElement | OffscreenCanvas} canvas of the context
 * @property {() => Shared | null} shared null while the context is lost
 * @property {() => void} resize the size of a surface has changed
 * @property {(error: Error) => void} failed nothing more can be drawn
 * @property {() => void} closed
 */

export class WebGlSurface {
  /** Size of the picture on the context's canvas, in pixels. */
  width = 0;
  height = 0;
  /** In the order of the frame. @type {SkinBuffers[]} */
  #skins = [];
  /** @type {Map<number, import('./webgl-skin.js').Picture>} */
  #sources = new Map();
  /** @type {Pictures | null} */
  #pictures = null;
  #canvas;
  #host;

  /** @param {HTMLCanvasElement} canvas @param {Host} host @throws if the canvas has no context for a copy */
  constructor(canvas, host) {
    this.#host = host;
    this.#canvas = canvas;
    const bitmap = host.canvas instanceof HTMLCanvasElement ? null : canvas.getContext('bitmaprenderer');
    const copy = bitmap ? null : canvas.getContext('2d');
    if (!bitmap && !copy) throw new Error('The canvas cannot show pictures of WebGL2');
    /** Transfers or copies the picture to this canvas. */
    this.show = () => {
      if (bitmap) bitmap.transferFromImageBitmap(/** @type {OffscreenCanvas} */ (host.canvas).transferToImageBitmap());
      else if (copy) {
        copy.globalCompositeOperation = 'copy';
        copy.drawImage(host.canvas, 0, 0, canvas.width, canvas.height);
      }
    };
  }

  /** @param {import('../types.d.ts').PlainFrame} frame */
  draw(frame) {
    const { table } = frame.read();
    const shared = this.#host.shared();
    if (!shared || !table.width || !table.height) return false;
    // Shrinks a picture that is larger than the GPU can draw.
    const share = Math.min(1, shared.most / Math.max(table.width, table.height));
    const [width, height] = [Math.floor(table.width * share), Math.floor(table.height * share)];
    if (width !== this.width || height !== this.height) {
      [this.width, this.height] = [width, height];
      this.#host.resize();
    }
    const on = this.#host.canvas;
    if (on.width !== width) on.width = width;
    if (on.height !== height) on.height = height;
    try {
      this.#render(shared, frame, table);
    } catch (error) {
      // A lost context returns null instead of numbers, which may cause errors.
      if (!shared.gl.isContextLost()) this.#host.failed(/** @type {Error} */ (error));
      return false;
    }
    // The context was lost while it drew: the picture is blank.
    if (shared.gl.isContextLost()) return false;

    const to = this.#canvas;
    if (to.width !== table.width) to.width = table.width;
    if (to.height !== table.height) to.height = table.height;
    this.show();
    return true;
  }

  /** @param {Shared} shared @param {import('../types.d.ts').PlainFrame} frame @param {import('./frame.js').Table} table */
  #render(shared, frame, table) {
    const { gl } = shared;
    shared.upload(frame, table);
    shared.drawShadow(table);
    shared.drawStage(this.width, this.height);
    const skins = frame.skins(table);
    skins.forEach(({ table: each }, index) => {
      if (this.#skins[index]?.number !== each.number) {
        this.#free(index);
        this.#skins.push(new SkinBuffers(gl, frame, each));
      }
      this.#pictures ??= new Pictures(gl, this.#sources);
      shared.use('skin');
      this.#skins[index].draw(frame, each, this.#pictures);
    });
    this.#free(skins.length);
    shared.drawFigure(table);
    shared.finish(this.width, this.height, table.transparent === 1);
  }

  /** Frees the skins from this one on. @param {number} from */
  #free(from) {
    for (const skin of this.#skins.splice(from)) skin.free();
  }

  /** @param {number} index @param {number} width @param {number} height @param {Uint8Array} levels */
  setPicture(index, width, height, levels) {
    this.#sources.set(index, { width, height, levels });
    this.#pictures?.sweep();
  }

  forgetPictures() {
    this.#sources.clear();
    this.#pictures?.sweep();
  }

  /** Forgets the objects of a lost context. */
  drop() {
    this.#skins = [];
    this.#pictures = null;
  }

  close() {
    this.#free(0);
    this.#pictures?.free();
    this.drop();
    this.#sources.clear();
    this.#host.closed();
  }
}
