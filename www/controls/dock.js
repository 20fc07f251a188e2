/** The dock above the timeline: what is shown over time, a tab each, and its numbers as a table. Fetched with the first that opens. */
import css from './dock.css';
import { h, setAttr } from '../player/base/dom.js';
import { once, style } from '../player/element/shell.js';
import { tools } from '../player/element/rooms.js';
import { button } from './button.js';
import { D } from './dock-strings.js';
import { PATHS, setIcon } from './icons.js';
import { pageParts } from './page-parts.js';

Object.assign(PATHS, { down: 'm6 9.5 6 6 6-6', up: 'm6 14.5 6-6 6 6' });

/** @typedef {import('./controls.js').Controls} Controls */
/**
 * What has a tab.
 * @typedef {object} Pane
 * @property {string} name
 * @property {string} title of its tab
 * @property {HTMLElement} root takes the height of the dock
 * @property {HTMLElement} head stands beside the tabs
 * @property {(height: number) => [least: number, usual: number]} heights of `root` in a player of a height, CSS pixels
 * @property {() => string} summary says in a line what it shows, while the dock is folded
 * @property {() => Element | null} [spark] draws it 16 pixels high, beside the summary
 * @property {{ root: HTMLElement, update(): void }} table its numbers; told when the table is shown
 */

/** By how much a key changes the height, CSS pixels. */
const STEP_PX = 8;
const LEAP_PX = 32;
/** Pulled below this height, the dock folds. */
const FOLDS_PX = 40;
/** The head of a dock that is still to open, with the gap below it. */
const HEAD_PX = 38;
/** So far beyond its greatest height a pull asks for more room. */
const BEYOND_PX = 24;

/** The dock of a player's controls. */
export const dockOf = once((/** @type {Controls} */ ui) => new Dock(ui));

export class Dock {
  /** @type {Pane[]} */
  #panes = [];
  /** The pane whose tab is chosen. @type {Pane | null} */
  shown = null;
  /** The table of that pane stands in its place. */
  #asTable = false;
  #folded = false;
  /** The greatest height that leaves the stage its room, and the one that a visitor has chosen, 0 for none; CSS pixels. */
  #most = Infinity;
  #chosen = 0;

  /** @param {Controls} ui */
  constructor(ui) {
    this.ui = ui;
    this.bar = /** @type {import('./bar.js').Bar} */ (ui.bar);
    style(ui.shadow, css);
    this.tabs = h('div', {
      class: 'dock-tabs',
      role: 'tablist',
      'aria-label': D.title,
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#tabKey(event),
    });
    this.summary = h('button', { type: 'button', class: 'dock-summary', onclick: () => this.#unfold() });
    this.heads = h('div', { class: 'dock-heads' });
    this.folder = button('down', D.fold, () => (this.#folded ? this.#unfold() : ui.room.fold('dock')), { class: 'btn dock-folder' });
    this.body = h('div', { class: 'dock-body', role: 'tabpanel' });
    this.root = h(
      'div',
      {
        class: 'dock over-time',
        role: 'group',
        'aria-label': D.title,
        hidden: true,
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      },
      h('div', { class: 'dock-head' }, this.tabs, this.summary, this.heads, this.folder),
      this.body,
    );
    this.bar.timeline.root.before(this.root);
    for (const signal of /** @type {const} */ (['clip', 'select', 'setting', 'tool'])) ui.session.on(signal, () => this.#write());
  }

  /** Opens the tab of a pane. @param {Pane} pane */
  open(pane) {
    if (!this.#panes.includes(pane)) {
      this.#panes.push(pane);
      this.body.append(pane.root, pane.table.root);
      this.heads.append(pane.head);
    }
    this.#show(pane, false);
    this.#makeRoom();
  }

  /** Takes a pane out. @param {Pane} pane */
  close(pane) {
    if (!this.#panes.includes(pane)) return;
    this.#panes = this.#panes.filter((each) => each !== pane);
    for (const each of [pane.root, pane.table.root, pane.head]) each.remove();
    if (this.shown === pane) {
      this.shown = null;
      this.#chosen = 0;
      const [next] = this.#panes.slice(-1);
      if (next) this.#show(next, false);
      else this.ui.room.close('dock');
    }
    this.#tabsAnew();
    this.#written();
  }

  /** Whether the tab of a pane is chosen, and the dock not folded. @param {Pane} pane */
  shows(pane) {
    return this.shown === pane && !this.#folded;
  }

  /** Chooses a tab that is there, or unfolds it. Returns false if it is shown already, or is not there. @param {string} name */
  raise(name) {
    const pane = this.#panes.find((each) => each.name === name);
    if (!pane || this.shows(pane)) return false;
    this.open(pane);
    return true;
  }

  /** Call when a pane has other heights or numbers, or another summary. */
  update() {
    if (this.#asTable) this.shown?.table.update();
    this.#resize();
    this.#write();
  }

  #makeRoom() {
    if (this.#folded) this.#fold(false);
    const { insets, panels, room, session } = this.ui;
    // A phone shows the dock or a sheet.
    if (insets.kind === 'phone') {
      panels.close();
      const { clips } = pageParts(session);
      if (clips?.expanded) clips.toggle();
    }
    room.open('dock', {
      where: 'below',
      size: () => this.root.offsetHeight,
      stretch: (most) => {
        this.#most = most - (this.root.offsetHeight - this.body.offsetHeight);
        this.#resize();
      },
      fold: (folded) => this.#fold(folded),
      close: () => room.fold('dock'),
    });
  }

  /** @param {Pane} pane @param {boolean} asTable */
  #show(pane, asTable) {
    this.shown = pane;
    this.#asTable = asTable;
    for (const each of this.#panes) {
      each.head.hidden = each !== pane;
      each.root.hidden = each !== pane || asTable;
      each.table.root.hidden = each !== pane || !asTable;
    }
    this.#tabsAnew();
    this.update();
    this.#written();
  }

  /** @param {boolean} folded */
  #fold(folded) {
    const inside = this.root.contains(this.ui.shadow.activeElement) && this.ui.shadow.activeElement !== this.folder;
    this.#folded = folded;
    if (folded && inside) this.folder.focus();
    this.update();
    this.#written();
  }

  /** Writes for style sheets, the insets and the bar's edge what is open, and how high. */
  #written() {
    const { bar, body, root, shown, ui } = this;
    root.hidden = !shown;
    setAttr(root, 'data-folded', this.#folded);
    body.hidden = this.#folded;
    setIcon(/** @type {Element} */ (this.folder.firstElementChild), this.#folded ? 'up' : 'down');
    const words = this.#folded ? D.unfold : D.fold;
    for (const name of ['title', 'aria-label']) setAttr(this.folder, name, words);
    setAttr(this.folder, 'aria-expanded', String(!this.#folded));
    setAttr(bar.root, 'data-dock', shown && (this.#folded ? 'folded' : shown.name));
    this.#measured();
    ui.idle.showControls();
    ui.insets.measure();
  }

  #measured() {
    const { bar, body, root, ui } = this;
    ui.root.style.setProperty('--dock', `${root.offsetHeight}px`);
    setAttr(bar.edge, 'aria-valuenow', String(body.offsetHeight));
  }

  #resize() {
    const { body, shown, ui } = this;
    if (!shown || this.#folded) return;
    const [least, usual] = shown.heights(ui.session.host.size.height);
    const height = `${Math.round(Math.max(least, Math.min(this.#chosen || usual, this.#most)))}px`;
    if (body.style.height === height) return;
    body.style.setProperty('height', height);
    this.#measured();
  }

  /** Writes what the dock shows, for while it is folded. */
  #write() {
    const { shown, summary } = this;
    if (!shown || !this.#folded) return;
    const words = shown.summary();
    summary.replaceChildren(h('span', {}, words), shown.spark?.() ?? '');
    setAttr(summary, 'title', words);
  }

  #unfold() {
    this.ui.room.raise('dock');
    if (this.shown && this.ui.shadow.activeElement === null) this.folder.focus();
  }

  // The tabs

  #tabsAnew() {
    const { shown, ui } = this;
    const docked = tools().filter(({ dock, name }) => dock && ui.session.info && !this.#panes.some((pane) => pane.name === name));
    const rows = [
      ...docked.map((tool) => ({ text: tool.words.tab ?? tool.words.title ?? '', on: false, choose: () => this.bar.use(tool) })),
      // Those of tools stand first, whichever was opened first.
      ...[...this.#panes]
        .sort((a, b) => Number(isTool(b)) - Number(isTool(a)))
        .map((pane) => ({ text: pane.title, on: pane === shown && !this.#asTable, choose: () => this.#choose(pane, false) })),
      ...(shown ? [{ text: D.table, on: this.#asTable, choose: () => this.#choose(shown, true) }] : []),
    ];
    const focused = this.tabs.contains(ui.shadow.activeElement);
    this.tabs.replaceChildren(
      ...rows.map(({ text, on, choose }) =>
        h('button', { type: 'button', role: 'tab', 'aria-selected': String(on), tabindex: on ? '0' : '-1', onclick: choose }, text),
      ),
    );
    setAttr(this.body, 'aria-label', rows.find(({ on }) => on)?.text ?? null);
    if (focused) /** @type {HTMLElement | null} */ (this.tabs.querySelector('[aria-selected="true"]'))?.focus();
  }

  /** @param {Pane} pane @param {boolean} asTable */
  #choose(pane, asTable) {
    this.#show(pane, asTable);
    this.#unfold();
  }

  /** @param {KeyboardEvent} event */
  #tabKey(event) {
    const all = /** @type {HTMLElement[]} */ ([...this.tabs.children]);
    const at = all.indexOf(/** @type {HTMLElement} */ (event.target));
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    all[(to + all.length) % all.length].click();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== 'Escape' || event.defaultPrevented || this.#folded) return;
    event.preventDefault();
    event.stopPropagation();
    this.ui.room.fold('dock');
  }

  // The height

  /** @param {number} height CSS pixels; 0: the usual one */
  set height(height) {
    this.#chosen = height;
    this.#resize();
    this.ui.room.settle();
  }

  /** Opens the dock, changes its height, or folds it. @param {PointerEvent | KeyboardEvent} event @param {() => void} open opens what it has if it has nothing */
  pull(event, open) {
    const { ui } = this;
    const isOpen = () => Boolean(this.shown) && !this.#folded;
    const opens = () => (this.shown ? this.#unfold() : open());
    const height = isOpen() ? this.body.offsetHeight : 0;
    const [least] = this.shown?.heights(ui.session.host.size.height) ?? [0];
    if (event instanceof KeyboardEvent) {
      const step = event.shiftKey ? LEAP_PX : STEP_PX;
      const [up, down] = [height + LEAP_PX, height - LEAP_PX];
      const to = { ArrowUp: height + step, ArrowDown: height - step, PageUp: up, PageDown: down, Home: least, End: this.#most }[event.key];
      if (to === undefined) return;
      if (!isOpen()) {
        if (to > 0) opens();
      } else if (to < least) ui.room.fold('dock');
      else this.height = Math.min(to, this.#most);
      return;
    }
    if (event.button) return;
    const { edge } = this.bar;
    const from = event.clientY + height - (this.shown ? 0 : HEAD_PX);
    let told = false;
    edge.setPointerCapture(event.pointerId);
    const move = (/** @type {PointerEvent} */ { clientY }) => {
      const wanted = from - clientY;
      if (!isOpen() && wanted > 0) opens();
      // A dock that is still to open is so high from the start.
      this.height = Math.max(1, wanted);
      if (!isOpen()) return;
      const other = ui.room.besides('dock');
      if (told || !other || wanted < this.#most + BEYOND_PX) return;
      told = true;
      ui.session.say(D.moreRoom(other));
    };
    const up = (/** @type {PointerEvent} */ { clientY, type }) => {
      edge.removeEventListener('pointermove', move);
      if (type !== 'pointerup' || !isOpen() || from - clientY >= FOLDS_PX) return;
      this.height = 0;
      ui.room.fold('dock');
    };
    edge.addEventListener('pointermove', move);
    for (const type of /** @type {const} */ (['pointerup', 'pointercancel'])) edge.addEventListener(type, up, { once: true });
  }
}

/** @param {Pane} pane */
const isTool = ({ name }) => tools().some((tool) => tool.dock && tool.name === name);
