/** The chosen clips at the foot of the wall, and what compares them. */
import { icon } from '../controls/icons.js';
import { h, setText } from '../player/base/dom.js';
import { lastingCopy } from '../share/lasting.js';
import { G } from './strings.js';

/** @typedef {import('./item.js').Item} Item */
/** @typedef {import('./posters.js').Poster} Poster */

/** The letters of compared clips: so many can be compared. */
export const LETTERS = ['A', 'B', 'C', 'D'];
/** Pixels of the small posters. */
const [WIDTH, HEIGHT] = [108, 72];

export class Tray {
  /** @type {Item[]} */
  items = [];

  /** @param {{ compare: (items: Item[]) => void, leave: () => void }} on */
  constructor(on) {
    this.list = h('ol', { class: 'wall-chosen', 'aria-label': G.chosen });
    this.hint = h('span', { class: 'wall-another' }, G.another);
    this.compare = h(
      'button',
      { type: 'button', class: 'wall-compare', onclick: () => on.compare(this.items) },
      icon('columns'),
      h('span', {}, G.compare),
    );
    const leave = h(
      'button',
      { type: 'button', class: 'wall-tool', 'aria-label': G.leave, title: G.leave, onclick: on.leave },
      icon('close'),
    );
    this.root = h('section', { class: 'wall-tray', 'aria-label': G.chosen, hidden: true }, this.list, this.hint, this.compare, leave);
    this.status = h('p', { class: 'sr', role: 'status' });
  }

  /** The letter of a chosen item; '' for others. @param {Item} item */
  letterOf(item) {
    return LETTERS[this.items.indexOf(item)] ?? '';
  }

  /** @param {(item: Item) => Poster | undefined} posterOf */
  draw(posterOf) {
    const { items } = this;
    this.root.hidden = !items.length;
    this.hint.hidden = items.length !== 1;
    this.compare.hidden = items.length < 2;
    this.list.replaceChildren(
      ...items.map((item) => {
        const from = posterOf(item)?.canvas;
        const canvas = from ? lastingCopy(from, WIDTH, HEIGHT) : h('canvas', { width: WIDTH, height: HEIGHT });
        const letter = this.letterOf(item);
        return h('li', { 'data-letter': letter }, h('b', {}, letter), canvas, h('bdi', {}, item.name));
      }),
    );
    setText(this.status, items.length === 1 ? G.another : '');
  }

  /** Chooses an item, or no more. Returns false if there are enough already. @param {Item} item */
  toggle(item) {
    const without = this.items.filter((each) => each !== item);
    if (without.length === this.items.length && without.length >= LETTERS.length) return false;
    this.items = without.length < this.items.length ? without : [...this.items, item];
    return true;
  }
}
