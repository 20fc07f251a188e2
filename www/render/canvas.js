/**
 * Draws a stage's frames with Canvas2D, where a browser has neither WebGPU nor WebGL2. The same camera, colours and lights as the
 * shaders in `web/src/shaders/`; what is nearer is drawn later, in place of a depth buffer.
 */
import { makeFigure } from './canvas-figure.js';
import { makeFloor } from './canvas-floor.js';
import { makeSkin } from './canvas-skin.js';
import { SOFTWARE, layer, read } from './canvas-view.js';

/** @typedef {import('../types.d.ts').PlainFrame} PlainFrame */
/** @typedef {import('../types.d.ts').Renderer} Renderer */
/** @typedef {import('../types.d.ts').Surface} Surface */

/** Skins of more triangles are not drawn, but the bones inside: so many are ten pictures a second on a slow machine. */
const MOST_TRIANGLES = 6000;
/** A number holds one of so many things, and above it how near it is: this, divided by metres. */
const MOST_ITEMS = 2 ** 21;
const NEARNESS = 1e6;

/** @returns {Renderer} */
export function open() {
  // A page's first canvas waits for the browser's GPU process: in a task of its own, not in that of the first picture.
  layer();
  return { surface, lost: new Promise(() => {}), done: painted, close() {} };
}

/** The page paints after the next animation frame. */
const painted = () => new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve)); });

/** @param {HTMLCanvasElement} canvas @returns {Surface} */
function surface(canvas) {
  const context = canvas.getContext('2d', SOFTWARE);
  if (!context) throw new Error('No Canvas2D');
  const drawFloor = makeFloor();
  const figure = makeFigure();
  const skin = makeSkin();
  /** What is drawn: instances of the figure, and behind their numbers the triangles of the skin; above them how near they are. */
  let items = new Float64Array();
  let count = 0;

  /** @param {number} item @param {number} depth 0: it is not seen */
  const add = (item, depth) => {
    // Of two at the same place the first one is seen, as with a depth buffer.
    if (depth) items[count++] = Math.ceil(NEARNESS / depth) * MOST_ITEMS - item;
  };

  /** Draws what was added, the farthest first. @param {CanvasRenderingContext2D} on @param {number} instances */
  const paint = (on, instances) => {
    for (const each of items.subarray(0, count).sort()) {
      const item = -each & MOST_ITEMS - 1;
      if (item < instances) figure.draw(on, item);
      else skin.draw(on, item - instances);
    }
    on.resetTransform();
    count = 0;
  };

  /** @type {Surface} */
  const made = {
    again: null,
    setPicture: skin.setPicture,
    forgetPictures: skin.forgetPictures,
    close() {},

    draw(frame) {
      const table = frame.table();
      const { width, height, firstTriangle, endTriangle } = table;
      if (!width || !height) return false;
      if (canvas.width !== width) canvas.width = width;
      if (canvas.height !== height) canvas.height = height;
      read(frame, table);
      drawFloor(context, frame, table);
      const triangles = table.skin ? endTriangle - firstTriangle : 0;
      const worn = triangles <= MOST_TRIANGLES;
      const instanceCount = figure.read(frame, table);
      const most = instanceCount + (worn ? triangles : 0);
      if (items.length < most) items = new Float64Array(most);
      for (let i = table.hidden && worn ? table.thrown : 0; i < instanceCount; i += 1) add(i, figure.depth(i));
      const apart = triangles && worn && skin.pose(frame, table);
      // Half as strong as a whole: triangle by triangle, those behind would show through those in front.
      if (apart) paint(context, instanceCount);
      for (let i = 0; worn && i < triangles; i += 1) add(instanceCount + i, skin.depth(i));
      if (apart) skin.through(context, (layer) => paint(layer, instanceCount));
      else paint(context, instanceCount);
      return true;
    },
  };
  // Where the browser lost what was on it.
  canvas.oncontextrestored = () => made.again?.();
  return made;
}
