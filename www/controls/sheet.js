/** What is a sheet on a phone: it is dragged by its head to half the picture, to all of it, or away. */

/** A drag that is shorter changes nothing. */
const SLOP = 8;
/** Whoever closes it has drawn it down at least so far. */
const AWAY = 60;
/** So much of it always stays while it is dragged. */
const LEAST = 40;

/**
 * Where it comes to rest, as shares of what it may cover. `close`: lower than this it goes away; `open`: higher than this it becomes full;
 * `full`: where it was full it stays so above this.
 * @typedef {{ close: number, open: number, full: number }} Rests
 */

export class Sheet {
  #from = 0;
  #height = 0;
  #pointer = -1;
  /** The last touch was a drag: the click that may follow it is none. */
  moved = false;

  /**
   * @param {HTMLElement} root
   * @param {HTMLElement[]} heads by which it is taken
   * @param {Rests} rests
   * @param {{ close: () => void, moved: () => void }} on
   */
  constructor(root, heads, rests, on) {
    this.root = root;
    this.rests = rests;
    this.on = on;
    for (const head of heads) {
      head.addEventListener('pointerdown', (event) => this.#down(event, head));
      head.addEventListener('pointermove', (event) => this.#move(event));
      for (const type of /** @type {const} */ (['pointerup', 'pointercancel'])) head.addEventListener(type, (event) => this.#up(event));
    }
  }

  get full() { return this.root.dataset.sheet === 'full'; }
  set full(full) {
    if (full) this.root.dataset.sheet = 'full';
    else delete this.root.dataset.sheet;
  }

  /** @param {PointerEvent} event @param {HTMLElement} head */
  #down(event, head) {
    // Beside the stage it is no sheet. Its buttons are pressed, not dragged, but for the grip.
    if (getComputedStyle(head).touchAction !== 'none' || this.#height || !event.isPrimary || /** @type {Element} */ (event.target).closest('button:not(.grip)')) return;
    head.setPointerCapture(event.pointerId);
    this.#pointer = event.pointerId;
    this.#from = event.clientY;
    this.#height = this.root.offsetHeight;
    this.moved = false;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.#height || event.pointerId !== this.#pointer) return;
    const by = this.#from - event.clientY;
    this.moved ||= Math.abs(by) > SLOP;
    if (!this.moved) return;
    this.root.dataset.dragged = '';
    this.root.style.setProperty('--sheet', `${Math.max(LEAST, this.#height + by)}px`);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (!this.#height || event.pointerId !== this.#pointer) return;
    const { root, rests } = this;
    const height = root.offsetHeight;
    const before = this.#height;
    this.#height = 0;
    root.style.removeProperty('--sheet');
    delete root.dataset.dragged;
    if (!this.moved) return;
    const all = root.parentElement?.offsetHeight ?? innerHeight;
    if (height < before - AWAY && height < all * rests.close) {
      this.full = false;
      this.on.close();
    } else this.full = height > all * (this.full ? rests.full : rests.open);
    this.on.moved();
  }
}
