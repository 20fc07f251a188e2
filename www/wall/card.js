/** A card of the wall: poster, name, length, marks, and the box that chooses it. */
import { cutInMiddle } from '../controls/long-name.js';
import { icon } from '../controls/icons.js';
import { h, setAttr, setText } from '../player/base/dom.js';
import { count } from '../player/words/format.js';
import { G } from './strings.js';

/** @typedef {import('./item.js').Item} Item */

export class Card {
  #name = h('bdi', { class: 'wall-name' });
  #said = h('bdi', { class: 'wall-said', dir: 'auto', 'aria-hidden': 'true', hidden: true });
  #note = h('bdi', { class: 'wall-note' });
  #warnings = h('span');
  #mark = h('span', { class: 'wall-mark', hidden: true }, icon('warn'), this.#warnings);
  #fault = h('span', { class: 'wall-fault', hidden: true });
  /** All that the card shows, in words. */
  #words = h('span', { class: 'sr' });
  /** @type {HTMLElement | null} */
  #picture = null;

  /** @param {Item} item @param {((item: Item) => void) | null} choose null where cards cannot be chosen */
  constructor(item, choose) {
    this.item = item;
    this.poster = h('div', { class: 'wall-poster', 'aria-hidden': 'true' }, this.#mark, this.#fault);
    this.box =
      choose &&
      h('button', {
        type: 'button',
        class: 'wall-box',
        tabindex: '-1',
        onclick: (/** @type {Event} */ event) => {
          event.stopPropagation();
          choose(this.item);
        },
      });
    // Where a clip has a page, the whole card is a link to it for the pointer; the keys are the grid's.
    this.link = item.href === undefined ? null : h('a', { class: 'wall-link', tabindex: '-1', 'aria-hidden': 'true' });
    this.root = h(
      'div',
      { class: 'wall-card', role: 'gridcell', tabindex: '-1' },
      this.#words,
      this.poster,
      h('div', { class: 'wall-line', 'aria-hidden': 'true' }, this.#name, this.#note),
      this.#said,
      this.link,
      this.box,
    );
  }

  /** @param {{ picture: HTMLElement | null, waits: boolean, letter: string, stop: boolean, column: number, short?: string }} state waits: the picture is still to come; short: the telling part of the name; letter: '' unless it is chosen; stop: it is in the tab order; column: counted from 1 */
  draw({ picture, waits, letter, stop, column, short }) {
    const { box, item, link, root } = this;
    const { bad, current, href, name, note, said = '', seconds, title, warnings } = item;
    cutInMiddle(this.#name, short ?? name);
    setText(this.#said, said);
    setAttr(this.#said, 'title', said || null);
    this.#said.hidden = !said;
    setText(this.#note, bad ? '' : note);
    setText(this.#fault, note);
    this.#fault.hidden = !bad;
    setText(this.#warnings, count(warnings ?? 0));
    this.#mark.hidden = bad || !warnings;
    setAttr(root, 'data-bad', bad);
    setAttr(root, 'data-current', current);
    setAttr(root, 'data-letter', letter || null);
    setAttr(root, 'title', title);
    setAttr(root, 'aria-selected', box ? String(letter !== '') : null);
    if (link) setAttr(link, 'href', href || null);
    setAttr(root, 'aria-colindex', String(column));
    const length = seconds === null || bad ? note : G.seconds(seconds);
    setText(
      this.#words,
      [
        bad ? title : name,
        bad ? '' : length,
        said,
        warnings && !bad ? G.warnings(warnings) : '',
        current ? G.playing : '',
        letter && G.chosenAs(letter),
      ]
        .filter(Boolean)
        .join(', '),
    );
    root.tabIndex = stop ? 0 : -1;
    if (box) {
      setText(box, letter);
      setAttr(box, 'aria-label', G.choose(name));
      setAttr(box, 'aria-pressed', String(letter !== ''));
      box.hidden = bad;
    }
    setAttr(this.poster, 'data-waits', waits);
    this.#show(picture);
  }

  /** Takes the card out of the document. Returns whether it can be a card of another item: nothing plays in it. */
  drop() {
    this.root.remove();
    this.#show(null);
    return this.poster.childElementCount === 2;
  }

  /** @param {HTMLElement | null} picture */
  #show(picture) {
    if (picture === this.#picture) return;
    this.#picture?.remove();
    this.#picture = picture;
    if (picture) this.poster.prepend(picture);
  }
}
