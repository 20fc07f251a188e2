/** A card of the wall: poster, name, length, marks, and the box that chooses it. */
import { cutInMiddle } from '../controls/long-name.js';
import { icon } from '../controls/icons.js';
import { h, setAttr, setText } from '../player/base/dom.js';
import { count } from '../player/words/format.js';
import { G } from './strings.js';

/** @typedef {import('./item.js').Item} Item */
/** @typedef {import('./posters.js').Poster} Poster */

export class Card {
  #name = h('bdi', { class: 'wall-name' });
  #note = h('bdi', { class: 'wall-note' });
  #warnings = h('span');
  #mark = h('span', { class: 'wall-mark', hidden: true }, icon('warn'), this.#warnings);
  #fault = h('span', { class: 'wall-fault', hidden: true });
  /** All that the card shows, in words. */
  #words = h('span', { class: 'sr' });
  /** @type {HTMLCanvasElement | null} */
  #canvas = null;

  /** @param {Item} item @param {(item: Item) => void} choose */
  constructor(item, choose) {
    this.item = item;
    this.poster = h('div', { class: 'wall-poster', 'aria-hidden': 'true' }, this.#mark, this.#fault);
    this.box = h('button', { type: 'button', class: 'wall-box', tabindex: '-1', onclick: (/** @type {Event} */ event) => {
      event.stopPropagation();
      choose(item);
    } });
    this.root = h('div', { class: 'wall-card', role: 'gridcell', tabindex: '-1' }, this.#words, this.poster, this.box, h('div', { class: 'wall-line', 'aria-hidden': 'true' }, this.#name, this.#note));
  }

  /** @param {{ poster: Poster | undefined, letter: string, stop: boolean, column: number }} state letter: '' unless it is chosen; stop: it is in the tab order; column: counted from 1 */
  draw({ poster, letter, stop, column }) {
    const { box, item, root } = this;
    const { bad, current, name, note, seconds, title, warnings } = item;
    cutInMiddle(this.#name, name);
    setText(this.#note, bad ? '' : note);
    setText(this.#fault, note);
    this.#fault.hidden = !bad;
    setText(this.#warnings, count(warnings ?? 0));
    this.#mark.hidden = bad || !warnings;
    setAttr(root, 'data-bad', bad);
    setAttr(root, 'data-current', current);
    setAttr(root, 'data-letter', letter || null);
    setAttr(root, 'title', title);
    setAttr(root, 'aria-selected', String(letter !== ''));
    setAttr(root, 'aria-colindex', String(column));
    const length = seconds === null || bad ? note : G.seconds(seconds);
    setText(this.#words, [bad ? title : name, bad ? '' : length, warnings && !bad ? G.warnings(warnings) : '', current ? G.playing : '', letter && G.chosenAs(letter)].filter(Boolean).join(', '));
    root.tabIndex = stop ? 0 : -1;
    setText(box, letter);
    setAttr(box, 'aria-label', G.choose(name));
    setAttr(box, 'aria-pressed', String(letter !== ''));
    box.hidden = bad;
    this.#show(poster, bad);
  }

  /** @param {Poster | undefined} poster @param {boolean} bad */
  #show(poster, bad) {
    setAttr(this.poster, 'data-waits', !poster?.canvas && !bad && !(poster && !poster.packed));
    const canvas = poster?.canvas ?? null;
    if (canvas === this.#canvas) return;
    this.#canvas?.remove();
    this.#canvas = canvas;
    if (canvas) this.poster.prepend(canvas);
  }
}
