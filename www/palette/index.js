/** The palette: one field that finds tools, options, clips and joints by words, shows their values and keys, and does what was found. */
import css from './palette.css';
import { icon } from '../controls/icons.js';
import { h, setAttr, setText } from '../player/base/dom.js';
import { style } from '../player/element/shell.js';
import { entriesOf, ofJoints } from './entries.js';
import { matches, pieces } from './match.js';
import { K } from './strings.js';

/** @typedef {import('../controls/controls.js').Controls} Controls */
/** @typedef {import('./entries.js').Entry} Entry */

const GROUPS = /** @type {const} */ (['actions', 'options', 'clips', 'joints']);
/** Rows of a group. */
const MOST = 6;
/** What is remembered of what was used. */
const MOST_LAST = 5;

/** Keys of the entries that were used last, the last one first. @type {string[]} */
const last = [];
/** The palette that is open. @type {Palette | null} */
let now = null;

/** Opens the palette of a player, or closes it. @param {Controls} ui */
export function toggle(ui) {
  const open = now;
  open?.close();
  if (open?.ui !== ui) now = new Palette(ui);
}

class Palette {
  /** What is shown, from the top. @type {Entry[]} */
  #shown = [];
  /** @type {HTMLElement[]} */
  #rows = [];
  #at = 0;
  #closed = false;

  /** @param {Controls} ui */
  constructor(ui) {
    this.ui = ui;
    this.entries = entriesOf(ui);
    this.before = /** @type {HTMLElement | null} */ (ui.shadow.activeElement);
    this.highlight = ui.session.get('highlight');
    style(ui.shadow, css);
    this.field = h('input', {
      type: 'text',
      role: 'combobox',
      'aria-expanded': 'true',
      'aria-controls': 'palette-list',
      'aria-autocomplete': 'list',
      'aria-label': K.title,
      placeholder: K.placeholder,
      autocomplete: 'off',
      spellcheck: 'false',
      oninput: () => this.#find(),
    });
    this.status = h('span', { class: 'found', role: 'status' });
    this.list = h('div', { class: 'palette-list', id: 'palette-list', role: 'listbox', 'aria-label': K.title });
    const hint = (/** @type {string[]} */ keys, /** @type {string} */ text) => [
      ...keys.map((key) => h('kbd', {}, key)),
      h('span', {}, text),
    ];
    this.root = h(
      'div',
      {
        class: 'palette',
        role: 'dialog',
        'aria-modal': 'true',
        'aria-label': K.title,
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
        onfocusout: (/** @type {FocusEvent} */ event) => {
          if (!this.root.contains(/** @type {Node | null} */ (event.relatedTarget))) this.close(false);
        },
      },
      h('label', { class: 'palette-field' }, icon('find'), this.field, this.status, h('kbd', { 'aria-hidden': 'true' }, 'Esc')),
      this.list,
      h(
        'p',
        { class: 'palette-hints', 'aria-hidden': 'true' },
        ...hint(['\u2191', '\u2193'], K.hints.choose),
        ...hint(['Enter'], K.hints.act),
        ...hint(['Tab'], K.hints.value),
      ),
    );
    ui.root.append(this.root);
    this.#find();
    this.field.focus();
  }

  /** @param {boolean} [back] whether the focus goes back to where it was */
  close(back = true) {
    const { ui } = this;
    if (this.#closed) return;
    this.#closed = true;
    if (now === this) now = null;
    ui.session.set('highlight', this.highlight);
    ui.label.update();
    this.root.remove();
    if (back) (this.before?.isConnected ? this.before : ui.stage).focus();
  }

  #find() {
    const question = this.field.value;
    const fits = this.entries
      .map((entry) => ({ entry, how: matches(entry, question) }))
      .filter(({ how }) => how > 0)
      .sort((a, b) => b.how - a.how)
      .map(({ entry }) => entry);
    const asked = question.trim() !== '';
    const used = last.flatMap((key) => this.entries.find((entry) => entry.key === key) ?? []);
    const all = asked ? [...fits, ...ofJoints(this.ui, fits)] : used.length ? used : fits.filter(({ group }) => group === 'actions');
    setText(this.status, asked ? (all.length ? K.found(all.length) : K.none) : '');
    this.#shown = [];
    this.#rows = [];
    const groups =
      asked || !used.length
        ? GROUPS.map((group) => ({ title: K.groups[group], entries: all.filter((entry) => entry.group === group) }))
        : [{ title: K.last, entries: used }];
    this.list.replaceChildren(
      ...groups
        .filter(({ entries }) => entries.length)
        .map(({ title, entries }) =>
          h(
            'div',
            { role: 'group', 'aria-label': title },
            h('h3', { 'aria-hidden': 'true' }, title),
            ...entries.slice(0, MOST).map((entry) => this.#row(entry, question)),
            entries.length > MOST && h('p', { class: 'palette-more' }, K.more(entries.length - MOST)),
          ),
        ),
    );
    this.#go(0);
  }

  /** @param {Entry} entry @param {string} question */
  #row(entry, question) {
    const at = this.#shown.push(entry) - 1;
    const { about, joint, keys, name, value } = entry;
    const side = joint === undefined ? undefined : this.ui.session.info?.joints[joint]?.side;
    const row = h(
      'div',
      {
        id: `palette-${at}`,
        role: 'option',
        'aria-selected': 'false',
        'aria-keyshortcuts': keys || undefined,
        onpointermove: () => this.#go(at),
        onclick: () => this.#run(at),
        // The field keeps the focus.
        onpointerdown: (/** @type {Event} */ event) => event.preventDefault(),
      },
      entry.icon ? icon(entry.icon) : h('i', { class: 'side', 'data-side': side }),
      h('bdi', { class: 'palette-name' }, ...pieces(name, question).map((text, index) => (index % 2 ? h('mark', {}, text) : text))),
      h('bdi', { class: 'palette-about' }, about ?? ''),
      h('bdi', { class: 'palette-value' }, value?.() ?? ''),
      h('span', { class: 'palette-keys', 'aria-hidden': 'true' }, ...(keys ? keys.split(' ').map((key) => h('kbd', {}, key)) : [])),
    );
    this.#rows.push(row);
    return row;
  }

  /** @param {number} at */
  #go(at) {
    const { session } = this.ui;
    setAttr(this.#rows[this.#at] ?? this.list, 'aria-selected', this.#rows[this.#at] ? 'false' : null);
    this.#at = at;
    const row = this.#rows[at];
    setAttr(this.field, 'aria-activedescendant', row?.id ?? null);
    if (row) {
      setAttr(row, 'aria-selected', 'true');
      row.scrollIntoView({ block: 'nearest' });
    }
    session.set('highlight', this.#shown[at]?.joint ?? this.highlight);
    this.ui.label.update();
  }

  /** @param {number} at */
  #run(at) {
    const entry = this.#shown[at];
    if (!entry) return;
    if (last.includes(entry.key)) last.splice(last.indexOf(entry.key), 1);
    last.unshift(entry.key);
    last.length = Math.min(last.length, MOST_LAST);
    this.close();
    entry.run();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { key } = event;
    const rows = this.#rows.length;
    const by = { ArrowDown: 1, ArrowUp: -1 }[key];
    const entry = this.#shown[this.#at];
    if (by) this.#go(rows ? (this.#at + by + rows) % rows : 0);
    else if (key === 'Home' && event.ctrlKey) this.#go(0);
    else if (key === 'End' && event.ctrlKey) this.#go(rows - 1);
    else if (key === 'Enter') this.#run(this.#at);
    else if (key === 'Escape' || (key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey))) this.close();
    else if (key === 'Tab') {
      entry?.next?.(event.shiftKey ? -1 : 1);
      setText(/** @type {Element} */ (this.#rows[this.#at]?.querySelector('.palette-value')), entry?.value?.() ?? '');
    } else {
      event.stopPropagation();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
