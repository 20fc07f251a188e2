/** Which joint of the motion belongs to which joint of the figure: a table in which a pair can be corrected. */
import { h, setAttr } from '../player/base/dom.js';
import { R } from './strings.js';

/** @typedef {import('../player/session/session.js').Session} Session */
/** @typedef {{ side: string, part: string, joints: [motion: string, figure: string] }} Pair */

const FIGURE = 1;

/** @param {string} text as the module tells pairs @returns {Pair[]} */
export const pairsIn = (text) => text.split('\n').filter(Boolean).map((line) => line.split('\t')).map(([side, part, motion = '', figure = '']) => ({ side, part, joints: [motion, figure] }));

/** Adds a correction to others. @param {string} mended @param {number} which 0 of the motion, 1 of the figure @param {Pair} pair @param {string} joint */
export function mend(mended, which, { side, part }, joint) {
  const key = [which, side, part, ''].join('\t');
  return [...mended.split('\n').filter((line) => line && !line.startsWith(key)), key + joint].join('\n');
}

let ids = 0;

/** The table of a player's pairs, folded; it stays as it is while the pairs change. */
export class Pairs {
  #count = h('span', { class: 'count' });
  #rows = h('tbody', {});
  #reset = h('button', { type: 'button', class: 'plain', onclick: () => this.#onto?.mend('', this.lasting) }, R.pairs.reset);
  /** @type {[motion: HTMLDataListElement, figure: HTMLDataListElement]} */
  #names = [h('datalist', { id: `pairs-${ids += 1}` }), h('datalist', { id: `pairs-${ids += 1}` })];
  /** The field that a joint chosen on the stage or in the tree goes to. @type {{ input: HTMLInputElement, pair: Pair, which: number } | null} */
  #field = null;
  #text = '';

  /** @param {Session} session @param {boolean} lasting whether corrections are kept for later visits */
  constructor(session, lasting) {
    this.session = session;
    this.lasting = lasting;
    this.root = h('details', { class: 'pairs' },
      h('summary', {}, R.pairs.title, ' ', this.#count),
      h('p', {}, R.pairs.how),
      h('table', {}, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, R.pairs.bodyPart), h('th', { scope: 'col' }, R.pairs.motion), h('th', { scope: 'col' }, R.pairs.figure))), this.#rows),
      this.#reset, ...this.#names);
    session.on('select', (joint) => {
      const name = joint >= 0 && session.info?.joints[joint]?.name;
      if (name) this.#take(FIGURE, name);
    });
    session.on('choose', () => {
      const chosen = /** @type {import('../actors/chosen-clip.js').ChosenClip | null} */ (session.state.chosen);
      const own = /** @type {import('../actors/clip-element.js').MareyClip | undefined} */ (chosen?.element);
      if (chosen && own?.source === this.#onto?.own) this.#take(0, this.#onto?.ownInfo.joints[chosen.highlight]?.name ?? '');
    });
  }

  get #onto() { return this.session.source?.onto; }

  /** Shows the pairs as they are now. */
  update() {
    const onto = this.#onto;
    if (!onto || this.#text === onto.facts.pairs) return;
    this.#text = onto.facts.pairs;
    const { joints } = this.session.info ?? { joints: [] };
    [onto.ownInfo.joints, joints].forEach((all, which) => this.#names[which].replaceChildren(...all.filter(({ endSite }) => !endSite).map(({ name }) => h('option', { value: name }))));
    const pairs = pairsIn(this.#text);
    this.#count.textContent = String(pairs.filter(({ joints: [motion, figure] }) => motion && figure).length);
    // The panel is drawn anew with the pairs, so that the field has lost the focus.
    const focused = this.#field;
    this.#rows.replaceChildren(...pairs.map((pair) => h('tr', {},
      h('th', { scope: 'row' }, R.pairs.name(pair.side, pair.part)),
      ...pair.joints.map((joint, which) => h('td', {}, this.#input(pair, which, joint))))));
    this.#reset.hidden = !onto.mended;
    const index = focused ? pairs.findIndex(({ side, part }) => side === focused.pair.side && part === focused.pair.part) : -1;
    this.#field = null;
    if (!focused || index < 0) return;
    const input = this.#rows.rows[index].querySelectorAll('input')[focused.which];
    requestAnimationFrame(() => {
      if (!(/** @type {ShadowRoot} */ (this.root.getRootNode()).activeElement)) input.focus();
    });
  }

  /** @param {Pair} pair @param {number} which @param {string} joint */
  #input(pair, which, joint) {
    const { name, motion, figure } = R.pairs;
    const input = h('input', {
      type: 'text', value: joint, spellcheck: false, autocomplete: 'off', 'aria-label': `${name(pair.side, pair.part)}, ${which ? figure : motion}`,
      // The neck is what lies between chest and head.
      readOnly: pair.part === 'neck',
      onfocus: () => { this.#field = { input, pair, which }; },
      onchange: () => this.#set(input, pair, which),
    });
    setAttr(input, 'list', this.#names[which].id);
    return input;
  }

  /** A joint was chosen on the stage or in the tree. @param {number} which @param {string} name */
  #take(which, name) {
    const field = this.#field;
    if (!name || field?.which !== which || !this.root.open || !field.input.isConnected || field.input.readOnly) return;
    field.input.value = name;
    this.#set(field.input, field.pair, which);
  }

  /** @param {HTMLInputElement} input @param {Pair} pair @param {number} which */
  #set(input, pair, which) {
    const known = [...this.#names[which].children].some((option) => /** @type {HTMLOptionElement} */ (option).value === input.value);
    input.setCustomValidity(known ? '' : R.pairs.unknown);
    input.reportValidity();
    if (known && input.value !== pair.joints[which]) this.#onto?.mend(mend(this.#onto.mended, which, pair, input.value), this.lasting);
  }
}
