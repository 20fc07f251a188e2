/** A row below the clip that plays: one of the motions of its file. */
import { h, setAttr, setText } from '../player/base/dom.js';
import { clock, decimal } from '../player/words/format.js';
import { cutInMiddle } from '../controls/long-name.js';
import { W } from './words.js';

/** Longer motions are told in minutes. */
const MINUTE = 60;

export class BehaviourRow {
  #name = h('bdi', { class: 'name' });
  #note = h('bdi', { class: 'about' });

  /** @param {() => void} choose */
  constructor(choose) {
    this.pick = h('button', { type: 'button', class: 'pick', tabindex: '-1', onclick: choose }, this.#name, this.#note);
    this.item = h('div', { class: 'row motion', role: 'listitem' }, this.pick);
  }

  /** @param {boolean} current @param {string} name @param {number} duration in seconds */
  draw(current, name, duration) {
    const { item, pick } = this;
    const note = duration < MINUTE ? W.seconds(decimal(duration, 1)) : clock(duration, duration).replace(/\D\d+$/, '');
    setAttr(item, 'data-current', current);
    setAttr(pick, 'aria-current', current ? 'true' : null);
    setAttr(pick, 'title', name);
    // Screen readers would read the two pieces as two words.
    setAttr(pick, 'aria-label', cutInMiddle(this.#name, name) ? `${name} ${note}` : null);
    setText(this.#note, note);
  }
}
