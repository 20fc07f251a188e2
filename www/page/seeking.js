/** What is said while folders and archives are looked through, and how to stop it. */
import { h, setText } from '../player/dom.js';
import { count } from '../player/format.js';
import { F } from './finds-words.js';

/** A shorter search shows nothing: a flash is worse than a wait. */
const PATIENCE_MS = 200;

export class Seeking {
  #stop = new AbortController();
  signal = this.#stop.signal;

  /** @param {HTMLElement} box */
  constructor(box) {
    this.text = h('bdi');
    this.number = h('span', { class: 'number', 'aria-hidden': 'true' });
    const cancel = h('button', { type: 'button', onclick: () => this.#stop.abort() }, F.cancel);
    this.root = h('div', { class: 'seeking', hidden: true }, h('span', { class: 'turns', 'aria-hidden': 'true' }), h('span', { class: 'what', role: 'status' }, this.text), this.number, cancel);
    box.append(this.root);
    this.timer = setTimeout(() => { this.root.hidden = false; }, PATIENCE_MS);
    addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || this.root.hidden) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      this.#stop.abort();
    }, { capture: true, signal: this.signal });
  }

  /** @param {string} what @param {number} n files so far @param {number} [all] of so many */
  tell(what, n, all) {
    setText(this.text, what);
    setText(this.number, all ? F.part(n, all) : n ? count(n) : '');
  }

  /** It is over. */
  close() {
    clearTimeout(this.timer);
    this.root.remove();
    this.#stop.abort();
  }
}
