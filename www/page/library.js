/** The list of the visitor's clips: groups that fold, a filter, the failures last, the playing row in view. */
import css from './library.css';
import { h, setAttr, setText } from '../player/dom.js';
import { icon } from '../controls/icons.js';
import { part } from '../player/parts.js';
import { isSkeleton } from './known.js';
import { Row } from './row.js';
import { Sheet } from './sheet.js';
import { style } from './style.js';
import { W } from './words.js';

/** @typedef {import('./entry.js').Entry} Entry */
/** @typedef {import('./groups.js').Group} Group */
/** @typedef {{ item: HTMLElement, name: HTMLElement, count: HTMLElement, head: Row | null, list: HTMLElement, fold: HTMLElement }} Section */

/** Fewer clips are seen at a glance. */
const FILTER_FROM = 8;

const forms = part(() => import('./forms.js'));

export class Library {
  /** @type {Map<Entry, Row>} */
  #rows = new Map();
  /** @type {Map<string, Section>} */
  #sections = new Map();
  /** Groups that are folded, by kind and name. */
  #folded = new Set(['samples ']);
  /** @type {Group[]} */
  #groups = [];
  /** @type {Entry | null} */
  #current = null;
  /** The row that was last brought into view. @type {Entry | null} */
  #shown = null;

  /**
   * @param {import('../player/session.js').Session} session
   * @param {{ choose: (entry: Entry) => void, remove: (entries: Entry[]) => void, open: () => void, fold: () => void, moved: () => void }} on
   */
  constructor(session, on) {
    this.on = on;
    style(css);
    this.count = h('span', { class: 'count' });
    this.failed = h('button', { type: 'button', class: 'unreadable', onclick: () => this.#jump() });
    this.field = h('input', { type: 'search', placeholder: W.filter, 'aria-label': W.filter, 'aria-keyshortcuts': '/', autocomplete: 'off', spellcheck: 'false',
      oninput: () => this.#draw(), onkeydown: (/** @type {KeyboardEvent} */ event) => this.#fieldKey(event) });
    this.filter = h('label', { class: 'filter' }, icon('find'), this.field, h('kbd', { 'aria-hidden': 'true' }, '/'));
    this.find = h('button', { type: 'button', class: 'tool find', 'aria-label': W.filter, title: W.filter, 'aria-expanded': 'false', onclick: () => this.#find() }, icon('find'));
    const down = h('button', { type: 'button', class: 'tool down', 'aria-label': W.foldList, title: W.foldList, onclick: on.fold }, icon('chevron'));
    this.none = h('p', { class: 'none', hidden: true }, W.noMatch);
    this.groups = h('ul', { class: 'groups' });
    this.hintText = h('span');
    this.hint = h('p', { class: 'hint', hidden: true }, this.hintText, ' ', h('button', { type: 'button', onclick: on.open }, W.openMotions));
    this.scroll = h('div', { class: 'scroll' }, this.groups, this.none, this.hint);
    this.summary = h('div', { class: 'summary' }, this.count, this.failed, this.find, down);
    this.grip = h('div', { class: 'grip', 'aria-hidden': 'true' });
    this.root = h('section', { class: 'library', 'aria-label': W.clips, 'data-covers': 'figure', hidden: true, onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event) },
      this.grip, this.summary, this.filter, this.scroll);
    new Sheet(this.root, [this.grip, this.summary], { close: on.fold, moved: on.moved });
    const plays = () => setAttr(this.root, 'data-playing', !session.playback.paused);
    session.on('play', plays);
    plays();
  }

  /** @param {Group[]} groups @param {Entry | null} current */
  draw(groups, current) {
    this.#groups = groups;
    this.#current = current;
    const home = groups.find(({ head, entries }) => current && (head === current || entries.includes(current)));
    // What plays is not hidden in a folded group. The samples stay folded until they are wanted.
    if (home && home.kind !== 'samples' && current !== this.#shown) this.#folded.delete(keyOf(home));
    this.#draw();
    if (current !== this.#shown && !this.root.hidden) {
      this.#shown = current;
      this.see(current);
    }
  }

  #draw() {
    const wanted = this.field.value.trim().toLowerCase();
    const own = this.#groups.filter(({ kind }) => kind !== 'samples');
    const clips = own.flatMap(({ entries }) => entries);
    const bad = this.#groups.find(({ kind }) => kind === 'bad')?.entries.length ?? 0;
    this.filter.hidden = this.find.hidden = clips.length < FILTER_FROM && !wanted;
    setText(this.count, W.count(clips.length));
    setText(this.failed, W.unreadable(bad));
    this.failed.hidden = !bad;

    const fits = (/** @type {string} */ text) => text.toLowerCase().includes(wanted);
    /** @type {HTMLElement[]} */
    const items = [];
    /** @type {Entry | null} */
    let first = null;
    let focusable = false;
    for (const group of this.#groups) {
      const { kind, name, head } = group;
      const entries = wanted && !fits(name) ? group.entries.filter((entry) => fits(entry.source.name)) : group.entries;
      if (!entries.length && !(head && !wanted)) continue;
      const section = this.#section(group);
      const folded = !wanted && kind !== 'loose' && this.#folded.has(keyOf(group));
      setText(section.count, W.number(entries.length));
      setAttr(section.fold, 'aria-expanded', String(!folded));
      if (head) section.head?.draw(head === this.#current, head.name);
      const shown = folded ? [] : entries;
      const twice = doubles(shown);
      fill(section.list, shown.map((entry) => {
        const row = this.#row(entry);
        const current = entry === this.#current;
        row.draw(current, twice.has(entry.name) ? entry.source.name : entry.name);
        if (current && entry.several) forms(row.item).then((module) => module?.offer(row.item, entry, this.on.choose));
        first ??= entry;
        focusable ||= current;
        return row.item;
      }));
      items.push(section.item);
    }
    fill(this.groups, items);
    this.none.hidden = items.length > 0;
    // One stop for the tab key: the arrow keys go on from there.
    for (const [entry, { pick }] of this.#rows) pick.tabIndex = (focusable ? entry === this.#current : entry === first) ? 0 : -1;
    const current = this.#current;
    const bare = current !== null && isSkeleton(current.kind) && !this.#groups.some(({ head }) => head === current);
    this.hint.hidden = !bare;
    setText(this.hintText, bare ? W.hintMotions(current.kind === 'asf' ? '.amc' : '.anim') : '');
  }

  /** Puts an entry where it can be seen. @param {Entry | null} entry */
  see(entry) {
    const item = entry && (this.#rows.get(entry)?.item ?? [...this.#sections.values()].find(({ head }) => head?.entry === entry)?.item);
    item?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** The button of an entry, to give it the focus. @param {Entry | undefined} entry */
  pickOf(entry) { return entry && this.#rows.get(entry)?.item.isConnected ? this.#rows.get(entry)?.pick : null; }

  /** To type a filter. */
  search() {
    if (this.filter.hidden || this.root.hidden) return false;
    this.filter.dataset.open = '';
    this.field.focus();
    this.field.select();
    return true;
  }

  /** What the filter leaves. @param {Entry} entry */
  passes(entry) {
    const wanted = this.field.value.trim().toLowerCase();
    return !wanted || this.#groups.some(({ name, entries }) => entries.includes(entry) && (name.toLowerCase().includes(wanted) || entry.source.name.toLowerCase().includes(wanted)));
  }

  /** Shown again after it was folded away. */
  unfolded() {
    this.#shown = this.#current;
    this.see(this.#current);
  }

  /** Rows of what is no longer there. @param {Entry[]} entries */
  forget(entries) { for (const entry of entries) this.#rows.delete(entry); }

  /** @param {Entry} entry */
  #row(entry) {
    const row = this.#rows.get(entry) ?? new Row('li', entry, { choose: this.on.choose, remove: (out) => this.on.remove([out]) });
    this.#rows.set(entry, row);
    return row;
  }

  /** @param {Group} group @returns {Section} */
  #section(group) {
    const key = keyOf(group);
    const found = this.#sections.get(key);
    if (found && found.head?.entry === (group.head ?? undefined)) return found;
    const { kind, head } = group;
    const words = kind === 'samples' ? W.samples : kind === 'bad' ? W.bad : group.name.split('/').at(-1) ?? '';
    const toggle = () => {
      if (!this.#folded.delete(key)) this.#folded.add(key);
      this.#draw();
    };
    const name = h('bdi', { title: group.name || null }, words);
    const count = h('span', { class: 'number' });
    const list = h('ul', { 'aria-label': words || W.clips });
    const remove = (/** @type {Entry} */ entry) => this.on.remove([entry, ...this.#sectionEntries(key)]);
    // A skeleton can be looked at by itself: its name is a button beside that which folds.
    const row = head ? new Row('span', head, { choose: this.on.choose, remove }, words) : null;
    const fold = h('button', { type: 'button', class: 'fold', 'aria-label': head ? W.foldGroup(words) : null, onclick: toggle }, icon('chevron'), head ? null : name, head ? null : count);
    const item = h('li', { class: 'group', 'data-kind': kind }, kind === 'loose' ? null : h('div', { class: 'head' }, fold, row?.item, row ? count : null), list);
    const section = { item, name, count, head: row, list, fold };
    this.#sections.set(key, section);
    return section;
  }

  /** @param {string} key */
  #sectionEntries(key) { return this.#groups.find((group) => keyOf(group) === key)?.entries ?? []; }

  /** To the failures. */
  #jump() {
    this.field.value = '';
    this.#folded.delete('bad ');
    this.#draw();
    const first = this.pickOf(this.#sectionEntries('bad ')[0]);
    first?.focus();
    first?.scrollIntoView({ block: 'nearest' });
  }

  /** On a phone the filter comes on demand. */
  #find() {
    const open = this.filter.dataset.open === undefined;
    setAttr(this.filter, 'data-open', open);
    setAttr(this.find, 'aria-expanded', String(open));
    if (open) this.field.focus();
  }

  /** @param {KeyboardEvent} event */
  #fieldKey(event) {
    if (event.key === 'Escape' && this.field.value) {
      event.stopPropagation();
      this.field.value = '';
      this.#draw();
    } else if (event.key === 'Enter' || event.key === 'ArrowDown') {
      event.preventDefault();
      event.stopPropagation();
      const first = /** @type {HTMLElement | null} */ (this.groups.querySelector('.row .pick'));
      first?.focus();
      if (event.key === 'Enter') first?.click();
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const pick = /** @type {HTMLElement} */ (event.target).closest('.pick, .fold');
    if (!pick || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      const all = /** @type {HTMLElement[]} */ ([...this.groups.querySelectorAll('.pick, .fold')]);
      all[all.indexOf(/** @type {HTMLElement} */ (pick)) + step]?.focus();
    } else if (event.key === 'Delete') {
      const out = /** @type {HTMLElement | null} */ (pick.parentElement?.querySelector('.drop-out'));
      out?.click();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** @param {Group} group */
const keyOf = ({ kind, name }) => `${kind} ${name}`;

/** Names that two clips have. @param {Entry[]} entries */
function doubles(entries) {
  const seen = new Set();
  return new Set(entries.map(({ name }) => name).filter((name) => seen.size === seen.add(name).size));
}

/** Children in their order; what is there already stays untouched, and keeps its focus. @param {Element} parent @param {Element[]} children */
function fill(parent, children) {
  if (children.length === parent.children.length && children.every((child, index) => child === parent.children[index])) return;
  const focused = /** @type {HTMLElement | null} */ (parent.querySelector(':focus'));
  parent.replaceChildren(...children);
  if (focused?.isConnected) focused.focus({ preventScroll: true });
}
