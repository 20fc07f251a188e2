/** On a phone the list is a sheet: it is dragged by its head to half the picture, to all of it, or away. */

/** A drag that is shorter changes nothing. */
const SLOP = 8;

export class Sheet {
  #from = 0;
  #height = 0;
  #moved = false;

  /**
   * @param {HTMLElement} root
   * @param {HTMLElement[]} heads by which it is taken
   * @param {{ close: () => void, moved: () => void }} on
   */
  constructor(root, heads, on) {
    this.root = root;
    this.on = on;
    for (const head of heads) {
      head.addEventListener('pointerdown', (event) => this.#down(event, head));
      head.addEventListener('pointermove', (event) => this.#move(event));
      for (const type of /** @type {const} */ (['pointerup', 'pointercancel'])) head.addEventListener(type, () => this.#up());
    }
  }

  /** @param {PointerEvent} event @param {HTMLElement} head */
  #down(event, head) {
    // Beside the stage it is no sheet. Its buttons are pressed, not dragged.
    if (getComputedStyle(head).touchAction !== 'none' || /** @type {Element} */ (event.target).closest('button')) return;
    head.setPointerCapture(event.pointerId);
    this.#from = event.clientY;
    this.#height = this.root.offsetHeight;
    this.#moved = false;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.#height) return;
    const by = this.#from - event.clientY;
    this.#moved ||= Math.abs(by) > SLOP;
    if (!this.#moved) return;
    this.root.dataset.dragged = '';
    this.root.style.setProperty('--sheet', `${Math.max(40, this.#height + by)}px`);
  }

  #up() {
    if (!this.#height) return;
    const { root } = this;
    const height = root.offsetHeight;
    const before = this.#height;
    this.#height = 0;
    root.style.removeProperty('--sheet');
    delete root.dataset.dragged;
    if (!this.#moved) return;
    const all = root.parentElement?.offsetHeight ?? innerHeight;
    const full = root.dataset.sheet === 'full';
    if (height < before - 60 && height < all * 0.28) {
      delete root.dataset.sheet;
      this.on.close();
    } else if (height > all * (full ? 0.5 : 0.42)) root.dataset.sheet = 'full';
    else delete root.dataset.sheet;
    this.on.moved();
  }
}
