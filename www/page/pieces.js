/** A virtual list: ten thousand rows at once would block the page for seconds. Pieces far from the viewport are empty boxes. */
import { h } from '../player/base/dom.js';

/** Lines per piece. */
const PIECE_LINES = 100;
/** Distance from the viewport within which lines are created. */
const MARGIN = '600px 0px';

/** @template L @typedef {{ element: HTMLElement, lines: L[], near: boolean }} Piece near: its rows exist */

/** @template L the data of a line */
export class Pieces {
  root = h('div', { role: 'list', class: 'lines' });
  /** @type {L[]} */
  lines = [];
  /** @type {Piece<L>[]} */
  #pieces = [];
  /** Pieces that always exist. @type {Set<number>} */
  #pinned = new Set();

  /** @param {HTMLElement} scroll the scroll container @param {(line: L) => HTMLElement} item */
  constructor(scroll, item) {
    this.item = item;
    this.observer = new IntersectionObserver((changes) => this.#visibilityChanged(changes), { root: scroll, rootMargin: MARGIN });
  }

  /** The lines that exist. */
  get made() {
    return this.#pieces.flatMap(({ near, lines }) => (near ? lines : []));
  }

  /** @param {L[]} lines @param {number[]} pinned indices of lines that must exist wherever they are */
  draw(lines, pinned) {
    const focused = /** @type {HTMLElement | null} */ (this.root.querySelector(':focus'));
    this.lines = lines;
    this.#pinned = new Set(pinned.map(pieceOf));
    while (this.#pieces.length * PIECE_LINES < lines.length) this.#add();
    for (const { element } of this.#pieces.splice(Math.ceil(lines.length / PIECE_LINES))) {
      this.observer.unobserve(element);
      element.remove();
    }
    for (const [index, piece] of this.#pieces.entries()) {
      const before = piece.lines.length;
      piece.lines = lines.slice(index * PIECE_LINES, (index + 1) * PIECE_LINES);
      piece.near ||= this.#pinned.has(index);
      if (piece.lines.length !== before) piece.element.style.removeProperty('height');
      this.#fill(piece);
    }
    if (focused?.isConnected) focused.focus({ preventScroll: true });
  }

  /** Creates the line at this index. @param {number} place */
  make(place) {
    const piece = this.#pieces[pieceOf(place)];
    if (!piece || piece.near) return;
    piece.near = true;
    this.#fill(piece);
  }

  /** Creates the pieces before and after the one with this element. @param {HTMLElement} inside */
  around(inside) {
    const at = this.#pieces.findIndex(({ element }) => element.contains(inside));
    for (const next of [at - 1, at + 1]) this.make(next * PIECE_LINES);
  }

  #add() {
    const element = h('div', { class: 'piece' });
    // The first piece is probably visible.
    const piece = { element, lines: [], near: this.#pieces.length === 0 };
    this.#pieces.push(piece);
    this.root.append(element);
    this.observer.observe(element);
  }

  /** @param {IntersectionObserverEntry[]} changes */
  #visibilityChanged(changes) {
    for (const {
      target,
      isIntersecting,
      boundingClientRect: { height },
    } of changes) {
      const index = this.#pieces.findIndex(({ element }) => element === target);
      const piece = this.#pieces[index];
      if (!piece || piece.near === isIntersecting) continue;
      // Keep pieces that are pinned or contain the focus.
      if (!isIntersecting && (this.#pinned.has(index) || target.contains(document.activeElement) || !height)) continue;
      piece.near = isIntersecting;
      if (!isIntersecting) piece.element.style.setProperty('height', `${height}px`);
      this.#fill(piece);
    }
  }

  /** Leaves the DOM untouched if nothing changed. @param {Piece<L>} piece */
  #fill({ element, near, lines }) {
    element.style.setProperty('--lines', String(lines.length));
    if (near) element.style.removeProperty('height');
    const items = near ? lines.map(this.item) : [];
    if (items.length === element.children.length && items.every((item, index) => item === element.children[index])) return;
    element.replaceChildren(...items);
  }
}

/** @param {number} place */
const pieceOf = (place) => Math.floor(place / PIECE_LINES);
