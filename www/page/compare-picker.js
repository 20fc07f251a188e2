/** Compare in the head of the list: it compares with the only other clip, asks which one if there are several, or ends the comparison. */
import { icon } from '../controls/icons.js';
import { h, setAttr, setText } from '../player/base/dom.js';
import { L } from './compare-words.js';

/** @typedef {import('./entry.js').Entry} Entry */

export class ComparePicker {
  /** The visitor's clips that could stand beside the one that plays. @type {Entry[]} */
  #others = [];
  #asking = false;
  /** The visitor has read, or used, what is said of the first two clips. */
  #known = false;

  /**
   * @param {import('../player/session/session.js').Session} session
   * @param {{ readonly current: Entry | null, compareNone: () => void }} selection
   * @param {(entry: Entry) => void} beside shows an entry beside the clip that plays
   */
  constructor(session, selection, beside) {
    this.beside = beside;
    this.session = session;
    this.selection = selection;
    this.button = h(
      'button',
      { type: 'button', class: 'compare-any', 'aria-pressed': 'false', hidden: true, onclick: () => this.press() },
      icon('compare'),
      L.compare,
    );
    this.title = h('strong');
    this.text = h('span');
    this.note = h(
      'div',
      { class: 'compare-note', role: 'status', hidden: true },
      h('p', {}, this.title, this.text),
      h('button', { type: 'button', 'aria-label': L.close, title: L.close, onclick: () => this.stop() }, icon('close')),
    );
  }

  get #comparing() {
    return this.session.state.others.length > 0;
  }

  /** @param {Entry[]} entries the visitor's own clips */
  update(entries) {
    const { current } = this.selection;
    this.#others = entries.filter((entry) => entry !== current && !entry.failed && !entry.lacksFile);
    if (this.#comparing) {
      this.#asking = false;
      this.#known = true;
    }
    this.#write();
  }

  #write() {
    const { info } = this.session;
    const hints = !this.#asking && !this.#known && this.#others.length === 1 && Boolean(info) && entryIsOwn(this.selection.current);
    this.button.hidden = !this.#comparing && !(info && this.#others.length);
    setAttr(this.button, 'aria-pressed', String(this.#comparing || this.#asking));
    setAttr(this.button, 'data-main', hints);
    this.note.hidden = !hints && !this.#asking;
    setText(this.title, this.#asking ? L.choose : L.two);
    setText(this.text, this.#asking ? L.beside(this.selection.current?.name ?? '') : L.why);
  }

  /** What the button does. */
  press() {
    if (this.#comparing) this.selection.compareNone();
    else if (this.#asking) this.stop();
    else this.ask();
  }

  /** Compares with the only other clip, or asks which one it is. */
  ask() {
    if (this.#others.length === 1) this.beside(this.#others[0]);
    else this.#asking = true;
    this.#write();
  }

  /** Asks no more. Returns whether it did. */
  stop() {
    const asked = this.#asking;
    this.#asking = false;
    this.#known = true;
    this.#write();
    return asked;
  }

  /** Compares with the entry that was chosen, if it asked. Returns whether it did. @param {Entry} entry */
  take(entry) {
    if (!this.#asking || entry === this.selection.current) return false;
    this.stop();
    this.beside(entry);
    return true;
  }
}

/** Samples need no hint. @param {Entry | null} entry */
const entryIsOwn = (entry) => Boolean(entry && !entry.sample);
