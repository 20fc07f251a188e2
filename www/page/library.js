/** The list of the visitor's clips: folding groups, a filter, failures last; keeps the current row in view. */
import { h, setAttr, setText } from '../player/base/dom.js';
import { icon } from '../controls/icons.js';
import { pageParts } from '../controls/page-parts.js';
import { Sheet } from '../controls/sheet.js';
import { part } from '../player/base/parts.js';
import { retargeting } from '../player/element/rooms.js';
import { BehaviourRow } from './behaviour-row.js';
import { ComparePicker } from './compare-picker.js';
import { FLAG, storedPath } from './stored-path.js';
import { isSkeleton } from './file-kinds.js';
import css from './library.css';
import { cutInMiddle } from '../controls/long-name.js';
import { Pieces } from './pieces.js';
import { Row } from './row.js';
import { style } from './style.js';
import { W } from './words.js';

/** @typedef {import('../types.d.ts').Source} Source */
/** @typedef {import('./entry.js').Entry} Entry */
/** @typedef {import('./groups.js').Group} Group */
/** @typedef {{ item: HTMLElement, count: HTMLElement, head: Row | null, fold: HTMLElement }} Head */
/** @typedef {{ group: Group, entry: Entry | null, name: string, behaviour?: number }} Line a row, or a group's heading if `entry` is null; behaviour: one of the entry's motions */

/** Thresholds of the sheet, which rests at three eighths of the height or at full height: see `sheet.js`. */
const THRESHOLDS = { close: 0.28, open: 0.42, full: 0.5 };
/** Fewer clips need no filter. */
const MIN_FILTERED = 8;

const forms = part(() => import('./forms.js'));

export class Library {
  /** @type {Map<Entry, Row>} */
  #rows = new Map();
  /** Facts about the clip whose motions have rows. @type {import('../types.d.ts').ClipInfo | null} */
  #drawnInfo = null;
  /** Rows of the motions of the clip that plays. @type {Map<number, BehaviourRow>} */
  #behaviours = new Map();
  /** @type {Map<string, Head>} */
  #heads = new Map();
  /** The entries of figures that a motion was played on, by their sources. @type {WeakMap<import('../types.d.ts').Source, Entry>} */
  #figures = new WeakMap();
  /** Keys of folded groups. */
  #folded = new Set(['samples ']);
  /** @type {Group[]} */
  #groups = [];
  /** The row in the tab order. @type {Entry | null} */
  #tabStop = null;
  /** The row brought into view last. @type {Entry | null} */
  #shown = null;
  /** The group of that row, which may change once the row's file is read. */
  #shownGroup = '';

  /**
   * @param {import('../player/session/session.js').Session} session @param {{ readonly current: Entry | null, isCompared: (entry: Entry) => boolean, letterOf: (entry: Entry) => string, compareNone: () => void, sourceOf: (entry: Entry) => Source }} selection
   * @param {{ choose: (entry: Entry) => void, compare: (entry: Entry) => void, beside: (entry: Entry) => void, remove: (entries: Entry[]) => void, open: () => void, fold: () => void, moved: () => void, keep: (on: boolean) => void }} on
   */
  constructor(session, selection, on) {
    this.session = session;
    this.selection = selection;
    this.on = on;
    style(css);
    this.count = h('span', { class: 'count' });
    this.failed = h('button', { type: 'button', class: 'unreadable', onclick: () => this.#goToFailures() });
    this.field = h('input', {
      type: 'search',
      placeholder: W.filter,
      'aria-label': W.filter,
      'aria-keyshortcuts': '/',
      autocomplete: 'off',
      spellcheck: 'false',
      oninput: () => this.#draw(),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#fieldKey(event),
    });
    this.filter = h('label', { class: 'filter' }, icon('find'), this.field, h('kbd', { 'aria-hidden': 'true' }, '/'));
    this.find = h(
      'button',
      {
        type: 'button',
        class: 'tool find',
        'aria-label': W.filter,
        title: W.filter,
        'aria-expanded': 'false',
        onclick: () => this.#toggleFilter(),
      },
      icon('find'),
    );
    const down = h(
      'button',
      { type: 'button', class: 'tool down', 'aria-label': W.foldList, title: W.foldList, onclick: on.fold },
      icon('chevron'),
    );
    this.none = h('p', { class: 'none', hidden: true }, W.noMatch);
    this.hintText = h('span');
    this.hint = h(
      'p',
      { class: 'hint', hidden: true },
      this.hintText,
      ' ',
      h('button', { type: 'button', onclick: on.open }, W.openMotions),
    );
    this.scroll = h('div', { class: 'scroll' });
    this.lines = new Pieces(this.scroll, (/** @type {Line} */ line) => this.#item(line));
    this.scroll.append(this.lines.root, this.none, this.hint);
    this.storageSwitch = h('input', { type: 'checkbox', role: 'switch', onchange: () => on.keep(this.storageSwitch.checked) });
    this.storageMessage = h('p', { role: 'status' });
    // All tabs show the same state. A null key means that the whole storage was cleared.
    addEventListener('storage', ({ key }) => {
      const on = storedPath() !== null;
      if ((key !== FLAG && key !== null) || on === this.storageSwitch.checked) return;
      // Update the switch at once, since the deletion may have to wait for another tab.
      this.storageSwitch.checked = on;
      this.on.keep(on);
    });
    const keep = h(
      'div',
      { class: 'keep' },
      h('label', { title: W.keepTitle }, this.storageSwitch, h('span', {}, W.keep)),
      this.storageMessage,
    );
    this.picker = new ComparePicker(session, selection, on.beside);
    this.summary = h('div', { class: 'summary' }, this.count, this.failed, this.picker.button, this.find, down);
    this.grip = h('div', { class: 'grip', 'aria-hidden': 'true' });
    this.root = h(
      'section',
      {
        class: 'library',
        'aria-label': W.clips,
        'data-covers': 'figure',
        hidden: true,
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      },
      this.grip,
      this.summary,
      this.picker.note,
      this.filter,
      this.scroll,
      keep,
    );
    new Sheet(this.root, [this.grip, this.summary], THRESHOLDS, { close: on.fold, moved: on.moved });
    const plays = (/** @type {boolean} */ on) => setAttr(this.root, 'data-playing', on);
    session.on('play', plays);
    session.on('clip', () => this.#clipChanged());
    session.on('setting', (name) => {
      if (name === 'behaviour') this.#draw();
    });
    plays(!session.playback.paused);
  }

  /** @param {Group[]} groups */
  draw(groups) {
    this.#groups = groups;
    const { current } = this.selection;
    const home = groups.find(({ head, entries }) => current && (head === current || entries.includes(current)));
    // Unfold the group of the clip that plays, but not the samples.
    if (home && home.kind !== 'samples' && current !== this.#shown) this.#folded.delete(keyOf(home));
    this.#draw();
    const at = home ? keyOf(home) : '';
    if ((current !== this.#shown || at !== this.#shownGroup) && !this.root.hidden) {
      this.#shown = current;
      this.#shownGroup = at;
      this.scrollTo(current);
    }
  }

  #draw() {
    const wanted = this.#filterText;
    const own = this.#groups.filter(({ kind }) => kind !== 'samples');
    const clips = own.flatMap(({ entries }) => entries);
    const bad = this.#groups.find(({ kind }) => kind === 'bad')?.entries.length ?? 0;
    this.filter.hidden = this.find.hidden = clips.length < MIN_FILTERED && !wanted;
    setText(this.count, W.count(clips.length - bad));
    setText(this.failed, W.unreadable(bad));
    this.failed.hidden = !bad;
    this.picker.update(clips);

    /** @type {Line[]} */
    const lines = [];
    for (const group of this.#groups) {
      const entries = this.#filtered(group, wanted);
      if (!entries.length && !(group.head && !wanted)) continue;
      const folded = !wanted && group.kind !== 'loose' && this.#folded.has(keyOf(group));
      if (group.kind !== 'loose') lines.push({ group, entry: null, name: W.number(entries.length) });
      const twice = folded ? new Set() : duplicates(entries);
      for (const entry of folded ? [] : entries) {
        lines.push({ group, entry, name: twice.has(entry.name) ? entry.source.name : entry.name });
        lines.push(...this.#motionsOf(entry, wanted).map(([behaviour, name]) => ({ group, entry, name, behaviour })));
      }
    }
    const { current } = this.selection;
    const rows = lines.filter(({ entry, behaviour }) => entry && behaviour === undefined);
    // One row is in the tab order; arrow keys reach the others.
    const stop = rows.find(({ entry }) => entry === current) ?? rows[0];
    this.#tabStop = stop?.entry ?? null;
    this.lines.draw(lines, stop ? [lines.indexOf(stop)] : []);
    const made = new Set(this.#madeEntries);
    for (const entry of this.#rows.keys()) if (!made.has(entry)) this.#rows.delete(entry);
    this.none.hidden = lines.length > 0;
    const bare = current !== null && isSkeleton(current.kind) && !this.#groups.some(({ head }) => head === current);
    this.hint.hidden = !bare;
    setText(this.hintText, bare ? W.hintMotions(current.kind === 'asf' ? '.amc' : '.anim') : '');
  }

  /** The element of a line, updated. @param {Line} line */
  #item({ group, entry, name, behaviour }) {
    const { current } = this.selection;
    if (!entry) {
      const { item, count, head, fold } = this.#head(group);
      setText(count, name);
      setAttr(fold, 'aria-expanded', String(Boolean(this.#filterText) || !this.#folded.has(keyOf(group))));
      if (head && group.head) head.draw(group.head === current, group.head.name);
      return item;
    }
    if (behaviour !== undefined) return this.#motion(behaviour, name);
    const row = this.#row(entry);
    row.draw(entry === current, name, this.selection.isCompared(entry), this.isFigure(entry));
    row.mark(this.selection.letterOf(entry));
    setAttr(row.item, 'data-kind', group.kind);
    row.pick.tabIndex = entry === this.#tabStop ? 0 : -1;
    if (entry === current && entry.several) forms(row.item).then((module) => module?.showForms(row.item, entry, this.on.choose));
    return row.item;
  }

  #clipChanged() {
    const { info } = this.session;
    if (info === this.#drawnInfo) return;
    this.#drawnInfo = info;
    this.#behaviours.clear();
    this.#draw();
  }

  /** The motions of the clip that plays, if it is a file of arrays with several, by their numbers. Scenes have the motions of other files, too. @param {Entry} entry @param {string} wanted @returns {[number, string][]} */
  #motionsOf(entry, wanted) {
    const {
      info,
      playback: { behaviours },
      source,
    } = this.session;
    if (info?.format !== 'NumPy' || entry !== this.selection.current || entry.source !== source || behaviours.length < 2) return [];
    const all = behaviours.map((name, index) => /** @type {[number, string]} */ ([index, name]));
    const fitting = all.filter(([, name]) => name.toLowerCase().includes(wanted));
    return fitting.length ? fitting : all;
  }

  /** @param {number} behaviour @param {string} name */
  #motion(behaviour, name) {
    const { session } = this;
    const row = this.#behaviours.get(behaviour) ?? new BehaviourRow(() => pageParts(session).history?.chooseBehaviour(behaviour));
    this.#behaviours.set(behaviour, row);
    row.draw(behaviour === session.get('behaviour'), name, session.info?.behaviours[behaviour]?.duration ?? 0);
    return row.item;
  }

  get #filterText() {
    return this.field.value.trim().toLowerCase();
  }

  /** The entries of a group that pass a filter. @param {Group} group @param {string} wanted */
  #filtered({ name, entries }, wanted) {
    const fits = (/** @type {string} */ text) => text.toLowerCase().includes(wanted);
    const hasMotion = (/** @type {Entry} */ entry) => this.#motionsOf(entry, wanted).some(([, motion]) => fits(motion));
    return wanted && !fits(name) ? entries.filter((entry) => fits(entry.source.name) || hasMotion(entry)) : entries;
  }

  /** The entries of a group that pass the current filter. @param {Group} group */
  matching(group) {
    return this.#filtered(group, this.#filterText);
  }

  /** Entries with visible rows, then those with rows nearby. */
  get inView() {
    if (this.root.hidden) return [];
    const { top, bottom } = this.scroll.getBoundingClientRect();
    /** @type {[seen: Entry[], near: Entry[]]} */
    const [seen, near] = [[], []];
    for (const entry of this.#madeEntries) {
      const box = this.#rows.get(entry)?.item.getBoundingClientRect();
      (box && box.bottom > top && box.top < bottom ? seen : near).push(entry);
    }
    return [...seen, ...near];
  }

  get #madeEntries() {
    return this.lines.made.flatMap(({ entry }) => entry ?? []);
  }

  /** Shows whether the clips are kept, and a message about it. @param {boolean} on @param {string} text */
  showStorage(on, text) {
    this.storageSwitch.checked = on;
    setText(this.storageMessage, text);
  }

  /** Puts a note above the rows. @param {HTMLElement} note */
  addNote(note) {
    this.scroll.before(note);
  }

  /** Scrolls an entry into view. @param {Entry | null} entry */
  scrollTo(entry) {
    if (entry) this.#itemOf(entry)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** The element of an entry, created if necessary. @param {Entry} entry */
  #itemOf(entry) {
    this.lines.make(this.lines.lines.findIndex((line) => (line.entry ?? line.group.head) === entry));
    const item = this.#rows.get(entry)?.item ?? [...this.#heads.values()].find(({ head }) => head?.entry === entry)?.item;
    return item?.isConnected ? item : undefined;
  }

  /** The button of an entry, to focus it. @param {Entry | undefined} entry */
  buttonOf(entry) {
    return entry && this.#itemOf(entry) ? this.#rows.get(entry)?.pick : null;
  }

  /** Focuses the filter. Returns whether there is one. */
  search() {
    if (this.filter.hidden || this.root.hidden) return false;
    this.filter.dataset.open = '';
    this.field.focus();
    this.field.select();
    return true;
  }

  /** Asks for the clip to compare with, or takes the only one. */
  askForOther() {
    this.#folded.delete('samples ');
    this.picker.ask();
    this.#draw();
    this.buttonOf(this.selection.current ?? undefined)?.focus();
  }

  shown() {
    this.#shown = this.selection.current;
    this.scrollTo(this.#shown);
  }

  /** @param {Entry} entry */
  #row(entry) {
    const row =
      this.#rows.get(entry) ??
      new Row('div', entry, {
        choose: (one) => this.picker.take(one) || this.on.choose(one),
        compare: this.on.compare,
        playOn: (one) => this.playOn(one),
        remove: (out) => this.on.remove([out]),
      });
    this.#rows.set(entry, row);
    return row;
  }

  /** Whether the clip plays on the figure of an entry. @param {Entry} entry */
  isFigure(entry) {
    const { onto } = this.session.source ?? {};
    return Boolean(onto && this.#figures.get(onto.figure) === entry);
  }

  /** Plays the clip on the figure of an entry, or on its own body again. @param {Entry} entry */
  async playOn(entry) {
    const source = this.isFigure(entry) ? null : this.selection.sourceOf(entry);
    if (source) this.#figures.set(source, entry);
    const element = /** @type {import('../player/element/element.js').MareyPlayer} */ (this.session.element);
    (await retargeting(element))?.show(element, this.session).choose(source ?? 'own', pageParts(this.session).history);
  }

  /** @param {Group} group @returns {Head} */
  #head(group) {
    const key = keyOf(group);
    const found = this.#heads.get(key);
    if (found && found.head?.entry === (group.head ?? undefined)) return found;
    const { kind, head } = group;
    const words = kind === 'samples' ? W.samples : kind === 'bad' ? W.bad : (group.name.split('/').at(-1) ?? '');
    const toggle = () => {
      if (!this.#folded.delete(key)) this.#folded.add(key);
      this.#draw();
    };
    const name = h('bdi', { class: 'name', title: group.name || null });
    cutInMiddle(name, words);
    const count = h('span', { class: 'number' });
    const remove = (/** @type {Entry} */ entry) => this.on.remove([entry, ...this.#sectionEntries(key)]);
    // A skeleton can be viewed alone, so its name is a button beside the one that folds.
    const row = head ? new Row('span', head, { choose: this.on.choose, remove }, words) : null;
    const fold = h(
      'button',
      { type: 'button', class: 'fold', 'aria-label': head ? W.foldGroup(words) : null, onclick: toggle },
      icon('chevron'),
      head ? null : name,
      head ? null : count,
    );
    const item = h('div', { role: 'listitem', class: 'head', 'data-kind': kind }, fold, row?.item, row ? count : null);
    const made = { item, count, head: row, fold };
    this.#heads.set(key, made);
    return made;
  }

  /** @param {string} key */
  #sectionEntries(key) {
    return this.#groups.find((group) => keyOf(group) === key)?.entries ?? [];
  }

  #goToFailures() {
    this.field.value = '';
    this.#folded.delete('bad ');
    this.#draw();
    const first = this.buttonOf(this.#sectionEntries('bad ')[0]);
    first?.focus();
    first?.scrollIntoView({ block: 'nearest' });
  }

  /** Toggles the filter on phones. */
  #toggleFilter() {
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
      this.lines.make(0);
      const first = /** @type {HTMLElement | null} */ (this.lines.root.querySelector('.row .pick'));
      first?.focus();
      if (event.key === 'Enter') first?.click();
    }
  }

  /** Moves the focus along the buttons of a row. Returns whether there is one. @param {HTMLElement} from @param {number} by */
  #stepAlong(from, by) {
    const row = from.closest('.row, .heads');
    const all = /** @type {HTMLElement[]} */ ([...(row?.querySelectorAll(':scope > button:not([hidden])') ?? [])]);
    const next = all[all.indexOf(from) + by];
    next?.focus();
    return Boolean(next);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key === 'Escape' && this.picker.stop()) {
      event.preventDefault();
      event.stopPropagation();
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const along = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (along && this.#stepAlong(target, this.root.matches(':dir(rtl)') ? -along : along)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const pick = /** @type {HTMLElement | null} */ (target.closest('.pick, .fold'));
    if (!pick) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      this.lines.around(pick);
      const all = /** @type {HTMLElement[]} */ ([...this.lines.root.querySelectorAll('.pick, .fold')]);
      all[all.indexOf(pick) + step]?.focus();
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

/** Names that occur more than once. @param {Entry[]} entries */
function duplicates(entries) {
  const seen = new Set();
  return new Set(entries.map(({ name }) => name).filter((name) => seen.size === seen.add(name).size));
}
