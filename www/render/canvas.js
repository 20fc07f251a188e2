/** Draws frames with Canvas 2D, by the formulas of `crates/gpu/src/shaders/`. There is no depth buffer: it draws the nearest item last. */
import { makeFigure } from './canvas-figure.js';
import { makeFloor, makeNoise } from './canvas-floor.js';
import { SOFTWARE, max, read } from './canvas-view.js';

/** @typedef {import('../types.d.ts').PlainFrame} PlainFrame */
/** @typedef {import('../types.d.ts').Renderer} Renderer */
/** @typedef {import('../types.d.ts').Surface} Surface */
/** @typedef {typeof import('./canvas-skin.js')} SkinScript fetched with the first skin */

/** Skins of more triangles are replaced by bones: a chronophotograph has up to eleven generated bodies of together 56,000. */
const MOST_TRIANGLES = 64_000;
/** A sort key is an item's nearness (NEARNESS divided by metres) times MOST_ITEMS, minus its index. */
const MOST_ITEMS = 2 ** 21;
const NEARNESS = 1e6;
/** Texels along a side of the mip level from which triangles take their colours. */
const MOST_TEXELS = 128;

/** What the canvases of a page share; its script is null after it could not be fetched: bones are drawn in place of skins. @typedef {{ noise: CanvasPattern | null, script: SkinScript | null | undefined, skins: () => Promise<void> }} Shared */

/** @param {() => Promise<SkinScript>} skinPart @returns {Renderer} */
export function open(skinPart) {
  /** @type {Shared} */
  const shared = {
    // A page's first canvas waits for the browser's GPU process: make one now, in another task than the first picture.
    noise: makeNoise(),
    script: undefined,
    async skins() {
      shared.script = await skinPart().catch(() => null);
    },
  };
  return { surface: (canvas) => surface(canvas, shared), lost: new Promise(() => {}), done: painted, skins: shared.skins, close() {} };
}

/** Settles after the next animation frame has been painted. */
const painted = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });

/** @param {HTMLCanvasElement} canvas @param {Shared} shared @returns {Surface} */
function surface(canvas, shared) {
  const context = canvas.getContext('2d', SOFTWARE);
  if (!context) throw new Error('No Canvas2D');
  const drawFloor = makeFloor(shared.noise);
  const figure = makeFigure();
  /** @type {import('./canvas-skin.js').Pictures} */
  const pictures = new Map();
  /** @type {ReturnType<SkinScript['makeSkin']> | undefined} */
  let skin;
  let asked = false;
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
    setPicture(index, w, h, levels) {
      let at = 0;
      for (; max(w, h) > MOST_TEXELS && at + w * h * 4 < levels.length; w = max(1, w >> 1), h = max(1, h >> 1)) at += w * h * 4;
      pictures.set(index, { width: w, height: h, bytes: levels.slice(at, at + w * h * 4) });
    },
    forgetPictures() {
      pictures.clear();
      // A script that could not be fetched is asked for again with the next clip.
      asked = false;
      shared.script ??= undefined;
    },
    close() {},

    draw(frame) {
      const { table } = frame.read();
      const { width, height } = table;
      if (!width || !height) return false;
      const skins = frame.skins(table).map((each) => each.table);
      if (skins.length) {
        skin ??= shared.script?.makeSkin(pictures);
        if (shared.script === undefined) {
          if (!asked) shared.skins().then(() => made.onRestored?.());
          asked = true;
          return false;
        }
      }
      if (canvas.width !== width) canvas.width = width;
      if (canvas.height !== height) canvas.height = height;
      read(frame, table);
      drawFloor(context, frame, table, made.coarse);
      const drawsSkins =
        shared.script !== null &&
        skins.reduce((sum, { figures, firstTriangle, endTriangle }) => sum + figures * (endTriangle - firstTriangle), 0) <= MOST_TRIANGLES;
      const instances = figure.read(frame, table, drawsSkins);
      const parts = skin?.read(frame, table, drawsSkins ? skins : []) ?? 0;
      if (items.length < instances + parts) items = new Float64Array(instances + parts);
      count = 0;
      for (let i = 0; i < instances; i += 1) add(i, figure.depth(i));
      for (let i = 0; i < parts; i += 1) add(instances + i, skin?.depth(i) ?? 0);
      // The farthest first.
      for (const each of items.subarray(0, count).sort()) {
        const item = -each & (MOST_ITEMS - 1);
        if (item < instances) figure.draw(context, item);
        else skin?.draw(context, item - instances);
      }
      context.resetTransform();
      return true;
    },
  };
  // The browser lost the canvas's content and has restored the context.
  canvas.oncontextrestored = () => made.onRestored?.();
  return made;
}
