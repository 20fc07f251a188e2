/** The top of the wall: what is shown, search, order, the switch to the list, and chips that show only some clips. A wall without a player has fewer buttons. */
import { icon } from '../controls/icons.js';
import { h, setAttr, setText } from '../player/base/dom.js';
import { JOINTS, LENGTHS, NO_RIG, chipsOf, columnsOf, everything, topOf } from './filter.js';
import { G } from './strings.js';

/** @typedef {import('./filter.js').Choice} Choice */
/** @typedef {import('./item.js').Item} Item */
/** @typedef {{ changed: () => void, leave: () => void, list?: () => void, open?: () => void, home?: () => void }} On leave: the focus goes to the cards; without list, open and home there are no such buttons */
/** @typedef {{ orders?: Choice['order'][], named?: boolean }} Options orders: those that are offered, by default all; named: the folder is named if all clips are in one, by default true */

/** Most folders that are listed. */
const MOST_FOLDERS = 200;
/** An entry of a list: its value and its text. @typedef {readonly [value: string, text: string]} Entry */

export class Header {
  choice = everything();
  /** @type {Map<string, HTMLButtonElement>} */
  #chips = new Map();
  #named;
  /** A list for each column of one's own that has few values. @type {Map<string, HTMLSelectElement>} */
  #columns = new Map();
  /** What is told of all items, of which there may be a hundred thousand. @type {{ items: Item[], folders: Set<string>, rigs: Set<Item['rig']>, columns: ReturnType<typeof columnsOf>, labelled: boolean, known: boolean, seconds: number, chips: ReturnType<typeof chipsOf> } | null} */
  #facts = null;

  /** @param {On} on @param {Options} [options] */
  constructor(on, { orders, named = true } = {}) {
    this.on = on;
    this.#named = named;
    const home = on.home && h('button', { type: 'button', class: 'wall-home', title: G.home, onclick: on.home }, 'Marey');
    this.folder = h('bdi', { class: 'wall-folder' });
    this.count = h('b');
    this.length = h('span', { class: 'wall-total' });
    this.facts = h('p', { class: 'wall-facts', role: 'status' }, this.folder, this.count, this.length);
    this.field = h('input', {
      type: 'search',
      placeholder: G.search,
      'aria-label': G.search,
      'aria-keyshortcuts': '/',
      autocomplete: 'off',
      spellcheck: 'false',
      oninput: () => this.#set({ text: this.field.value }),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
    });
    this.search = h('label', { class: 'wall-search' }, icon('find'), this.field, h('kbd', { 'aria-hidden': 'true' }, '/'));
    const find = h(
      'button',
      { type: 'button', class: 'wall-tool wall-find', 'aria-label': G.search, title: G.search, onclick: () => this.focus() },
      icon('find'),
    );
    const offered = Object.entries(G.sorts).filter(([order]) => !orders || orders.includes(/** @type {Choice['order']} */ (order)));
    this.order = choose(G.sort, Object.fromEntries(offered), (order) => this.#set({ order: /** @type {Choice['order']} */ (order) }));
    const sort = h('label', { class: 'wall-select wall-sort', title: G.sort }, icon('sort'), this.order, icon('chevron'));
    const tool = (
      /** @type {string} */ name,
      /** @type {string} */ label,
      /** @type {boolean} */ pressed,
      /** @type {(() => void) | undefined} */ then,
    ) =>
      h(
        'button',
        { type: 'button', class: 'wall-tool', 'aria-label': label, title: label, 'aria-pressed': String(pressed), onclick: then },
        icon(name),
      );
    const views =
      on.list &&
      h(
        'div',
        { class: 'wall-views', role: 'group', 'aria-label': G.view },
        tool('list', G.list, false, on.list),
        tool('grid', G.grid, true, undefined),
      );
    const open =
      on.open &&
      h(
        'button',
        { type: 'button', class: 'wall-open', title: G.open, 'aria-label': G.open, onclick: on.open },
        icon('open'),
        h('span', { 'aria-hidden': 'true' }, G.open),
      );
    this.folders = choose(G.folder, { '': G.folder }, (folder) => this.#set({ folder }));
    this.foldersChip = h('label', { class: 'wall-select wall-chip', hidden: true }, this.folders, icon('chevron'));
    this.rigs = choose(G.rig, { '': G.rig }, (rig) => this.#set({ rig }));
    this.rigsChip = h('label', { class: 'wall-select wall-chip', hidden: true }, this.rigs, icon('chevron'));
    this.lengths = choose(G.length, { ...G.lengths, any: G.length }, (length) =>
      this.#set({ length: /** @type {keyof typeof LENGTHS} */ (length) }),
    );
    this.joints = choose(G.joints, { ...G.jointCounts, any: G.joints }, (joints) =>
      this.#set({ joints: /** @type {keyof typeof JOINTS} */ (joints) }),
    );
    this.columns = h('div', { class: 'wall-columns' });
    this.buttons = h('div', { class: 'wall-buttons' });
    this.chips = h(
      'div',
      { class: 'wall-chips', role: 'group', 'aria-label': G.chips },
      this.buttons,
      this.foldersChip,
      h('label', { class: 'wall-select wall-chip' }, this.lengths, icon('chevron')),
      h('label', { class: 'wall-select wall-chip' }, this.joints, icon('chevron')),
      this.rigsChip,
      this.columns,
    );
    this.root = h('header', { class: 'wall-head' }, home, this.facts, this.search, find, sort, views, open, this.chips);
  }

  /** @param {Item[]} items all; another array where something about them has changed @param {number} shown how many of them are shown */
  draw(items, shown) {
    if (this.#facts?.items !== items) this.#facts = factsOf(items);
    const { chips, columns, folders, known, rigs, seconds } = this.#facts;
    const label = this.#facts.labelled ? G.searchAll : G.search;
    setAttr(this.field, 'aria-label', label);
    if (this.field.placeholder === G.search || this.field.placeholder === G.searchAll) this.field.placeholder = label;
    setText(this.folder, this.#named && folders.size === 1 ? [...folders][0] : '');
    setText(this.count, G.count(shown));
    setText(this.length, known && seconds && shown === items.length ? G.total(seconds) : '');
    this.#drawChips(chips);
    this.#listFolders(folders);
    this.#listRigs(rigs);
    this.#listColumns(columns);
  }

  /** Shows a choice that was made elsewhere: in an address. @param {Partial<Choice>} choice */
  show(choice) {
    this.choice = { ...everything(), ...choice };
    const { text, length, joints, order } = this.choice;
    this.field.value = text;
    for (const [select, value] of /** @type {[HTMLSelectElement, string][]} */ ([
      [this.lengths, length],
      [this.joints, joints],
      [this.order, order],
    ]))
      select.value = value;
  }

  /** Empties the search and shows all. */
  clear() {
    this.choice = { ...everything(), order: this.choice.order };
    this.field.value = '';
    for (const select of [this.lengths, this.joints]) select.value = 'any';
    for (const select of [this.folders, this.rigs, ...this.#columns.values()]) select.value = '';
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

  /** @param {ReturnType<typeof chipsOf>} chips */
  #drawChips(chips) {
    const { only } = this.choice;
    const found = [...chips];
    if (only && !found.some((chip) => chip.only === only)) found.push({ only, count: 0 });
    const buttons = found.map((chip) => {
      const button = this.#chips.get(chip.only) ?? this.#chip(chip.only);
      setText(/** @type {Node} */ (button.lastChild), G.chip(nameOf(chip.only), chip.count));
      setAttr(button, 'aria-pressed', String(chip.only === only));
      return button;
    });
    if (buttons.length !== this.buttons.children.length || buttons.some((button, index) => button !== this.buttons.children[index]))
      this.buttons.replaceChildren(...buttons);
    for (const select of [this.lengths, this.joints, this.folders, this.rigs])
      setAttr(/** @type {Element} */ (select.parentElement), 'data-on', select.selectedIndex > 0);
  }

  /** @param {Set<string>} all */
  #listFolders(all) {
    const { folder } = this.choice;
    const names = [...all].filter(Boolean).sort();
    this.foldersChip.hidden = !folder && (all.size < 2 || names.length > MOST_FOLDERS);
    if (this.foldersChip.hidden) return;
    if (folder && !all.has(folder)) names.push(folder);
    list(
      this.folders,
      folder,
      names.map((name) => [name, name]),
    );
    setAttr(this.foldersChip, 'data-on', folder !== '');
  }

  /** @param {Set<Item['rig']>} all */
  #listRigs(all) {
    const { rig } = this.choice;
    // A list of the rigs of some clips would be read as one of all.
    this.rigsChip.hidden = !rig && (all.size < 2 || all.has(null));
    if (this.rigsChip.hidden) return;
    const entries = [...all].flatMap((name) => (name ? [/** @type {Entry} */ ([name, name])] : [])).sort();
    if (all.has('')) entries.push([NO_RIG, G.noRig]);
    if (rig && !entries.some(([value]) => value === rig)) entries.push([rig, rig === NO_RIG ? G.noRig : rig]);
    list(this.rigs, rig, entries);
    setAttr(this.rigsChip, 'data-on', rig !== '');
  }

  /** @param {ReturnType<typeof columnsOf>} all */
  #listColumns(all) {
    for (const [name, values] of all) {
      const select =
        this.#columns.get(name) ??
        choose(name, { '': name }, (value) => {
          const { [name]: _, ...others } = this.choice.columns;
          this.#set({ columns: value ? { ...others, [name]: value } : others });
        });
      this.#columns.set(name, select);
      list(
        select,
        this.choice.columns[name] ?? '',
        values.map((value) => [value, value]),
      );
    }
    const shown = all.map(([name]) => /** @type {HTMLSelectElement} */ (this.#columns.get(name)));
    if (
      shown.length !== this.columns.children.length ||
      shown.some((select, index) => select.parentElement !== this.columns.children[index])
    )
      this.columns.replaceChildren(...shown.map((select) => h('label', { class: 'wall-select wall-chip' }, select, icon('chevron'))));
    for (const select of shown) setAttr(/** @type {Element} */ (select.parentElement), 'data-on', select.value !== '');
  }

  /** @param {string} only */
  #chip(only) {
    const button = h(
      'button',
      { type: 'button', class: 'wall-chip', 'data-only': only || null, onclick: () => this.#set({ only }) },
      only === 'warnings' || only === 'bad' ? icon('warn') : null,
      h('span'),
    );
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

/** @param {Item[]} items */
const factsOf = (items) => ({
  items,
  folders: new Set(items.map(topOf)),
  rigs: new Set(items.flatMap(({ bad, rig }) => (bad ? [] : [rig]))),
  columns: columnsOf(items),
  labelled: items.some(({ labels }) => labels),
  chips: chipsOf(items),
  known: items.every(({ bad, seconds }) => bad || seconds !== null),
  seconds: items.reduce((sum, item) => sum + (item.seconds ?? 0), 0),
});

/** What a chip says that shows only the clips with a mark, or of a format. @param {string} only */
function nameOf(only) {
  if (only === 'warnings') return G.withWarnings;
  if (only === 'duplicates') return G.duplicates;
  if (only === 'outliers') return G.outliers;
  return only === 'bad' ? G.unreadable : only || G.all;
}

/** Fills a list with entries, behind the first one, which chooses all. @param {HTMLSelectElement} select @param {string} chosen @param {Entry[]} entries */
function list(select, chosen, entries) {
  const [first, ...listed] = [...select.options];
  if (listed.map(({ value }) => value).join('/') !== entries.map(([value]) => value).join('/'))
    select.replaceChildren(first, ...entries.map(([value, text]) => h('option', { value }, text)));
  select.value = chosen;
}

/** A list to choose from. @param {string} label @param {Record<string, string>} words by values @param {(value: string) => void} chosen */
function choose(label, words, chosen) {
  const select = h(
    'select',
    { 'aria-label': label, onchange: () => chosen(select.value) },
    ...Object.entries(words).map(([value, word]) => h('option', { value }, word)),
  );
  return select;
}
