/** A phone's bottom sheet: its head drags it to part of the height, to full height, or away. */

/** A shorter drag is a tap. */
const SLOP = 8;
/** Minimum drag downwards that closes the sheet. */
const AWAY = 60;
/** Minimum height during a drag. */
const LEAST = 40;

/**
 * Thresholds as fractions of the full height: a sheet let go below `close` closes; above `open` it becomes full; a full sheet
 * stays expanded above `full`.
 * @typedef {{ close: number, open: number, full: number }} Thresholds
 */

export class Sheet {
  #from = 0;
  #height = 0;
  #pointer = -1;
  /** The last press was a drag: the click after it is to be ignored. */
  moved = false;

  /**
   * @param {HTMLElement} root @param {HTMLElement[]} heads the handles for dragging @param {Thresholds} thresholds
   * @param {{ close: () => void, moved: () => void }} on
   */
  constructor(root, heads, thresholds, on) {
    this.root = root;
    this.thresholds = thresholds;
    this.on = on;
    for (const head of heads) {
      head.addEventListener('pointerdown', (event) => this.#down(event, head));
      head.addEventListener('pointermove', (event) => this.#move(event));
      for (const type of /** @type {const} */ (['pointerup', 'pointercancel'])) head.addEventListener(type, (event) => this.#up(event));
    }
  }

  get expanded() {
    return this.root.dataset.sheet === 'full';
  }
  set expanded(full) {
    if (full) this.root.dataset.sheet = 'full';
    else delete this.root.dataset.sheet;
  }

  /** @param {PointerEvent} event @param {HTMLElement} head */
  #down(event, head) {
    // Only in a phone's layout. Buttons are for pressing, not dragging, except the grip.
    if (
      getComputedStyle(head).touchAction !== 'none' ||
      this.#height ||
      !event.isPrimary ||
      /** @type {Element} */ (event.target).closest('button:not(.grip)')
    )
      return;
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
    const { root, thresholds } = this;
    const height = root.offsetHeight;
    const before = this.#height;
    this.#height = 0;
    root.style.removeProperty('--sheet');
    delete root.dataset.dragged;
    if (!this.moved) return;
    const all = root.parentElement?.offsetHeight ?? innerHeight;
    if (height < before - AWAY && height < all * thresholds.close) {
      this.expanded = false;
      this.on.close();
    } else this.expanded = height > all * (this.expanded ? thresholds.full : thresholds.open);
    this.on.moved();
  }
}
