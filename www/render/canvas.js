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
const painted = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });

/** @param {HTMLCanvasElement} canvas @param {CanvasPattern | null} noise @returns {Surface} */
function surface(canvas, noise) {
  const context = canvas.getContext('2d', SOFTWARE);
  if (!context) throw new Error('No Canvas2D');
  const drawFloor = makeFloor(noise);
  const figure = makeFigure();
  const skin = makeSkin();
  /** Sort keys of the items: instances, then triangles of skins, then layers with translucent figures. */
  let items = new Float64Array();
  let count = 0;

  /** @param {number} item @param {number} depth 0: not visible */
  const add = (item, depth) => {
    // At equal depth the first item is drawn last, as with a depth buffer.
    if (depth) items[count++] = Math.ceil(NEARNESS / depth) * MOST_ITEMS - item;
  };

  /** @type {Surface} */
  const made = {
    onRestored: null,
    setPicture: skin.setPicture,
    forgetPictures: skin.forgetPictures,
    close() {},

    draw(frame) {
      const { table } = frame.read();
      const { width, height } = table;
      if (!width || !height) return false;
      if (canvas.width !== width) canvas.width = width;
      if (canvas.height !== height) canvas.height = height;
      read(frame, table);
      drawFloor(context, frame, table, made.coarse);
      const skins = frame.skins(table).map((each) => each.table);
      const drawsSkins =
        skins.reduce((sum, { figures, firstTriangle, endTriangle }) => sum + figures * (endTriangle - firstTriangle), 0) <= MOST_TRIANGLES;
      const instances = figure.read(frame, table, drawsSkins);
      const parts = skin.read(frame, drawsSkins ? skins : []);
      if (items.length < instances + parts) items = new Float64Array(instances + parts);
      count = 0;
      for (let i = 0; i < instances; i += 1) add(i, figure.depth(i));
      for (let i = 0; i < parts; i += 1) add(instances + i, skin.depth(i));
      // The farthest first.
      for (const each of items.subarray(0, count).sort()) {
        const item = -each & (MOST_ITEMS - 1);
        if (item < instances) figure.draw(context, item);
        else skin.draw(context, item - instances);
      }
      context.resetTransform();
      return true;
    },
  };
  // The browser lost the canvas's content and has restored the context.
  canvas.oncontextrestored = () => made.onRestored?.();
  return made;
}
