/** The choice of how the clips are brought together. */
import { h, setAttr, setText } from '../../player/base/dom.js';
import { PATHS, icon } from '../../controls/icons.js';
import { V } from './strings.js';

/** @typedef {import('./state.js').CompareState} CompareState */
/** @typedef {import('./state.js').CompareCallbacks} CompareCallbacks */
/** @typedef {import('./state.js').Alignment} Alignment */

Object.assign(PATHS, { down: 'm6 9.5 6 6 6-6' });

/** A match below this says little. */
const WEAK = 0.5;

/** The words in the dock's head that say how the clips are brought together, and open the choices. */
export class AlignMenu {
  #words = h('bdi');
  #match = h('span', { class: 'match', role: 'status', title: V.matchTitle });

  /** @param {CompareState} state @param {CompareCallbacks} call */
  constructor(state, call) {
    this.state = state;
    this.place = h(
      'select',
      { onchange: () => call.align({ place: /** @type {Alignment['place']} */ (this.place.value) }) },
      .../** @type {const} */ (['world', 'hips', 'contact', 'joint']).map((place) => h('option', { value: place }, V.places[place])),
    );
    this.start = h(
      'select',
      { onchange: () => call.align({ start: /** @type {Alignment['start']} */ (this.start.value) }) },
      .../** @type {const} */ (['zero', 'match', 'contact', 'own', 'warp']).map((start) =>
        h('option', { value: start }, V.startChoices[start]),
      ),
    );
    this.facing = h('input', { type: 'checkbox', onchange: () => call.align({ facing: this.facing.checked }) });
    this.scaled = h('input', { type: 'checkbox', onchange: () => call.align({ scaled: this.scaled.checked }) });
    this.opener = h(
      'button',
      { type: 'button', class: 'align-opener', 'aria-expanded': 'false', onclick: () => this.#show(Boolean(this.card.hidden)) },
      this.#words,
      icon('down'),
    );
    this.card = h(
      'div',
      {
        class: 'align-card menu',
        role: 'group',
        'aria-label': V.alignment,
        hidden: true,
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      },
      h('label', {}, V.place, this.place),
      h('label', {}, V.facing, this.facing),
      h('label', {}, V.scaled, this.scaled),
      h('label', {}, V.start, this.start),
    );
    this.root = h(
      'div',
      {
        class: 'align',
        onfocusout: (/** @type {FocusEvent} */ event) => {
          if (!this.root.contains(/** @type {Node | null} */ (event.relatedTarget)) && event.relatedTarget) this.#show(false);
        },
      },
      this.opener,
      this.#match,
      this.card,
    );
  }

  /** @param {boolean} on */
  #show(on) {
    this.card.hidden = !on;
    setAttr(this.opener, 'aria-expanded', String(on));
    if (on) this.place.focus();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    this.#show(false);
    this.opener.focus();
  }

  update() {
    const { place, facing, match, scaled, start } = this.state.alignment;
    const isWeak = match === null || (match !== undefined && match < WEAK);
    setText(
      this.#match,
      start !== 'match' || match === undefined ? '' : match === null ? V.noMatch : (isWeak ? V.weakMatch : V.match)(match),
    );
    setAttr(this.#match, 'data-weak', isWeak);
    setText(this.#words, `${V.aligned[place]} \u00b7 ${V.started[start]}`);
    this.place.value = place;
    this.start.value = start;
    this.facing.checked = facing;
    this.scaled.checked = scaled;
  }
}
