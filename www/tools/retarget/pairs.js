/** Which joint of the motion belongs to which joint of the figure: a table in which a pair can be corrected. */
import { h, setAttr } from '../../player/base/dom.js';
import { R } from './strings.js';

/** @typedef {import('../../player/session/session.js').Session} Session */
/** @typedef {{ side: string, part: string, joints: [motion: string, figure: string] }} Pair */

const FIGURE = 1;

/** @param {string} text as the module tells pairs @returns {Pair[]} */
export const pairsIn = (text) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t'))
    .map(([side, part, motion = '', figure = '']) => ({ side, part, joints: [motion, figure] }));

/** Adds a correction to others. @param {string} mended @param {number} which 0 of the motion, 1 of the figure @param {Pair} pair @param {string} joint */
export function mend(mended, which, { side, part }, joint) {
  const key = [which, side, part, ''].join('\t');
  return [...mended.split('\n').filter((line) => line && !line.startsWith(key)), key + joint].join('\n');
}

let ids = 0;

/**
 * What the table shows.
 * @typedef {object} Model
 * @property {Pair[]} pairs
 * @property {[motion: string[], figure: string[]]} names of all joints
 * @property {string} mended
 * @property {number} own which of both the player's own clip is: 0 the motion, 1 the figure; -1 none
 * @property {import('../../types.d.ts').Source} other the source of the clip beside it
 * @property {import('./asking.js').Asking | null} asking
 */

/** The table of a player's pairs, folded; it stays as it is while the pairs change. */
export class Pairs {
  #count = h('span', { class: 'count' });
  #how = h('p', {});
  #needs = h('p', { class: 'needs', role: 'status' });
  #rows = h('tbody', {});
  #reset = h('button', { type: 'button', class: 'plain', onclick: () => this.#mend('') }, R.pairs.reset);
  #play = h('button', { type: 'button', class: 'push', onclick: () => this.#asking?.play(this.lasting, this.history) }, R.ask.play);
  /** @type {[motion: HTMLDataListElement, figure: HTMLDataListElement]} */
  #names = [h('datalist', { id: `pairs-${(ids += 1)}` }), h('datalist', { id: `pairs-${(ids += 1)}` })];
  /** The field that a joint chosen on the stage or in the tree goes to. @type {{ input: HTMLInputElement, pair: Pair, which: number } | null} */
  #field = null;
  #text = '';

  /** @param {Session} session @param {boolean} lasting whether corrections are kept for later visits @param {import('./index.js').Figures} figures @param {import('../../change.d.ts').Notes} [history] */
  constructor(session, lasting, figures, history) {
    this.session = session;
    this.figures = figures;
    this.history = history;
    this.lasting = lasting;
    this.root = h(
      'details',
      { class: 'pairs' },
      h('summary', {}, R.pairs.title, ' ', this.#count),
      this.#how,
      this.#needs,
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            h('th', { scope: 'col' }, R.pairs.bodyPart),
            h('th', { scope: 'col' }, R.pairs.motion),
            h('th', { scope: 'col' }, R.pairs.figure),
          ),
        ),
        this.#rows,
      ),
      this.#reset,
      this.#play,
      ...this.#names,
    );
    session.on('select', (joint) => {
      const name = joint >= 0 && session.info?.joints[joint]?.name;
      const { own = -1 } = this.#model ?? {};
      if (name && own >= 0) this.#take(own, name);
    });
    session.on('choose', (what) => {
      const chosen = /** @type {import('../../actors/chosen-clip.js').ChosenClip | null} */ (session.state.chosen);
      const element = /** @type {import('../../actors/clip-element.js').MareyClip | undefined} */ (chosen?.element);
      const model = this.#model;
      if (what === 'clip' && chosen && model && model.own >= 0 && element?.source === model.other)
        this.#take(1 - model.own, element.info?.joints[chosen.highlight]?.name ?? '');
      if (model?.asking) this.update();
    });
  }

  get #asking() {
    return /** @type {import('./asking.js').Asking | null} */ (this.session.state.asking);
  }

  /** @returns {Model | null} */
  get #model() {
    const { session } = this;
    const asking = this.#asking;
    const lines = (/** @type {string} */ text) => text.split('\n');
    if (asking) {
      const [motion, figure] = asking.known.joints;
      return {
        pairs: asking.pairs,
        names: [lines(motion), lines(figure)],
        mended: asking.mended,
        own: session.source === asking.own ? 0 : -1,
        other: asking.figure,
        asking,
      };
    }
    const { onto } = session.source ?? {};
    if (!onto) return null;
    const names = (/** @type {{ name: string, endSite: boolean }[]} */ joints) =>
      joints.filter(({ endSite }) => !endSite).map(({ name }) => name);
    return {
      pairs: pairsIn(onto.facts.pairs),
      names: [names(onto.ownInfo.joints), names(session.info?.joints ?? [])],
      mended: onto.named ? '' : onto.mended,
      own: FIGURE,
      other: onto.own,
      asking: null,
    };
  }

  /** Shows the pairs as they are now. */
  update() {
    const model = this.#model;
    if (!model) return;
    const { asking, pairs } = model;
    const needs = asking?.needs ?? '';
    this.#needs.hidden = !asking;
    if (asking && this.#needs.textContent !== (needs || R.ask.enough)) this.#needs.textContent = needs || R.ask.enough;
    this.#play.hidden = !asking;
    this.#play.disabled = Boolean(needs);
    this.#how.textContent = asking ? R.ask.how : R.pairs.how;
    if (asking) this.root.open = true;
    const text = JSON.stringify([pairs, model.names]);
    if (this.#text === text) return;
    this.#text = text;
    model.names.forEach((all, which) => this.#names[which].replaceChildren(...all.map((name) => h('option', { value: name }))));
    this.#count.textContent = String(pairs.filter(({ joints: [motion, figure] }) => motion && figure).length);
    // The panel is drawn anew with the pairs, so that the field has lost the focus.
    const focused = this.#field;
    this.#rows.replaceChildren(
      ...pairs.map((pair) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, R.pairs.name(pair.side, pair.part)),
          ...pair.joints.map((joint, which) => h('td', {}, this.#input(pair, which, joint))),
        ),
      ),
    );
    this.#reset.hidden = !model.mended;
    this.#field = null;
    if (!focused) return;
    const index = pairs.findIndex(({ side, part }) => side === focused.pair.side && part === focused.pair.part);
    // While joints are named, the next click is for the next part.
    const next = asking
      ? index +
        Math.max(
          0,
          pairs.slice(index).findIndex(({ joints }) => !joints[focused.which]),
        )
      : index;
    if (next < 0) return;
    const input = this.#rows.rows[next].querySelectorAll('input')[focused.which];
    if (asking) this.#aim({ input, pair: pairs[next], which: focused.which });
    requestAnimationFrame(() => {
      if (!(/** @type {ShadowRoot} */ (this.root.getRootNode()).activeElement)) input.focus();
    });
  }

  /** Chooses the field that the next joint goes to. @param {{ input: HTMLInputElement, pair: Pair, which: number }} field */
  #aim(field) {
    this.#field?.input.removeAttribute('data-next');
    this.#field = field;
    field.input.setAttribute('data-next', '');
    if (this.#asking) field.input.scrollIntoView({ block: 'nearest' });
  }

  /** @param {Pair} pair @param {number} which @param {string} joint */
  #input(pair, which, joint) {
    const { name, motion, figure } = R.pairs;
    const input = h('input', {
      type: 'text',
      value: joint,
      spellcheck: false,
      autocomplete: 'off',
      'aria-label': `${name(pair.side, pair.part)}, ${which ? figure : motion}`,
      // The neck is what lies between chest and head.
      readOnly: pair.part === 'neck',
      onfocus: () => this.#aim({ input, pair, which }),
      onchange: () => this.#set(input, pair, which),
    });
    setAttr(input, 'list', this.#names[which].id);
    return input;
  }

  /** A joint was chosen on the stage or in the tree. @param {number} which @param {string} name */
  #take(which, name) {
    if (!name || !this.root.open) return;
    let field = this.#field;
    if (this.#asking && (field?.which !== which || !this.root.contains(field.input))) {
      const { pairs = [] } = this.#model ?? {};
      const at = pairs.findIndex(({ part, joints }) => !joints[which] && !OPTIONAL.includes(part));
      if (at < 0) return;
      field = { input: this.#rows.rows[at].querySelectorAll('input')[which], pair: pairs[at], which };
      this.#aim(field);
    }
    // The panel may be drawn anew at this moment.
    if (field?.which !== which || !this.root.contains(field.input) || field.input.readOnly) return;
    field.input.value = name;
    this.#set(field.input, field.pair, which);
  }

  /** @param {HTMLInputElement} input @param {Pair} pair @param {number} which */
  #set(input, pair, which) {
    const { asking, names } = this.#model ?? {};
    const known = Boolean(names?.[which].includes(input.value)) || Boolean(asking && !input.value);
    input.setCustomValidity(known ? '' : R.pairs.unknown);
    input.reportValidity();
    if (known && input.value !== pair.joints[which]) this.#mend(mend((asking ?? this.figures).mended, which, pair, input.value));
  }

  /** @param {string} mended */
  #mend(mended) {
    const asking = this.#asking;
    const { history } = this;
    const { mended: before } = asking ?? this.figures;
    if (asking) {
      const put = (/** @type {string} */ text) => {
        asking.name(text);
        this.update();
      };
      put(mended);
      history?.note({
        of: asking,
        name: 'pairs',
        ofClip: true,
        from: before,
        to: mended,
        undo: () => put(before),
        redo: () => put(mended),
      });
    } else this.figures.mend(mended, this.lasting, history);
    if (before && !mended) history?.tell(R.pairs.taken);
  }
}

/** Parts that a person may do without, which clicks leave out. */
const OPTIONAL = ['hips', 'chest', 'head', 'clavicle', 'ball'];
