/** The list of clips: what was opened, what plays, what could not be read and why. */
import { h, setAttr, setText } from '../player/dom.js';
import { icon } from '../player/icons.js';
import { faultOf, sentence } from '../player/errors.js';
import { parse } from '../player/parse-client.js';
import { ABOUT_CLIP } from '../player/link.js';
import { clock, short } from '../player/format.js';
import { pickFiles } from './pick.js';
import { W } from './words.js';

/** @typedef {import('../types.d.ts').Source} Source */
/** @typedef {import('../types.d.ts').ClipInfo} ClipInfo */
/** @typedef {import('../types.d.ts').Fault} Fault */
/**
 * @typedef {object} Entry
 * @property {Source} source
 * @property {ClipInfo | null} info
 * @property {Fault | null} fault
 * @property {HTMLLIElement} item
 * @property {HTMLButtonElement} pick
 * @property {HTMLElement} note
 */

/** Files beyond this much are only read when they are chosen. */
const PROBE_BYTES = 200e6;

/** Somebody's own clip, not one of the samples that welcome. @param {Source} source */
const own = (source) => Boolean(source.blob || source.guarded);

export class Clips {
  /** @type {Entry[]} */
  #entries = [];
  /** @type {Entry | null} */
  #current = null;
  /** @type {Entry | null} what plays while the current one cannot */
  #playing = null;
  #probing = false;

  /** @param {import('../player/element.js').MareyPlayer} player */
  constructor(player) {
    this.player = player;
    this.list = h('ul', { class: 'clips', slot: 'clips', 'aria-label': W.clips });
    this.hint = h('li', { class: 'hint' }, h('span', {}, `${W.hint} `),
      h('button', { type: 'button', onclick: () => pickFiles((files) => this.addFiles(files)) }, W.open));
    player.append(this.list);
    player.addEventListener('cliploaded', (event) => this.#loaded(/** @type {CustomEvent} */ (event).detail));
    player.addEventListener('error', (event) => this.#failed(/** @type {CustomEvent} */ (/** @type {Event} */ (event)).detail));
  }

  get empty() { return this.#entries.length === 0; }

  /** @param {File[]} files */
  addFiles(files) { this.add(files.map((blob) => ({ name: blob.name, blob }))); }

  /** Adds sources and shows the first that can be read. @param {Source[]} sources */
  add(sources) {
    if (!sources.length) return;
    const added = sources.map((source) => this.#entry(source));
    this.#entries.push(...added);
    this.#draw();
    this.#choose(added[0]);
  }

  /** @param {Source} source @returns {Entry} */
  #entry(source) {
    const note = h('span', {}, '');
    const pick = h('button', { type: 'button', class: 'pick' }, h('span', { title: source.name }, source.name.replace(/\.bvh$/i, '')), note);
    const out = h('button', { type: 'button', class: 'drop-out', 'aria-label': W.remove(source.name), title: W.remove(source.name) }, icon('close'));
    /** @type {Entry} */
    const entry = { source, info: null, fault: null, note, pick, item: h('li', {}, pick, own(source) ? out : null) };
    pick.addEventListener('click', () => this.#choose(entry));
    out.addEventListener('click', () => this.#remove(entry));
    return entry;
  }

  #draw() {
    for (const { item, note, info, fault } of this.#entries) {
      setAttr(item, 'data-bad', fault !== null);
      setText(note, info ? (info.duration < 60 ? W.seconds(short(info.duration, 1)) : clock(info.duration, info.duration).replace(/\.\d+$/, '')) : fault ? (fault.line ? W.line(fault.line) : W.failed) : '');
    }
    for (const entry of this.#entries) {
      setAttr(entry.item, 'data-current', entry === this.#current);
      setAttr(entry.pick, 'aria-current', entry === this.#current ? 'true' : null);
      setAttr(entry.pick, 'title', entry.fault ? sentence(entry.fault, entry.source.name) : entry.source.name);
    }
    const items = [...this.#entries.map(({ item }) => item), this.hint];
    if (items.length !== this.list.children.length || items.some((item, index) => item !== this.list.children[index])) this.list.replaceChildren(...items);
  }

  /** @param {Entry} entry */
  #choose(entry) {
    this.#current = entry;
    this.#draw();
    for (const name of ABOUT_CLIP) this.player.removeAttribute(name);
    this.player.open(entry.source);
    entry.item.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** @param {ClipInfo} info */
  #loaded(info) {
    const entry = this.#current;
    // A link may have loaded something that is not in the list.
    if (!entry || this.player.source !== entry.source) return;
    entry.info = info;
    entry.fault = null;
    this.#playing = entry;
    // The samples were the welcome; they go once somebody's own file plays.
    if (own(entry.source)) for (const other of [...this.#entries]) if (!own(other.source)) this.#forget(other);
    this.#draw();
    this.#probe();
  }

  /** The chosen file could not be read: the list says so, the last good clip stays. @param {Fault} fault */
  #failed(fault) {
    const entry = this.#current;
    if (!entry || fault !== this.player.fileFault) return;
    entry.fault = fault;
    this.#current = this.#playing;
    this.#draw();
    // Of several files dropped at once the first good one plays, read already or not.
    const next = this.#playing && own(this.#playing.source) ? null : this.#entries.find((other) => !other.fault && own(other.source));
    if (next) this.#choose(next);
    else this.#probe();
  }

  /** Reads what waits in the list, to know how long it is or why it cannot be read. */
  async #probe() {
    if (this.#probing) return;
    this.#probing = true;
    let budget = PROBE_BYTES;
    const waiting = () => this.#entries.find(({ info, fault, source }) => !info && !fault && (source.blob?.size ?? 1e6) < budget && source !== this.#current?.source);
    for (let entry = waiting(); entry; entry = waiting()) {
      const { source } = entry;
      budget -= source.blob?.size ?? 1e6;
      try {
        entry.info = await parse(source, { signal: new AbortController().signal });
      } catch (error) {
        entry.fault = faultOf(error);
      }
      this.#draw();
    }
    this.#probing = false;
  }

  /** @param {Entry} entry */
  #forget(entry) {
    this.#entries = this.#entries.filter((other) => other !== entry);
    if (this.#current === entry) this.#current = null;
    if (this.#playing === entry) this.#playing = null;
  }

  /** @param {Entry} entry */
  #remove(entry) {
    const at = this.#entries.indexOf(entry);
    const shown = this.#current === entry;
    this.#forget(entry);
    const next = this.#entries[Math.min(at, this.#entries.length - 1)];
    this.#draw();
    if (shown && next) this.#choose(next);
    else if (!next) this.player.clear();
    (next?.pick ?? this.hint.querySelector('button'))?.focus();
  }
}
