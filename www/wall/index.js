/** The wall: all clips as a grid of pictures that play under the pointer, in the place of the player. */
import './icons.js';
import { h, setAttr, setText } from '../player/base/dom.js';
import { reducedMotion } from '../player/base/motion.js';
import { sessionOf } from '../player/session/sessions.js';
import { looks } from './looks.js';
import { PosterStudio, quietPlayer } from './poster-studio.js';
import { chosenOf } from './filter.js';
import { Grid } from './grid.js';
import { Header } from './header.js';
import { Large } from './large.js';
import { Posters } from './posters.js';
import { Preview } from './preview.js';
import { G } from './strings.js';
import css from './wall.css';
import { shortNames } from './short-names.js';
import { Tray } from './tray.js';
import { inBox } from './view.js';

/** @typedef {import('./item.js').Item} Item */
/** @typedef {import('./item.js').Collection} Collection */

/** On touch the card in the middle plays after this long without scrolling. */
const REST_MS = 400;
/** Scrolling has ended after this long without another step. */
const SCROLLED_MS = 250;
/** Most cards on paper. */
const MOST_PRINTED = 500;
const TYPING = 'input, select, textarea';

const sheet = new CSSStyleSheet();
sheet.replaceSync(css);

export class Wall {
  #touch = matchMedia('(hover: none)');
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resting;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #scrolling;
  /** @type {Item | null} */
  #pointed = null;
  /** @type {Item[]} */
  #items = [];
  /** @type {Map<Item, string>} */
  #short = new Map();
  #top = 0;
  #printing = false;
  /** What plays in the dialog, once it was opened. @type {ReturnType<typeof quietPlayer> | null} */
  #player = null;
  /** The theme, the renderer and the look that the posters are drawn with. */
  #style = '';

  /** @param {import('../player/session/session.js').Session} session of the page's player @param {Collection} collection */
  constructor(session, collection) {
    this.session = session;
    this.collection = collection;
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    this.studios = [new PosterStudio(session), new PosterStudio(session)];
    this.preview = new Preview(session);
    this.posters = new Posters(this.studios, collection, (item) => this.#drew(item));
    this.tray = new Tray({ compare: (items) => this.#leaveFor(() => collection.compare(items)), leave: () => this.#chooseNone() });
    this.header = new Header({
      changed: () => this.#filter(),
      list: () => this.#leaveFor(collection.list),
      open: collection.open,
      home: () => this.#leaveFor(collection.home),
      leave: () => this.grid.enter(),
    });
    this.large = new Large({
      stage: (item) => this.#stage(item),
      beside: (item, step) => this.grid.beside(item, step),
      open: (item) => this.#leaveFor(() => collection.play(item)),
      closed: (item) => this.#looked(item),
    });
    this.scroll = h('div', { class: 'wall-scroll' });
    this.grid = new Grid(
      (item) => this.#stateOf(item),
      {
        play: (item) => this.#leaveFor(() => collection.play(item)),
        choose: (item) => this.#choose(item),
        look: (item) => this.#look(item),
        point: (item) => this.#point(item),
        moved: (scrolled) => this.#moved(scrolled),
      },
      () => inBox(this.scroll),
    );
    this.scroll.append(this.grid.root);
    this.noneText = h('span');
    this.none = h(
      'p',
      { class: 'wall-none', hidden: true },
      this.noneText,
      h('button', { type: 'button', onclick: () => this.#clear() }, G.clear),
    );
    this.root = h(
      'section',
      { class: 'wall', 'aria-label': G.label, hidden: true, onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event) },
      this.header.root,
      this.none,
      this.scroll,
      this.tray.root,
      this.tray.status,
      this.large.root,
      ...this.studios.map(({ root }) => root),
    );
    session.element.before(this.root);
    // Keys without a focused element act on the wall, and not on the player behind it.
    addEventListener(
      'keydown',
      (event) => {
        if (this.opened && (event.target === document.body || event.target === document.documentElement)) this.#key(event, true);
      },
      { capture: true },
    );
    session.on('setting', (name) => {
      if (name === 'theme') this.#restyle();
    });
    session.on('attribute', (name) => {
      if (looks().includes(name)) this.#restyle();
    });
    this.#touch.addEventListener('change', () => this.preview.stop());
    addEventListener('beforeprint', () => this.#print(true));
    addEventListener('afterprint', () => this.#print(false));
    this.#restyle();
  }

  get opened() {
    return !this.root.hidden;
  }

  /** Whether pictures in view are still to be drawn. */
  get busy() {
    return this.opened && this.posters.busy;
  }

  /** Items near the view, nearest first. */
  get near() {
    return this.grid.near;
  }

  open() {
    this.root.hidden = false;
    this.grid.measure();
    this.update();
    this.scroll.scrollTop = this.#top;
    this.grid.enter();
  }

  close() {
    this.#top = this.scroll.scrollTop;
    this.large.close();
    this.root.hidden = true;
    this.posters.stop();
    this.preview.end();
    for (const studio of this.studios) studio.end();
  }

  /** Call when the items have changed, or what is known about them. */
  update() {
    if (!this.opened) return;
    this.#items = this.collection.items();
    this.#short = shortNames(this.#items);
    const left = new Set(this.#items);
    this.posters.keepOnly(left);
    this.tray.items = this.tray.items.filter((item) => left.has(item) && !item.bad);
    this.#filter();
  }

  /** Focuses an item's card, and shows it. @param {Item} item */
  show(item) {
    this.grid.focus(item);
  }

  /** What a card shows, beside its place. @param {Item} item */
  #stateOf(item) {
    const poster = this.posters.of(item);
    const picture = poster?.canvas ?? null;
    return {
      picture,
      waits: !picture && !item.bad && !(poster && !poster.packed),
      letter: this.tray.letterOf(item),
      short: this.#short.get(item),
    };
  }

  #filter() {
    const { choice } = this.header;
    const shown = chosenOf(this.#items, choice);
    this.header.draw(this.#items, shown.length);
    setText(this.noneText, this.#items.some(({ labels }) => labels) ? G.noneSaid(choice.text.trim()) : G.none(choice.text.trim()));
    this.none.hidden = shown.length > 0;
    this.grid.draw(shown);
    this.#drawTray();
  }

  #clear() {
    this.header.clear();
    this.header.field.focus();
  }

  /** Paper shows the posters that are there. @param {boolean} on */
  #print(on) {
    this.#printing = on;
    if (!on) {
      this.#restyle();
      if (this.opened) this.#filter();
    } else if (this.opened) this.grid.makeAll(MOST_PRINTED);
  }

  #restyle() {
    const { element } = this.session;
    const theme = this.session.get('theme') === 'light' ? 'light' : 'dark';
    const style = [theme, ...looks().map((name) => element.getAttribute(name))].join(' ');
    // Paper is light for a moment.
    if (this.#printing || style === this.#style) return;
    this.#style = style;
    setAttr(this.root, 'data-theme', theme);
    for (const studio of this.studios) studio.follow();
    this.#player?.follow();
    this.posters.style = style;
    this.preview.follow();
    this.posters.redraw();
    if (this.opened) this.#filter();
  }

  /** @param {boolean} scrolled */
  #moved(scrolled) {
    if (!this.opened) return;
    const { width, high } = this.grid.layout;
    for (const studio of this.studios) studio.resize(Math.round(width), high);
    if (scrolled) {
      clearTimeout(this.#scrolling);
      this.#scrolling = setTimeout(() => this.#rest(), SCROLLED_MS);
    }
    // Drawing would make the scrolling jerk.
    this.posters.want(this.#scrolling ? [] : this.grid.near, this.grid.seen);
    if (!this.#touch.matches || (!scrolled && this.preview.place)) return;
    clearTimeout(this.#resting);
    this.preview.stop();
    this.#resting = setTimeout(() => {
      if (this.opened) this.#point(this.grid.middle, 0);
    }, REST_MS);
  }

  /** Draws what is missing unless a step of scrolling waits for the page: a busy page gets it later than the timer. */
  #rest() {
    const timer = this.#scrolling;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (this.#scrolling !== timer) return;
        this.#scrolling = undefined;
        this.#moved(false);
      }),
    );
  }

  /** @param {Item} item */
  #drew(item) {
    this.grid.refresh(item);
    if (this.tray.letterOf(item)) this.#drawTray();
    if (item === this.#pointed && !this.preview.place) this.#play(item);
  }

  /** @param {Item | null} item @param {number} [delay] milliseconds */
  #point(item, delay) {
    if (item === this.#pointed && this.preview.place?.isConnected) return;
    this.#pointed = item;
    if (item) this.#play(item, delay);
    else this.preview.stop();
  }

  /** Plays a card once it has its poster. @param {Item} item @param {number} [delay] milliseconds */
  #play(item, delay) {
    const place = this.grid.posterOf(item);
    const poster = this.posters.of(item);
    if (!place || !poster?.canvas || item.bad || item.seconds === 0 || reducedMotion.now) this.preview.stop();
    else
      this.preview.play(
        place,
        () =>
          this.grid.posterOf(item) === place
            ? { source: this.collection.source(item), moment: poster.moment, camera: poster.camera, whole: poster.whole }
            : null,
        delay,
      );
  }

  /** Shows an item large. @param {Item} item */
  #look(item) {
    this.preview.stop();
    this.large.show(item);
  }

  /** The player of the dialog, which loads the clip. @param {Item} item */
  #stage(item) {
    if (!this.#player) {
      this.#player = quietPlayer(this.session);
      const { player } = this.#player;
      // The figure can be turned.
      player.inert = false;
      player.addEventListener('cliploaded', () => {
        if (!reducedMotion.now)
          sessionOf(player)
            .playback.play()
            .catch(() => {});
      });
    }
    const { player } = this.#player;
    const { moment = 0 } = this.posters.of(item) ?? {};
    // The session of a player begins when it is in the document.
    if (!player.isConnected) this.large.stage.replaceChildren(player);
    sessionOf(player).load(this.collection.source(item), { eager: true, moment: { seconds: moment } });
    return player;
  }

  /** The dialog is closed. @param {Item} item */
  #looked(item) {
    const player = this.#player?.player;
    if (player) sessionOf(player)?.empty();
    if (this.opened) this.grid.focus(item);
  }

  /** @param {Item} item */
  #choose(item) {
    if (!this.tray.toggle(item)) {
      this.session.say(G.tooMany);
      return;
    }
    this.#filter();
  }

  #chooseNone() {
    this.tray.items = [];
    this.#filter();
    this.grid.enter();
  }

  #drawTray() {
    this.tray.draw((item) => this.posters.of(item));
    setAttr(this.root, 'data-chooses', this.tray.items.length > 0);
  }

  /** Closes the wall, and shows something else. @param {() => void} then */
  #leaveFor(then) {
    this.close();
    then();
  }

  /** @param {KeyboardEvent} event @param {boolean} [unfocused] */
  #key(event, unfocused = false) {
    const { key } = event;
    // The player behind the wall does not get it.
    event.stopPropagation();
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === '/' && !(/** @type {Element} */ (event.target).matches(TYPING))) this.header.focus();
    else if (key === 'Escape' && this.tray.items.length) this.#chooseNone();
    else if (unfocused && /^(Arrow|Home|End|Enter)/.test(key)) this.grid.enter();
    else return;
    event.preventDefault();
  }
}
