/** The visitor's clips and samples, as welcome or list. Matches files in any order: motions wait for their skeleton. */
import css from './clips.css';
import { h, setAttr } from '../player/base/dom.js';
import { icon } from '../controls/icons.js';
import { offer } from '../controls/page-parts.js';
import { fault as refusal } from '../player/words/errors.js';
import { part } from '../player/base/parts.js';
import { Entry, isOwn } from './entry.js';
import { groupsOf } from './groups.js';
import './icons.js';
import { listenOnPage } from './keys.js';
import { isSkeleton, kindOf, roleOf } from './file-kinds.js';
import { CompanionPool, EntryIndex, isSameFile } from './known-files.js';
import { catalogueFor, figuresIn, fileOf, hasSkeletonFor, mayUse, needsFigure, picturesWith, usesCompanions, waitingFor, waitingForFigure, withCompanions } from './pairing.js';
import { deleteLeftovers, storedPath, setStoredPath } from './stored-path.js';
import { pickFiles, pickFolder } from './pick.js';
import { Probe } from './probe.js';
import { style } from './style.js';
import { Welcome } from './welcome.js';
import { W } from './words.js';

/** @typedef {import('../types.d.ts').Companion} Companion */
/** @typedef {import('../types.d.ts').Source} Source */
/** @typedef {import('../types.d.ts').ClipInfo} ClipInfo */
/** @typedef {import('../types.d.ts').Fault} Fault */
/** @typedef {import('./file-kinds.js').Kind} Kind */
/** @typedef {import('./finds.js').Finds} Finds */
/** @typedef {import('./persistence.js').Persistence} Persistence */
/** @typedef {import('./library.js').Library} Library */
/** @typedef {'welcome' | 'list' | 'linked'} Mode linked: only the clip of a received link */

/** Most files added without a progress display. */
const MAX_AT_ONCE = 500;
const ZIP = /\.zip$/i;
/** On phones the list is a sheet, closed at first. */
const LOW_SCREEN = '(max-height: 400px)';
const SHEET = `(max-width: 640px), ${LOW_SCREEN}`;

/** Loaded with the visitor's first clip. */
const library = part(() => import('./library.js'));
const finds = part(() => import('./finds.js'));
const persistence = part(() => import('./persistence.js'));
const address = part(() => import('./address.js'));

export class Clips {
  /** @type {Entry[]} */
  #entries = [];
  /** @type {Entry | null} */
  #current = null;
  /** @type {Entry | null} plays while the current entry cannot be played */
  #playing = null;
  /** The entry that the visitor chose last. @type {Entry | null} */
  #chosen = null;
  /** A skeleton to show alone if the current clip does not use it. @type {Entry | null} */
  #fallbackSkeleton = null;
  #companions = new CompanionPool();
  /** Reads waiting entries in the background. */
  #probe = new Probe({
    next: (passed) => this.#nextToRead(passed),
    source: (entry) => this.#withCompanions(entry, false),
    version: () => this.#companions.version,
    read: (entry) => this.#entryRead(entry),
    done: () => this.#draw(),
  });
  #folded = matchMedia(SHEET).matches;
  /** @type {Library | null} */
  #library = null;
  /** @type {Finds | null} */
  #finds = null;
  /** @type {Persistence | null} */
  #persistence = null;

  /** @param {HTMLElement} root container of the welcome and the list @param {import('../player/session/session.js').Session} session */
  constructor(root, session) {
    this.session = session;
    this.root = root;
    style(css);
    const choose = (/** @type {Entry} */ entry) => this.#pick(entry);
    const open = () => this.choose();
    this.welcome = new Welcome(session, { choose, open, openFolder: () => this.chooseFolder(), back: () => this.#show('list') });
    this.home = h('button', { type: 'button', class: 'home', title: W.home, onclick: () => this.#show('welcome') }, 'Marey');
    this.folder = h('button', { type: 'button', class: 'tool folder', onclick: () => this.toggle() }, icon('sidebar'));
    this.origin = h('p', { class: 'origin', 'data-covers': 'above' });
    root.replaceChildren(this.welcome.root, h('div', { class: 'top', 'data-covers': 'title' }, this.home, this.folder), this.origin);
    session.element.addEventListener('cliploaded', (event) => this.#loaded(/** @type {CustomEvent} */ (event).detail));
    session.element.addEventListener('error', () => this.#failed());
    session.element.addEventListener('abort', () => this.#cancelled());
    addEventListener('keydown', (event) => this.#key(event));
    listenOnPage(session);
    offer(session, { clips: this });
    this.#show(/** @type {Mode} */ (root.dataset.mode));
  }

  /** Opens the system's file dialog. */
  choose() { pickFiles((files) => this.addFiles(files)); }

  /** @type {Mode} */
  get mode() { return /** @type {Mode} */ (this.root.dataset.mode); }

  /** Whether the list is visible. */
  get expanded() { return this.mode === 'list' && !this.#folded; }

  /** Opens the system's dialog for a folder. */
  chooseFolder() { pickFolder((files) => this.addFiles(files)); }

  /** @param {File[]} files @param {FileSystemDirectoryEntry[]} [folders] */
  async addFiles(files, folders = []) {
    if (!folders.length && files.length <= MAX_AT_ONCE && !files.some(({ name, webkitRelativePath }) => webkitRelativePath || ZIP.test(name))) {
      this.add(files.map((blob) => ({ name: blob.name, blob })));
      return;
    }
    const module = await finds(this.session.element);
    if (!module) return;
    this.#finds ??= new module.Finds(this.session, this.root, (sources, fresh) => this.add(sources, fresh));
    this.#library?.addNote(this.#finds.note);
    await this.#finds.gather(files, folders);
  }

  /** Switches between welcome, list and linked clip. @param {Mode} mode */
  async #show(mode) {
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
    this.#draw();
    if (listed) this.#library?.shown();
    if (mode !== 'linked') this.#restore();
    if (mode === 'welcome' && this.#playing) this.#probe.go();
    this.session.signal('size');
    this.session.signal('page');
  }

  /** Creates the list on first use. */
  async #fetchList() {
    if (this.#library) return;
    const module = await library(this.session.element);
    if (!module || this.#library) return;
    this.#library = new module.Library(this.session, {
      choose: (entry) => this.#pick(entry),
      remove: (entries) => this.#remove(entries),
      open: () => this.choose(),
      fold: () => this.toggle(),
      moved: () => this.session.signal('size'),
      keep: (on) => this.#setPersistence(on),
    });
    this.#library.showStorage(storedPath() !== null, this.#persistence?.text ?? '');
    if (this.#finds) this.#library.addNote(this.#finds.note);
    this.root.append(this.#library.root);
  }

  /** Hides or shows the list. */
  async toggle() {
    if (this.mode === 'list') this.#folded = !this.#folded;
    else this.#folded = false;
    await this.#show('list');
  }

  /** Plays the next or previous playable clip. Returns whether there is one. @param {-1 | 1} by */
  step(by) {
    const at = this.#current;
    // Steps among the samples or among the visitor's own clips, skipping those with errors.
    const row = at && !isOwn(at.source) ? this.#samples : this.#groups.filter(({ kind }) => kind !== 'samples' && kind !== 'bad')
      .flatMap((group) => this.#library?.matching(group) ?? group.entries);
    const all = row.filter(({ fault }) => !fault);
    const here = at ? all.indexOf(at) : -1;
    const next = all[here < 0 ? (by > 0 ? 0 : all.length - 1) : here + by];
    if (!next) return false;
    this.#choose(next);
    return true;
  }

  /** Handles the page's keys, unless a text field has the focus. @param {KeyboardEvent} event */
  #key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = /** @type {HTMLElement} */ (event.composedPath()[0]);
    const types = target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && !/^(range|checkbox)$/.test(target.type));
    if (types || target.isContentEditable) return;
    if (event.key === 'Escape') this.session.cancel();
    const step = /** @type {Record<string, -1 | 1 | undefined>} */ ({ PageDown: 1, PageUp: -1 })[event.key];
    if (step ? this.step(step) : event.key === '/' && this.#library?.search()) event.preventDefault();
  }

  get #samples() { return this.#entries.filter(({ source }) => !isOwn(source)); }

  get #own() { return this.#entries.filter(({ source }) => isOwn(source)); }

  /** Adds sources and shows the first that can be read. @param {Source[]} sources @param {boolean} [shows] false: in the background */
  add(sources, shows = true) {
    if (!sources.length) return;
    const roleIn = (/** @type {Source} */ { name }) => roleOf(kindOf(name));
    // A catalogue may hold motions or skeletons: treat it as both.
    const fresh = this.#companions.add(sources.filter((source) => roleIn(source) !== 'motion'));
    const before = new EntryIndex(this.#entries);
    const skeletons = this.#skeletons(sources);
    const motions = sources.filter((source) => ['motion', 'catalogue'].includes(roleIn(source))).map((source) => before.find(source) ?? before.add(new Entry(source)));
    this.#entries = [...this.#entries, ...before.added];
    for (const entry of motions) {
      entry.fault = null;
      entry.batch = sources;
    }
    this.#persistence?.changed();
    const waiting = this.#retryWaiting(fresh);
    if (shows && (motions.length || skeletons.length)) this.#show('list');
    else this.#draw();
    if (!shows) {
      this.#probe.go();
      return;
    }
    const sure = motions.find(({ kind }) => roleOf(kind) === 'motion');
    if (sure ?? (motions.length && !waiting.length)) this.#choose(sure ?? motions[0]);
    else this.#useParts(fresh, skeletons[0], waiting, sources);
  }

  /** Adds the samples, one of which may be loaded already. @param {Source[]} sources */
  addSamples(sources) {
    const { requested, complete, info } = this.session;
    for (const source of sources) this.#push(source);
    this.#current = this.#chosen = this.#entries.find(({ source }) => source === requested) ?? null;
    this.#draw();
    if (complete && info) this.#loaded(info);
    else if (this.session.cancelled) this.#cancelled();
    else this.#failed();
  }

  /** Gives each skeleton an entry; a newer file replaces an older one of the same name. @param {Source[]} sources */
  #skeletons(sources) {
    const before = new Map(this.#entries.filter(({ kind }) => isSkeleton(kind)).map((entry) => [entry.source.name, entry]));
    return sources.filter(({ name }) => isSkeleton(kindOf(name))).map((source) => {
      const old = before.get(source.name);
      if (!old) return this.#push(source);
      if (!isSameFile(old.source, source)) Object.assign(old, { source, info: null, fault: null });
      return old;
    });
  }

  /** Lets waiting motions try new companions. @param {Companion[]} fresh */
  #retryWaiting(fresh) {
    const waiting = waitingFor(this.#entries, fresh);
    for (const entry of waiting) entry.fault = null;
    return waiting;
  }

  /**
   * Finds a use for skeletons and skins that came without motions.
   * @param {Companion[]} fresh @param {Entry | undefined} skeleton @param {Entry[]} waiting
   * @param {Source[]} sources all files that came, new or not
   */
  #useParts(fresh, skeleton, waiting, sources) {
    const current = this.#current;
    const waitingMotion = waiting.find((entry) => entry === this.#chosen) ?? waiting.at(-1);
    const trying = current && mayUse(current, fresh, Boolean(skeleton));
    if (waitingMotion) this.#choose(waitingMotion);
    // The current clip is still loading without them: restart it.
    else if (trying && !current.info) this.#choose(current);
    else if (trying && usesCompanions(current)) {
      this.#fallbackSkeleton = skeleton ?? null;
      current.source = this.#withCompanions(current, true);
      this.session.exchange(current.source);
    } else if (skeleton) this.#choose(skeleton);
    else if (sources.some(({ name }) => hasSkeletonFor(this.#companions.files, kindOf(name)))) this.session.say(sources.map(({ name }) => W.kept(name, kindOf(name))).join('; '));
    else this.session.fail(faultAlone(sources[0].name), sources[0].name);
  }

  /** @param {Source} source */
  #push(source) {
    const entry = new Entry(source);
    this.#entries = [...this.#entries, entry];
    return entry;
  }

  get #groups() { return groupsOf(this.#entries); }

  #draw() {
    if (this.mode === 'welcome') this.welcome.draw(this.#samples, this.#current, this.#own.length);
    else if (this.mode === 'list') this.#library?.draw(this.#groups, this.#current);
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
    this.origin.replaceChildren(h('bdi', {}, W.from(from)), ' \u00b7 ', h('button', { type: 'button', onclick: () => this.choose() }, W.openYours), h('span', { class: 'hint' }, ` ${W.dropOwn}`));
  }

  /** Pictures that were opened together with a file. @param {Source | null} file */
  picturesOf(file) { return picturesWith(this.#entries, file); }

  /** The entry's source with all companions known now. @param {Entry} entry @param {boolean} skins @returns {Source} */
  #withCompanions(entry, skins) { return withCompanions(entry, this.#entries, this.#companions.files, skins); }

  /** Lets a scene without a figure try other scenes' figures. Returns whether there are any. @param {Entry} entry */
  #tryOtherFigures(entry) {
    if (!needsFigure(entry)) return false;
    entry.figureless = true;
    if (!figuresIn(this.#entries).length) return false;
    entry.fault = null;
    return true;
  }

  /** Lets waiting scenes try a new figure. Returns the last one that needs a figure. @param {Entry} figure */
  #offerFigure(figure) {
    const waiting = waitingForFigure(this.#entries, figure);
    const asking = waiting.filter(({ lacksFile }) => lacksFile).at(-1);
    for (const entry of waiting) entry.fault = null;
    return asking;
  }

  /** A waiting entry has been read. @param {Entry} entry */
  #entryRead(entry) {
    this.#tryOtherFigures(entry);
    const asking = this.#offerFigure(entry);
    if (asking && asking === this.#chosen) this.#choose(asking);
  }

  /** The visitor chose an entry. If it already plays, only dismisses the card about another file. @param {Entry} entry */
  #pick(entry) {
    const { failure, progress, source } = this.session;
    if (entry !== this.#playing || entry.source !== source || progress) this.#choose(entry);
    else if (failure) this.session.dismiss();
  }

  /** @param {Entry} entry */
  #choose(entry) {
    this.#current = this.#chosen = entry;
    this.#fallbackSkeleton = null;
    entry.cancelled = false;
    entry.source = this.#withCompanions(entry, true);
    this.#probe.stop();
    this.#draw();
    this.session.load(entry.source, { eager: true });
  }

  /** @param {ClipInfo} info */
  #loaded(info) {
    const { source } = this.session;
    if (!source) return;
    if (/(clip|url)=/.test(location.href)) address(this.session.element).then((module) => module?.followed(this.session));
    const entry = this.#entries.find((other) => other.source === source) ?? this.#addLinked(source);
    if (!entry) return;
    this.#current = entry;
    entry.info = info;
    entry.fault = null;
    this.#playing = entry;
    if (storedPath() !== null && source.blob) setStoredPath(pathOf(source));
    const instead = this.#fallbackSkeleton;
    this.#fallbackSkeleton = null;
    const learned = this.#learnSkeleton(entry) ?? this.#offerFigure(entry);
    this.#draw();
    if (learned) this.#choose(learned);
    else if (instead && info.skeletonFile !== instead.source.name) this.#choose(instead);
    else this.#probe.go();
  }

  /** Adds the clip of a link to the list. @param {Source} source */
  #addLinked(source) {
    if (!isOwn(source)) return null;
    const entry = this.#push(source);
    if (this.mode !== 'list') this.#show('linked');
    return entry;
  }

  /** Registers a clip that turned out to be a skeleton. Returns an entry that waited for it, or may use it. @param {Entry} entry */
  #learnSkeleton(entry) {
    if (isSkeleton(entry.kind) || !entry.isPose || !isOwn(entry.source)) return undefined;
    entry.kind = entry.info?.format === 'SKEL' ? 'skel' : 'asf';
    this.#persistence?.changed();
    const file = fileOf(entry);
    const woken = this.#retryWaiting(this.#companions.add([file], entry.kind)).at(-1);
    return woken ?? catalogueFor(this.#entries, file.name);
  }

  /** The visitor cancelled reading the chosen file: it waits until it is chosen again. */
  #cancelled() {
    const { cancelled, failure, shown } = this.session;
    if (!cancelled) return;
    if (this.mode === 'linked' && !shown) this.#show('welcome');
    const entry = this.#current;
    if (!entry || failure?.source !== entry.source) return;
    entry.cancelled = true;
    this.#fallbackSkeleton = null;
    this.#current = this.#playing;
    this.#draw();
    this.#probe.go();
  }

  /** The chosen file could not be read: the list shows the error, and the last good clip stays. */
  #failed() {
    const entry = this.#current;
    const { cancelled, failure, shown } = this.session;
    if (cancelled) return;
    // If a link fails, show the samples.
    if (this.mode === 'linked' && !shown) this.#show('welcome');
    if (!entry || !failure || failure.source !== entry.source) return;
    const { fault } = failure;
    entry.fault = fault;
    this.#fallbackSkeleton = null;
    if (this.#tryOtherFigures(entry)) {
      this.#choose(entry);
      return;
    }
    this.#current = this.#playing;
    this.#draw();
    if (this.expanded) this.#library?.scrollTo(entry);
    // Of several new files, the first good one plays. If a motion lacks its skeleton, motions of its kind lack it, too, so the card
    // that asks for it stays.
    const next = this.#playing && isOwn(this.#playing.source) ? null
      : this.#entries.find((other) => !other.fault && isOwn(other.source) && !isSkeleton(other.kind) && !(entry.waiting && !entry.figureless && other.kind === entry.kind));
    if (next) this.#choose(next);
    else this.#probe.go();
  }

  /** Restores clips of an earlier visit, once, unless a link opened a clip. It replaces nothing. */
  async #restore() {
    if (storedPath() === null) {
      deleteLeftovers();
      return;
    }
    const restored = await (await this.#fetchPersistence())?.restore((all) => {
      // Show the restored clips, even if the list is a sheet that starts closed.
      if (all.length && this.mode === 'list' && !matchMedia(LOW_SCREEN).matches) {
        this.#folded = false;
        this.#show('list');
      }
      this.add(all.map(({ source }) => source), false);
      for (const { source, kind } of all) if (kind !== kindOf(source.name)) this.#setKind(source, kind);
    });
    const { requested, failure } = this.session;
    // If the module did not load, there is nothing to restore.
    if (restored === false || requested || failure) return;
    const last = storedPath();
    const next = this.#own.find(({ source }) => pathOf(source) === last) ?? this.#own.find(({ kind }) => !isSkeleton(kind)) ?? this.#own[0];
    if (!next) this.#show('welcome');
    this.#choose(next ?? this.#samples[0]);
  }

  /** Sets a kind that the content revealed. @param {Source} source @param {Kind} kind */
  #setKind(source, kind) {
    const entry = this.#entries.find((other) => other.source === source);
    if (entry) entry.kind = kind;
    this.#companions.add([source], kind);
  }

  /** Creates the storage on first use. */
  async #fetchPersistence() {
    const module = await persistence(this.session.element);
    if (module) this.#persistence ??= new module.Persistence(() => this.#files(), (on, text) => this.#library?.showStorage(on, text), (text) => this.session.say(text));
    return this.#persistence;
  }

  /** @param {boolean} on */
  async #setPersistence(on) {
    const store = await this.#fetchPersistence();
    const { source } = this.#playing ?? {};
    if (store) await store.enable(on, source && isOwn(source) ? pathOf(source) : '');
    else this.#library?.showStorage(!on, '');
  }

  /** The files to keep. */
  #files() {
    const entries = this.#own.filter(({ source }) => source.blob);
    // Skins, keys and pictures have no entry: they are kept until the last clip is removed.
    const parts = entries.length ? this.#companions.files.filter(({ file }) => file.blob) : [];
    return /** @type {import('./file-database.js').StoredFile[]} */ ([...entries, ...parts.map(({ kind, file }) => ({ kind, source: file }))]);
  }

  /** The next entry to read, visible rows first. @param {WeakSet<Entry>} passed entries to skip */
  #nextToRead(passed) {
    const chosen = this.session.requested;
    // Samples that need another module are not worth loading it.
    const isUnread = (/** @type {Entry} */ entry) => !entry.info && !entry.fault && !entry.cancelled && entry.source !== chosen && !passed.has(entry)
      && (isOwn(entry.source) || (this.mode === 'welcome' && kindOf(entry.source.url ?? '') === 'bvh'));
    return this.#library?.inView.find(isUnread) ?? this.#entries.find(isUnread);
  }

  /** @param {Entry[]} gone */
  #forget(gone) {
    const out = new Set(gone);
    this.#entries = this.#entries.filter((entry) => !out.has(entry));
    for (const { kind, source } of gone) if (roleOf(kind) !== 'motion') this.#companions.forget(source);
    if (this.#current && out.has(this.#current)) this.#current = null;
    if (this.#playing && out.has(this.#playing)) this.#playing = null;
  }

  /** Removes entries; a skeleton is removed together with its motions. @param {Entry[]} gone */
  #remove(gone) {
    const rows = () => this.#groups.filter(({ kind }) => kind !== 'samples').flatMap(({ head, entries }) => (head ? [head, ...entries] : entries));
    const at = rows().indexOf(gone[0]);
    const shown = this.#current !== null && gone.includes(this.#current);
    this.#forget(gone);
    if (!this.#own.length) this.#finds?.forget();
    this.#persistence?.changed();
    const left = rows();
    const next = left[Math.min(at, left.length - 1)];
    if (!next) this.#show('welcome');
    else this.#draw();
    if (shown) this.#choose(next && !next.failed ? next : left.find(({ fault }) => !fault) ?? this.#samples[0]);
    (this.#library?.buttonOf(next) ?? (next ? this.folder : this.welcome.open)).focus();
  }
}

/** Identifies a file across visits. @param {Source} source */
const pathOf = ({ name, folder = '' }) => `${folder}/${name}`;

/** The fault of a skin, keys or a picture without a clip. @param {string} name */
function faultAlone(name) {
  const kind = kindOf(name);
  const message = { cfp: W.keysAlone, png: W.pictureAlone }[/** @type {string} */ (kind)] ?? W.skinAlone;
  return refusal('parse', message, { code: `${kind}.alone` }).fault;
}
