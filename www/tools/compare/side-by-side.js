/** The clips side by side: the player's own stage is the first column, and each other clip has a stage of its own in another one. */
import { ACTOR_NUMBERS, TINT_NUMBERS } from '../../actors/cast.js';
import { h } from '../../player/base/dom.js';
import { SideView } from './side-view.js';

/** @typedef {import('../../actors/clip-element.js').MareyClip} MareyClip */
/** @typedef {import('./state.js').CompareState} CompareState */
/** @typedef {[top: number, right: number, bottom: number, left: number]} Insets CSS pixels */

/** The stage frames a figure in no less of the picture's width than this. */
const LEAST = 0.15;
/** The place of the turn among the numbers of an actor. */
const TURN = 7;
const GAP_PX = 16;
/** A chip with less room stands below the page's title. */
const CHIP_PX = 240;
const BELOW_PX = 6;
const BELOW_BUTTONS_PX = 44;

export class SideBySide {
  /** @type {Map<MareyClip, SideView>} */
  #views = new Map();
  /** @type {(() => void)[]} */
  #undo = [];

  /** @param {import('../../controls/controls.js').Controls} ui @param {CompareState} state @param {HTMLElement} chips of the legend @param {HTMLElement} ends at the legend's other end */
  constructor(ui, state, chips, ends) {
    this.ui = ui;
    this.state = state;
    this.chips = chips;
    this.ends = ends;
    this.root = h('div', { class: 'side-by-side' });
    ui.stage.after(this.root);
    ui.insets.divide = (insets) => this.#divide(insets);
    const { session } = ui;
    // The player may leave the document, and come back.
    const watched = new ResizeObserver(() => this.#show());
    watched.observe(ui.root);
    this.#undo.push(
      () => watched.disconnect(),
      .../** @type {const} */ (['time', 'view']).map((signal) =>
        session.on(signal, () => {
          for (const view of this.#views.values()) view.time();
        }),
      ),
      session.on('choose', (what) => {
        if (what === 'clip') this.#light();
      }),
      () => this.#unselect(),
    );
  }

  /** The columns that are shown, by the numbers of their clips. */
  get #shown() {
    const { clips, solo } = this.state;
    const all = clips.map((_, index) => index).filter((index) => !clips[index].hidden && (solo === null || solo === index));
    return all.length ? all : [0];
  }

  /** Call when the clips, or what is shown of them, have changed. @param {MareyClip[]} elements of the other clips @param {readonly number[]} actors as the stage has them, the own one first */
  update(elements, actors) {
    const shown = this.#shown;
    for (const [element, view] of this.#views) {
      const index = elements.indexOf(element) + 1;
      if (index && shown.includes(index)) continue;
      view.end();
      this.#views.delete(element);
    }
    elements.forEach((element, index) => {
      if (!shown.includes(index + 1)) return;
      const known = this.#views.get(element);
      const view = known ?? new SideView(this.ui.session, element);
      const numbers = actors.slice((index + 1) * ACTOR_NUMBERS, (index + 2) * ACTOR_NUMBERS);
      if (numbers.length) {
        view.turn = numbers[TURN];
        view.tint = numbers.slice(-TINT_NUMBERS);
      }
      if (!known) {
        this.#views.set(element, view);
        this.root.append(view.root);
        view.host.show();
      }
      view.update();
    });
    const { session } = this.ui;
    const own = { host: session.host, left: 0, moment: (/** @type {number} */ at) => ({ at }) };
    session.state.columns = shown.flatMap((index) => (index ? (this.#views.get(elements[index - 1]) ?? []) : own));
    this.ui.insets.measure();
  }

  #unselect = () => {};

  /** Lights the chosen joint in the column of its clip. */
  #light() {
    const { chosen } = this.ui.session.state;
    this.#unselect();
    this.#unselect =
      /** @type {import('../../actors/chosen-clip.js').ChosenClip | null} */ (chosen)?.on('select', () => this.#light()) ?? (() => {});
    for (const view of this.#views.values()) view.light();
  }

  #show() {
    for (const view of this.#views.values()) {
      if (this.ui.root.isConnected) view.host.show();
      else view.host.hide();
    }
  }

  /** Gives each clip its part of the width that nothing covers. @param {Insets} insets @returns {Insets} of the player's own stage */
  #divide([top, right, bottom, left]) {
    const {
      ui: { insets, root, session, top: above },
      chips,
    } = this;
    const { width } = session.host.size;
    const shown = this.#shown;
    const free = (width - left - right) / shown.length;
    const [start, end] = free < width * LEAST ? [0, 0] : [left, right];
    const column = (width - start - end) / shown.length;
    /** @type {Insets} */
    let own = [top, right, bottom, left];
    const widths = shown.map((index, place) => {
      const [first, last] = [place === 0, place === shown.length - 1];
      const [from, to] = [first ? 0 : start + place * column, last ? width : start + (place + 1) * column];
      // Whole pixels, so that rounding does not make a quarter of the width less.
      if (!index) own = [top, Math.floor(width - start - (place + 1) * column), bottom, Math.floor(start + place * column)];
      const view = index ? [...this.#views.values()].find(({ element }) => session.state.others[index - 1]?.element === element) : null;
      view?.root.toggleAttribute('data-first', first);
      view?.place(from, to - from, [top, last ? end : 0, bottom, first ? start : 0]);
      return to - from;
    });
    insets.own = { left: start, width: column };
    root.toggleAttribute('data-side-by-side', true);
    root.style.setProperty('--own-end', `${shown.includes(0) ? width - widths[0] : 0}px`);
    const below = this.#belowTitle();
    root.style.setProperty('--chips-top', `${below || BELOW_BUTTONS_PX}px`);
    chips.style.setProperty('--chips-left', `${-above.offsetLeft}px`);
    chips.style.setProperty('--chips', widths.map((wide) => `${wide}px`).join(' '));
    const endsAt = this.ends.getBoundingClientRect().left - root.getBoundingClientRect().left;
    [...chips.children].forEach((chip, index) => {
      const place = shown.indexOf(index);
      const columnEnd = widths.slice(0, Math.max(0, place) + 1).reduce((sum, wide) => sum + wide, 0);
      const { style } = /** @type {HTMLElement} */ (chip);
      style.setProperty('--column', String(Math.max(0, place) + 1));
      // The first column's chips stand beside the page's title, or below it.
      const isLow = place <= 0 && widths[0] - above.offsetLeft < CHIP_PX;
      style.setProperty('--before', `${place > 0 || isLow ? GAP_PX : Math.max(GAP_PX, above.offsetLeft)}px`);
      style.setProperty('--down', `${isLow ? below : 0}px`);
      style.setProperty('--after', `${Math.max(GAP_PX, columnEnd - endsAt + GAP_PX / 2)}px`);
    });
    return own;
  }

  /** Where the page's title ends, CSS pixels from the top of the legend; 0 without one. */
  #belowTitle() {
    const { page, top } = this.ui;
    const covers = page.assignedElements()[0]?.querySelectorAll('[data-covers="above"], [data-covers="title"]') ?? [];
    const bottoms = [...covers]
      .map((each) => each.getBoundingClientRect())
      .filter(({ width }) => width)
      .map(({ bottom }) => bottom);
    return bottoms.length ? Math.max(0, Math.max(...bottoms) - top.getBoundingClientRect().top) + BELOW_PX : 0;
  }

  end() {
    const { insets, root, session } = this.ui;
    for (const undo of this.#undo) undo();
    for (const view of this.#views.values()) view.end();
    this.#views.clear();
    this.root.remove();
    session.state.columns = [];
    insets.divide = insets.own = null;
    root.toggleAttribute('data-side-by-side', false);
    insets.measure();
  }
}
