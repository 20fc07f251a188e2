/** The legend: a chip for each clip. And the layout, which stands in the dock. */
import { h, setAttr, setText } from '../../player/base/dom.js';
import { button } from '../../controls/button.js';
import { PATHS, setIcon } from '../../controls/icons.js';
import { LETTERS } from './state.js';
import { V } from './strings.js';

/** @typedef {import('./state.js').CompareState} CompareState */
/** @typedef {import('./state.js').CompareCallbacks} CompareCallbacks */
/** @typedef {{ root: HTMLElement, name: HTMLElement, length: HTMLElement, eye: HTMLButtonElement, solo: HTMLButtonElement, remove: HTMLButtonElement }} Chip */

Object.assign(PATHS, {
  plus: 'M12 5v14M5 12h14',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12M9.2 12a2.8 2.8 0 1 0 5.6 0 2.8 2.8 0 1 0-5.6 0',
  'eye-off':
    'M4 4l16 16M9.5 5.9A8.6 8.6 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-3 3.7M6.4 7.3A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.2-1.1',
  side: 'M4 6.5A1.5 1.5 0 0 1 5.5 5H10v14H5.5A1.5 1.5 0 0 1 4 17.5zM14 5h4.5A1.5 1.5 0 0 1 20 6.5v11a1.5 1.5 0 0 1-1.5 1.5H14z',
});

export class Legend {
  /** @type {Chip[]} */
  #chips = [];

  /** @param {CompareState} state @param {CompareCallbacks} call */
  constructor(state, call) {
    this.state = state;
    this.call = call;
    this.add = button('plus', V.add, () => call.add?.(), { class: 'btn add' });
    this.chips = h('div', { class: 'compare-chips' }, this.add);
    /** In place of the chips where there is little room: which clips are shown, and their names. */
    this.which = h('div', { class: 'which-clips', role: 'radiogroup', 'aria-label': V.shown });
    this.names = h('bdi', { class: 'names-of-clips' });
    this.layouts = h(
      'div',
      { class: 'layouts', role: 'group', 'aria-label': V.layout },
      .../** @type {const} */ (['overlay', 'side']).map((layout) =>
        h('button', { type: 'button', 'data-layout': layout, onclick: () => call.setSide(layout === 'side') }, V.layouts[layout]),
      ),
    );
    this.side = button('side', V.layouts.side, () => call.setSide(!this.state.side), { class: 'btn narrow-layout' });
    this.close = button('close', V.close, () => call.close(), { class: 'btn' });
    this.ends = h('div', { class: 'compare-ends' }, this.close);
    this.root = h('div', { class: 'compare-legend', role: 'group', 'aria-label': V.title }, this.chips, this.which, this.names, this.ends);
  }

  /** @param {number} index @returns {Chip} */
  #chip(index) {
    const { call } = this;
    const name = h('bdi', { class: 'clip-name' });
    const length = h('span', { class: 'length' });
    const eye = button('eye', '', () => call.setHidden(index, !this.state.clips[index].hidden), { class: 'btn eye' });
    const solo = h(
      'button',
      { type: 'button', class: 'btn solo', role: 'switch', onclick: () => call.setSolo(this.state.solo === index ? null : index) },
      V.onlyLetter(LETTERS[index]),
    );
    const remove = button('close', '', () => call.remove?.(index), { class: 'btn remove' });
    const root = h(
      'div',
      { class: 'compare-chip', role: 'group', 'data-clip': LETTERS[index] },
      h('span', { class: 'tile', 'aria-hidden': 'true' }, LETTERS[index]),
      name,
      length,
      eye,
      solo,
      remove,
    );
    return { root, name, length, eye, solo, remove };
  }

  update() {
    const { clips, side, solo } = this.state;
    while (this.#chips.length > clips.length) this.#chips.pop()?.root.remove();
    while (this.#chips.length < clips.length) {
      const chip = this.#chip(this.#chips.length);
      this.#chips.push(chip);
      const { parentElement } = this.add;
      if (parentElement === this.chips) this.add.before(chip.root);
      else this.chips.append(chip.root);
    }
    clips.forEach(({ name, duration, hidden, removable }, index) => {
      const chip = this.#chips[index];
      const off = hidden || (solo !== null && solo !== index);
      setAttr(chip.root, 'aria-label', `${LETTERS[index]}: ${name}`);
      setAttr(chip.root, 'data-off', off);
      setText(chip.name, name);
      setAttr(chip.name, 'title', name);
      setText(chip.length, V.seconds(duration));
      setIcon(/** @type {Element} */ (chip.eye.firstElementChild), hidden ? 'eye-off' : 'eye');
      relabel(chip.eye, V.hide(name));
      setAttr(chip.eye, 'aria-pressed', String(hidden));
      relabel(chip.solo, V.only(name));
      setAttr(chip.solo, 'aria-checked', String(solo === index));
      relabel(chip.remove, V.remove(name));
      // Two clips are the least.
      chip.remove.hidden = clips.length < 3 || !removable || !this.call.remove;
    });
    this.#writeWhich();
    // Side by side, the chips stand in the columns of their clips.
    if (side) this.ends.prepend(this.add);
    else this.chips.append(this.add);
    this.add.hidden = !this.call.add || clips.length >= LETTERS.length;
    for (const each of this.layouts.children) setAttr(each, 'aria-pressed', String((each.getAttribute('data-layout') === 'side') === side));
    setAttr(this.side, 'aria-pressed', String(side));
    this.close.hidden = !clips.some(({ removable }) => removable);
  }

  #writeWhich() {
    const { clips, solo } = this.state;
    const rows = [...clips.map(({ name }, index) => ({ index, label: V.only(name) })), { index: null, label: V.all(clips.length) }];
    if (this.which.childElementCount !== rows.length)
      this.which.replaceChildren(
        ...rows.map(({ index }) =>
          h(
            'button',
            { type: 'button', role: 'radio', 'data-clip': index === null ? null : LETTERS[index], onclick: () => this.call.setSolo(index) },
            index === null ? V.all(clips.length) : h('span', { class: 'tile', 'aria-hidden': 'true' }, LETTERS[index]),
          ),
        ),
      );
    rows.forEach(({ index, label }, at) => {
      setAttr(this.which.children[at], 'aria-label', label);
      setAttr(this.which.children[at], 'aria-checked', String(index === solo));
    });
    setText(
      this.names,
      clips
        .filter((_, index) => solo === null || solo === index)
        .map(({ name }) => name)
        .join(', '),
    );
  }
}

/** @param {HTMLElement} control @param {string} label */
function relabel(control, label) {
  setAttr(control, 'aria-label', label);
  setAttr(control, 'title', label);
}
