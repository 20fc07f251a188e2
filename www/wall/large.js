/** One clip of the wall, large: a dialog over the cards in which it plays. Space and Escape close it, arrows go to its neighbours. */
import { cutInMiddle } from '../controls/long-name.js';
import { icon } from '../controls/icons.js';
import { h, setText } from '../player/base/dom.js';
import { G } from './strings.js';

/** @typedef {import('./item.js').Item} Item */
/**
 * @typedef {object} On
 * @property {(item: Item) => HTMLElement | null} stage what shows the clip; null if nothing can
 * @property {(item: Item, step: number) => Item | null} beside the item before or after another one
 * @property {(item: Item) => void} open shows the clip whole: in the player, or on its page
 * @property {(item: Item) => void} closed the focus goes back to the item's card
 */

export class Large {
  /** @type {Item | null} */
  #item = null;

  /** @param {On} on */
  constructor(on) {
    this.on = on;
    const button = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ then) =>
      h('button', { type: 'button', class: 'wall-tool', 'aria-label': label, title: label, onclick: then }, icon(name));
    this.name = h('bdi', { class: 'wall-name' });
    this.note = h('span', { class: 'wall-note' });
    this.said = h('p', { class: 'wall-all-said', dir: 'auto', tabindex: '0', hidden: true });
    this.stage = h('div', { class: 'wall-stage' });
    this.before = button('back', G.before, () => this.#step(-1));
    this.after = button('forth', G.after, () => this.#step(1));
    this.root = h(
      'dialog',
      {
        class: 'wall-large',
        onclose: () => this.#closed(),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
        // Outside of what the dialog shows is its backdrop.
        onclick: (/** @type {MouseEvent} */ event) => {
          if (event.target === this.root) this.close();
        },
      },
      // The focus begins here, and not on a button, which the space bar would press.
      h(
        'div',
        { class: 'wall-inner', tabindex: '-1', autofocus: true },
        h(
          'header',
          {},
          this.name,
          this.note,
          this.before,
          this.after,
          button('open-large', G.whole, () => this.#open()),
          button('close', G.close, () => this.close()),
        ),
        this.said,
        this.stage,
      ),
    );
  }

  /** The item that is shown; null while the dialog is closed. */
  get item() {
    return this.#item;
  }

  /** @param {Item} item */
  show(item) {
    this.#item = item;
    cutInMiddle(this.name, item.name);
    setText(this.said, item.said ?? '');
    this.said.hidden = !item.said;
    setText(this.note, [item.note, item.format].filter(Boolean).join(' \u00b7 '));
    this.root.setAttribute('aria-label', item.name);
    this.before.disabled = !this.#near(-1);
    this.after.disabled = !this.#near(1);
    const stage = this.on.stage(item);
    if (stage) {
      if (stage.parentNode !== this.stage || this.stage.children.length !== 1) this.stage.replaceChildren(stage);
    } else this.stage.replaceChildren(h('p', { class: 'wall-nothing' }, G.nothing));
    if (!this.root.open) this.root.showModal();
  }

  close() {
    this.root.close();
  }

  /** The nearest item in a direction that can be read. @param {number} step */
  #near(step) {
    let near = this.#item && this.on.beside(this.#item, step);
    while (near?.bad) near = this.on.beside(near, step);
    return near;
  }

  /** @param {number} step */
  #step(step) {
    const near = this.#near(step);
    if (near) this.show(near);
  }

  #open() {
    const item = this.#item;
    this.close();
    if (item) this.on.open(item);
  }

  #closed() {
    const item = this.#item;
    this.#item = null;
    this.stage.replaceChildren();
    if (item) this.on.closed(item);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    // The cards behind the dialog do not get it.
    event.stopPropagation();
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const forwards = this.root.matches(':dir(rtl)') ? -1 : 1;
    const onButton = /** @type {Element} */ (event.target).closest('button');
    if (key === ' ' && !onButton) this.close();
    else if (key === 'Enter' && !onButton) this.#open();
    else if (key === 'ArrowRight' || key === 'ArrowDown') this.#step(key === 'ArrowDown' ? 1 : forwards);
    else if (key === 'ArrowLeft' || key === 'ArrowUp') this.#step(key === 'ArrowUp' ? -1 : -forwards);
    else return;
    event.preventDefault();
  }
}
