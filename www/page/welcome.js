/** The welcome beside the figure: what Marey is, how to open files, and samples. */
import { h, setAttr, setText } from '../player/base/dom.js';
import { part } from '../player/base/parts.js';
import { icon } from '../controls/icons.js';
import { Film } from './film.js';
import { W } from './words.js';

/** @typedef {import('./entry.js').Entry} Entry */
/** @typedef {{ item: HTMLElement, pick: HTMLElement, note: HTMLElement, film: Film }} Tile */

const forms = part(() => import('./forms.js'));

export class Welcome {
  /** @type {Map<Entry, Tile>} */
  #tiles = new Map();
  /** The tile under the pointer or with the focus. @type {Entry | null} */
  #pointed = null;
  #reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

  /**
   * @param {import('../player/session/session.js').Session} session @param {{ readonly current: Entry | null }} selection
   * @param {{ choose: (entry: Entry) => void, open: () => void, openFolder: () => void, back: () => void }} on
   */
  constructor(session, selection, on) {
    this.session = session;
    this.selection = selection;
    this.on = on;
    const open = (/** @type {string} */ name, /** @type {(Node | string)[]} */ ...what) =>
      h('button', { type: 'button', class: name, onclick: on.open }, ...what);
    this.open = open('main', icon('open'), h('span', {}, W.openFiles));
    this.back = h('button', { type: 'button', class: 'back', onclick: on.back });
    const own = h(
      'li',
      { class: 'own' },
      open('pick', h('span', { class: 'film' }, icon('add')), h('span', { class: 'line' }, h('bdi', {}, W.yourOwn))),
    );
    this.samples = h('ul', { class: 'samples' }, own);
    this.root = h(
      'section',
      { class: 'welcome', 'aria-label': W.welcome },
      h(
        'div',
        { class: 'intro', 'data-covers': 'figure' },
        h('p', { class: 'wordmark' }, 'Marey'),
        h('p', { class: 'sentence' }, W.sentence),
        h(
          'p',
          { class: 'invites' },
          this.open,
          h(
            'span',
            { class: 'hint' },
            `${W.or} `,
            h('button', { type: 'button', class: 'link', onclick: on.openFolder }, W.aFolder),
            `, ${W.orDrop}`,
          ),
        ),
        h('p', { class: 'formats' }, W.formats),
        this.back,
      ),
      h('div', { class: 'try', 'data-covers': 'figure' }, h('h2', {}, W.tryOne), this.samples),
    );
    session.on('setting', (name) => {
      if (name === 'theme') this.#showFilms();
    });
    session.on('play', () => this.#runFilms());
    this.#reducedMotion.addEventListener('change', () => this.#runFilms());
  }

  /** @param {Entry[]} entries the samples @param {number} others number of the visitor's own clips */
  draw(entries, others) {
    const { current } = this.selection;
    for (const entry of entries) {
      const tile = this.#tiles.get(entry) ?? this.#tile(entry);
      setAttr(tile.item, 'data-current', entry === current);
      setAttr(tile.pick, 'aria-current', entry === current ? 'true' : null);
      setAttr(tile.pick, 'title', entry.title);
      setAttr(tile.item, 'data-bad', entry.failed);
      setText(
        tile.note,
        entry.fault || entry.several || !entry.info ? (W.short[entry.sample] ?? entry.note) : W.seconds(entry.info.duration.toFixed(0)),
      );
      // The buttons for its forms load on demand.
      if (entry === current && entry.several) forms(tile.item).then((module) => module?.showForms(tile.item, entry, this.on.choose));
    }
    this.back.hidden = !others;
    setText(this.back, W.back(others));
    this.#runFilms();
  }

  /** Shows or hides the welcome. @param {boolean} on */
  show(on) {
    this.root.hidden = !on;
    if (on) this.#showFilms();
    this.#runFilms();
  }

  /** @param {Entry} entry */
  #tile(entry) {
    const film = new Film(entry.source.url ?? '');
    const note = h('bdi', {}, '');
    const look = (/** @type {Entry | null} */ at) => () => {
      this.#pointed = at;
      this.#runFilms();
    };
    const pick = h(
      'button',
      {
        type: 'button',
        class: 'pick',
        onclick: () => this.on.choose(entry),
        onpointerenter: look(entry),
        onpointerleave: look(null),
        onfocus: look(entry),
        onblur: look(null),
      },
      film.canvas,
      h('span', { class: 'line' }, h('bdi', {}, entry.name), note),
    );
    const item = h('li', {}, pick);
    this.samples.lastElementChild?.before(item);
    const tile = { item, pick, note, film };
    this.#tiles.set(entry, tile);
    if (!this.root.hidden) film.show(this.session.get('theme'));
    return tile;
  }

  #showFilms() {
    if (this.root.hidden) return;
    for (const { film } of this.#tiles.values()) film.show(this.session.get('theme'));
  }

  /** Animates the current sample while it plays, and the one that the visitor points at. */
  #runFilms() {
    const { paused } = this.session.playback;
    for (const [entry, { film }] of this.#tiles) {
      film.run(
        !this.root.hidden && !this.#reducedMotion.matches && (entry === this.#pointed || (entry === this.selection.current && !paused)),
      );
    }
  }
}
