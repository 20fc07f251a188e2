/** A row of the list: a button that plays the clip, its duration, and a button that removes it. */
import { h, setAttr, setText } from '../player/base/dom.js';
import { PATHS, icon } from '../controls/icons.js';
import { cutInMiddle } from '../controls/long-name.js';
import { isOwn } from './entry.js';
import { B } from './row-words.js';
import { W } from './words.js';

Object.assign(PATHS, { figure: 'M9.8 5a2.2 2.2 0 1 0 4.4 0 2.2 2.2 0 1 0-4.4 0M5.5 9.5h13M12 9.5V14M12 14l-3.2 6.5M12 14l3.2 6.5' });

/** @typedef {import('./entry.js').Entry} Entry */

export class Row {
  #name = h('bdi', { class: 'name' });
  #note = h('bdi', { class: 'about' });

  /**
   * @param {'div' | 'span'} tag @param {Entry} entry @param {{ choose: (entry: Entry) => void, remove: (entry: Entry) => void, compare?: (entry: Entry) => void, playOn?: (entry: Entry) => void }} on
   * @param {string} [heads] name of the group if the row is its heading
   */
  constructor(tag, entry, on, heads) {
    this.entry = entry;
    this.heads = heads;
    this.compare = on.compare
      ? h(
          'button',
          { type: 'button', class: 'compare', tabindex: '-1', 'aria-pressed': 'false', onclick: () => on.compare?.(entry) },
          icon('compare'),
        )
      : null;
    this.playOn = on.playOn
      ? h(
          'button',
          { type: 'button', class: 'play-on', tabindex: '-1', 'aria-pressed': 'false', onclick: () => on.playOn?.(entry) },
          icon('figure'),
        )
      : null;
    const label = heads ? W.removeAll(entry.source.name) : W.remove(entry.source.name);
    const compare = on.compare;
    this.pick = h(
      'button',
      {
        type: 'button',
        class: 'pick',
        onclick: (/** @type {MouseEvent} */ event) => (event.shiftKey && compare ? compare(entry) : on.choose(entry)),
      },
      h('span', { class: 'bars', 'aria-hidden': 'true' }, h('i'), h('i'), h('i')),
      this.#name,
      heads ? null : this.#note,
    );
    this.item = h(
      tag,
      { class: heads ? 'heads' : 'row', role: heads ? null : 'listitem' },
      this.pick,
      this.playOn,
      this.compare,
      isOwn(entry.source) &&
        h(
          'button',
          { type: 'button', class: 'drop-out', tabindex: '-1', 'aria-label': label, title: label, onclick: () => on.remove(entry) },
          icon('close'),
        ),
    );
  }

  /** Shows the letter of a clip that is compared. @param {string} letter '' for none */
  mark(letter) {
    setAttr(this.item, 'data-letter', letter || null);
  }

  /**
   * @param {boolean} current @param {string} name @param {boolean} [compared] it stands beside the clip that plays
   * @param {boolean} [worn] the clip plays on its figure
   */
  draw(current, name, compared = false, worn = false) {
    const { entry, item, pick } = this;
    setAttr(item, 'data-bad', entry.failed);
    setAttr(item, 'data-waits', entry.lacksFile);
    setAttr(item, 'data-current', current);
    setAttr(pick, 'aria-current', current ? 'true' : null);
    setAttr(pick, 'title', entry.title);
    if (this.compare) {
      const label = compared ? W.compareNoMore(entry.name) : W.compareWith(entry.name);
      for (const attribute of ['aria-label', 'title']) setAttr(this.compare, attribute, label);
      setAttr(this.compare, 'aria-pressed', String(compared));
      this.compare.hidden = current || entry.failed || entry.lacksFile;
    }
    if (this.playOn) {
      const label = worn ? B.ownBody : B.playOn(entry.name);
      for (const attribute of ['aria-label', 'title']) setAttr(this.playOn, attribute, label);
      setAttr(this.playOn, 'aria-pressed', String(worn));
      this.playOn.hidden = current || entry.failed || entry.lacksFile;
    }
    setAttr(item, 'data-compared', compared || worn);
    const whole = this.heads ?? name;
    // Screen readers would read the two pieces as two words.
    setAttr(pick, 'aria-label', cutInMiddle(this.#name, whole) ? [whole, !this.heads && entry.note].filter(Boolean).join(' ') : null);
    setText(this.#note, entry.note);
  }
}
