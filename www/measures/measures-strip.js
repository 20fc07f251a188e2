/** The controls of measures: a strip above the bar. */
import { button } from '../controls/button.js';
import { icon } from '../controls/icons.js';
import { h, setAttr, setText } from '../player/base/dom.js';
import { lazy } from '../player/base/parts.js';
import { S } from '../player/words/strings.js';
import './icons.js';
import { J } from './strip-strings.js';
import { COUNTS, keyOf } from './words.js';

/** @typedef {import('../controls/controls.js').Controls} Controls */
/** @typedef {import('./index.js').Measures} Measures */
/** @typedef {import('./words.js').Kind} Kind */

const saving = lazy(() => import('./save.js'));
/** Milliseconds between updates while the motion plays: faster ones cannot be read. */
const INTERVAL_MS = 100;

export class MeasuresStrip {
  #chips = h('div', { class: 'chips-of-measures', role: 'group', 'aria-label': J.group });
  /** @type {(() => void)[]} */
  #undo = [];
  /** The kind of the measure that is being made. @type {Kind | null} */
  #kind = null;
  /** @type {HTMLElement[]} */
  #numbers = [];
  #writtenAt = 0;

  /** @param {Controls} ui @param {Measures} measures @param {() => void} closed */
  constructor(ui, measures, closed) {
    const { element, session } = ui;
    this.ui = ui;
    this.closed = closed;
    this.measures = measures;
    this.kinds = /** @type {Kind[]} */ (Object.keys(COUNTS)).map((kind) => ({
      kind,
      button: h('button', { type: 'button', 'aria-pressed': 'false', onclick: () => this.#press(kind) }, J.kinds[kind]),
    }));
    this.files = [button('copy', J.copy, () => this.#copy()), button('save', J.save, () => this.#save())];
    this.root = h(
      'div',
      {
        class: 'figure-strip strip-of-measures',
        role: 'group',
        part: 'bar',
        'aria-label': J.group,
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      },
      h('h2', {}, icon('ruler'), h('span', {}, J.title)),
      h('div', { class: 'segments' }, ...this.kinds.map((each) => each.button)),
      ...this.files,
      this.#chips,
      button('close', J.close, () => this.close()),
    );
    this.#undo = [
      session.on('measures', () => this.#update()),
      session.on('clip', () => this.#update()),
      session.on('select', (joint) => this.#pick(joint)),
      session.on('time', () => this.#write()),
      session.on('play', () => this.#write(true)),
    ];
    element.measures ??= '';
    ui.own.before(this.root);
    this.#update();
  }

  /** Begins a measure of joints; shows or removes one of the whole body. @param {Kind} kind */
  #press(kind) {
    if (COUNTS[kind]) this.#begin(this.#kind === kind ? null : kind);
    else
      this.ui.element.measures = (this.#keys.includes(kind) ? this.#keys.filter((key) => key !== kind) : [...this.#keys, kind]).join('; ');
  }

  /** Begins a measure, with the joint that is selected; null: none. @param {Kind | null} kind */
  #begin(kind) {
    const { session } = this.ui;
    this.#kind = kind;
    this.measures.picked = [];
    this.#pressed();
    if (kind) session.say(J.hints[kind]);
    if (kind && session.view.selected >= 0) this.#pick(session.view.selected);
    else this.measures.later();
  }

  #pressed() {
    for (const { kind, button: each } of this.kinds)
      setAttr(each, 'aria-pressed', String(kind === this.#kind || this.#keys.includes(kind)));
  }

  /** @param {number} joint */
  #pick(joint) {
    const {
      measures,
      ui: { element, session },
    } = this;
    const kind = this.#kind;
    if (!kind || joint < 0 || measures.picked.at(-1) === joint) return;
    measures.picked = [...measures.picked, joint];
    const left = COUNTS[kind] - measures.picked.length;
    if (left > 0) {
      session.say(J.more(left));
      measures.later();
      return;
    }
    const names = measures.picked.map((each) => session.info?.joints[each].name ?? '');
    const key = keyOf({ kind, joints: names });
    this.#begin(null);
    if (!this.#keys.includes(key)) element.measures = [...this.#keys, key].join('; ');
  }

  get #keys() {
    return this.ui.session.state.measures.map(({ kind, names }) => keyOf({ kind, joints: names }));
  }

  #update() {
    const {
      session: {
        state: { measures },
      },
      shadow,
    } = this.ui;
    for (const file of this.files) file.disabled = !measures.length;
    this.#pressed();
    const inside = this.#chips.contains(shadow.activeElement);
    this.#numbers = measures.map(() => h('output', { 'aria-live': 'off' }));
    this.#chips.replaceChildren(
      ...(measures.length
        ? measures.map(({ colour, label }, index) => {
            const swatch = h('span', { class: 'swatch' });
            swatch.style.setProperty('background', colour);
            return h(
              'span',
              { class: 'chip-of-measure' },
              swatch,
              h('span', { title: label }, label),
              this.#numbers[index],
              button('close', J.remove(label), () => {
                this.ui.element.measures = this.#keys.filter((_, at) => at !== index).join('; ');
              }),
            );
          })
        : [h('span', {}, J.none)]),
    );
    /** @type {HTMLElement | null} */
    const first = this.#chips.querySelector('button');
    if (inside) (first ?? this.kinds[0].button).focus();
    this.#write(true);
  }

  /** Writes the values. @param {boolean} [now] at once */
  #write(now = this.ui.session.playback.paused) {
    if (!now && performance.now() - this.#writtenAt < INTERVAL_MS) return;
    this.#writtenAt = performance.now();
    this.ui.session.state.measures.forEach((measure, index) =>
      setText(this.#numbers[index], this.measures.words(measure, this.measures.now(measure))),
    );
  }

  async #copy() {
    const { session } = this.ui;
    try {
      await navigator.clipboard.writeText((await saving()).csv(this.measures, this.#window));
      session.say(J.copied);
    } catch {
      session.say(S.say.copyFailed);
    }
  }

  async #save() {
    (await saving()).save(this.measures, this.#window);
  }

  /** The seconds that the timeline shows. @returns {[number, number]} */
  get #window() {
    return this.ui.bar?.timeline.zoom.seconds ?? [0, Infinity];
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== 'Escape') return;
    if (this.#kind) this.#begin(null);
    else this.close();
    event.preventDefault();
    event.stopPropagation();
  }

  /** Closes the controls; the measures stay. */
  close() {
    const { element, shadow, stage } = this.ui;
    for (const undo of this.#undo) undo();
    this.#begin(null);
    const inside = this.root.contains(shadow.activeElement);
    this.root.remove();
    if (!element.measures) element.measures = null;
    this.closed();
    if (inside) stage.focus();
  }
}
