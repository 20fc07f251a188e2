/**
 * Draws frames with WebGL2, for browsers without WebGPU. One context serves all canvases of a page, since browsers keep only
 * some of them alive; each canvas gets a copy of its picture.
 */
import { Shared } from './webgl-context.js';
import { WebGlSurface } from './webgl-surface.js';

/** @typedef {import('../types.d.ts').Renderer} Renderer */
/** @typedef {import('../types.d.ts').Surface} Surface */

/** So long a lost context may take to come back. */
const RESTORE_MS = 3000;
/** The context that was lost last, once it is back. @type {ReturnType<typeof restored> | undefined} */
let returning;
/** How often it is asked whether a picture is there. */
const FENCE_MS = 4;

/**
 * Where pictures are drawn, and the context there.
 * @returns {{ canvas: HTMLCanvasElement | OffscreenCanvas, gl: WebGL2RenderingContext }}
 * @throws an Error that says why there is none
 */
function context() {
  const options = { antialias: false, depth: false };
  // Its pictures can be given away. Without a GPU, copying them takes six times as long.
  const apart = 'OffscreenCanvas' in globalThis && new OffscreenCanvas(1, 1);
  const fast = apart && /** @type {WebGL2RenderingContext | null} */ (apart.getContext('webgl2', options));
  if (apart && fast) return { canvas: apart, gl: fast };
  const canvas = document.createElement('canvas');
  let refused = '';
  canvas.addEventListener('webglcontextcreationerror', (event) => { refused = /** @type {WebGLContextEvent} */ (event).statusMessage; });
  const gl = /** @type {WebGL2RenderingContext | null} */ (canvas.getContext('webgl2', options));
  if (!gl) throw new Error(refused || 'This browser has no WebGL2');
  return { canvas, gl };
}

/**
 * A lost context when it is back. It can be used then as if it were new; another one may be refused in its place.
 * @param {ReturnType<typeof context>} lost
 * @returns {Promise<ReturnType<typeof context>>}
 */
const restored = ({ canvas, gl }) => new Promise((resolve, reject) => {
  const timer = setTimeout(() => reject(new Error('The WebGL context was lost and did not come back')), RESTORE_MS);
  canvas.addEventListener('webglcontextrestored', () => {
    clearTimeout(timer);
    resolve({ canvas, gl });
  }, { once: true });
});

/** @returns {Promise<Renderer>} @throws an Error that says why there is none */
export async function open() {
  const waiting = returning;
  returning = undefined;
  const { canvas, gl } = waiting ? await waiting : context();

  /** @type {Shared | null} null once the context is lost */
  let shared = new Shared(gl);
  /** @type {Set<WebGlSurface>} */
  const surfaces = new Set();
  /** @type {(reason: string) => void} */
  let giveUp;
  /** @type {Promise<string>} */
  const lost = new Promise((resolve) => { giveUp = resolve; });
  const events = new AbortController();

  canvas.addEventListener('webglcontextlost', (event) => {
    // Without this it would not come back.
    event.preventDefault();
    returning = restored({ canvas, gl });
    returning.catch(() => {});
    end('');
  }, { signal: events.signal });

  /** @param {string} reason why another one would fare no better, '' where it may */
  function end(reason) {
    events.abort();
    for (const surface of surfaces) surface.drop();
    shared = null;
    giveUp(reason);
  }

  /** Room for the largest picture. */
  function resize() {
    const side = (/** @type {'width' | 'height'} */ name) => Math.max(1, ...[...surfaces].map((each) => each[name]));
    shared?.resize(side('width'), side('height'));
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
    done: () => new Promise((resolve) => {
      const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
      gl.flush();
      // Its answer changes between two tasks only, and a lost context has none.
      const look = () => {
        if (fence && gl.clientWaitSync(fence, 0, 0) === gl.TIMEOUT_EXPIRED) setTimeout(look, FENCE_MS);
        else {
          gl.deleteSync(fence);
          resolve(undefined);
        }
      };
      setTimeout(look);
    }),
    close() {
      for (const surface of [...surfaces]) surface.close();
      end('closed');
      // Browsers would keep it until they collect garbage.
      gl.getExtension('WEBGL_lose_context')?.loseContext();
    },
  };
}
