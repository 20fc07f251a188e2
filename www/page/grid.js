/** The visitor's clips on the wall: what the wall shows of each entry, and what its cards do. */
import { guesses } from '../player/element/rooms.js';
import { Wall } from '../wall/index.js';
import { isSkeleton, mayBelong } from './file-kinds.js';
import { KINDS } from './kinds.js';
import { withCompanions } from './pairing.js';
import { storedPath } from './stored-path.js';

/** @typedef {import('./entry.js').Entry} Entry */
/** @typedef {import('../types.d.ts').ClipInfo} ClipInfo */
/** @typedef {import('../types.d.ts').ClipLabel} ClipLabel */
/** @typedef {import('../types.d.ts').ClipSummary} ClipSummary */
/** @typedef {import('../types.d.ts').Fault} Fault */
/** @typedef {import('../wall/item.js').Item} Item */
/** @typedef {import('../wall/item.js').Summary} Summary */

/** The names of the families of formats on chips. @type {Record<string, string | undefined>} */
const FAMILIES = {
  bvh: 'BVH',
  acclaim: 'ASF/AMC',
  sims: 'SKEL/ANIM',
  hanim: 'HAnim',
  arrays: 'NumPy',
  marey: 'Marey',
  gltf: 'glTF',
  fbx: 'FBX',
  c3d: 'C3D',
  trc: 'TRC',
};

/** Interval between updates of the wall. */
const DRAW_MS = 250;

/** @type {ClipLabel[]} */
const NONE = [];
/** Of each clip: letters of labels that are searched, labels on its card, and values of a column. */
const [MOST_SEARCHED, MOST_SAID, MOST_VALUES] = [20_000, 6, 100];

/** What the wall shows of labels: those of the whole clip before spans. @param {ClipLabel[]} all */
function labelsIn(all) {
  const texts = [...new Set(all.map(({ text }) => text).filter(Boolean))];
  /** @type {Map<string, Set<string>>} */
  const columns = new Map();
  for (const [name, value] of all.flatMap(({ more }) => more)) {
    const known = columns.get(name) ?? new Set();
    columns.set(name, known);
    // Several in one field have semicolons between them.
    if (known.size < MOST_VALUES) for (const one of value.split('; ', MOST_VALUES)) known.add(one);
  }
  return {
    said: texts.slice(0, MOST_SAID).join(' \u00b7 '),
    labels: texts.join(' ').slice(0, MOST_SEARCHED).toLowerCase(),
    columns: Object.fromEntries([...columns].map(([name, values]) => [name, [...values]])),
  };
}

/** What the wall shows of an entry, as it is now. @implements {Item} */
class EntryItem {
  /** @param {Entry} entry @param {import('./selection.js').Selection} selection */
  constructor(entry, selection) {
    this.entry = entry;
    this.selection = selection;
    /** Measured when the clip was read for its picture. @type {number | null} */
    this.movement = null;
    /** @type {number | null} */
    this.travel = null;
    /** Another clip has the same name. */
    this.alike = false;
    /** What somebody wrote about it. @type {ReturnType<typeof labelsIn>} */
    this.label = labelsIn([]);
    /** Of clips that were shown: others are not looked at for it. @type {string | null} */
    this.rig = null;
  }

  get name() {
    return this.alike ? this.entry.source.name : this.entry.name;
  }
  get title() {
    return this.entry.title;
  }
  get note() {
    return this.entry.note;
  }
  get format() {
    const { info, kind } = this.entry;
    const named = FAMILIES[kind && KINDS[kind].family] ?? '';
    // Once a file is read, its content decides. Packed motion tells the format of the file that it was made of.
    if (!info || kind === 'marey') return named;
    return info.format === 'SKEL' ? String(FAMILIES.sims) : info.format;
  }
  get folder() {
    return this.entry.source.folder ?? '';
  }
  get seconds() {
    return this.entry.info?.duration ?? null;
  }
  get joints() {
    // Of a clip that was only looked at, the number alone is known.
    const info = /** @type {ClipInfo & ClipSummary | null} */ (this.entry.info);
    return info?.joints?.length ?? info?.jointCount ?? null;
  }

  get said() {
    return this.label.said;
  }
  get labels() {
    return this.label.labels;
  }
  get columns() {
    return this.label.columns;
  }

  get warnings() {
    const info = /** @type {ClipInfo & ClipSummary | null} */ (this.entry.info);
    return info && (info.warnings ? info.warnings.length + info.warningsDropped : (info.warningCount ?? null));
  }

  get date() {
    return this.entry.source.blob instanceof File ? this.entry.source.blob.lastModified : 0;
  }
  get bad() {
    return this.entry.fault !== null;
  }
  get current() {
    return this.entry === this.selection.current;
  }
  get bytes() {
    return this.entry.source.blob?.size ?? 0;
  }

  /** @param {Summary} summary */
  learn({ movement, travel, ...info }) {
    this.movement = movement;
    this.travel = travel;
    this.entry.info ??= info;
  }
}

export class ClipGrid {
  /** @type {WeakMap<Entry, EntryItem>} */
  #items = new WeakMap();
  /** What is shown of labels. @type {WeakMap<ClipLabel[], ReturnType<typeof labelsIn>>} */
  #labels = new WeakMap();
  #session;
  #entries;
  #selection;
  #view;
  /** The player showed a clip that was opened from the wall: Escape leads back. */
  #left = false;
  /** The player was playing when the wall was opened. */
  #played = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {typeof import('../guesses/index.js').nameOfRig | undefined} */
  #nameOfRig;

  /**
   * @param {import('../player/session/session.js').Session} session
   * @param {import('./entries.js').Entries} entries @param {import('./selection.js').Selection} selection
   * @param {import('./clips.js').Clips} view
   */
  constructor(session, entries, selection, view) {
    this.#session = session;
    this.#entries = entries;
    this.#selection = selection;
    this.#view = view;
    this.wall = new Wall(session, {
      items: () => this.#listed(),
      source: (item) => withCompanions(entryOf(item), entries, true),
      keeps: () => storedPath() !== null,
      learn: (item, info, fault) => this.#learn(entryOf(item), info, fault),
      play: (item) => this.#play(entryOf(item)),
      compare: (items) => this.#compare(items.map(entryOf)),
      list: () => {
        this.#resume();
        view.gridder.focus();
      },
      home: () => {
        view.show('welcome');
        view.welcome.open.focus();
      },
      open: () => view.choose(),
      rest: () => selection.read(),
    });
    // The player shows the clip of a link, or why it cannot.
    addEventListener('hashchange', () => {
      if (this.opened && /(clip|url)=/.test(location.hash)) this.wall.close();
    });
  }

  get opened() {
    return this.wall.opened;
  }

  get busy() {
    return this.wall.busy;
  }

  /** Entries near the view, the nearest first; undefined while the wall is closed. */
  get inView() {
    return this.opened ? this.wall.near.map(entryOf) : undefined;
  }

  open() {
    if (this.opened) return;
    const { playback } = this.#session;
    this.#played = !playback.paused;
    playback.pause();
    this.#left = false;
    this.wall.open();
    this.#learnRigs();
    const { current } = this.#selection;
    const shown = this.#shown;
    if (current && shown.includes(current)) this.wall.show(this.#itemOf(current));
    else if (!shown.length) this.#selection.read();
  }

  /** Goes back to the wall from a clip that was opened there. */
  comeBack() {
    if (this.#left && !this.opened && this.#view.mode === 'list') this.open();
  }

  /** Call when the entries have changed, or what is known about them. Many files tell something in a short time. */
  update() {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.wall.update();
    }, DRAW_MS);
  }

  /** The visitor's clips, without skeletons that have motions. */
  get #shown() {
    const { own } = this.#entries;
    const motions = own.filter(({ kind }) => !isSkeleton(kind));
    return own.filter(({ kind }) => !isSkeleton(kind) || !motions.some((motion) => motion.kind && mayBelong(kind, motion.kind)));
  }

  /** The items of what is shown; clips of one name have their extensions. */
  #listed() {
    const shown = this.#shown;
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const { name } of shown) counts.set(name, (counts.get(name) ?? 0) + 1);
    return shown.map((entry) => {
      const item = this.#itemOf(entry);
      item.alike = (counts.get(entry.name) ?? 0) > 1;
      item.rig = this.#nameOfRig?.(entry.source) ?? null;
      item.label = this.#labelsOf(entry);
      return item;
    });
  }

  /** @param {Entry} entry */
  #labelsOf(entry) {
    const all = this.#view.labels?.of(entry) ?? NONE;
    const known = this.#labels.get(all) ?? labelsIn(all);
    this.#labels.set(all, known);
    return known;
  }

  /** @param {Entry} entry */
  #itemOf(entry) {
    const item = this.#items.get(entry) ?? new EntryItem(entry, this.#selection);
    this.#items.set(entry, item);
    return item;
  }

  /** @param {Entry} entry @param {Summary | null} info @param {Fault | null} fault */
  #learn(entry, info, fault) {
    if (info) this.#itemOf(entry).learn(info);
    entry.fault = fault;
    this.#selection.entryRead(entry);
    this.update();
  }

  /** The rigs of clips that were shown are known to the script of their chips. */
  async #learnRigs() {
    const session = this.#session;
    const made = await guesses(/** @type {import('../player/element/element.js').MareyPlayer} */ (session.element));
    const script = /** @type {typeof import('../guesses/index.js') | null} */ (made);
    this.#nameOfRig = script?.nameOfRig;
    // That of the clip on the stage may still be looked for.
    if (session.source?.blob) await script?.rigOf(session);
    this.update();
  }

  /** @param {Entry} entry */
  #play(entry) {
    this.#left = true;
    if (entry === this.#selection.playing && entry === this.#selection.current) this.#session.playback.play().catch(() => {});
    else this.#selection.pick(entry);
    /** @type {HTMLElement} */ (this.#session.element).focus();
  }

  /** Shows the first entry, and the others beside it. @param {Entry[]} entries */
  #compare(entries) {
    const [first, ...others] = entries;
    const selection = this.#selection;
    this.#left = true;
    for (const entry of this.#entries.all) if (selection.isCompared(entry) && !others.includes(entry)) selection.compare(entry);
    const beside = () => {
      for (const entry of others) if (!selection.isCompared(entry)) selection.compare(entry);
    };
    if (first === selection.playing && first === selection.current && this.#session.complete) {
      beside();
      this.#resume();
      return;
    }
    const { element } = this.#session;
    const loaded = () => {
      if (selection.current !== first && this.#session.requested !== first.source) return;
      element.removeEventListener('cliploaded', loaded);
      beside();
    };
    element.addEventListener('cliploaded', loaded);
    selection.pick(first);
  }

  #resume() {
    if (this.#played) this.#session.playback.play().catch(() => {});
  }
}

/** @param {Item} item */
const entryOf = (item) => /** @type {EntryItem} */ (item).entry;
