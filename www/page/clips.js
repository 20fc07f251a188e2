/** The visitor's clips and samples, as welcome or list: which of the two is shown, what opens files, and the page's keys. */
import { h, setAttr } from '../player/base/dom.js';
import { icon } from '../controls/icons.js';
import { offer, pageParts } from '../controls/page-parts.js';
import { part } from '../player/base/parts.js';
import { actors } from '../player/element/rooms.js';
import { Entries } from './entries.js';
import { isOwn } from './entry.js';
import { MAY_LABEL } from './file-kinds.js';
import './icons.js';
import { keepChoices } from './kept-choices.js';
import { KeptClips } from './kept-clips.js';
import { listenOnPage } from './keys.js';
import { picturesWith } from './pairing.js';
import { pickFiles, pickFolder } from './pick.js';
import { Selection } from './selection.js';
import { storedPath } from './stored-path.js';
import { style } from './style.js';
import css from './page.css';
import { Welcome } from './welcome.js';
import { W } from './words.js';

/** @typedef {import('../types.d.ts').Source} Source */
/** @typedef {import('../player/element/element.js').MareyPlayer} MareyPlayer */
/** @typedef {import('./entry.js').Entry} Entry */
/** @typedef {import('./finds.js').Finds} Finds */
/** @typedef {import('./grid.js').ClipGrid} ClipGrid */
/** @typedef {import('./library.js').Library} Library */
/** @typedef {'welcome' | 'list' | 'linked'} Mode linked: only the clip of a received link */

/** Most files added without a progress display. */
const MAX_AT_ONCE = 500;
const ZIP = /\.zip$/i;
/** On phones the list is a sheet, closed at first. */
const LOW_SCREEN = '(max-height: 400px)';
/** The width of the list with its gaps, as the style sheet has it. */
const LIST_PX = 312;
const SHEET = `(max-width: 640px), ${LOW_SCREEN}`;

/** Loaded with the visitor's first clip. */
const library = part(() => import('./library.js'));
const finds = part(() => import('./finds.js'));
/** Loaded with the first file that may have labels. */
const labels = part(() => import('./label-files.js'));
/** Loaded when the grid is first opened. */
const grid = part(() => import('./grid.js'));

export class Clips {
  #entries = new Entries(() => this.#kept.changed());
  #selection;
  #kept;
  #folded = matchMedia(SHEET).matches;
  #foldedByRule = false;
  /** @type {Library | null} */
  #library = null;
  /** @type {Finds | null} */
  #finds = null;
  /** What somebody wrote about the clips. @type {import('./label-files.js').LabelFiles | null} */
  labels = null;
  /** The clips as a grid, once it has been opened. @type {ClipGrid | null} */
  #grid = null;

  /** @param {HTMLElement} root container of the welcome and the list @param {import('../player/session/session.js').Session} session */
  constructor(root, session) {
    this.session = session;
    this.root = root;
    style(css);
    keepChoices(session);
    this.#selection = new Selection(session, this.#entries, {
      changed: () => this.draw(),
      failed: (entry) => this.scrollTo(entry),
      linked: () => {
        if (this.mode !== 'list') this.show('linked');
      },
      // If a link fails, show the samples.
      gone: () => {
        if (this.mode === 'linked') this.show('welcome');
      },
      inView: () => (this.busy ? null : { entries: this.inView, samples: this.mode === 'welcome' }),
    });
    this.#kept = new KeptClips(session, this.#entries, this.#selection, this);
    this.welcome = new Welcome(session, this.#selection, {
      choose: (entry) => this.#selection.pick(entry),
      open: () => this.choose(),
      openFolder: () => this.chooseFolder(),
      back: () => this.show('list'),
    });
    this.home = h('button', { type: 'button', class: 'home', title: W.home, onclick: () => this.show('welcome') }, 'Marey');
    this.folder = h('button', { type: 'button', class: 'tool folder', onclick: () => this.toggle() }, icon('sidebar'));
    this.gridder = h(
      'button',
      { type: 'button', class: 'tool grid', 'aria-label': W.showGrid, title: W.showGrid, onclick: () => this.showGrid() },
      icon('grid'),
    );
    this.origin = h('p', { class: 'origin', 'data-covers': 'above' });
    root.replaceChildren(
      this.welcome.root,
      h('div', { class: 'top', 'data-covers': 'title' }, this.home, this.gridder, this.folder),
      this.origin,
    );
    addEventListener('keydown', (event) => this.#key(event));
    listenOnPage(session);
    offer(session, { clips: this });
    session.on('controls', () => this.#makeRoom(this.expanded && this.#library !== null));
    this.show(/** @type {Mode} */ (root.dataset.mode));
  }

  /** Opens the system's file dialog. */
  choose() {
    pickFiles((files) => this.addFiles(files));
  }

  /** @type {Mode} */
  get mode() {
    return /** @type {Mode} */ (this.root.dataset.mode);
  }

  /** Whether the list is visible. */
  get expanded() {
    return this.mode === 'list' && !this.#folded;
  }

  /** Whether one of the visitor's own clips can be compared with another. */
  get several() {
    return this.#entries.own.length > 1;
  }

  /** Entries of the list, visible rows first. */
  get inView() {
    return this.#grid?.inView ?? this.#library?.inView ?? [];
  }

  /** Whether the grid reads files for its pictures, before which others wait. */
  get busy() {
    return this.#grid?.busy ?? false;
  }

  /** Shows in the list whether clips are kept. @param {boolean} on @param {string} text */
  showStorage(on, text) {
    this.#library?.showStorage(on, text);
  }

  /** Scrolls the list to an entry. @param {Entry} entry */
  scrollTo(entry) {
    if (this.expanded) this.#library?.scrollTo(entry);
  }

  /** Opens the system's dialog for a folder. */
  chooseFolder() {
    pickFolder((files) => this.addFiles(files));
  }

  /** @param {File[]} files @param {FileSystemDirectoryEntry[]} [folders] @param {boolean} [beside] shows motions beside the clip that plays */
  async addFiles(files, folders = [], beside = false) {
    if (
      !folders.length &&
      files.length <= MAX_AT_ONCE &&
      !files.some(({ name, webkitRelativePath }) => webkitRelativePath || ZIP.test(name))
    ) {
      this.#take(
        files.map((blob) => ({ name: blob.name, blob })),
        true,
        beside,
      );
      return;
    }
    const module = await finds(this.session.element);
    if (!module) return;
    this.#finds ??= new module.Finds(this.session, this.root, (sources, fresh) => this.#take(sources, fresh, false, true));
    this.#library?.addNote(this.#finds.note);
    await this.#finds.gather(files, folders);
  }

  /** Switches between welcome, list and linked clip. @param {Mode} mode @param {boolean} [asked] by the visitor */
  async show(mode, asked = false) {
    this.root.dataset.mode = mode;
    if (mode === 'list' && !this.#folded) await this.#fetchList();
    if (this.mode !== mode) return;
    const listed = this.expanded && this.#library !== null;
    this.welcome.show(mode === 'welcome');
    if (this.#library) this.#library.root.hidden = !listed;
    setAttr(this.root, 'data-folded', mode === 'list' && !listed);
    this.folder.hidden = mode !== 'list';
    const label = listed ? W.foldList : W.unfoldList;
    setAttr(this.folder, 'aria-label', label);
    setAttr(this.folder, 'title', label);
    setAttr(this.folder, 'aria-expanded', String(listed));
    this.draw();
    if (listed) this.#library?.shown();
    this.#makeRoom(listed, asked);
    if (mode !== 'linked') this.#kept.restore();
    if (mode === 'welcome' && this.#selection.playing) this.#selection.read();
    this.session.signal('page', 'room');
  }

  /** Lets the list and the panel beside the stage share the room. @param {boolean} listed @param {boolean} [asked] */
  #makeRoom(listed, asked = false) {
    const { room } = pageParts(this.session);
    if (!room || this.#foldedByRule) return;
    if (!listed) room.close('list');
    else
      room.open(
        'list',
        {
          where: 'side',
          size: () => LIST_PX,
          fold: (folded) => {
            this.#foldedByRule = true;
            this.#folded = folded;
            this.show('list').then(() => {
              this.#foldedByRule = false;
            });
          },
        },
        asked,
      );
  }

  /** Creates the list on first use. */
  async #fetchList() {
    if (this.#library) return;
    const module = await library(this.session.element);
    if (!module || this.#library) return;
    this.#library = new module.Library(this.session, this.#selection, {
      choose: (entry) => this.#selection.pick(entry),
      compare: (entry) => this.#selection.compare(entry),
      beside: (entry) => this.#beside(entry),
      remove: (entries) => this.#remove(entries),
      open: () => this.choose(),
      fold: () => this.toggle(),
      moved: () => this.session.signal('page', 'room'),
      keep: (on) => this.#kept.enable(on),
    });
    this.#library.showStorage(storedPath() !== null, this.#kept.text);
    if (this.#finds) this.#library.addNote(this.#finds.note);
    this.root.append(this.#library.root);
  }

  /** Hides or shows the list. */
  async toggle() {
    if (this.mode === 'list') this.#folded = !this.#folded;
    else this.#folded = false;
    await this.show('list', true);
  }

  /** Shows an entry beside the clip that plays. A sheet gives its place to what was chosen. @param {Entry} entry */
  #beside(entry) {
    this.#selection.compare(entry);
    if (this.expanded && matchMedia(SHEET).matches) this.toggle();
  }

  /** The clips that can be played, for who looks for one by its name. */
  choices() {
    const { current } = this.#selection;
    return this.#entries.groups.flatMap(({ entries }) =>
      entries
        .filter(({ failed }) => !failed)
        .map((entry) => ({ name: entry.name, note: entry.note, current: entry === current, choose: () => this.#selection.pick(entry) })),
    );
  }

  /** The visitor's other clips, on whose figures the clip can be played. */
  figures() {
    const library = this.#library;
    const { current } = this.#selection;
    const all = library ? this.#entries.groups.flatMap(({ entries }) => entries) : [];
    return all
      .filter((entry) => isOwn(entry.source) && entry !== current && !entry.failed && !entry.lacksFile)
      .map((entry) => ({
        name: entry.name,
        worn: library?.isFigure(entry) ?? false,
        choose: async () => library?.playOn(entry),
      }));
  }

  /** Asks which clip is to be compared with the one that plays. */
  async askForOther() {
    if (!this.expanded) await this.toggle();
    this.#library?.askForOther();
  }

  /** Shows the clips as a grid in the player's place. */
  async showGrid() {
    const module = await grid(this.session.element);
    if (!module) return;
    this.#grid ??= new module.ClipGrid(this.session, this.#entries, this.#selection, this);
    this.#grid.open();
  }

  /** Plays the next or previous playable clip. Returns whether there is one. @param {-1 | 1} by */
  step(by) {
    const { current: at } = this.#selection;
    // Steps among the samples or among the visitor's own clips, skipping those with errors.
    const row =
      at && !isOwn(at.source)
        ? this.#entries.samples
        : this.#entries.groups
            .filter(({ kind }) => kind !== 'samples' && kind !== 'bad')
            .flatMap((group) => this.#library?.matching(group) ?? group.entries);
    const all = row.filter(({ fault }) => !fault);
    const here = at ? all.indexOf(at) : -1;
    const next = all[here < 0 ? (by > 0 ? 0 : all.length - 1) : here + by];
    if (!next) return false;
    this.#selection.choose(next);
    return true;
  }

  /** Handles the page's keys, unless a text field has the focus. @param {KeyboardEvent} event */
  #key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = /** @type {HTMLElement} */ (event.composedPath()[0]);
    const types =
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement ||
      (target instanceof HTMLInputElement && !/^(range|checkbox)$/.test(target.type));
    if (types || target.isContentEditable) return;
    if (event.key === 'Escape') {
      this.session.cancel();
      this.#grid?.comeBack();
    }
    const step = /** @type {Record<string, -1 | 1 | undefined>} */ ({ PageDown: 1, PageUp: -1 })[event.key];
    if (step ? this.step(step) : event.key === '/' && this.#library?.search()) event.preventDefault();
  }

  /** Adds sources; files of labels among them are for the clips. @param {Source[]} sources @param {boolean} [shows] @param {boolean} [beside] @param {boolean} [searched] in a folder or an archive */
  async #take(sources, shows, beside, searched) {
    if (sources.some(({ name }) => MAY_LABEL.test(name))) await this.#fetchLabels();
    this.add((await this.labels?.take(sources, searched)) ?? sources, shows, beside);
    // The clips that come with them are there now.
    this.labels?.read();
  }

  async #fetchLabels() {
    this.labels = (await labels(this.session.element))?.labelFiles(this.session, this.#entries, () => this.draw()) ?? null;
  }

  /** Reads files of labels of an earlier visit. @param {Source[]} sources */
  async addLabels(sources) {
    await this.#fetchLabels();
    this.labels?.read(sources, true);
  }

  /** Adds sources and shows the first that can be read. @param {Source[]} sources @param {boolean} [shows] false: in the background @param {boolean} [beside] shows motions beside the clip that plays */
  add(sources, shows = true, beside = false) {
    if (!sources.length) return;
    const added = this.#entries.add(sources);
    if (shows && (added.motions.length || added.skeletons.length)) this.show('list');
    else this.draw();
    if (shows && !this.#grid?.opened) this.#selection.chooseAdded(added, beside);
    else this.#selection.read();
  }

  /** Adds the samples, one of which may be loaded already. @param {Source[]} sources */
  addSamples(sources) {
    for (const source of sources) this.#entries.push(source);
    this.#selection.takeOver();
  }

  /** Adds clips of an earlier visit. @param {Source[]} sources */
  addKept(sources) {
    // Show the restored clips, even if the list is a sheet that starts closed.
    if (sources.length && this.mode === 'list' && !matchMedia(LOW_SCREEN).matches) {
      this.#folded = false;
      this.show('list');
    }
    this.add(sources, false);
  }

  draw() {
    if (this.mode === 'welcome') this.welcome.draw(this.#entries.samples, this.#entries.own.length);
    else if (this.mode === 'list') this.#library?.draw(this.#entries.groups);
    this.gridder.hidden = this.mode !== 'list' || this.#entries.own.length < 2;
    this.#grid?.update();
    this.labels?.update(this.#library);
    this.root.toggleAttribute('data-compares', this.session.state.others.length > 0);
    this.#showOrigin();
  }

  /** Shows where a linked clip comes from, and how to open another. */
  #showOrigin() {
    const { source } = this.session;
    const linked = this.mode === 'linked' && source?.url;
    this.origin.hidden = !linked;
    if (!linked) return;
    const { host, pathname } = new URL(source.url ?? '');
    const from = host === location.host ? decodeURIComponent(pathname.split('/').at(-1) ?? '') : host;
    this.origin.replaceChildren(
      h('bdi', {}, W.from(from)),
      ' \u00b7 ',
      h('button', { type: 'button', onclick: () => this.choose() }, W.openYours),
      h('span', { class: 'hint' }, ` ${W.dropOwn}`),
    );
  }

  /** Pictures that were opened together with a file. @param {Source | null} file */
  picturesOf(file) {
    return picturesWith(this.#entries.all, file);
  }

  /** Removes entries, until somebody brings them back; a skeleton is removed together with its motions. @param {Entry[]} gone */
  async #remove(gone) {
    const { element, state } = this.session;
    const { history } = pageParts(this.session);
    const { current } = this.#selection;
    // With the clip that plays goes what stands beside it.
    const others = current && gone.includes(current) ? state.others.map((other) => other.element) : [];
    const beside = others.length
      ? (await actors(element))?.show(/** @type {MareyPlayer} */ (element), this.session).takeAway(others)
      : null;
    let bringBack = this.#takeOut(gone);
    history?.note(
      {
        of: this,
        name: 'entries',
        bytes: gone.reduce((sum, { source }) => sum + (source.blob?.size ?? 0), 0),
        undo: () => {
          bringBack();
          this.show('list');
          if (current && gone.includes(current)) this.#selection.choose(current);
          else this.#selection.read();
          if (beside) element.addEventListener('cliploaded', () => beside.undo(), { once: true });
        },
        redo: () => {
          beside?.redo();
          bringBack = this.#takeOut(gone);
        },
      },
      W.removed(gone.length, gone[0].name),
    );
    history?.tell(W.removed(gone.length, gone[0].name));
  }

  /** @param {Entry[]} gone @returns {() => void} brings them back to their places in the list */
  #takeOut(gone) {
    const rows = () =>
      this.#entries.groups.filter(({ kind }) => kind !== 'samples').flatMap(({ head, entries }) => (head ? [head, ...entries] : entries));
    const at = rows().indexOf(gone[0]);
    const { current } = this.#selection;
    const bringBack = this.#entries.forget(gone);
    this.#selection.forget(gone);
    if (!this.#entries.own.length) this.#finds?.forget();
    const left = rows();
    const next = left[Math.min(at, left.length - 1)];
    if (!next) this.show('welcome');
    else this.draw();
    if (current && gone.includes(current))
      this.#selection.choose(next && !next.failed ? next : (left.find(({ fault }) => !fault) ?? this.#entries.samples[0]));
    (this.#library?.buttonOf(next) ?? (next ? this.folder : this.welcome.open)).focus();
    return bringBack;
  }
}
