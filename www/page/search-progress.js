/** The progress display while folders and archives are searched, with a button to cancel. */
import { h, setText } from '../player/base/dom.js';
import { count } from '../player/words/format.js';
import { F } from './finds-words.js';

/** Delay before it appears, so that short searches do not flash. */
const DELAY_MS = 200;

export class SearchProgress {
  #cancel = new AbortController();
  signal = this.#cancel.signal;

  /** @param {HTMLElement} box */
  constructor(box) {
    this.text = h('bdi');
    this.number = h('span', { class: 'number', 'aria-hidden': 'true' });
    const cancel = h('button', { type: 'button', onclick: () => this.#cancel.abort() }, F.cancel);
    this.root = h(
      'div',
      { class: 'seeking', hidden: true },
      h('span', { class: 'turns', 'aria-hidden': 'true' }),
      h('span', { class: 'what', role: 'status' }, this.text),
      this.number,
      cancel,
    );
    box.append(this.root);
    this.timer = setTimeout(() => {
      this.root.hidden = false;
    }, DELAY_MS);
    addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || this.root.hidden) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        this.#cancel.abort();
      },
      { capture: true, signal: this.signal },
    );
  }

  /** @param {string} what @param {number} n files so far @param {number} [all] total */
  tell(what, n, all) {
    setText(this.text, what);
    setText(this.number, all ? F.part(n, all) : n ? count(n) : '');
  }

  close() {
    clearTimeout(this.timer);
    this.root.remove();
    this.#cancel.abort();
  }
}
