/**
 * The rule of room: what stands around the stage leaves it a part of the window. What no longer fits folds to its header, of which one click
 * brings it back; what was opened longest ago folds first, and what was opened last never does.
 */
import { h, setAttr, setText } from '../player/base/dom.js';

/** The parts of the height and of the width that stay free. */
const LEAST = 0.45;
/** The least width that stays free. */
const LEAST_WIDTH_PX = 280;
/** What the rule has folded comes back when such a part would stay free. */
const ENOUGH = 0.48;
/** And when the size has not changed for so long. */
const CALM_MS = 300;

/**
 * Something that stands around the stage.
 * @typedef {object} Piece
 * @property {'side' | 'below'} where
 * @property {() => number} size what it takes of the width or the height with the gap to what is next, CSS pixels; asked while it is not folded
 * @property {(folded: boolean) => void} fold
 * @property {(most: number) => void} [stretch] is told how much it may take at most, if it can take less
 * @property {() => string} [summary] what its header says while it is folded; without one it shows its header itself
 * @property {string} [title] what else it is called
 * @property {() => void} [close] what Escape does
 */
/** kept: the layout in which a visitor has folded it. @typedef {{ piece: Piece, folded: boolean, kept: import('./insets.js').Layout | null, size: number, header: HTMLButtonElement | null }} Opened */

export class Room {
  /** From the one opened longest ago to the one opened last. @type {Map<string, Opened>} */
  #open = new Map();
  #settling = false;
  #changed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #calm;
  #extent = '';
  /** The headers of what is folded, above the bar. */
  root = h('div', { class: 'folded' });

  /** @param {import('./controls.js').Controls} ui */
  constructor(ui) {
    this.ui = ui;
    for (const signal of /** @type {const} */ (['select', 'setting', 'tool'])) ui.session.on(signal, () => this.#write());
  }

  /**
   * Something was opened, or is what the visitor turned to last.
   * @param {string} name @param {Piece} piece @param {boolean} [asked] false: it opened by itself, and folds before what a visitor has opened
   */
  open(name, piece, asked = true) {
    const known = this.#open.get(name);
    this.#open.delete(name);
    const opened = { piece, folded: false, kept: null, size: known?.size ?? 0, header: known?.header ?? null };
    this.#open = new Map(asked ? [...this.#open, [name, opened]] : [[name, opened], ...this.#open]);
    if (known?.folded) piece.fold(false);
    known?.header?.remove();
    this.settle();
  }

  /** @param {string} name */
  close(name) {
    const known = this.#open.get(name);
    if (!known) return;
    this.#open.delete(name);
    known.header?.remove();
    this.settle(true);
  }

  /** Brings back what is folded. Returns whether it was. @param {string} name */
  raise(name) {
    const known = this.#open.get(name);
    if (!known?.folded) return false;
    this.open(name, known.piece);
    return true;
  }

  /** Folds a piece for a visitor: in this layout it stays folded. @param {string} name */
  fold(name) {
    const known = this.#open.get(name);
    if (!known || known.folded) return;
    known.kept = this.ui.insets.kind;
    this.#fold(known, true);
    this.settle(true);
    this.ui.insets.measure();
  }

  /** What Escape closes: the piece opened last that can be. @type {(() => void) | undefined} */
  get newest() {
    return [...this.#open.values()].filter(({ folded, piece }) => !folded && piece.close).pop()?.piece.close;
  }

  /** What another piece is called that takes of the height; '' without one. @param {string} name */
  besides(name) {
    return [...this.#open].find(([other, { folded, piece }]) => other !== name && !folded && piece.title)?.[1].piece.title ?? '';
  }

  /** Folds what does not fit, and unfolds what fits again. @param {boolean} [calm] the size of the window stays as it is */
  settle(calm = false) {
    const { insets, session } = this.ui;
    // Folding measures the controls again.
    if (this.#settling || !insets) return;
    const { width, height } = session.host.size;
    const extent = `${width} ${height}`;
    if (extent !== this.#extent) {
      this.#extent = extent;
      clearTimeout(this.#calm);
      this.#calm = setTimeout(() => this.settle(true), CALM_MS);
    }
    this.#settling = true;
    this.#changed = false;
    // A phone's and a low window's sheets lie over each other, one at a time.
    if (insets.kind === 'wide') this.#fit('side', width, 0, Math.max(LEAST_WIDTH_PX, width * LEAST), calm);
    this.#fit('below', height, insets.fixed, height * LEAST, calm);
    this.#settling = false;
    if (this.#changed) insets.measure();
  }

  /** @param {Piece['where']} where @param {number} whole @param {number} fixed taken by what never folds @param {number} least that stays free @param {boolean} calm */
  #fit(where, whole, fixed, least, calm) {
    const all = [...this.#open.values()].filter(({ piece }) => piece.where === where);
    const shown = () => all.filter(({ folded }) => !folded);
    const measure = () => {
      for (const one of shown()) one.size = one.piece.size();
      for (const one of shown()) {
        if (!one.piece.stretch) continue;
        const others = shown().reduce((sum, each) => sum + (each === one ? 0 : each.size), 0);
        one.piece.stretch(whole - fixed - least - others);
        one.size = one.piece.size();
      }
      return whole - fixed - shown().reduce((sum, { size }) => sum + size, 0);
    };
    let free = measure();
    for (const one of all.slice(0, -1)) {
      if (free >= least) break;
      if (one.folded) continue;
      this.#fold(one, true);
      free = measure();
    }
    const enough = Math.max(least, whole * ENOUGH);
    for (const one of calm ? [...all].reverse() : []) {
      if (!one.folded || one.kept === this.ui.insets.kind || free - one.size < enough) continue;
      this.#fold(one, false);
      free = measure();
    }
  }

  /** @param {Opened} one @param {boolean} folded */
  #fold(one, folded) {
    const { piece } = one;
    one.folded = folded;
    this.#changed = true;
    piece.fold(folded);
    if (!piece.summary) return;
    one.header ??= h('button', {
      type: 'button',
      class: 'pill',
      'aria-expanded': 'false',
      onclick: () => {
        const [name] = [...this.#open].find(([, each]) => each === one) ?? [];
        if (name) this.raise(name);
      },
    });
    if (folded) this.root.append(one.header);
    else one.header.remove();
    this.#write();
  }

  /** Writes what the headers say. */
  #write() {
    for (const { folded, header, piece } of this.#open.values()) {
      if (!folded || !header || !piece.summary) continue;
      setText(header, piece.summary());
      setAttr(header, 'title', piece.summary());
    }
  }
}
