/** The top of the wall: what is shown, search, order, the switch to the list, and chips that show only some clips. */
import { icon } from '../controls/icons.js';
import { h, setAttr, setText } from '../player/base/dom.js';
import { JOINTS, LENGTHS, chipsOf, everything } from './filter.js';
import { G } from './strings.js';

/** @typedef {import('./filter.js').Choice} Choice */
/** @typedef {import('./item.js').Item} Item */
/** @typedef {{ changed: () => void, list: () => void, open: () => void, home: () => void, leave: () => void }} On leave: the focus goes to the cards */

export class Header {
  choice = everything();
  /** @type {Map<string, HTMLButtonElement>} */
  #chips = new Map();

  /** @param {On} on */
  constructor(on) {
    this.on = on;
    const home = h('button', { type: 'button', class: 'wall-home', title: G.home, onclick: on.home }, 'Marey');
    this.folder = h('bdi', { class: 'wall-folder' });
    this.count = h('b');
    this.length = h('span', { class: 'wall-total' });
    this.facts = h('p', { class: 'wall-facts', role: 'status' }, this.folder, this.count, this.length);
    this.field = h('input', { type: 'search', placeholder: G.search, 'aria-label': G.search, 'aria-keyshortcuts': '/', autocomplete: 'off', spellcheck: 'false',
      oninput: () => this.#set({ text: this.field.value }), onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event) });
    this.search = h('label', { class: 'wall-search' }, icon('find'), this.field, h('kbd', { 'aria-hidden': 'true' }, '/'));
    const find = h('button', { type: 'button', class: 'wall-tool wall-find', 'aria-label': G.search, title: G.search, onclick: () => this.focus() }, icon('find'));
    this.order = choose(G.sort, G.sorts, (order) => this.#set({ order: /** @type {Choice['order']} */ (order) }));
    const sort = h('label', { class: 'wall-select wall-sort', title: G.sort }, icon('sort'), this.order, icon('chevron'));
    const list = h('button', { type: 'button', class: 'wall-tool', 'aria-label': G.list, title: G.list, 'aria-pressed': 'false', onclick: on.list }, icon('list'));
    const grid = h('button', { type: 'button', class: 'wall-tool', 'aria-label': G.grid, title: G.grid, 'aria-pressed': 'true' }, icon('grid'));
    const views = h('div', { class: 'wall-views', role: 'group', 'aria-label': G.view }, list, grid);
    const open = h('button', { type: 'button', class: 'wall-open', title: G.open, 'aria-label': G.open, onclick: on.open }, icon('open'), h('span', { 'aria-hidden': 'true' }, G.open));
    this.lengths = choose(G.length, { ...G.lengths, any: G.length }, (length) => this.#set({ length: /** @type {keyof typeof LENGTHS} */ (length) }));
    this.joints = choose(G.joints, { ...G.jointCounts, any: G.joints }, (joints) => this.#set({ joints: /** @type {keyof typeof JOINTS} */ (joints) }));
    this.buttons = h('div', { class: 'wall-buttons' });
    this.chips = h('div', { class: 'wall-chips', role: 'group', 'aria-label': G.chips }, this.buttons,
      h('label', { class: 'wall-select wall-chip' }, this.lengths, icon('chevron')), h('label', { class: 'wall-select wall-chip' }, this.joints, icon('chevron')));
    this.root = h('header', { class: 'wall-head' }, home, this.facts, this.search, find, sort, views, open, this.chips);
  }

  /** @param {Item[]} items all @param {number} shown how many of them are shown */
  draw(items, shown) {
    const folders = new Set(items.map(({ folder }) => folder.split('/')[0]));
    setText(this.folder, folders.size === 1 ? [...folders][0] : '');
    setText(this.count, G.count(shown));
    const known = items.every(({ bad, seconds }) => bad || seconds !== null);
    const seconds = items.reduce((sum, item) => sum + (item.seconds ?? 0), 0);
    setText(this.length, known && seconds && shown === items.length ? G.total(seconds) : '');
    this.#drawChips(items);
  }

  /** Empties the search and shows all. */
  clear() {
    this.choice = { ...everything(), order: this.choice.order };
    this.field.value = '';
    for (const select of [this.lengths, this.joints]) select.value = 'any';
    this.on.changed();
  }

  /** Focuses the search. */
  focus() {
    setAttr(this.root, 'data-searches', true);
    this.field.focus();
    this.field.select();
  }

  /** @param {Partial<Choice>} change */
  #set(change) {
    Object.assign(this.choice, change);
    this.on.changed();
  }

  /** @param {Item[]} items */
  #drawChips(items) {
    const { only } = this.choice;
    const found = chipsOf(items);
    if (only && !found.some((chip) => chip.only === only)) found.push({ only, count: 0 });
    const buttons = found.map((chip) => {
      const button = this.#chips.get(chip.only) ?? this.#chip(chip.only);
      setText(/** @type {Node} */ (button.lastChild), G.chip(nameOf(chip.only), chip.count));
      setAttr(button, 'aria-pressed', String(chip.only === only));
      return button;
    });
    if (buttons.length !== this.buttons.children.length || buttons.some((button, index) => button !== this.buttons.children[index])) this.buttons.replaceChildren(...buttons);
    for (const select of [this.lengths, this.joints]) setAttr(/** @type {Element} */ (select.parentElement), 'data-on', select.value !== 'any');
  }

  /** @param {string} only */
  #chip(only) {
    const button = h('button', { type: 'button', class: 'wall-chip', 'data-only': only || null, onclick: () => this.#set({ only }) }, only === 'warnings' || only === 'bad' ? icon('warn') : null, h('span'));
    this.#chips.set(only, button);
    return button;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === 'Escape') {
      if (this.field.value) this.clear();
      else this.on.leave();
      setAttr(this.root, 'data-searches', false);
    } else if (event.key === 'ArrowDown' || event.key === 'Enter') this.on.leave();
    else return;
    event.preventDefault();
  }
}

/** @param {string} only */
const nameOf = (only) => (only === 'warnings' ? G.withWarnings : only === 'bad' ? G.unreadable : only || G.all);

/** A list to choose from. @param {string} label @param {Record<string, string>} words by values @param {(value: string) => void} chosen */
function choose(label, words, chosen) {
  const select = h('select', { 'aria-label': label, onchange: () => chosen(select.value) }, ...Object.entries(words).map(([value, word]) => h('option', { value }, word)));
  return select;
}
