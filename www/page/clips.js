/**
 * The list of clips: what was opened, what plays, what could not be read and why. Files that belong together find each
 * other, however they come: a skeleton is kept for the motions that follow, a motion waits for its skeleton.
 */
import { h, setText } from '../player/dom.js';
import { fault as refusal, faultOf } from '../player/errors.js';
import { parse } from '../player/parse-client.js';
import { ABOUT_CLIP } from '../player/link.js';
import { Entry, own } from './entry.js';
import { Known, kindOf, same } from './known.js';
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

  /** @param {import('../player/element.js').MareyPlayer} player */
  constructor(player) {
    this.player = player;
    this.list = h('ul', { class: 'clips', slot: 'clips', 'aria-label': W.clips });
    const choose = () => pickFiles((files) => this.addFiles(files));
    this.hintText = h('span', {}, `${W.hint} `);
    this.hintButton = h('button', { type: 'button', onclick: choose }, W.open);
    this.hint = h('li', { class: 'hint' }, this.hintText, this.hintButton);
    player.append(this.list);
    player.chooseFiles = choose;
    player.addEventListener('cliploaded', (event) => this.#loaded(/** @type {CustomEvent} */ (event).detail));
    player.addEventListener('error', () => this.#failed());
  }

  get empty() { return this.#entries.length === 0; }

  /** @param {File[]} files */
  addFiles(files) { this.add(files.map((blob) => ({ name: blob.name, blob }))); }

  /** Adds sources and shows the first that can be read. @param {Source[]} sources */
  add(sources) {
    if (!sources.length) return;
    const isBeside = (/** @type {Source} */ { name }) => kindOf(name) === 'asf' || kindOf(name) === 'obj';
    const beside = sources.filter(isBeside);
    const fresh = this.#known.add(beside);
    const skeletons = this.#skeletons(beside);
    const motions = sources.filter((source) => !isBeside(source)).map((source) => this.#entries.find((entry) => same(entry.source, source)) ?? this.#push(source));
    for (const entry of motions) entry.fault = null;
    const waiting = this.#wake(fresh);
    this.#draw();
    if (motions.length) this.#choose(motions[0]);
    else this.#wear(fresh, skeletons[0], waiting);
  }

  /** Skeletons have a line of their own; a newer one takes that of the older one. @param {Source[]} beside */
  #skeletons(beside) {
    const before = this.#entries;
    return beside.filter(({ name }) => kindOf(name) === 'asf').map((source) => {
      const old = before.find(({ kind, source: { name } }) => kind === 'asf' && name === source.name);
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
    if (asked) this.#choose(asked);
    else if (current && current !== skeleton && fresh.length && own(current.source) && (current.rests || current.info?.skeletonFile)) {
      this.#instead = skeleton ?? null;
      current.source = this.#dressed(current, true);
      this.player.reopen(current.source);
    } else if (skeleton) this.#choose(skeleton);
    else if (this.#known.hasSkeleton) this.player.say(W.kept(fresh[0]?.name ?? ''));
    else if (fresh.length) this.player.fail(refusal('parse', W.skinAlone, { code: 'obj.alone' }), fresh[0].name);
  }

  /** @param {Source} source */
  #push(source) {
    const entry = new Entry(source, { choose: (chosen) => this.#choose(chosen), remove: (out) => this.#remove(out) });
    this.#entries = [...this.#entries, entry];
    return entry;
  }

  /** As the list shows them: clips below the skeleton they stand on. */
  #ordered() {
    const skeletons = this.#entries.filter(({ kind }) => kind === 'asf');
    const headed = (/** @type {Entry} */ entry) => skeletons.find((other) => entry.wears(other));
    return this.#entries.filter((entry) => !headed(entry))
      .flatMap((entry) => [entry, ...this.#entries.filter((other) => headed(other) === entry)]);
  }

  #draw() {
    const entries = this.#ordered();
    for (const entry of entries) {
      entry.draw({ current: entry === this.#current, worn: entries.some((other) => other.wears(entry)), wearer: entries.some((other) => entry.wears(other)) });
    }
    const bare = this.#current?.kind === 'asf' && !entries.some((other) => other.wears(/** @type {Entry} */ (this.#current)));
    setText(this.hintText, `${bare ? W.hintMotions : W.hint} `);
    setText(this.hintButton, bare ? W.openMotions : W.open);
    const items = [...entries.map(({ item }) => item), this.hint];
    if (items.length === this.list.children.length && items.every((item, index) => item === this.list.children[index])) return;
    const focused = /** @type {HTMLElement | null} */ (this.list.querySelector(':focus'));
    this.list.replaceChildren(...items);
    focused?.focus({ preventScroll: true });
  }

  /** The source of an entry, beside what is known now. @param {Entry} entry @param {boolean} skins @returns {Source} */
  #dressed({ source, kind, info }, skins) {
    if (!own(source)) return source;
    return { ...source, companions: this.#known.beside(kind, info?.skeletonFile ?? '', skins) };
  }

  /** @param {Entry} entry */
  #choose(entry) {
    this.#current = this.#asked = entry;
    this.#instead = null;
    entry.source = this.#dressed(entry, true);
    this.#draw();
    for (const name of ABOUT_CLIP) this.player.removeAttribute(name);
    this.player.open(entry.source);
    entry.item.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** @param {ClipInfo} info */
  #loaded(info) {
    const entry = this.#entries.find(({ source }) => source === this.player.source);
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
    if (learned) this.#choose(learned);
    else if (instead && info.skeletonFile !== instead.source.name) this.#choose(instead);
    else this.#probe();
  }

  /**
   * A skeleton under a name that did not tell is one all the same. Returns what waited for it.
   * @param {Entry} entry
   */
  #learn(entry) {
    if (entry.kind === 'asf' || !entry.rests || !own(entry.source)) return undefined;
    entry.kind = 'asf';
    const { companions: _, ...file } = entry.source;
    return this.#wake(this.#known.add([file], 'asf')).at(-1);
  }

  /** The chosen file could not be read: the list says so, the last good clip stays. */
  #failed() {
    const entry = this.#current;
    const fault = this.player.fileFault;
    if (!entry || !fault || this.player.failedSource !== entry.source) return;
    entry.fault = fault;
    this.#instead = null;
    this.#current = this.#playing;
    this.#draw();
    // Of several files dropped at once the first good one plays, read already or not. What one motion lacks the others lack
    // too, and the card that asks for it stays.
    const next = this.#playing && own(this.#playing.source) ? null
      : this.#entries.find((other) => !other.fault && own(other.source) && other.kind !== 'asf' && !(entry.waits && other.kind === entry.kind));
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
      && source !== this.#current?.source && (own(source) || !source.companions));
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
    if (entry.kind === 'asf') this.#known.forget(entry.source);
    if (this.#current === entry) this.#current = null;
    if (this.#playing === entry) this.#playing = null;
  }

  /** With a skeleton go the motions that stand on it. @param {Entry} entry */
  #remove(entry) {
    const at = this.#ordered().indexOf(entry);
    const gone = [entry, ...this.#entries.filter((other) => other.wears(entry))];
    const shown = gone.some((each) => each === this.#current);
    for (const each of gone) this.#forget(each);
    const left = this.#ordered();
    const next = left[Math.min(at, left.length - 1)];
    this.#draw();
    if (shown && next) this.#choose(next);
    else if (!next) this.player.clear();
    (next?.pick ?? this.hintButton).focus();
  }
}
