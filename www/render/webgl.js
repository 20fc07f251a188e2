/**
 * Draws frames with WebGL2, for browsers without WebGPU. One context serves all canvases of a page, since browsers keep only
 * some of them alive; each canvas gets a copy of its picture.
 */
import { Shared } from './webgl-context.js';
import { WebGlSurface } from './webgl-surface.js';

/**
 * @typedef {object} Renderer what all canvases of a page share
 * @property {(canvas: HTMLCanvasElement) => Surface} surface a canvas that nothing was drawn on yet
 * @property {Promise<string>} lost settles with the reason when it is of no more use
 * @property {() => void} close
 */

/**
 * @typedef {object} Surface
 * @property {(frame: import('./frame.js').PlainFrame) => boolean} draw sets the canvas's size where it differs, and draws. False: nothing can be drawn just now; `again` is called when it can
 * @property {(index: number, width: number, height: number, levels: Uint8Array) => void} setPicture of the skin that is drawn, as the stage's method of that name. The bytes are kept as they are, for the case that the context is lost
 * @property {() => void} forgetPictures
 * @property {() => void} close
 * @property {(() => void) | null} again asks for another frame, after the context has come back
 */

/** So long a lost context may take to come back. */
const RESTORE_MS = 3000;

/** @returns {Renderer} @throws an Error that says why there is none */
export function open() {
  const canvas = document.createElement('canvas');
  let refused = '';
  canvas.addEventListener('webglcontextcreationerror', (event) => { refused = /** @type {WebGLContextEvent} */ (event).statusMessage; });
  const gl = canvas.getContext('webgl2', { antialias: false, depth: false });
  if (!gl) throw new Error(refused || 'This browser has no WebGL2');

  /** @type {Shared | null} null while the context is lost */
  let shared = new Shared(gl);
  /** @type {Set<WebGlSurface>} */
  const surfaces = new Set();
  /** @type {(reason: string) => void} */
  let giveUp;
  /** @type {Promise<string>} */
  const lost = new Promise((resolve) => { giveUp = resolve; });
  let timer = 0;
  const events = new AbortController();
  const { signal } = events;

  canvas.addEventListener('webglcontextlost', (event) => {
    // Without this it would not come back.
    event.preventDefault();
    shared = null;
    for (const surface of surfaces) surface.drop();
    clearTimeout(timer);
    timer = window.setTimeout(() => end('The WebGL context was lost and did not come back'), RESTORE_MS);
  }, { signal });

  canvas.addEventListener('webglcontextrestored', () => {
    clearTimeout(timer);
    try {
      shared = new Shared(gl);
    } catch (error) {
      // Lost again: that is told by another event.
      if (!gl.isContextLost()) end(/** @type {Error} */ (error).message);
      return;
    }
    resize();
    for (const surface of [...surfaces]) surface.again?.();
  }, { signal });

  /** @param {string} reason */
  function end(reason) {
    clearTimeout(timer);
    events.abort();
    for (const surface of surfaces) surface.drop();
    shared = null;
    giveUp(reason);
  }

  /** As large as the largest picture. */
  function resize() {
    const width = Math.max(1, ...[...surfaces].map((each) => each.width));
    const height = Math.max(1, ...[...surfaces].map((each) => each.height));
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    shared?.resize(width, height);
  }

  return {
    lost,
    surface(element) {
      const surface = new WebGlSurface(element, {
        canvas,
        // Lost, and the event is still to come.
        shared: () => (gl.isContextLost() ? null : shared),
        resize,
        failed: (error) => end(error.message),
        closed: () => {
          surfaces.delete(surface);
          resize();
        },
      });
      surfaces.add(surface);
      return surface;
    },
    close() {
      for (const surface of [...surfaces]) surface.close();
      end('closed');
      // Browsers would keep it until they collect garbage.
      gl.getExtension('WEBGL_lose_context')?.loseContext();
    },
  };
}
