/** Draws frames with WebGL 2. Browsers limit the number of contexts, so all canvases share one and get copies of its pictures. */
import { Shared } from './webgl-context.js';
import { makeContext } from './webgl-start.js';
import { WebGlSurface } from './webgl-surface.js';

/** @typedef {import('../types.d.ts').Renderer} Renderer */
/** @typedef {import('../types.d.ts').Surface} Surface */
/** @typedef {import('./webgl-start.js').Context} Context */

/** Maximum wait for a lost context to come back. */
const RESTORE_MS = 3000;
/** The last lost context, once it is restored. @type {ReturnType<typeof restored> | undefined} */
let returning;
/** Interval at which a fence is polled. */
const FENCE_MS = 4;

/**
 * Waits until a lost context is restored. It then works like a new one, which the browser might refuse.
 * @param {Context} lost @returns {Promise<Context>}
 */
const restored = ({ canvas, gl }) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The WebGL context was lost and did not come back')), RESTORE_MS);
    canvas.addEventListener(
      'webglcontextrestored',
      () => {
        clearTimeout(timer);
        resolve({ canvas, gl });
      },
      { once: true },
    );
  });

/** @param {Context} [made] the first context @returns {Promise<Renderer>} @throws an Error with the reason if there is none */
export async function open(made) {
  const waiting = returning;
  returning = undefined;
  const { canvas, gl } = waiting ? await waiting : (made ?? makeContext());

  /** @type {Shared | null} null once the context is lost */
  let shared = new Shared(gl);
  /** @type {Set<WebGlSurface>} */
  const surfaces = new Set();
  /** @type {(reason: string) => void} */
  let giveUp;
  /** @type {Promise<string>} */
  const lost = new Promise((resolve) => {
    giveUp = resolve;
  });
  const events = new AbortController();

  canvas.addEventListener(
    'webglcontextlost',
    (event) => {
      // Otherwise the context would not be restored.
      event.preventDefault();
      returning = restored({ canvas, gl });
      returning.catch(() => {});
      end('');
    },
    { signal: events.signal },
  );

  /** @param {string} reason why another context would fail too, '' if it may work */
  function end(reason) {
    events.abort();
    for (const surface of surfaces) surface.drop();
    shared = null;
    giveUp(reason);
  }

  /** Sizes the context for the largest picture. */
  function resize() {
    const side = (/** @type {'width' | 'height'} */ name) => Math.max(1, ...[...surfaces].map((each) => each[name]));
    shared?.resize(side('width'), side('height'));
  }

  return {
    lost,
    surface(element) {
      const surface = new WebGlSurface(element, {
        canvas,
        // The context may be lost before its event arrives.
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
    done: () =>
      new Promise((resolve) => {
        const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
        gl.flush();
        // The fence's state changes only between tasks; on a lost context there is no fence.
        const poll = () => {
          if (fence && gl.clientWaitSync(fence, 0, 0) === gl.TIMEOUT_EXPIRED) setTimeout(poll, FENCE_MS);
          else {
            gl.deleteSync(fence);
            resolve(undefined);
          }
        };
        setTimeout(poll);
      }),
    close() {
      for (const surface of [...surfaces]) surface.close();
      end('closed');
      // Otherwise the context would live until the next garbage collection.
      gl.getExtension('WEBGL_lose_context')?.loseContext();
    },
  };
}
