/** The findings of a step, each of which is shown on the stage by a press, and mended or left by its switch. */
import { h, setAttr, setText } from '../../player/base/dom.js';
import { jointName } from './joint-name.js';
import { withFinding } from './steps.js';
import { F } from './strings.js';

/** @typedef {import('../../types.d.ts').MendMark} MendMark */

/** As many are listed at first, and with each further press. */
const FEW = 3;
const MORE = 50;

export class Finds {
  root = h('div', { class: 'mend-finds', hidden: true });
  #list = h('ul', {});
  #more = h('button', { type: 'button', class: 'maybe', onclick: () => this.#showMore() }, '');
  #listed = FEW;
  /** @type {MendMark[]} */
  #marks = [];
  #first = 0;

  /**
   * @param {import('../../controls/controls.js').Controls} ui @param {import('./mending.js').Mending} mending
   * @param {'gaps' | 'spikes'} step @param {(frame: number, joint: number) => void} go
   */
  constructor(ui, mending, step, go) {
    this.ui = ui;
    this.mending = mending;
    this.step = step;
    this.go = go;
    this.root.append(this.#list, this.#more);
  }

  #showMore() {
    const at = this.#listed;
    this.#listed += MORE;
    this.#draw();
    /** @type {HTMLElement | null | undefined} */ (this.#list.children[at]?.querySelector('button'))?.focus();
  }

  /** @param {import('../../types.d.ts').MendReport} report */
  update({ firstFrame, marks }) {
    this.#marks = marks.filter(({ step }) => step === this.step);
    // Frames of another rate are not those of the file.
    this.#first = this.mending.steps.resample ? 0 : firstFrame;
    this.#draw();
  }

  #draw() {
    const marks = this.#marks.slice(0, this.#listed);
    this.root.hidden = !marks.length;
    while (this.#list.children.length > marks.length) this.#list.lastChild?.remove();
    while (this.#list.children.length < marks.length) this.#list.append(this.#make());
    setAttr(this.#list, 'aria-label', F.finds(F.steps[this.step].name, this.#marks.length));
    marks.forEach((mark, index) => this.#write(/** @type {HTMLElement} */ (this.#list.children[index]), mark));
    const left = this.#marks.length - marks.length;
    this.#more.hidden = left <= 0;
    setText(this.#more, F.moreFinds(Math.min(left, MORE)));
  }

  #make() {
    const at = (/** @type {Element} */ item) => this.#marks[[...this.#list.children].indexOf(item)];
    const item = h(
      'li',
      {},
      h(
        'button',
        {
          type: 'button',
          onclick: () => {
            const { first, joint } = at(item);
            this.go(first, joint);
          },
        },
        h('span', { class: 'place-of-find' }),
        h('small', {}),
      ),
      h('input', {
        type: 'checkbox',
        class: 'check',
        onchange: (/** @type {Event} */ { target }) => {
          const { checked } = /** @type {HTMLInputElement} */ (target);
          this.mending.set(withFinding(this.mending.steps, at(item), checked), F.changes.set(F.steps[this.step].name));
        },
      }),
    );
    return item;
  }

  /** @param {HTMLElement} item @param {MendMark} mark */
  #write(item, { filled, first, guess, joint, kind, last, text }) {
    const [press, box] = /** @type {[HTMLButtonElement, HTMLInputElement]} */ ([...item.children]);
    const name = jointName(this.ui.session.info, joint);
    const frames = F.frames(first + this.#first, last + this.#first);
    setText(press.children[0], F.find(name, frames));
    setText(press.children[1], [text, guess ? F.guess : ''].filter(Boolean).join(' \u00b7 '));
    box.checked = filled;
    // The whole body at rest is told, never filled.
    box.hidden = kind === 'held';
    setAttr(box, 'aria-label', F.mendThis(F.find(name, frames)));
  }
}
