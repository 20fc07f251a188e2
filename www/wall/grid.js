/** The cards in rows, of which only those near the view are in the document, and the keys that move between them. */
import { h, setAttr } from '../player/base/dom.js';
import { Card } from './card.js';
import { G } from './strings.js';

/** @typedef {import('./item.js').Item} Item */
/** @typedef {import('./view.js').View} View */
/**
 * @typedef {object} On
 * @property {(item: Item) => void} play
 * @property {((item: Item) => void) | null} choose null where cards cannot be chosen
 * @property {(item: Item) => void} look shows it large
 * @property {(item: Item | null) => void} point the pointer or the focus is on a card, or on none
 * @property {(scrolled: boolean) => void} moved other cards are near the view
 */
/** @typedef {{ columns: number, width: number, high: number, pitch: number }} Layout CSS pixels: of a card's poster, and from row to row */

/** Narrower cards make fewer columns. */
const LEAST_PX = 168;
const LINE_PX = 32;
/** What somebody wrote about clips, where there is something. */
const SAID_PX = 20;
const ROW_GAP_PX = 12;
/** Rows of this many screens before and after the view are made. */
const SCREENS = 1;
/** Cards kept for other items. */
const MOST_SPARE = 200;
/** A long press chooses a card. */
const PRESS_MS = 500;
const PHONE_PX = 640;

export class Grid {
  /** @type {Item[]} */
  #items = [];
  /** @type {Map<Item, Card>} */
  #cards = new Map();
  /** Cards of items that are far away now, for others: thousands of new ones would be thousands of elements for the browser to collect. @type {Card[]} */
  #spare = [];
  /** @type {Map<number, HTMLElement>} */
  #rows = new Map();
  /** @type {Layout} */
  layout = { columns: 1, width: LEAST_PX, high: LEAST_PX, pitch: LEAST_PX };
  /** The card in the tab order. @type {Item | null} */
  #stop = null;
  #frame = 0;
  /** Somebody wrote about some of the items. */
  #said = false;
  /** A long press has just chosen a card: its click does nothing. */
  #pressed = false;

  /** @param {(item: Item) => Omit<Parameters<Card['draw']>[0], 'stop' | 'column'>} state @param {On} on @param {(cards: HTMLElement) => View} view where the cards scroll */
  constructor(state, on, view) {
    this.state = state;
    this.on = on;
    this.root = h('div', {
      class: 'wall-grid',
      role: 'grid',
      'aria-label': G.label,
      'aria-multiselectable': on.choose ? 'true' : null,
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      onclick: (/** @type {MouseEvent} */ event) => this.#click(event),
      onpointerover: (/** @type {PointerEvent} */ event) => {
        if (event.pointerType !== 'touch') this.on.point(this.#itemAt(event));
      },
      onpointerleave: () => this.on.point(null),
      onpointerdown: (/** @type {PointerEvent} */ event) => this.#press(event),
      oncontextmenu: (/** @type {Event} */ event) => {
        if (this.#pressed) event.preventDefault();
      },
      onfocusin: (/** @type {FocusEvent} */ event) => this.#focused(event),
    });
    this.view = view(this.root);
    this.view.watch(
      () => this.#later(),
      () => this.measure(),
    );
  }

  /** @param {Item[]} items in order */
  draw(items) {
    this.#items = items;
    const said = items.some((item) => item.said);
    if (said !== this.#said) {
      this.#said = said;
      setAttr(this.root, 'data-said', said);
      this.measure();
    }
    if (!this.#stop || !items.includes(this.#stop)) this.#stop = items[0] ?? null;
    setAttr(this.root, 'aria-rowcount', String(this.#rowCount));
    setAttr(this.root, 'aria-colcount', String(this.layout.columns));
    this.#make({ redraws: true });
  }

  /** Draws one card again. @param {Item} item */
  refresh(item) {
    const index = this.#items.indexOf(item);
    if (this.#cards.has(item) && index >= 0) this.#card(item, index);
  }

  get #rowCount() {
    return Math.ceil(this.#items.length / this.layout.columns);
  }

  /** The first and the last item in view, by their numbers; the last does not belong to them. @returns {[first: number, last: number]} */
  get #seen() {
    const { columns, pitch } = this.layout;
    const { height, top } = this.view;
    const first = Math.max(0, Math.floor(top / pitch) * columns);
    return [first, Math.max(first, Math.min(this.#items.length, Math.ceil((top + height) / pitch) * columns))];
  }

  /** How many items are in view. */
  get seen() {
    return Math.max(0, this.#seen[1] - this.#seen[0]);
  }

  /** The items near the view: those that are seen from top to bottom, then those below and above. */
  get near() {
    const [first, last] = this.#seen;
    const screen = Math.max(this.layout.columns, last - first);
    return [
      ...this.#items.slice(first, last),
      ...this.#items.slice(last, last + screen * SCREENS),
      ...this.#items.slice(Math.max(0, first - screen * SCREENS), first).reverse(),
    ];
  }

  /** The item nearest to the middle of the view. */
  get middle() {
    const { columns, pitch, width } = this.layout;
    const { view } = this;
    const row = Math.min(this.#rowCount - 1, Math.floor((view.top + view.height / 2) / pitch));
    return this.#items[row * columns + Math.min(columns - 1, Math.floor(view.width / 2 / (width + ROW_GAP_PX)))] ?? null;
  }

  /** The element of an item's poster, if its card is in the document. @param {Item} item */
  posterOf(item) {
    return this.#cards.get(item)?.poster;
  }

  /** @param {Item} item */
  focus(item) {
    this.#move(item);
    this.reveal(item);
    this.#cards.get(item)?.root.focus({ preventScroll: true });
  }

  /** Scrolls as little as possible to show an item. @param {Item} item */
  reveal(item) {
    const index = this.#items.indexOf(item);
    if (index < 0) return;
    const { columns, pitch } = this.layout;
    const { view } = this;
    const top = Math.floor(index / columns) * pitch;
    const bottom = top + pitch + view.foot;
    if (top < view.top) view.top = top;
    else if (bottom > view.top + view.height) view.top = bottom - view.height;
    this.#make();
  }

  /** The item before or after another one, in the order of the cards; null at the ends. @param {Item} item @param {number} step */
  beside(item, step) {
    return this.#items[this.#items.indexOf(item) + step] ?? null;
  }

  /** Focuses the card in the tab order. */
  enter() {
    if (this.#stop) this.focus(this.#stop);
  }

  /** Call when the room for the cards has changed. */
  measure() {
    const style = getComputedStyle(this.root);
    const width = this.root.clientWidth;
    if (!width) return;
    const gap = Number.parseFloat(style.columnGap) || 0;
    const columns = innerWidth <= PHONE_PX ? 2 : Math.max(1, Math.floor((width + gap) / (LEAST_PX + gap)));
    const wide = (width - gap * (columns - 1)) / columns;
    const high = Math.round((wide * 2) / 3);
    const before = this.layout;
    const top = this.#items[Math.round(Math.max(0, this.view.top) / before.pitch) * before.columns];
    this.layout = { columns, width: wide, high, pitch: high + LINE_PX + (this.#said ? SAID_PX : 0) + ROW_GAP_PX };
    for (const [name, value] of [
      ['--columns', columns],
      ['--high', `${high}px`],
      ['--pitch', `${this.layout.pitch}px`],
    ])
      this.root.style.setProperty(String(name), String(value));
    this.draw(this.#items);
    if (columns !== before.columns && top && this.view.top > 0)
      this.view.top = Math.floor(this.#items.indexOf(top) / columns) * this.layout.pitch;
  }

  #later() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#make({ scrolled: true });
    });
  }

  /** Makes the rows near the view, and the row of the card in the tab order; drops the others. @param {{ range?: [first: number, last: number], scrolled?: boolean, redraws?: boolean }} [how] range: of rows; redraws: the items or their order may have changed */
  #make({ range, scrolled = false, redraws = false } = {}) {
    const { columns, pitch } = this.layout;
    const { height, top } = this.view;
    const rows = this.#rowCount;
    this.root.style.setProperty('--rows', String(rows));
    const margin = Math.ceil((height * SCREENS) / pitch);
    const [first, last] = range ?? [
      Math.max(0, Math.floor(top / pitch) - margin),
      Math.min(rows, Math.ceil((top + height) / pitch) + margin),
    ];
    const wanted = new Set(Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index));
    const stop = this.#stop ? Math.floor(this.#items.indexOf(this.#stop) / columns) : -1;
    if (stop >= 0) wanted.add(stop);
    for (const [index, row] of this.#rows) {
      if (wanted.has(index)) continue;
      row.remove();
      this.#rows.delete(index);
    }
    const lists = [...wanted]
      .sort((a, b) => a - b)
      .map((index) => ({ index, items: this.#items.slice(index * columns, (index + 1) * columns) }));
    const near = new Set(lists.flatMap(({ items }) => items));
    for (const [item, card] of this.#cards) {
      if (near.has(item)) continue;
      this.#cards.delete(item);
      if (card.drop() && this.#spare.length < MOST_SPARE) this.#spare.push(card);
    }
    for (const { index, items } of lists) {
      if (!redraws && this.#rows.has(index)) continue;
      const cards = items.map((item, column) => this.#card(item, index * columns + column));
      const row = this.#row(index);
      if (cards.length !== row.children.length || cards.some((card, at) => card !== row.children[at])) {
        const focused = row.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
        row.replaceChildren(...cards);
        focused?.focus({ preventScroll: true });
      }
    }
    this.on.moved(scrolled);
  }

  /** Makes the rows of these many items, for printing. @param {number} most */
  makeAll(most) {
    this.#make({ range: [0, Math.ceil(Math.min(this.#items.length, most) / this.layout.columns)] });
  }

  /** @param {number} index */
  #row(index) {
    const row = this.#rows.get(index) ?? h('div', { class: 'wall-row', role: 'row', 'aria-rowindex': String(index + 1) });
    if (!this.#rows.has(index)) {
      row.style.setProperty('--row', String(index));
      this.#rows.set(index, row);
    }
    if (!row.isConnected) {
      const next = [...this.#rows].filter(([other, { isConnected }]) => other > index && isConnected).sort(([a], [b]) => a - b)[0];
      this.root.insertBefore(row, next?.[1] ?? null);
    }
    return row;
  }

  /** @param {Item} item @param {number} index */
  #card(item, index) {
    const card = this.#cards.get(item) ?? this.#spare.pop() ?? new Card(item, this.on.choose);
    card.item = item;
    this.#cards.set(item, card);
    card.draw({ ...this.state(item), stop: item === this.#stop, column: (index % this.layout.columns) + 1 });
    return card.root;
  }

  /** @param {Event} event */
  #itemAt(event) {
    const root = /** @type {Element} */ (event.target).closest('.wall-card');
    return [...this.#cards.values()].find((card) => card.root === root)?.item ?? null;
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const item = this.#itemAt(event);
    if (!item || this.#pressed) return;
    this.#move(item);
    // A link is opened by the browser, in another tab where that is asked for.
    if (/** @type {Element} */ (event.target).closest('a')) return;
    if ((event.shiftKey || event.ctrlKey || event.metaKey) && !item.bad && this.on.choose) this.on.choose(item);
    else this.on.play(item);
  }

  /** A finger that rests on a card chooses it. @param {PointerEvent} event */
  #press(event) {
    this.#pressed = false;
    const item = this.#itemAt(event);
    const { choose } = this.on;
    if (event.pointerType !== 'touch' || !item || item.bad || !choose) return;
    const over = new AbortController();
    const timer = setTimeout(() => {
      this.#pressed = true;
      choose(item);
    }, PRESS_MS);
    for (const type of ['pointerup', 'pointercancel', 'scroll']) {
      addEventListener(
        type,
        () => {
          clearTimeout(timer);
          over.abort();
        },
        { signal: over.signal, capture: true },
      );
    }
  }

  /** @param {FocusEvent} event */
  #focused(event) {
    const item = this.#itemAt(event);
    if (!item) return;
    this.#move(item);
    if (/** @type {Element} */ (event.target).matches(':focus-visible')) this.on.point(item);
  }

  /** Puts another card into the tab order. @param {Item} item */
  #move(item) {
    const before = this.#stop;
    this.#stop = item;
    if (before && before !== item) this.refresh(before);
    this.refresh(item);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const item = this.#stop;
    if (!item || event.altKey) return;
    const { columns, pitch } = this.layout;
    const at = this.#items.indexOf(item);
    const last = this.#items.length - 1;
    const screen = Math.max(1, Math.floor(this.view.height / pitch)) * columns;
    const forwards = this.root.matches(':dir(rtl)') ? -1 : 1;
    const whole = event.ctrlKey || event.metaKey;
    /** @type {Record<string, number | undefined>} */
    const places = {
      ArrowRight: at + forwards,
      ArrowLeft: at - forwards,
      ArrowDown: at + columns,
      ArrowUp: at - columns,
      Home: whole ? 0 : at - (at % columns),
      End: whole ? last : Math.min(last, at - (at % columns) + columns - 1),
      PageDown: Math.min(last, at + screen),
      PageUp: Math.max(0, at - screen),
    };
    const place = places[event.key];
    if (place !== undefined) {
      // Below the last full row the last card is the nearest.
      const nearest = place > last && event.key === 'ArrowDown' && Math.floor(at / columns) < Math.floor(last / columns) ? last : place;
      if (this.#items[nearest]) this.focus(this.#items[nearest]);
    } else if (/** @type {Element} */ (event.target).closest('button')) return;
    else if (event.key === 'Enter') this.on.play(item);
    else if (event.key === ' ') {
      if (!item.bad) this.on.look(item);
    } else if (event.key.toLowerCase() === 'x' && !whole && this.on.choose) {
      if (!item.bad) this.on.choose(item);
    } else return;
    event.preventDefault();
  }
}
