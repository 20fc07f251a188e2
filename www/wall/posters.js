/**
 * The posters of the wall: drawn one after the other, nearest to what is seen first. The latest are kept as canvases, the others as small
 * pictures, from which a canvas is made again.
 */

/** @typedef {import('./darkroom.js').Darkroom} Darkroom */
/** @typedef {import('./item.js').Item} Item */
/** @typedef {import('./item.js').Shelf} Shelf */
/** @typedef {{ moment: number, camera: string, canvas: HTMLCanvasElement | null, packed: Blob | null }} Poster canvas: kept for the latest ones; without both nothing could be drawn */

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
  /** Items that are being drawn, by what draws them. @type {Map<Darkroom, Item | null>} */
  #lanes = new Map();
  #stopped = new AbortController();

  /** @param {Darkroom[]} darkrooms of which one reads while another draws @param {Shelf} shelf @param {(item: Item) => void} changed */
  constructor(darkrooms, shelf, changed) {
    this.darkrooms = darkrooms;
    this.shelf = shelf;
    this.changed = changed;
  }

  /** Whether posters near the view are still to be drawn. */
  get busy() { return this.#lanes.size > 0; }

  /** @param {Item} item @returns {Poster | undefined} */
  of(item) { return this.#posters.get(item); }

  /** Draws what is missing of these. @param {Item[]} items nearest to the view first @param {number} seen how many of them are in view */
  want(items, seen) {
    this.#wanted = items;
    this.#seen = seen;
    for (const darkroom of this.darkrooms) if (!this.#lanes.has(darkroom)) this.#run(darkroom);
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

  /** @param {Darkroom} darkroom */
  async #run(darkroom) {
    for (let item = this.#next(); item; item = this.#next()) {
      const { signal } = this.#stopped;
      this.#lanes.set(darkroom, item);
      try {
        await (this.#posters.has(item) ? this.#unpack(item) : this.#develop(darkroom, item, signal));
      } catch (error) {
        if (!signal.aborted) {
          this.#posters.set(item, { moment: 0, camera: '', canvas: null, packed: null });
          console.warn('Marey:', error);
        }
      }
      if (!signal.aborted) this.changed(item);
      this.#lanes.set(darkroom, null);
      // The page answers in between. What is not seen yet can wait longer.
      if (this.#wanted.indexOf(item) >= this.#seen) await idle();
    }
    if (this.#lanes.delete(darkroom) && !this.#lanes.size) this.shelf.rest();
  }

  /** @param {Darkroom} darkroom @param {Item} item @param {AbortSignal} signal */
  async #develop(darkroom, item, signal) {
    const { canvas, moment, movement, camera, info, fault } = await darkroom.develop(this.shelf.source(item), signal);
    signal.throwIfAborted();
    this.shelf.learn(item, info && { ...info, movement }, fault);
    // What is missing may come, and then the file is read again.
    if (!fault) this.#keep(item, { moment, camera, canvas, packed: null });
  }

  /** @param {Item} item */
  async #unpack(item) {
    const poster = /** @type {Poster} */ (this.#posters.get(item));
    const picture = await createImageBitmap(/** @type {Blob} */ (poster.packed));
    const canvas = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height });
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
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
    if (!canvas || poster.packed) {
      poster.canvas = null;
      return;
    }
    poster.canvas = null;
    canvas.toBlob((blob) => {
      poster.packed = blob;
      if (!blob) this.#posters.delete(item);
    }, TYPE, QUALITY);
  }
}

/** Settles when the browser has nothing more urgent to do. Not every browser tells. @returns {Promise<void>} */
const idle = () => new Promise((resolve) => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 100 });
  else setTimeout(resolve);
});
