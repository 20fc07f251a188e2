/**
 * The list of clips: what was opened, what plays, what could not be read and why. Files that belong together find each
 * other, however they come: a skeleton is kept for the motions that follow, a motion waits for its skeleton.
 */
import { h, setText } from '../player/dom.js';
import { fault as refusal, faultOf } from '../player/errors.js';
import { parse } from '../player/parse-client.js';
import { unpacked } from './archives.js';
import { Entry, own } from './entry.js';
import { Known, isSkeleton, kindOf, roleOf, same } from './known.js';
import { pickFiles } from './pick.js';
import { W } from './words.js';

/** @typedef {import('../types.d.ts').Companion} Companion */
/** @typedef {import('../types.d.ts').Source} Source */
/** @typedef {import('../types.d.ts').ClipInfo} ClipInfo */
/** @typedef {import('../types.d.ts').Fault} Fault */

/** Files beyond this much are only read when they are chosen. */
const PROBE_BYTES = 200e6;

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
  #probing = false;

  /**
   * @param {HTMLElement} list where it stands
   * @param {import('../player/session.js').Session} session
   */
  constructor(list, session) {
    this.session = session;
    this.list = list;
    list.ariaLabel = W.clips;
    this.hintText = h('span', {}, `${W.hint} `);
    this.hintButton = h('button', { type: 'button', onclick: () => this.choose() }, W.open);
    this.hint = h('li', { class: 'hint' }, this.hintText, this.hintButton);
    session.element.addEventListener('cliploaded', (event) => this.#loaded(/** @type {CustomEvent} */ (event).detail));
    session.element.addEventListener('error', () => this.#failed());
  }

  /** Opens the system's dialogue. */
  choose() { pickFiles((files) => this.addFiles(files)); }

  get empty() { return this.#entries.length === 0; }

  /** @param {File[]} files */
  async addFiles(files) { this.add((await unpacked(this.session, files)).map((blob) => ({ name: blob.name, blob }))); }

  /** Adds sources and shows the first that can be read. @param {Source[]} sources */
  add(sources) {
    if (!sources.length) return;
    const roleIn = (/** @type {Source} */ { name }) => roleOf(kindOf(name));
    // A catalogue may be either: it is tried as a motion, and kept for others.
    const fresh = this.#known.add(sources.filter((source) => roleIn(source) !== 'motion'));
    const skeletons = this.#skeletons(sources);
    const motions = sources.filter((source) => ['motion', 'catalogue'].includes(roleIn(source))).map((source) => this.#entries.find((entry) => same(entry.source, source)) ?? this.#push(source));
    for (const entry of motions) entry.fault = null;
    const waiting = this.#wake(fresh);
    this.#draw();
    const sure = motions.find(({ kind }) => roleOf(kind) === 'motion');
    if (sure ?? (motions.length && !waiting.length)) this.#choose(sure ?? motions[0]);
    else this.#wear(fresh, skeletons[0], waiting);
  }

  /** Adds sources to choose from. One of them may be there already. @param {Source[]} sources */
  offer(sources) {
    const { asked, complete, info } = this.session;
    for (const source of sources) this.#push(source);
    this.#current = this.#asked = this.#entries.find(({ source }) => source === asked) ?? null;
    this.#draw();
    if (complete && info) this.#loaded(info);
    else this.#failed();
  }

  /** Skeletons have a line of their own; a newer one takes that of the older one. @param {Source[]} sources */
  #skeletons(sources) {
    const before = this.#entries;
    return sources.filter(({ name }) => isSkeleton(kindOf(name))).map((source) => {
      const old = before.find(({ kind, source: { name } }) => isSkeleton(kind) && name === source.name);
      if (!old) return this.#push(source);
      if (!same(old.source, source)) Object.assign(old, { source, info: null, fault: null });
      return old;
    });
  }

  /** Motions that wait may try what has come. @param {Companion[]} fresh */
  #wake(fresh) {
    const waiting = fresh.length ? this.#entries.filter((entry) => entry.waits) : [];
    for (const entry of waiting) entry.fault = null;
    return waiting;
  }

  /**
   * Skeletons and skins came without motions: who takes them?
   * @param {Companion[]} fresh
   * @param {Entry | undefined} skeleton
   * @param {Entry[]} waiting
   */
  #wear(fresh, skeleton, waiting) {
    const current = this.#current;
    const asked = waiting.find((entry) => entry === this.#asked) ?? waiting.at(-1);
    // A skeleton makes way for another one, a clip tries it on.
    const trying = current && fresh.length > 0 && own(current.source) && current.kind !== 'bvh' && !(isSkeleton(current.kind) && skeleton);
    if (asked) this.#choose(asked);
    // It is still being read, without them.
    else if (trying && !current.info) this.#choose(current);
    else if (trying && (current.rests || current.info?.skeletonFile || current.info?.pictures.length)) {
      this.#instead = skeleton ?? null;
      current.source = this.#dressed(current, true);
      this.session.exchange(current.source);
    } else if (skeleton) this.#choose(skeleton);
    else if (this.#known.hasSkeleton) this.session.say(W.kept(fresh[0]?.name ?? ''));
    else if (fresh.length) this.session.fail(alone(fresh[0].name), fresh[0].name);
  }

  /** @param {Source} source */
  #push(source) {
    const entry = new Entry(source, { choose: (chosen) => this.#choose(chosen), remove: (out) => this.#remove(out) });
    this.#entries = [...this.#entries, entry];
    return entry;
  }

  /** As the list shows them: skeletons with the clips that stand on them, and what stands alone. @returns {Map<Entry, Entry[]>} */
  #groups() {
    /** @type {Map<string, Entry>} */
    const skeletons = new Map();
    for (const entry of this.#entries) if (isSkeleton(entry.kind) && !skeletons.has(entry.source.name)) skeletons.set(entry.source.name, entry);
    const headOf = (/** @type {Entry} */ entry) => (!isSkeleton(entry.kind) && skeletons.get(entry.info?.skeletonFile ?? '')) || null;
    /** @type {Map<Entry, Entry[]>} */
    const groups = new Map(this.#entries.filter((entry) => !headOf(entry)).map((entry) => [entry, [entry]]));
    for (const entry of this.#entries) {
      const head = headOf(entry);
      if (head) groups.get(head)?.push(entry);
    }
    return groups;
  }

  #draw() {
    const groups = this.#groups();
    /** @type {Entry[]} */
    const entries = [];
    for (const [head, clips] of groups) {
      const worn = clips.length > 1;
      for (const entry of clips) entry.draw({ current: entry === this.#current, worn: worn && entry === head, wearer: entry !== head });
      entries.push(...clips);
    }
    const current = this.#current;
    const bare = current !== null && isSkeleton(current.kind) && groups.get(current)?.length === 1;
    setText(this.hintText, `${bare ? W.hintMotions(current.kind === 'asf' ? '.amc' : '.anim') : W.hint} `);
    setText(this.hintButton, bare ? W.openMotions : W.open);
    const items = [...entries.map(({ item }) => item), this.hint];
    if (items.length === this.list.children.length && items.every((item, index) => item === this.list.children[index])) return;
    const focused = /** @type {HTMLElement | null} */ (this.list.querySelector(':focus'));
    this.list.replaceChildren(...items);
    focused?.focus({ preventScroll: true });
    this.#current?.item.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** The source of an entry, beside what is known now. @param {Entry} entry @param {boolean} skins @returns {Source} */
  #dressed({ source, kind, info }, skins) {
    if (!own(source)) return source;
    // A skeleton that is in doubt makes way for a newer one that fits as well.
    const keeps = info && 'skeletonDoubt' in info && info.skeletonDoubt ? '' : info?.skeletonFile ?? '';
    return { ...source, companions: this.#known.beside(kind, keeps, skins) };
  }

  /** @param {Entry} entry */
  #choose(entry) {
    this.#current = this.#asked = entry;
    this.#instead = null;
    entry.source = this.#dressed(entry, true);
    this.#draw();
    this.session.load(entry.source, { eager: true });
    entry.item.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** @param {ClipInfo} info */
  #loaded(info) {
    const entry = this.#entries.find(({ source }) => source === this.session.source);
    // A link may have loaded something that is not in the list.
    if (!entry) return;
    this.#current = entry;
    entry.info = info;
    entry.fault = null;
    this.#playing = entry;
    // The samples were the welcome; they go once somebody's own file plays.
    if (own(entry.source)) for (const other of [...this.#entries]) if (!own(other.source)) this.#forget(other);
    const instead = this.#instead;
    this.#instead = null;
    const learned = this.#learn(entry);
    this.#draw();
    entry.item.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (learned) this.#choose(learned);
    else if (instead && info.skeletonFile !== instead.source.name) this.#choose(instead);
    else this.#probe();
  }

  /**
   * A skeleton under a name that did not tell is one all the same. Returns what waited for it, or may have.
   * @param {Entry} entry
   */
  #learn(entry) {
    if (isSkeleton(entry.kind) || !entry.rests || !own(entry.source)) return undefined;
    entry.kind = entry.info?.format === 'SKEL' ? 'skel' : 'asf';
    const { companions: _, ...file } = entry.source;
    const woken = this.#wake(this.#known.add([file], entry.kind)).at(-1);
    // Of catalogues that came together the first may be the skeleton of the others, whether they have been read meanwhile or not.
    return woken ?? this.#entries.find(({ info, fault, kind }) => !fault && roleOf(kind) === 'catalogue' && (!info || info.skeletonFile === file.name));
  }

  /** The chosen file could not be read: the list says so, the last good clip stays. */
  #failed() {
    const entry = this.#current;
    const { failure } = this.session;
    if (!entry || !failure || failure.source !== entry.source) return;
    const { fault } = failure;
    entry.fault = fault;
    this.#instead = null;
    this.#current = this.#playing;
    this.#draw();
    entry.item.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    // Of several files dropped at once the first good one plays, read already or not. What one motion lacks the others lack
    // too, and the card that asks for it stays.
    const next = this.#playing && own(this.#playing.source) ? null
      : this.#entries.find((other) => !other.fault && own(other.source) && !isSkeleton(other.kind) && !(entry.waits && other.kind === entry.kind));
    if (next) this.#choose(next);
    else this.#probe();
  }

  /** Reads what waits in the list, to know how long it is or why it cannot be read. */
  async #probe() {
    if (this.#probing) return;
    this.#probing = true;
    let budget = PROBE_BYTES;
    // A sample that needs the second module is no reason to fetch it.
    const waiting = () => this.#entries.find(({ info, fault, source }) => !info && !fault && (source.blob?.size ?? 1e6) < budget
      && source !== this.#current?.source && (own(source) || kindOf(source.url ?? '') === 'bvh'));
    for (let entry = waiting(); entry; entry = waiting()) {
      const { source } = entry;
      const { version } = this.#known;
      budget -= source.blob?.size ?? 1e6;
      try {
        entry.info = await parse(this.#dressed(entry, false), { signal: new AbortController().signal });
      } catch (error) {
        entry.fault = faultOf(error);
        // What it lacked may have come meanwhile.
        if (entry.waits && version !== this.#known.version) entry.fault = null;
      }
      this.#draw();
    }
    this.#probing = false;
  }

  /** @param {Entry} entry */
  #forget(entry) {
    this.#entries = this.#entries.filter((other) => other !== entry);
    if (roleOf(entry.kind) !== 'motion') this.#known.forget(entry.source);
    if (this.#current === entry) this.#current = null;
    if (this.#playing === entry) this.#playing = null;
  }

  /** With a skeleton go the motions that stand on it. @param {Entry} entry */
  #remove(entry) {
    const groups = this.#groups();
    const at = [...groups.values()].flat().indexOf(entry);
    const gone = groups.get(entry) ?? [entry];
    const shown = gone.some((each) => each === this.#current);
    for (const each of gone) this.#forget(each);
    const left = [...this.#groups().values()].flat();
    const next = left[Math.min(at, left.length - 1)];
    this.#draw();
    if (shown && next) this.#choose(next);
    else if (!next) this.session.empty();
    (next?.pick ?? this.hintButton).focus();
  }
}

/** Nobody is there for a skin or for keys. @param {string} name */
function alone(name) {
  const kind = kindOf(name);
  const message = { cfp: W.keysAlone, png: W.pictureAlone }[/** @type {string} */ (kind)] ?? W.skinAlone;
  return refusal('parse', message, { code: `${kind}.alone` }).fault;
}
