/**
 * The visitor's clips and the samples: what was opened, what plays, what could not be read and why. Files that belong
 * together find each other, however they come: a skeleton is kept for the motions that follow, a motion waits for its
 * skeleton. What is seen of them is the welcome, or the list.
 */
import css from './clips.css';
import { h, setAttr } from '../player/dom.js';
import { icon } from '../controls/icons.js';
import { fault as refusal } from '../player/errors.js';
import { part } from '../player/parts.js';
import { Entry, own } from './entry.js';
import { groupsOf } from './groups.js';
import './icons.js';
import { listenOnPage } from './keys.js';
import { Known, Same, isSkeleton, kindOf, related, roleOf, same } from './known.js';
import { forgetLeft, kept, setKept } from './kept.js';
import { pickFiles, pickFolder } from './pick.js';
import { Probe } from './probe.js';
import { style } from './style.js';
import { Welcome } from './welcome.js';
import { W } from './words.js';

/** @typedef {import('../types.d.ts').Companion} Companion */
/** @typedef {import('../types.d.ts').Source} Source */
/** @typedef {import('../types.d.ts').ClipInfo} ClipInfo */
/** @typedef {import('../types.d.ts').Fault} Fault */
/** @typedef {import('./known.js').Kind} Kind */
/** @typedef {import('./finds.js').Finds} Finds */
/** @typedef {import('./keeping.js').Keeping} Keeping */
/** @typedef {import('./library.js').Library} Library */
/** @typedef {'welcome' | 'list' | 'linked'} Mode linked: a clip that somebody else has sent plays, alone */

/** Figures that a motion without one tries. */
const MOST_LENDERS = 20;
/** Scenes that another scene is read with: more share no motions. */
const MOST_SCENES = 8;
/** More files at once are work. */
const AT_ONCE = 500;
const ZIP = /\.zip$/i;
/** On a phone the list is a sheet, which is closed until it is wanted. */
const LOW = '(max-height: 400px)';
const SHEET = `(max-width: 640px), ${LOW}`;

/** The list's script comes with the first clip of the visitor's own. */
const library = part(() => import('./library.js'));
const finds = part(() => import('./finds.js'));
const keeping = part(() => import('./keeping.js'));
const address = part(() => import('./address.js'));

export class Clips {
  /** @type {Entry[]} */
  #entries = [];
  /** @type {Entry | null} */
  #current = null;
  /** @type {Entry | null} what plays while the current one cannot */
  #playing = null;
  /** The last one that somebody wanted to see. @type {Entry | null} */
  #asked = null;
  /** A skeleton to be shown by itself if the clip on the stage does not take it. @type {Entry | null} */
  #instead = null;
  #known = new Known();
  /** Reads what waits in the list. */
  #probe = new Probe({
    next: (passed) => this.#waiting(passed),
    dressed: (entry) => this.#dressed(entry, false),
    version: () => this.#known.version,
    read: (entry) => this.#wasRead(entry),
    done: () => this.#draw(),
  });
  #folded = matchMedia(SHEET).matches;
  /** @type {Library | null} */
  #library = null;
  /** @type {Finds | null} */
  #finds = null;
  /** @type {Keeping | null} */
  #keeping = null;

  /**
   * @param {HTMLElement} root where all of it stands
   * @param {import('../player/session.js').Session} session
   */
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
    session.clips = this;
    this.#show(/** @type {Mode} */ (root.dataset.mode));
  }

  /** Opens the system's dialogue. */
  choose() { pickFiles((files) => this.addFiles(files)); }

  get empty() { return this.#entries.length === 0; }

  /** @type {Mode} */
  get mode() { return /** @type {Mode} */ (this.root.dataset.mode); }

  /** The list is in sight. */
  get unfolded() { return this.mode === 'list' && !this.#folded; }

  /** Opens the system's dialogue for a folder. */
  chooseFolder() { pickFolder((files) => this.addFiles(files)); }

  /** @param {File[]} files @param {FileSystemDirectoryEntry[]} [folders] */
  async addFiles(files, folders = []) {
    if (!folders.length && files.length <= AT_ONCE && !files.some(({ name, webkitRelativePath }) => webkitRelativePath || ZIP.test(name))) {
      this.add(files.map((blob) => ({ name: blob.name, blob })));
      return;
    }
    const module = await finds(this.session.element);
    if (!module) return;
    this.#finds ??= new module.Finds(this.session, this.root, (sources, fresh) => this.add(sources, fresh));
    this.#library?.hold(this.#finds.note);
    await this.#finds.gather(files, folders);
  }

  /** Shows the welcome, the list, or neither. @param {Mode} mode */
  async #show(mode) {
    this.root.dataset.mode = mode;
    if (mode === 'list' && !this.#folded) await this.#fetch();
    if (this.mode !== mode) return;
    const listed = this.unfolded && this.#library !== null;
    this.welcome.show(mode === 'welcome');
    if (this.#library) this.#library.root.hidden = !listed;
    setAttr(this.root, 'data-folded', mode === 'list' && !listed);
    this.folder.hidden = mode !== 'list';
    const label = listed ? W.foldList : W.unfoldList;
    setAttr(this.folder, 'aria-label', label);
    setAttr(this.folder, 'title', label);
    setAttr(this.folder, 'aria-expanded', String(listed));
    this.#draw();
    if (listed) this.#library?.unfolded();
    if (mode !== 'linked') this.#restore();
    if (mode === 'welcome' && this.#playing) this.#probe.go();
    this.session.signal('size');
    this.session.signal('page');
  }

  /** The list, made when it is first needed. */
  async #fetch() {
    if (this.#library) return;
    const module = await library(this.session.element);
    if (!module || this.#library) return;
    this.#library = new module.Library(this.session, {
      choose: (entry) => this.#pick(entry),
      remove: (entries) => this.#remove(entries),
      open: () => this.choose(),
      fold: () => this.toggle(),
      moved: () => this.session.signal('size'),
      keep: (on) => this.#turnKeeping(on),
    });
    this.#library.tellKept(kept() !== null, this.#keeping?.text ?? '');
    if (this.#finds) this.#library.hold(this.#finds.note);
    this.root.append(this.#library.root);
  }

  /** Folds the list away, or brings it back. */
  async toggle() {
    if (this.mode === 'list') this.#folded = !this.#folded;
    else this.#folded = false;
    await this.#show('list');
  }

  /**
   * Plays the next clip of the list, or the one before. Tells whether there is one.
   * @param {-1 | 1} by
   */
  step(by) {
    const at = this.#current;
    // Samples follow each other, and the visitor's own clips do; what cannot be played is passed over.
    const row = at && !own(at.source) ? this.#samples : this.#groups.filter(({ kind }) => kind !== 'samples' && kind !== 'bad')
      .flatMap((group) => this.#library?.passing(group) ?? group.entries);
    const all = row.filter(({ fault }) => !fault);
    const here = at ? all.indexOf(at) : -1;
    const next = all[here < 0 ? (by > 0 ? 0 : all.length - 1) : here + by];
    if (!next) return false;
    this.#choose(next);
    return true;
  }

  /** Keys of the page, wherever the focus is but in a field. @param {KeyboardEvent} event */
  #key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = /** @type {HTMLElement} */ (event.composedPath()[0]);
    const types = target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && !/^(range|checkbox)$/.test(target.type));
    if (types || target.isContentEditable) return;
    if (event.key === 'Escape') this.session.cancel();
    const step = /** @type {Record<string, -1 | 1 | undefined>} */ ({ PageDown: 1, PageUp: -1 })[event.key];
    if (step ? this.step(step) : event.key === '/' && this.#library?.search()) event.preventDefault();
  }

  get #samples() { return this.#entries.filter(({ source }) => !own(source)); }

  get #own() { return this.#entries.filter(({ source }) => own(source)); }

  /**
   * Adds sources. The first that can be read is shown, unless something else is wanted.
   * @param {Source[]} sources
   * @param {boolean} [shows]
   */
  add(sources, shows = true) {
    if (!sources.length) return;
    const roleIn = (/** @type {Source} */ { name }) => roleOf(kindOf(name));
    // A catalogue may be either: it is tried as a motion, and kept for others.
    const fresh = this.#known.add(sources.filter((source) => roleIn(source) !== 'motion'));
    const before = new Same(this.#entries);
    const skeletons = this.#skeletons(sources);
    const motions = sources.filter((source) => ['motion', 'catalogue'].includes(roleIn(source))).map((source) => before.find(source) ?? before.add(new Entry(source)));
    this.#entries = [...this.#entries, ...before.added];
    for (const entry of motions) {
      entry.fault = null;
      entry.together = sources;
    }
    this.#keeping?.changed();
    const waiting = this.#wake(fresh);
    if (shows && (motions.length || skeletons.length)) this.#show('list');
    else this.#draw();
    if (!shows) {
      this.#probe.go();
      return;
    }
    const sure = motions.find(({ kind }) => roleOf(kind) === 'motion');
    if (sure ?? (motions.length && !waiting.length)) this.#choose(sure ?? motions[0]);
    else this.#wear(fresh, skeletons[0], waiting, sources);
  }

  /** Adds sources to choose from. One of them may be there already. @param {Source[]} sources */
  offer(sources) {
    const { asked, complete, info } = this.session;
    for (const source of sources) this.#push(source);
    this.#current = this.#asked = this.#entries.find(({ source }) => source === asked) ?? null;
    this.#draw();
    if (complete && info) this.#loaded(info);
    else if (this.session.cancelled) this.#cancelled();
    else this.#failed();
  }

  /** Skeletons have a line of their own; a newer one takes that of the older one. @param {Source[]} sources */
  #skeletons(sources) {
    const before = new Map(this.#entries.filter(({ kind }) => isSkeleton(kind)).map((entry) => [entry.source.name, entry]));
    return sources.filter(({ name }) => isSkeleton(kindOf(name))).map((source) => {
      const old = before.get(source.name);
      if (!old) return this.#push(source);
      if (!same(old.source, source)) Object.assign(old, { source, info: null, fault: null });
      return old;
    });
  }

  /** Motions that wait may try what has come. @param {Companion[]} fresh */
  #wake(fresh) {
    const waiting = this.#entries.filter((entry) => entry.waits && fresh.some(({ name }) => related(kindOf(name), entry.kind)));
    for (const entry of waiting) entry.fault = null;
    return waiting;
  }

  /**
   * Skeletons and skins came without motions: who takes them?
   * @param {Companion[]} fresh
   * @param {Entry | undefined} skeleton
   * @param {Entry[]} waiting
   * @param {Source[]} sources all that came, known before or not
   */
  #wear(fresh, skeleton, waiting, sources) {
    const current = this.#current;
    const asked = waiting.find((entry) => entry === this.#asked) ?? waiting.at(-1);
    // A skeleton makes way for another one, a clip tries it on.
    const trying = current && fresh.some((file) => related(kindOf(file.name), current.kind)) && own(current.source) && current.kind !== 'bvh' && !(isSkeleton(current.kind) && skeleton);
    if (asked) this.#choose(asked);
    // It is still being read, without them.
    else if (trying && !current.info) this.#choose(current);
    else if (trying && (current.rests || current.info?.skeletonFile || current.info?.pictures.length)) {
      this.#instead = skeleton ?? null;
      current.source = this.#dressed(current, true);
      this.session.exchange(current.source);
    } else if (skeleton) this.#choose(skeleton);
    else if (sources.some(({ name }) => this.#known.hasSkeletonFor(kindOf(name)))) this.session.say(sources.map(({ name }) => W.kept(name, kindOf(name))).join('; '));
    else this.session.fail(alone(sources[0].name), sources[0].name);
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
    this.#tellOrigin();
  }

  /** Whose clip it is that a link has opened, and how to open another. */
  #tellOrigin() {
    const { source } = this.session;
    const linked = this.mode === 'linked' && source?.url;
    this.origin.hidden = !linked;
    if (!linked) return;
    const { host, pathname } = new URL(source.url ?? '');
    const from = host === location.host ? decodeURIComponent(pathname.split('/').at(-1) ?? '') : host;
    this.origin.replaceChildren(h('bdi', {}, W.from(from)), ' \u00b7 ', h('button', { type: 'button', onclick: () => this.choose() }, W.openYours), h('span', { class: 'hint' }, ` ${W.dropOwn}`));
  }

  /** Pictures that were opened in one go with a file. @param {Source | null} file */
  picturesBeside(file) {
    return this.#entries.find(({ source }) => source === file)?.together?.filter(({ name }) => kindOf(name) === 'png') ?? [];
  }

  /** The source of an entry, beside what is known now. @param {Entry} entry @param {boolean} skins @returns {Source} */
  #dressed(entry, skins) {
    const { source, kind, info, beside, borrows } = entry;
    if (!own(source)) return source;
    if (borrows) return { ...source, companions: [...this.#lenders(), ...beside] };
    // A skeleton that is in doubt makes way for a newer one that fits as well.
    const keeps = info && 'skeletonDoubt' in info && info.skeletonDoubt ? '' : info?.skeletonFile ?? '';
    return { ...source, companions: [...this.#known.beside(kind, source.folder, keeps, skins), ...kind === 'x3d' ? this.#scenes(entry) : [], ...beside] };
  }

  /**
   * Scenes that another one may name, or play the motions of, the newest first: those that came together with it. A file that is
   * opened by itself shows itself.
   * @param {Entry} to
   */
  #scenes(to) {
    const others = this.#entries.filter((entry) => entry !== to && entry.kind === 'x3d' && entry.source.blob && to.together && entry.together === to.together);
    return others.slice(-MOST_SCENES).reverse().map(({ source: { companions: _, ...file } }) => file);
  }

  /** Scenes whose figures another scene may move, the newest first. */
  #lenders() {
    return this.#entries.filter(({ lends }) => lends).slice(-MOST_LENDERS).reverse().map(({ source: { companions: _, ...file } }) => file);
  }

  /** A scene that has no figure of its own may try those of others. Tells whether there is one. @param {Entry} entry */
  #borrow(entry) {
    if (entry.borrows || !/^hanim\.(needs-skeleton|no-fit)$/.test(entry.fault?.code ?? '')) return false;
    entry.borrows = true;
    if (!this.#lenders().length) return false;
    entry.fault = null;
    return true;
  }

  /** Another figure has come: who waits for one may try it. Returns what has asked for one. @param {Entry} lender */
  #lend(lender) {
    const waiting = lender.lends ? this.#entries.filter((entry) => entry.borrows && entry.waits) : [];
    const asking = waiting.filter(({ lacks }) => lacks).at(-1);
    for (const entry of waiting) entry.fault = null;
    return asking;
  }

  /** One that waited in the list is known now. @param {Entry} entry */
  #wasRead(entry) {
    this.#borrow(entry);
    const asking = this.#lend(entry);
    if (asking && asking === this.#asked) this.#choose(asking);
  }

  /** Somebody chose it by hand. What plays goes on, and a card about another file goes. @param {Entry} entry */
  #pick(entry) {
    const { failure, progress, source } = this.session;
    if (entry !== this.#playing || entry.source !== source || progress) this.#choose(entry);
    else if (failure) this.session.dismiss();
  }

  /** @param {Entry} entry */
  #choose(entry) {
    this.#current = this.#asked = entry;
    this.#instead = null;
    entry.stopped = false;
    entry.source = this.#dressed(entry, true);
    this.#probe.stop();
    this.#draw();
    this.session.load(entry.source, { eager: true });
  }

  /** @param {ClipInfo} info */
  #loaded(info) {
    const { source } = this.session;
    if (!source) return;
    if (/(clip|url)=/.test(location.href)) address(this.session.element).then((module) => module?.followed(this.session));
    const entry = this.#entries.find((other) => other.source === source) ?? this.#linked(source);
    if (!entry) return;
    this.#current = entry;
    entry.info = info;
    entry.fault = null;
    this.#playing = entry;
    if (kept() !== null && source.blob) setKept(pathOf(source));
    const instead = this.#instead;
    this.#instead = null;
    const learned = this.#learn(entry) ?? this.#lend(entry);
    this.#draw();
    if (learned) this.#choose(learned);
    else if (instead && info.skeletonFile !== instead.source.name) this.#choose(instead);
    else this.#probe.go();
  }

  /** What a link has opened is a clip of the list like all others. @param {Source} source */
  #linked(source) {
    if (!own(source)) return null;
    const entry = this.#push(source);
    if (this.mode !== 'list') this.#show('linked');
    return entry;
  }

  /**
   * A skeleton under a name that did not tell is one all the same. Returns what waited for it, or may have.
   * @param {Entry} entry
   */
  #learn(entry) {
    if (isSkeleton(entry.kind) || !entry.rests || !own(entry.source)) return undefined;
    entry.kind = entry.info?.format === 'SKEL' ? 'skel' : 'asf';
    this.#keeping?.changed();
    const { companions: _, ...file } = entry.source;
    const woken = this.#wake(this.#known.add([file], entry.kind)).at(-1);
    // Of catalogues that came together the first may be the skeleton of the others, whether they have been read meanwhile or not.
    return woken ?? this.#entries.find(({ info, fault, kind }) => !fault && roleOf(kind) === 'catalogue' && (!info || info.skeletonFile === file.name));
  }

  /** Somebody stopped the reading of the chosen file: it waits until it is chosen again. */
  #cancelled() {
    const { cancelled, failure, shown } = this.session;
    if (!cancelled) return;
    if (this.mode === 'linked' && !shown) this.#show('welcome');
    const entry = this.#current;
    if (!entry || failure?.source !== entry.source) return;
    entry.stopped = true;
    this.#instead = null;
    this.#current = this.#playing;
    this.#draw();
    this.#probe.go();
  }

  /** The chosen file could not be read: the list says so, the last good clip stays. */
  #failed() {
    const entry = this.#current;
    const { cancelled, failure, shown } = this.session;
    if (cancelled) return;
    // A link that fails leaves the samples.
    if (this.mode === 'linked' && !shown) this.#show('welcome');
    if (!entry || !failure || failure.source !== entry.source) return;
    const { fault } = failure;
    entry.fault = fault;
    this.#instead = null;
    if (this.#borrow(entry)) {
      this.#choose(entry);
      return;
    }
    this.#current = this.#playing;
    this.#draw();
    if (this.unfolded) this.#library?.see(entry);
    // Of several files dropped at once the first good one plays, read already or not. What one motion lacks the others lack
    // too, and the card that asks for it stays.
    const next = this.#playing && own(this.#playing.source) ? null
      : this.#entries.find((other) => !other.fault && own(other.source) && !isSkeleton(other.kind) && !(entry.waits && !entry.borrows && other.kind === entry.kind));
    if (next) this.#choose(next);
    else this.#probe.go();
  }

  /** What an earlier visit kept comes back, once: never beside a clip of a link, and it takes the place of nothing. */
  async #restore() {
    if (kept() === null) {
      forgetLeft();
      return;
    }
    const restored = await (await this.#fetchKeeping())?.restore((all) => {
      // They are to be seen, also where the list is a sheet that is closed at first.
      if (all.length && this.mode === 'list' && !matchMedia(LOW).matches) {
        this.#folded = false;
        this.#show('list');
      }
      this.add(all.map(({ source }) => source), false);
      for (const { source, kind } of all) if (kind !== kindOf(source.name)) this.#rename(source, kind);
    });
    const { asked, failure } = this.session;
    // Where the script did not come there is nothing to bring back.
    if (restored === false || asked || failure) return;
    const last = kept();
    const next = this.#own.find(({ source }) => pathOf(source) === last) ?? this.#own.find(({ kind }) => !isSkeleton(kind)) ?? this.#own[0];
    if (!next) this.#show('welcome');
    this.#choose(next ?? this.#samples[0]);
  }

  /** It is known by its content. @param {Source} source @param {Kind} kind */
  #rename(source, kind) {
    const entry = this.#entries.find((other) => other.source === source);
    if (entry) entry.kind = kind;
    this.#known.add([source], kind);
  }

  /** Made when clips are kept, or are to be. */
  async #fetchKeeping() {
    const module = await keeping(this.session.element);
    if (module) this.#keeping ??= new module.Keeping(() => this.#files(), (on, text) => this.#library?.tellKept(on, text), (text) => this.session.say(text));
    return this.#keeping;
  }

  /** @param {boolean} on */
  async #turnKeeping(on) {
    const store = await this.#fetchKeeping();
    const { source } = this.#playing ?? {};
    if (store) await store.turn(on, source && own(source) ? pathOf(source) : '');
    else this.#library?.tellKept(!on, '');
  }

  /** What is to be kept. */
  #files() {
    const entries = this.#own.filter(({ source }) => source.blob);
    // Skins, keys and pictures have no row of their own: they go with the last clip.
    const parts = entries.length ? this.#known.files.filter(({ file }) => file.blob) : [];
    return /** @type {import('./keep-store.js').Kept[]} */ ([...entries, ...parts.map(({ kind, file }) => ({ kind, source: file }))]);
  }

  /** What is read next: what is in sight first. @param {WeakSet<Entry>} passed these are not */
  #waiting(passed) {
    const chosen = this.session.asked;
    // A sample that needs the second module is no reason to fetch it.
    const waits = (/** @type {Entry} */ entry) => !entry.info && !entry.fault && !entry.stopped && entry.source !== chosen && !passed.has(entry)
      && (own(entry.source) || (this.mode === 'welcome' && kindOf(entry.source.url ?? '') === 'bvh'));
    return this.#library?.inSight.find(waits) ?? this.#entries.find(waits);
  }

  /** @param {Entry[]} gone */
  #forget(gone) {
    const out = new Set(gone);
    this.#entries = this.#entries.filter((entry) => !out.has(entry));
    for (const { kind, source } of gone) if (roleOf(kind) !== 'motion') this.#known.forget(source);
    if (this.#current && out.has(this.#current)) this.#current = null;
    if (this.#playing && out.has(this.#playing)) this.#playing = null;
  }

  /** With a skeleton go the motions that stand on it. @param {Entry[]} gone */
  #remove(gone) {
    const rows = () => this.#groups.filter(({ kind }) => kind !== 'samples').flatMap(({ head, entries }) => (head ? [head, ...entries] : entries));
    const at = rows().indexOf(gone[0]);
    const shown = this.#current !== null && gone.includes(this.#current);
    this.#forget(gone);
    if (!this.#own.length) this.#finds?.forget();
    this.#keeping?.changed();
    const left = rows();
    const next = left[Math.min(at, left.length - 1)];
    if (!next) this.#show('welcome');
    else this.#draw();
    if (shown) this.#choose(next && !next.bad ? next : left.find(({ fault }) => !fault) ?? this.#samples[0]);
    (this.#library?.pickOf(next) ?? (next ? this.folder : this.welcome.open)).focus();
  }
}

/** By which a file is known again. @param {Source} source */
const pathOf = ({ name, folder = '' }) => `${folder}/${name}`;

/** Nobody is there for a skin or for keys. @param {string} name */
function alone(name) {
  const kind = kindOf(name);
  const message = { cfp: W.keysAlone, png: W.pictureAlone }[/** @type {string} */ (kind)] ?? W.skinAlone;
  return refusal('parse', message, { code: `${kind}.alone` }).fault;
}
