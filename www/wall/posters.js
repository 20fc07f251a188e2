/**
 * The posters of the wall: drawn one after the other, nearest to what is seen first, or taken from an earlier visit. The latest are kept
 * as canvases, the others as small pictures, from which a canvas is made again.
 */
import { lastingCopy } from '../share/lasting.js';
import { KeptPosters } from './kept.js';

/** @typedef {import('./poster-studio.js').PosterStudio} PosterStudio */
/** @typedef {import('./item.js').Item} Item */
/** @typedef {import('./item.js').Collection} Collection */
/** @typedef {{ moment: number, camera: string, whole: string, canvas: HTMLCanvasElement | null, packed: Blob | null }} Poster canvas: kept for the latest ones; without both nothing could be drawn */

/** Posters kept as canvases. */
const MOST_CANVASES = 60;
/** Posters kept as pictures. */
const MOST_PACKED = 10_000;
/** Larger files are read only when they are opened. */
const MOST_BYTES = 64e6;
const TYPE = 'image/webp';
const QUALITY = 0.85;

export class Posters {
  /** In the order of use, the latest last. @type {Map<Item, Poster>} */
  #posters = new Map();
  /** The items near the view, nearest first. @type {Item[]} */
  #wanted = [];
  #seen = 0;
  /** Items that are being drawn, by what draws them. @type {Map<PosterStudio, Item | null>} */
  #lanes = new Map();
  #stopped = new AbortController();
  #kept = new KeptPosters();
  /** What the look of posters depends on, beside their files. */
  style = '';

  /** @param {PosterStudio[]} studios of which one reads while another draws @param {Collection} collection @param {(item: Item) => void} changed */
  constructor(studios, collection, changed) {
    this.studios = studios;
    this.collection = collection;
    this.changed = changed;
  }

  /** Whether posters near the view are still to be drawn. */
  get busy() {
    return this.#lanes.size > 0;
  }

  /** @param {Item} item @returns {Poster | undefined} */
  of(item) {
    return this.#posters.get(item);
  }

  /** Draws what is missing of these. @param {Item[]} items nearest to the view first @param {number} seen how many of them are in view */
  want(items, seen) {
    this.#wanted = items;
    this.#seen = seen;
    for (const studio of this.studios) if (!this.#lanes.has(studio)) this.#run(studio);
  }

  /** Drops all, since posters are to look different. */
  redraw() {
    this.#stopped.abort(new DOMException('', 'AbortError'));
    this.#stopped = new AbortController();
    this.#posters.clear();
  }

  /** Stops drawing until `want` is called again. */
  stop() {
    this.#wanted = [];
    this.#stopped.abort(new DOMException('', 'AbortError'));
    this.#stopped = new AbortController();
  }

  /** Drops the posters of items that are gone. @param {Set<Item>} left */
  keepOnly(left) {
    for (const item of this.#posters.keys()) if (!left.has(item)) this.#posters.delete(item);
  }

  #next() {
    const drawn = new Set(this.#lanes.values());
    return this.#wanted.find((item) => {
      if (drawn.has(item) || item.bad || item.bytes > MOST_BYTES) return false;
      const poster = this.#posters.get(item);
      return !poster || (!poster.canvas && poster.packed);
    });
  }

  /** @param {PosterStudio} studio */
  async #run(studio) {
    for (let item = this.#next(); item; item = this.#next()) {
      const { signal } = this.#stopped;
      this.#lanes.set(studio, item);
      try {
        await (this.#posters.has(item) ? this.#unpack(item) : this.#draw(studio, item, signal));
      } catch (error) {
        if (!signal.aborted) {
          this.#posters.set(item, { moment: 0, camera: '', whole: '', canvas: null, packed: null });
          console.warn('Marey:', error);
        }
      }
      if (!signal.aborted) this.changed(item);
      this.#lanes.set(studio, null);
      // The page answers in between. What is not seen yet can wait longer.
      if (this.#wanted.indexOf(item) >= this.#seen) await idle();
    }
    if (this.#lanes.delete(studio) && !this.#lanes.size) this.collection.rest();
  }

  /** @param {PosterStudio} studio @param {Item} item @param {AbortSignal} signal */
  async #draw(studio, item, signal) {
    const source = this.collection.source(item);
    const key = this.collection.keeps?.() ? await this.#kept.keyOf(source, this.style) : null;
    const kept = key && (await this.#kept.get(key));
    signal.throwIfAborted();
    if (kept) {
      this.collection.learn(item, kept.info, null);
      this.#posters.set(item, { ...kept.shot, canvas: null, packed: kept.picture });
      await this.#unpack(item);
      return;
    }
    const { canvas, moment, movement, travel, camera, whole, info, fault } = await studio.draw(source, signal);
    signal.throwIfAborted();
    const summary = info && summaryOf(info, { movement, travel });
    this.collection.learn(item, summary, fault);
    // What is missing may come, and then the file is read again.
    if (fault) return;
    this.#keep(item, { moment, camera, whole, canvas, packed: null });
    if (key && summary)
      canvas?.toBlob(
        (picture) => {
          if (picture && this.collection.keeps?.()) this.#kept.put(key, { shot: { moment, camera, whole }, info: summary, picture });
        },
        TYPE,
        QUALITY,
      );
  }

  /** @param {Item} item */
  async #unpack(item) {
    const poster = /** @type {Poster} */ (this.#posters.get(item));
    const picture = await createImageBitmap(/** @type {Blob} */ (poster.packed));
    const canvas = lastingCopy(picture, picture.width, picture.height);
    picture.close();
    this.#keep(item, { ...poster, canvas });
  }

  /** @param {Item} item @param {Poster} poster */
  #keep(item, poster) {
    this.#posters.delete(item);
    this.#posters.set(item, poster);
    const near = new Set(this.#wanted);
    const full = [...this.#posters].filter(([, { canvas }]) => canvas);
    for (const [other, old] of full.slice(0, Math.max(0, full.length - MOST_CANVASES))) if (!near.has(other)) this.#pack(other, old);
    for (const other of [...this.#posters.keys()].slice(0, Math.max(0, this.#posters.size - MOST_PACKED))) this.#posters.delete(other);
  }

  /** Makes a canvas a small picture. @param {Item} item @param {Poster} poster */
  #pack(item, poster) {
    const { canvas } = poster;
    poster.canvas = null;
    if (!canvas) return;
    if (poster.packed) {
      free(canvas);
      return;
    }
    canvas.toBlob(
      (blob) => {
        free(canvas);
        poster.packed = blob;
        if (!blob) this.#posters.delete(item);
      },
      TYPE,
      QUALITY,
    );
  }
}

/** Gives the memory of a canvas back, unless a card still shows it. The browser would collect it minutes later. @param {HTMLCanvasElement} canvas */
function free(canvas) {
  if (!canvas.isConnected) canvas.width = 0;
}

/** What the wall and the list tell of a clip: thousands of clips have many joints. @param {import('../types.d.ts').ClipInfo} info @param {import('./item.js').Measured} measured @returns {import('./item.js').Summary} */
function summaryOf(
  { format, frameCount, duration, skeletonFile, skeletonDoubt, pictures, notes, joints, warnings, warningsDropped },
  measured,
) {
  return {
    format,
    frameCount,
    duration,
    skeletonFile,
    skeletonDoubt,
    pictures,
    notes,
    jointCount: joints.length,
    warningCount: warnings.length + warningsDropped,
    ...measured,
  };
}

/** Settles when the browser has nothing more urgent to do. Not every browser tells. @returns {Promise<void>} */
const idle = () =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 100 });
    else setTimeout(resolve);
  });
