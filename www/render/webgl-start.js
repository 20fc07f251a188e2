/** Makes a WebGL 2 context. A script of its own, so that a browser without WebGL fetches nothing else of it. */

/** @typedef {{ canvas: HTMLCanvasElement | OffscreenCanvas, gl: WebGL2RenderingContext }} Context */

/** @returns {Context} @throws an Error with the reason */
export function makeContext() {
  const options = { antialias: false, depth: false };
  // An OffscreenCanvas can transfer its pictures. Without a GPU, copying them takes six times as long.
  const offscreen = 'OffscreenCanvas' in globalThis && new OffscreenCanvas(1, 1);
  const fast = offscreen && /** @type {WebGL2RenderingContext | null} */ (offscreen.getContext('webgl2', options));
  if (offscreen && fast) return { canvas: offscreen, gl: fast };
  const canvas = document.createElement('canvas');
  let refused = '';
  canvas.addEventListener('webglcontextcreationerror', (event) => {
    refused = /** @type {WebGLContextEvent} */ (event).statusMessage;
  });
  const gl = /** @type {WebGL2RenderingContext | null} */ (canvas.getContext('webgl2', options));
  if (!gl) throw new Error(refused || 'This browser has no WebGL2');
  return { canvas, gl };
}
