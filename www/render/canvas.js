/** Draws frames with Canvas 2D, by the formulas of `crates/gpu/src/shaders/`. There is no depth buffer: it draws the nearest item last. */
import { makeFigure } from './canvas-figure.js';
import { makeFloor, makeNoise } from './canvas-floor.js';
import { makeSkin } from './canvas-skin.js';
import { SOFTWARE, read } from './canvas-view.js';

/** @typedef {import('../types.d.ts').PlainFrame} PlainFrame */
/** @typedef {import('../types.d.ts').Renderer} Renderer */
/** @typedef {import('../types.d.ts').Surface} Surface */

/** A skin of more triangles is replaced by its bones: this many take a tenth of a second on a slow machine. */
const MOST_TRIANGLES = 6000;
/** A sort key is an item's nearness (NEARNESS divided by metres) times MOST_ITEMS, minus its index. */
const MOST_ITEMS = 2 ** 21;
const NEARNESS = 1e6;

/** @returns {Renderer} */
export function open() {
  // A page's first canvas waits for the browser's GPU process: make one now, in another task than the first picture.
  const noise = makeNoise();
  return { surface: (canvas) => surface(canvas, noise), lost: new Promise(() => {}), done: painted, close() {} };
}

/** Settles after the next animation frame has been painted. */
const painted = () => new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve)); });

/** @param {HTMLCanvasElement} canvas @param {CanvasPattern | null} noise @returns {Surface} */
function surface(canvas, noise) {
  const context = canvas.getContext('2d', SOFTWARE);
  if (!context) throw new Error('No Canvas2D');
  const drawFloor = makeFloor(noise);
  const figure = makeFigure();
  const skin = makeSkin();
  /** Sort keys of the items: the figure's instances, then the skin's triangles. */
  let items = new Float64Array();
  let count = 0;

  /** @param {number} item @param {number} depth 0: not visible */
  const add = (item, depth) => {
    // At equal depth the first item is drawn last, as with a depth buffer.
    if (depth) items[count++] = Math.ceil(NEARNESS / depth) * MOST_ITEMS - item;
  };

  /** Draws the added items, the farthest first. @param {CanvasRenderingContext2D} on @param {number} instances */
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
    onRestored: null,
    setPicture: skin.setPicture,
    forgetPictures: skin.forgetPictures,
    close() {},

    draw(frame) {
      const { table } = frame.read();
      const { width, height, firstTriangle, endTriangle } = table;
      if (!width || !height) return false;
      if (canvas.width !== width) canvas.width = width;
      if (canvas.height !== height) canvas.height = height;
      read(frame, table);
      drawFloor(context, frame, table);
      const triangles = table.skin ? endTriangle - firstTriangle : 0;
      const drawsSkin = triangles <= MOST_TRIANGLES;
      const instanceCount = figure.read(frame, table);
      const most = instanceCount + (drawsSkin ? triangles : 0);
      if (items.length < most) items = new Float64Array(most);
      for (let i = table.hidden && drawsSkin ? table.casters : 0; i < instanceCount; i += 1) add(i, figure.depth(i));
      const translucent = triangles && drawsSkin && skin.pose(frame, table);
      // A translucent skin is drawn opaque on a layer, and that at half opacity: translucent triangles would show those behind them.
      if (translucent) paint(context, instanceCount);
      for (let i = 0; drawsSkin && i < triangles; i += 1) add(instanceCount + i, skin.depth(i));
      if (translucent) skin.through(context, (layer) => paint(layer, instanceCount));
      else paint(context, instanceCount);
      return true;
    },
  };
  // The browser lost the canvas's content and has restored the context.
  canvas.oncontextrestored = () => made.onRestored?.();
  return made;
}
