/** A step of mending: its switch, what was found in a sentence, its findings, and what can be set of it. */
import { button } from '../../controls/button.js';
import { h, setAttr, setText } from '../../player/base/dom.js';
import { Finds } from './finds.js';
import { frameFields, rateField, slider } from './fields.js';
import { isOn, withStep } from './steps.js';
import { F } from './strings.js';

/** @typedef {import('../../types.d.ts').MendReport} MendReport */

/** Frames a second. */
const USUAL_RATE = 60;

let ids = 0;

export class Row {
  #found = h('p', { class: 'said-of-step' });
  /** @type {Finds | null} */
  #finds = null;
  /** @type {{ root: HTMLElement, update(): void }[]} */
  #fields;

  /**
   * @param {import('../../controls/controls.js').Controls} ui @param {import('./mending.js').Mending} mending
   * @param {import('./steps.js').StepRow} row @param {(frame: number, joint: number) => void} go
   */
  constructor(ui, mending, row, go) {
    const { choices, parameters, step } = row;
    this.ui = ui;
    this.mending = mending;
    this.row = row;
    const { name } = F.steps[step];
    const id = `mend${++ids}`;
    this.control = choices
      ? h(
          'select',
          { id, onchange: (/** @type {Event} */ { target }) => this.#set(/** @type {HTMLSelectElement} */ (target).value) },
          ...choices.map((value) => h('option', { value }, F.choices[/** @type {'spikes' | 'smooth'} */ (step)][value])),
        )
      : h('input', {
          id,
          type: 'checkbox',
          role: 'switch',
          class: 'switch',
          onchange: (/** @type {Event} */ { target }) => this.#set(/** @type {HTMLInputElement} */ (target).checked),
        });
    this.#fields = [
      ...parameters.map((parameter) => slider(mending, parameter, name)),
      ...(step === 'trim' ? [frameFields(ui, mending)] : step === 'resample' ? [rateField(ui, mending)] : []),
    ];
    this.inside = h('div', { class: 'mend-fields', id: `${id}-fields`, hidden: true }, ...this.#fields.map(({ root }) => root));
    this.fold = button('down', F.more(name), () => this.#open(Boolean(this.inside.hidden)), {
      'aria-expanded': 'false',
      'aria-controls': `${id}-fields`,
      class: 'btn fold-of-step',
    });
    this.fold.hidden = !this.#fields.length;
    if (step === 'gaps' || step === 'spikes') this.#finds = new Finds(ui, mending, step, go);
    setAttr(this.control, 'aria-describedby', `${id}-found`);
    this.#found.id = `${id}-found`;
    this.root = h(
      'li',
      { 'data-step': step },
      h('div', { class: 'line' }, h('label', { for: id }, name), this.fold, this.control),
      this.#found,
      this.#finds?.root,
      this.inside,
    );
  }

  /** @param {boolean} open */
  #open(open) {
    this.inside.hidden = !open;
    setAttr(this.fold, 'aria-expanded', String(open));
  }

  /** @param {string | boolean} value */
  #set(value) {
    const { mending, row, ui } = this;
    const { name } = F.steps[row.step];
    const on = Boolean(value) && value !== 'off';
    const words = on ? F.changes.on(name) : F.changes.off(name);
    if (row.step === 'trim') {
      mending.set({ trim: on ? this.#ends() : null }, words);
      // The loop range would mean other moments.
      ui.history.change('range', null);
    } else if (row.step === 'resample') mending.set({ resample: on ? USUAL_RATE : null }, words);
    else mending.set(withStep(mending.steps, row, value), words);
    if (on && (row.step === 'trim' || row.step === 'resample')) this.#open(true);
  }

  /** The frames of the loop range; all without one. @returns {[first: number, last: number]} */
  #ends() {
    const { playback } = this.ui.session;
    const range = this.ui.session.get('range');
    if (!range) return [0, playback.frameCount - 1];
    const [first, last] = range.map((seconds) => Math.round(seconds / playback.frameTime));
    return [first, last];
  }

  /** Says that spikes of joints were chosen beside those of the root. @param {MendReport} report */
  #nameRoot({ marks }) {
    const { rootAndSome, spikes } = F.choices;
    const some = marks.some(({ filled, kind }) => filled && kind === 'spike');
    const option = this.control.querySelector('[value="root"]');
    if (option) setText(option, some ? rootAndSome : spikes.root);
  }

  /** @param {MendReport} report */
  update(report) {
    const { key, person, step } = this.row;
    const { steps } = this.mending;
    const on = isOn(this.row, steps);
    if (this.control instanceof HTMLSelectElement) {
      this.control.value = String(steps[key]);
      if (step === 'spikes') this.#nameRoot(report);
    } else this.control.checked = on;
    const { done = '', found = '', outcome = 'nothing' } = report.steps.find((one) => one.step === step) ?? {};
    this.control.disabled = (Boolean(person) && !report.person) || (step === 'resample' && this.ui.session.get('frameTime') > 0);
    setText(this.#found, (step === 'resample' && this.control.disabled && F.rateFirst) || done || found || F.steps[step].about);
    setAttr(this.root, 'data-outcome', outcome);
    this.#finds?.update(report);
    for (const field of this.#fields) field.update();
  }
}
