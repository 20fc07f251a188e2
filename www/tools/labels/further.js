/** Labels that the lanes do not show, listed below the caption: spans that found no lane, and those after the clip's end. */
import { h, setAttr } from '../../player/base/dom.js';
import { L } from './strings.js';
import { tintOf } from './stack.js';

/** @typedef {import('../../types.d.ts').ClipLabel} ClipLabel */
/** @typedef {import('./stack.js').Span} Span */

/** Labels that are listed, and named in a tip. */
const [MOST_LISTED, MOST_NAMED] = [200, 20];

export class Further {
  root = h('ul', { class: 'further-labels', 'aria-label': L.list, hidden: true });
  /** @type {Span[]} */
  #hidden = [];
  /** @type {ClipLabel[]} */
  #beyond = [];
  /** @type {Map<Span, HTMLElement>} */
  #made = new Map();
  /** @type {(span: Span) => boolean} */
  #holds = () => false;
  #open = false;

  /** @param {(span: Span) => void} press */
  constructor(press) {
    this.press = press;
  }

  /** @param {Span[]} hidden found no lane @param {ClipLabel[]} beyond begin after the clip's end */
  show(hidden, beyond) {
    this.#hidden = hidden;
    this.#beyond = beyond;
    this.#draw();
  }

  /** @param {boolean} open */
  set open(open) {
    this.#open = open;
    this.#draw();
  }

  get count() {
    return this.#hidden.length + this.#beyond.length;
  }

  /** What there is more, a sentence each. */
  get about() {
    return [
      ...(this.#hidden.length ? [L.hidden(this.#hidden.length)] : []),
      ...(this.#beyond.length ? [L.beyond(this.#beyond.length)] : []),
    ];
  }

  /** The first of them. */
  get names() {
    return [...this.#hidden.map(({ label }) => label), ...this.#beyond].slice(0, MOST_NAMED).map(nameOf);
  }

  /** Marks those that hold now. @param {(span: Span) => boolean} holds */
  mark(holds) {
    this.#holds = holds;
    for (const [span, element] of this.#made) setAttr(element, 'data-now', holds(span));
  }

  #draw() {
    this.root.hidden = !this.#open || !this.count;
    this.#made.clear();
    if (this.root.hidden) {
      this.root.replaceChildren();
      return;
    }
    const items = this.#hidden.slice(0, MOST_LISTED).map((span) => this.#item(span));
    const after = this.#beyond.slice(0, MOST_LISTED - items.length).map((label) => {
      const { from = 0, to = from } = label;
      return h('li', { title: nameOf(label) }, text(label), h('span', { class: 'when' }, L.after(when(from, to))));
    });
    const left = this.count - items.length - after.length;
    this.root.replaceChildren(...items, ...after, ...(left ? [h('li', {}, L.others(left))] : []));
    this.mark(this.#holds);
  }

  /** @param {Span} span */
  #item(span) {
    const { label, from, to } = span;
    const button = h(
      'button',
      {
        type: 'button',
        'data-tint': String(tintOf(nameOf(label))),
        title: [nameOf(label), L.press].join('\n'),
        onclick: () => this.press(span),
      },
      text(label),
      h('span', { class: 'when' }, when(from, to)),
    );
    this.#made.set(span, button);
    return h('li', {}, button);
  }
}

/** @param {number} from @param {number} to seconds */
const when = (from, to) => (to > from ? L.span(L.at(from), L.at(to)) : L.at(from));
/** @param {ClipLabel} label */
const nameOf = (label) => label.text || label.more[0]?.[1] || '';
/** @param {ClipLabel} label */
const text = (label) => h('bdi', { dir: 'auto' }, nameOf(label));
