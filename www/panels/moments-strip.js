/** The controls of the chronophotograph: a strip above the bar, and the moments on the timeline. */
import { h, setAttr } from '../player/base/dom.js';
import { button } from '../controls/button.js';
import { icon } from '../controls/icons.js';
import { MomentMarks } from './moment-marks.js';
import { P } from './strings.js';

/** @typedef {import('../controls/controls.js').Controls} Controls */
/** @typedef {import('../player/element/element.js').MareyPlayer} MareyPlayer */

const FEWEST = 2;
const MOST = 24;

export class MomentsStrip {
  /** @type {(() => void)[]} */
  #undo = [];

  /** @param {Controls} ui @param {() => void} closed */
  constructor(ui, closed) {
    const { element, session } = ui;
    const M = P.moments;
    this.ui = ui;
    this.closed = closed;
    this.marks = new MomentMarks(ui);
    this.figures = h('input', {
      type: 'text',
      inputmode: 'numeric',
      role: 'spinbutton',
      autocomplete: 'off',
      'aria-label': M.figures,
      'aria-valuemin': String(FEWEST),
      'aria-valuemax': String(MOST),
      onchange: () => this.#set(Number.parseInt(this.figures.value, 10)),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#figuresKey(event),
    });
    const fewer = button('minus', M.fewer, () => this.#step(-1));
    const more = button('plus', M.more, () => this.#step(1));
    this.spacing = segments(M.spacing, /** @type {[string, string][]} */ (Object.entries(M.spacings)), (value) => this.#space(value));
    this.tint = segments(M.colours, /** @type {[string, string][]} */ (Object.entries(M.tints)), (value) => {
      element.setAttribute('moments-tint', value);
    });
    this.fade = h('input', {
      type: 'range',
      min: '0',
      max: '1',
      step: '0.05',
      oninput: () => session.set('fade', Number(this.fade.value)),
    });
    const save = h('button', { type: 'button', class: 'push', onclick: () => ui.panels.toggle('share') }, M.save);
    const close = button('close', M.close, () => this.close());
    this.root = h(
      'div',
      {
        class: 'figure-strip strip-of-moments',
        role: 'group',
        part: 'bar',
        'aria-label': M.title,
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      },
      h('h2', {}, icon('moments'), h('span', {}, M.title)),
      h(
        'div',
        {},
        h('span', { class: 'caption', 'aria-hidden': 'true' }, M.figures),
        h('div', { class: 'stepper' }, fewer, this.figures, more),
      ),
      h('div', {}, h('span', { class: 'caption', 'aria-hidden': 'true' }, M.spacing), this.spacing),
      h('div', {}, h('span', { class: 'caption', 'aria-hidden': 'true' }, M.colours), this.tint),
      h('label', { class: 'inessential' }, M.fade, this.fade),
      ...this.#parts(),
      element.hasAttribute('share') && save,
      close,
    );
    this.#undo = /** @type {const} */ (['setting', 'moments']).map((signal) => session.on(signal, () => this.#update()));
    ui.own.before(this.root);
    this.#update();
  }

  /** Switches for what is drawn beside the figures. */
  #parts() {
    const { root } = this.ui;
    return /** @type {const} */ (['path', 'times']).map((name) => {
      const box = h('input', {
        type: 'checkbox',
        role: 'switch',
        class: 'switch',
        checked: !root.hasAttribute(`data-no-${name}`),
        onchange: () => root.toggleAttribute(`data-no-${name}`, !box.checked),
      });
      return h('label', { class: 'inessential' }, box, P.moments[name]);
    });
  }

  /** Spaces the moments equally, or leaves them where they are, to be moved by hand. @param {string} by */
  #space(by) {
    const { element } = this.ui;
    if (by === 'own') {
      this.marks.own();
      return;
    }
    element.setAttribute('moments-spacing', by);
    // A number in place of a list.
    element.moments = element.moments;
  }

  /** How many figures there are: at contacts perhaps fewer than were asked for. */
  get #count() {
    const {
      element,
      session: {
        state: { moments },
      },
    } = this.ui;
    return this.#atContacts && moments ? moments.moments.length : element.moments;
  }

  get #atContacts() {
    const { session } = this.ui;
    return session.get('spacing') === 'contacts' && !Array.isArray(session.get('moments')) && Boolean(session.state.moments?.contacts);
  }

  /** One figure more, or fewer. @param {1 | -1} by */
  #step(by) {
    const { session } = this.ui;
    if (!Array.isArray(session.get('moments'))) this.#set(this.#count + by);
    else if (by > 0) this.marks.addInWidestGap();
    else this.marks.removeFromNarrowestGap();
  }

  /** @param {number} figures */
  #set(figures) {
    const { element } = this.ui;
    const most = this.#atContacts ? (this.ui.session.state.moments?.contacts ?? MOST) : MOST;
    if (Number.isFinite(figures)) element.moments = Math.max(FEWEST, Math.min(MOST, most, figures));
    this.figures.value = String(this.#count);
  }

  #update() {
    const { session } = this.ui;
    if (this.ui.shadow.activeElement !== this.figures) this.figures.value = String(this.#count);
    setAttr(this.figures, 'aria-valuenow', String(this.#count));
    press(this.spacing, Array.isArray(session.get('moments')) ? 'own' : session.get('spacing'));
    const none = session.state.moments?.contacts === 0;
    const contacts = /** @type {HTMLButtonElement} */ (this.spacing.querySelector('[data-value="contacts"]'));
    if (contacts.disabled !== none) {
      Object.assign(contacts, { disabled: none, title: none ? P.moments.noContacts : '' });
      if (none && session.get('spacing') === 'contacts') session.say(P.moments.noContacts);
    }
    press(this.tint, session.get('tint'));
    this.fade.value = String(session.get('fade'));
    this.fade.disabled = session.get('tint') === 'viridis';
    this.marks.update();
  }

  /** @param {KeyboardEvent} event */
  #figuresKey(event) {
    const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    this.#step(/** @type {1 | -1} */ (way));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const way = { '+': 1, '=': 1, '-': -1 }[event.key];
    if (way) this.#step(/** @type {1 | -1} */ (way));
    else if (event.key === 'Escape') this.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  close() {
    for (const undo of this.#undo) undo();
    const inside = this.root.contains(this.ui.shadow.activeElement);
    this.root.remove();
    this.marks.close();
    this.ui.element.removeAttribute('moments');
    this.closed();
    if (inside) this.ui.stage.focus();
  }
}

/** Buttons of which one is pressed. @param {string} label @param {[value: string, text: string][]} options @param {(value: string) => void} choose */
function segments(label, options, choose) {
  return h(
    'div',
    { class: 'segments', role: 'group', 'aria-label': label },
    ...options.map(([value, text]) => h('button', { type: 'button', 'data-value': value, onclick: () => choose(value) }, text)),
  );
}

/** @param {HTMLElement} group @param {string} value */
function press(group, value) {
  for (const each of group.children) setAttr(each, 'aria-pressed', String(each.getAttribute('data-value') === value));
}
