/**
 * A long list in pieces, of which only those near the window are made: ten thousand rows at once would hold the page up for
 * seconds. The others stand there empty, as high as they were or as they will be, about.
 */
import { h } from '../player/dom.js';

/** Lines of a piece. */
const LINES = 100;
/** So far above and below what is in sight lines are made. */
const MARGIN = '600px 0px';

/** @template L @typedef {{ element: HTMLElement, lines: L[], near: boolean }} Piece near: it is made */

/** @template L the data of a line */
export class Pieces {
  root = h('div', { role: 'list', class: 'lines' });
  /** @type {L[]} */
  lines = [];
  /** @type {Piece<L>[]} */
  #all = [];
  /** These are made wherever they are. @type {Set<number>} */
  #pinned = new Set();

  /**
   * @param {HTMLElement} scroll what it is scrolled by
   * @param {(line: L) => HTMLElement} item
   */
  constructor(scroll, item) {
    this.item = item;
    this.observer = new IntersectionObserver((changes) => this.#moved(changes), { root: scroll, rootMargin: MARGIN });
  }

  /** The lines that are made. */
  get made() { return this.#all.flatMap(({ near, lines }) => (near ? lines : [])); }

  /** @param {L[]} lines @param {number[]} pinned places of lines that are made wherever they are */
  draw(lines, pinned) {
    const focused = /** @type {HTMLElement | null} */ (this.root.querySelector(':focus'));
    this.lines = lines;
    this.#pinned = new Set(pinned.map(pieceOf));
    while (this.#all.length * LINES < lines.length) this.#add();
    for (const { element } of this.#all.splice(Math.ceil(lines.length / LINES))) {
      this.observer.unobserve(element);
      element.remove();
    }
    for (const [index, piece] of this.#all.entries()) {
      const before = piece.lines.length;
      piece.lines = lines.slice(index * LINES, (index + 1) * LINES);
      piece.near ||= this.#pinned.has(index);
      if (piece.lines.length !== before) piece.element.style.removeProperty('height');
      this.#fill(piece);
    }
    if (focused?.isConnected) focused.focus({ preventScroll: true });
  }

  /** Makes the line at this place. @param {number} place */
  make(place) {
    const piece = this.#all[pieceOf(place)];
    if (!piece || piece.near) return;
    piece.near = true;
    this.#fill(piece);
  }

  /** Makes the lines above and below one. @param {HTMLElement} inside a part of it */
  around(inside) {
    const at = this.#all.findIndex(({ element }) => element.contains(inside));
    for (const next of [at - 1, at + 1]) this.make(next * LINES);
  }

  #add() {
    const element = h('div', { class: 'piece' });
    // The first is in sight, more likely than not.
    const piece = { element, lines: [], near: this.#all.length === 0 };
    this.#all.push(piece);
    this.root.append(element);
    this.observer.observe(element);
  }

  /** @param {IntersectionObserverEntry[]} changes */
  #moved(changes) {
    for (const { target, isIntersecting, boundingClientRect: { height } } of changes) {
      const index = this.#all.findIndex(({ element }) => element === target);
      const piece = this.#all[index];
      if (!piece || piece.near === isIntersecting) continue;
      // Nor is it taken away from under the focus.
      if (!isIntersecting && (this.#pinned.has(index) || target.contains(document.activeElement) || !height)) continue;
      piece.near = isIntersecting;
      if (!isIntersecting) piece.element.style.setProperty('height', `${height}px`);
      this.#fill(piece);
    }
  }

  /** What is there already stays untouched. @param {Piece<L>} piece */
  #fill({ element, near, lines }) {
    element.style.setProperty('--lines', String(lines.length));
    if (near) element.style.removeProperty('height');
    const items = near ? lines.map(this.item) : [];
    if (items.length === element.children.length && items.every((item, index) => item === element.children[index])) return;
    element.replaceChildren(...items);
  }
}

/** @param {number} place */
const pieceOf = (place) => Math.floor(place / LINES);
