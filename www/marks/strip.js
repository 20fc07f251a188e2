/** The controls of marks and feet: a strip above the bar. */
import { button } from '../controls/button.js';
import { icon } from '../controls/icons.js';
import { h, setAttr, setText } from '../player/base/dom.js';
import { lazy } from '../player/base/parts.js';
import { short } from '../player/words/format.js';
import { S } from '../player/words/strings.js';
import { K } from './strings.js';

/** @typedef {import('../controls/controls.js').Controls} Controls */
/** @typedef {import('./index.js').Marks} Marks */

const saving = lazy(() => import('./save.js'));
const INTERVAL_MS = 100;

export class MarksStrip {
  /** @type {(() => void)[]} */
  #undo = [];
  #writtenAt = 0;

  /** @param {Controls} ui @param {Marks} marks @param {() => void} closed */
  constructor(ui, marks, closed) {
    const { element, session } = ui;
    this.ui = ui;
    this.marks = marks;
    this.closed = closed;
    const add = (/** @type {'event' | 'span'} */ kind, /** @type {string} */ title) =>
      h('button', { type: 'button', title, onclick: () => marks.add(kind) }, `+ ${K[kind]}`);
    this.title = h('input', {
      type: 'text',
      class: 'name-of-mark',
      autocomplete: 'off',
      maxlength: '80',
      'aria-label': K.name,
      placeholder: K.none,
      onchange: () => marks.rename(this.title.value),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === 'Enter') this.ui.stage.focus();
      },
    });
    this.remove = button('remove', K.remove, () => marks.remove());
    this.feet = h(
      'button',
      {
        type: 'button',
        'aria-pressed': 'false',
        onclick: () => {
          element.contacts = element.contacts === null ? '' : null;
        },
      },
      K.feet,
    );
    const field = (/** @type {string} */ label) =>
      h('input', { type: 'text', inputmode: 'decimal', autocomplete: 'off', 'aria-label': label, onchange: () => this.#threshold() });
    this.speed = field(`${K.feet}, ${K.slower} (${K.speedUnit})`);
    this.height = field(`${K.feet}, ${K.lower} (${K.heightUnit})`);
    this.usual = button('retry', K.usual, () => {
      element.contacts = '';
    });
    this.slide = h('output', { 'aria-live': 'off' });
    this.limits = h(
      'div',
      { class: 'thresholds' },
      h('label', {}, K.below, this.speed, K.speedUnit),
      h('label', {}, this.height, K.heightUnit),
      this.usual,
      this.slide,
    );
    this.files = [button('copy', K.copy, () => this.#copy()), button('save', K.save, () => this.#save())];
    this.root = h(
      'div',
      {
        class: 'figure-strip strip-of-marks',
        role: 'group',
        part: 'bar',
        'aria-label': K.group,
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      },
      h('h2', {}, icon('mark'), h('span', {}, K.title)),
      h('div', { class: 'segments' }, add('event', K.addEvent), add('span', K.addSpan)),
      button('prev', K.previous, () => marks.step(-1)),
      this.title,
      this.remove,
      button('next', K.next, () => marks.step(1)),
      ...this.files,
      h('span', { class: 'divider' }),
      h('div', { class: 'segments' }, this.feet),
      this.limits,
      h('span', { class: 'gap' }),
      button('close', K.close, () => this.close()),
    );
    marks.changed = () => this.#update();
    this.#undo = [session.on('time', () => this.#write()), session.on('play', () => this.#write(true))];
    ui.own.before(this.root);
    this.#update();
  }

  #update() {
    const {
      marks,
      ui: { element, shadow },
    } = this;
    const mark = marks.all[marks.chosen];
    if (shadow.activeElement !== this.title) this.title.value = mark?.name ?? '';
    this.title.disabled = this.remove.disabled = !mark;
    for (const file of this.files) file.disabled = !marks.all.length;
    const on = element.contacts !== null;
    setAttr(this.feet, 'aria-pressed', String(on));
    this.limits.hidden = !on;
    const { stances } = marks;
    for (const [field, value] of /** @type {[HTMLInputElement, number][]} */ ([
      [this.speed, stances?.speed ?? NaN],
      [this.height, 100 * (stances?.height ?? NaN)],
    ])) {
      field.disabled = !stances;
      if (shadow.activeElement !== field) field.value = value === value ? short(value, 2) : '';
    }
    this.usual.disabled = !element.contacts;
    this.#write(true);
  }

  /** Writes how fast the feet slide. @param {boolean} [now] at once */
  #write(now = this.ui.session.playback.paused) {
    const { stances } = this.marks;
    if (!stances || (!now && performance.now() - this.#writtenAt < INTERVAL_MS)) return;
    this.#writtenAt = performance.now();
    const [left, right] = this.marks.slides.map((slide) => (slide === slide ? K.rate(slide) : K.nothing));
    const step = this.marks.lastStep;
    setText(
      this.slide,
      stances.left || stances.right ? K.slide(left, right) + (step ? K.step(step.length, step.width, step.cadence) : '') : K.noFeet,
    );
  }

  #threshold() {
    const number = (/** @type {HTMLInputElement} */ field) => Number(field.value.replace(',', '.'));
    const [speed, height] = [number(this.speed), number(this.height) / 100];
    if (speed > 0 && height > 0) this.marks.thresholds = { speed, height };
    else this.#update();
  }

  async #copy() {
    const { session } = this.ui;
    try {
      await navigator.clipboard.writeText((await saving()).csv(this.marks.all));
      session.say(K.copied);
    } catch {
      session.say(S.say.copyFailed);
    }
  }

  async #save() {
    (await saving()).save(this.marks.all, this.ui.session.info?.name ?? '');
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== 'Escape') return;
    this.close();
    event.preventDefault();
    event.stopPropagation();
  }

  /** Closes the controls; marks and lanes stay. */
  close() {
    const { shadow, stage } = this.ui;
    for (const undo of this.#undo) undo();
    this.marks.changed = () => {};
    const inside = this.root.contains(shadow.activeElement);
    this.root.remove();
    this.closed();
    if (inside) stage.focus();
  }
}
