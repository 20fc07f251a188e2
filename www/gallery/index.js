/**
 * The wall of a gallery that `marey gallery` has written: the cards, the header and the large view of the page's own wall, over the
 * table of the site. It takes the place of the list that the page has without scripts.
 */
import css from './gallery.css';
import './icons.js';
import { h, setText } from '../player/base/dom.js';
import { fitting, ordered } from '../wall/filter.js';
import { Grid } from '../wall/grid.js';
import { Header } from '../wall/header.js';
import { Large } from '../wall/large.js';
import { shortNames } from '../wall/short-names.js';
import { G } from '../wall/strings.js';
import { inPage } from '../wall/view.js';
import { ORDERS, choiceIn, searchOf } from './address.js';
import { Playing, playerOf } from './playing.js';
import { Row } from './row.js';
import { Table } from './table.js';

/** @typedef {import('../wall/item.js').Item} Item */
/** @typedef {import('../wall/filter.js').Order} Order */

/** Posters whose elements are kept. */
const MOST_POSTERS = 400;
/** Most cards on paper. */
const MOST_PRINTED = 500;

const sheet = new CSSStyleSheet();
sheet.replaceSync(css);
/** A table of so many groups of rows is loaded at once. */
const FEW_GROUPS = 1;
/** Rows that are prepared at once, in some milliseconds. */
const PIECE = 2000;
const TYPING = 'input, select, textarea';

const top = new URL('.', import.meta.url);

/** @param {Item} item */
const rowOf = (item) => /** @type {Row} */ (item);

class SiteWall {
  /** In the order of use, the latest last. @type {Map<Row, HTMLImageElement>} */
  #posters = new Map();
  /** The telling parts of long names, when all are known. @type {ReturnType<typeof shortNames> | null} */
  #short = null;
  /** @type {Map<Order, Row[]>} */
  #orders = new Map();

  /** @param {HTMLElement} main of the page @param {Table} table */
  constructor(main, table) {
    this.main = main;
    this.table = table;
    this.plays = main.hasAttribute('data-player');
    this.rows = Array.from({ length: table.rows }, (_, row) => new Row(table, row));
    this.#orders.set('name', this.rows);
    this.look = main.dataset.look ?? 'auto';
    this.playing = new Playing(top, this.look);
    this.header = new Header({ changed: () => this.#changed(), leave: () => this.grid.enter() }, { orders: ORDERS, named: false });
    this.header.field.placeholder = G.searchMany(table.rows);
    this.filters = h('button', { type: 'button', class: 'wall-chip', onclick: () => this.#complete() }, G.filters);
    this.header.chips.before(this.filters);
    this.header.root.addEventListener('focusin', (event) => {
      if (/** @type {Element} */ (event.target).matches(TYPING)) this.#complete();
    });
    this.noneText = h('span');
    this.none = h(
      'p',
      { class: 'wall-none', hidden: true },
      this.noneText,
      h('button', { type: 'button', onclick: () => this.#clear() }, G.clear),
    );
    this.large = new Large({
      stage: (item) => this.#stage(rowOf(item)),
      beside: (item, step) => this.grid.beside(item, step),
      open: (item) => this.#open(item),
      closed: (item) => this.grid.focus(item),
    });
    this.grid = new Grid(
      (item) => this.#stateOf(rowOf(item)),
      {
        play: (item) => this.#open(item),
        choose: null,
        look: (item) => this.#look(item),
        point: (item) => this.#point(item && rowOf(item)),
        moved: () => this.#moved(),
      },
      (cards) => inPage(cards, this.header.root),
    );
    this.root = h(
      'section',
      { class: 'wall wall-site', 'aria-label': G.label },
      this.header.root,
      this.none,
      this.grid.root,
      this.large.root,
    );
  }

  async begin() {
    const choice = choiceIn(location.search);
    this.header.show(choice);
    const isSearched = searchOf(choice) !== '';
    const first = Number(this.main.dataset.first ?? 0);
    const at = Math.min(this.table.rows - 1, history.state?.row ?? first);
    if (isSearched || this.table.starts.length <= FEW_GROUPS) await this.table.all();
    else await this.table.show(this.table.groupOf(at));
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    this.main.replaceChildren(this.root);
    this.grid.measure();
    this.#draw();
    if (at > 0 && this.rows[at]) this.#return(this.rows[at]);
    document.addEventListener('keydown', (event) => this.#key(event));
    addEventListener('beforeprint', () => this.grid.makeAll(MOST_PRINTED));
    addEventListener('afterprint', () => this.#draw());
    // Whoever comes back finds the place again.
    addEventListener('pagehide', () => {
      const [seen] = this.grid.near;
      if (seen) history.replaceState({ row: rowOf(seen).row }, '');
    });
  }

  /** @param {Row} row */
  #return(row) {
    history.scrollRestoration = 'manual';
    this.grid.reveal(row);
  }

  #changed() {
    history.replaceState(null, '', searchOf(this.header.choice) || location.pathname);
    this.#draw();
    this.#complete();
  }

  #clear() {
    this.header.clear();
    this.header.field.focus();
  }

  /** Loads the whole table, which searching and sorting need. */
  #complete() {
    if (this.table.complete) return;
    this.filters.disabled = true;
    this.table.all().then(
      () => {
        this.#draw();
        this.#prepare();
      },
      (error) => {
        this.filters.disabled = false;
        console.warn('Marey:', error);
      },
    );
  }

  /** Makes what searches look through, piece by piece: the first search is then as fast as the next. */
  async #prepare() {
    for (let at = 0; at < this.rows.length; at += PIECE) {
      await new Promise((resolve) => {
        setTimeout(resolve);
      });
      for (const row of this.rows.slice(at, at + PIECE)) row.prepare();
    }
  }

  #draw() {
    const { header, table } = this;
    const { choice } = header;
    this.filters.hidden = table.complete;
    header.chips.hidden = !table.complete;
    if (!table.complete) {
      setText(header.count, G.count(table.rows));
      this.grid.draw(this.rows);
      return;
    }
    this.#short ??= shortNames(this.rows);
    const all = this.#orders.get(choice.order) ?? /** @type {Row[]} */ (ordered(this.rows, choice.order, true));
    this.#orders.set(choice.order, all);
    const shown = searchOf({ ...choice, order: 'name' }) ? fitting(all, choice) : all;
    header.draw(this.rows, shown.length);
    setText(this.noneText, G.none(choice.text.trim()));
    this.none.hidden = shown.length > 0;
    this.grid.draw(shown);
  }

  #moved() {
    const { table } = this;
    const groups = new Set(this.grid.near.filter((item) => !rowOf(item).known).map((item) => table.groupOf(rowOf(item).row)));
    for (const group of groups) {
      table.show(group).then(
        () => {
          for (const item of this.grid.near) this.grid.refresh(item);
        },
        (error) => console.warn('Marey:', error),
      );
    }
  }

  /** What a card shows, beside its place. @param {Row} row */
  #stateOf(row) {
    return { picture: this.#posterOf(row), waits: !row.known, letter: '', short: this.#short?.get(row) };
  }

  /** @param {Row} row */
  #posterOf(row) {
    const { poster } = row;
    if (!poster) return null;
    const image = this.#posters.get(row) ?? h('img', { src: poster, alt: '', width: '360', height: '240', decoding: 'async' });
    this.#posters.delete(row);
    this.#posters.set(row, image);
    if (this.#posters.size > MOST_POSTERS) this.#posters.delete(/** @type {Row} */ (this.#posters.keys().next().value));
    return image;
  }

  /** @param {Row | null} row */
  #point(row) {
    const place = row && this.grid.posterOf(row);
    if (place && row.motion && this.plays) this.playing.play(place, row.motion, row.poster ?? '');
    else this.playing.stop();
  }

  /** @param {Item} item */
  #look(item) {
    this.playing.stop();
    this.large.show(item);
  }

  /** What shows a clip large. @param {Row} row */
  #stage({ motion, name, poster }) {
    if (motion && this.plays) return playerOf(top, { src: motion, poster: poster ?? '', alt: name, look: this.look });
    return poster ? h('img', { src: poster, alt: name }) : null;
  }

  /** @param {Item} item */
  #open({ href }) {
    if (href) location.assign(href);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { key, target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || this.large.item) return;
    const unfocused = target === document.body || target === document.documentElement;
    if (key === '/' && !(/** @type {Element} */ (target).matches(TYPING))) this.header.focus();
    else if (unfocused && /^Arrow/.test(key)) this.grid.enter();
    else return;
    event.preventDefault();
  }
}

const main = /** @type {HTMLElement | null} */ (document.querySelector('main[data-table]'));
if (main) {
  Table.open(new URL(main.dataset.table ?? '', top))
    .then((table) => (table.rows ? new SiteWall(main, table).begin() : undefined))
    // The list without scripts stays.
    .catch((error) => console.warn('Marey:', error));
}
