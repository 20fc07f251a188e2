/** The controls of ghosts and trails: a strip above the bar, and the ghosts on the timeline. */
import { h, setAttr } from '../player/base/dom.js';
import { parseStep } from '../ghosts/choose.js';
import { titleOf } from '../trails/choose.js';
import { button } from '../controls/button.js';
import { icon } from '../controls/icons.js';
import { P } from './strings.js';

/** @typedef {import('../controls/controls.js').Controls} Controls */

/** Most ghosts at each side. */
const MOST = 12;
const SIDES = /** @type {const} */ (['before', 'after']);
const SECONDS = [0.05, 0.1, 0.2, 0.5, 1];
const FRAMES = [1, 2, 5, 10, 20];

export class GhostsStrip {
  #marks = h('div', { class: 'whole marks-of-ghosts', 'aria-hidden': 'true' });
  #chips = h('div', { class: 'chips-of-trails', role: 'group', 'aria-label': P.ghosts.trails });
  /** @type {(() => void)[]} */
  #undo = [];

  /** @param {Controls} ui @param {() => void} closed */
  constructor(ui, closed) {
    const { element, session } = ui;
    const G = P.ghosts;
    this.ui = ui;
    this.closed = closed;
    this.steppers = SIDES.map((side, index) => this.#stepper(side, /** @type {0 | 1} */ (index)));
    this.every = h('select', {
      'aria-label': G.every,
      onchange: () => {
        element.ghostStep = this.every.value;
      },
    });
    this.fade = h('input', {
      type: 'range',
      min: '0',
      max: '1',
      step: '0.05',
      oninput: () => session.set('ghostFade', Number(this.fade.value)),
    });
    this.length = h('select', {
      'aria-label': G.length,
      onchange: () => {
        element.trailWindow = this.length.value === 'all' ? Infinity : this.length.value ? Number(this.length.value) : null;
      },
    });
    const add = button('plus', G.add, () => this.#add(), { class: 'btn add' });
    const close = button('close', G.close, () => this.close());
    this.root = h(
      'div',
      {
        class: 'figure-strip strip-of-ghosts',
        role: 'group',
        part: 'bar',
        'aria-label': G.group,
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      },
      h('h2', {}, icon('moments'), h('span', {}, G.title)),
      ...this.steppers.map(({ root }) => root),
      h('label', {}, h('span', { class: 'caption', 'aria-hidden': 'true' }, G.every), this.every),
      h('label', { class: 'inessential' }, G.fade, this.fade),
      h('span', { class: 'divider' }),
      h('h2', {}, G.trails),
      h('div', {}, this.#chips, add),
      h('label', { class: 'inessential' }, h('span', { class: 'caption', 'aria-hidden': 'true' }, G.length), this.length),
      close,
    );
    this.#undo = /** @type {const} */ (['setting', 'ghosts', 'trails', 'clip']).map((signal) => session.on(signal, () => this.#update()));
    // The marks move with the playhead; those of keys stay.
    this.#undo.push(session.on('time', () => this.#mark()));
    ui.own.before(this.root);
    ui.bar?.timeline.fill.parentElement?.append(this.#marks);
    this.#update();
  }

  /** @param {typeof SIDES[number]} side @param {0 | 1} index */
  #stepper(side, index) {
    const G = P.ghosts;
    const set = (/** @type {number} */ count) => {
      const counts = this.#counts;
      if (Number.isFinite(count)) counts[index] = Math.max(0, Math.min(MOST, count));
      this.ui.element.ghosts = counts;
      field.value = String(this.#counts[index]);
    };
    const field = h('input', {
      type: 'text',
      inputmode: 'numeric',
      role: 'spinbutton',
      autocomplete: 'off',
      'aria-label': G.count(G[side]),
      'aria-valuemin': '0',
      'aria-valuemax': String(MOST),
      onchange: () => set(Number.parseInt(field.value, 10)),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
        if (!way) return;
        event.preventDefault();
        set(this.#counts[index] + way);
      },
    });
    const root = h(
      'div',
      {},
      h('span', { class: 'caption', 'aria-hidden': 'true' }, G[side]),
      h(
        'div',
        { class: 'stepper' },
        button('minus', G.fewer(G[side]), () => set(this.#counts[index] - 1)),
        field,
        button('plus', G.more(G[side]), () => set(this.#counts[index] + 1)),
      ),
    );
    return { root, field };
  }

  /** @returns {[number, number]} */
  get #counts() {
    return [...(this.ui.session.get('ghosts') ?? /** @type {[number, number]} */ ([0, 0]))];
  }

  #update() {
    const { session, shadow } = this.ui;
    const G = P.ghosts;
    this.steppers.forEach(({ field }, index) => {
      const count = String(this.#counts[index]);
      if (shadow.activeElement !== field) field.value = count;
      setAttr(field, 'aria-valuenow', count);
    });
    const step = parseStep(session.get('ghostStep'));
    const [seconds, frames] = typeof step === 'string' ? [0, 0] : 'seconds' in step ? [step.seconds, 0] : [0, step.frames];
    const { keyed } = session.playback;
    const value = typeof step === 'string' ? step : frames ? `${frames}f` : String(seconds);
    fill(
      this.every,
      [
        ...numbers(SECONDS, seconds).map((n) => /** @type {[string, string]} */ ([String(n), G.seconds(n)])),
        ...(keyed ? [] : numbers(FRAMES, frames).map((n) => /** @type {[string, string]} */ ([`${n}f`, G.frames(n)]))),
        ...(keyed || step === 'keys' ? [/** @type {[string, string]} */ (['keys', G.keys])] : []),
        /** @type {[string, string]} */ (['contacts', G.contacts]),
      ],
      value,
    );
    this.fade.value = String(session.get('ghostFade'));
    const reach = session.get('trailWindow');
    const length = reach === null ? '' : reach === Infinity ? 'all' : String(reach);
    fill(
      this.length,
      [
        ...Object.entries(G.lengths),
        ...(length in G.lengths ? [] : [/** @type {[string, string]} */ ([length, G.seconds(Number(length))])]),
      ].sort(([a], [b]) => order(a) - order(b)),
      length,
    );
    this.#trails();
    this.#mark();
  }

  /** The joints with trails. */
  #trails() {
    const { info, state } = this.ui.session;
    const joints = info ? (state.trails?.tracks.map(({ joint }) => joint) ?? []) : [];
    const key = String(joints.map((joint) => info?.joints[joint].name));
    if (this.#chips.getAttribute('data-joints') === key) return;
    this.#chips.setAttribute('data-joints', key);
    const inside = this.#chips.contains(this.ui.shadow.activeElement);
    this.#chips.replaceChildren(
      ...joints.flatMap((joint) => {
        const of = info?.joints[joint];
        if (!of) return [];
        const title = titleOf(of);
        return h(
          'span',
          { class: 'chip-of-trail' },
          h('span', { class: 'side', 'data-side': of.side }),
          h('span', { title }, title),
          button('close', P.ghosts.remove(title), () => this.#choose(joints.filter((each) => each !== joint))),
        );
      }),
    );
    if (inside) /** @type {HTMLElement | null} */ (this.#chips.querySelector('button') ?? this.root.querySelector('.add'))?.focus();
  }

  /** @param {number[]} joints */
  #choose(joints) {
    const { element, session } = this.ui;
    element.trails = joints.length ? joints.map((joint) => session.info?.joints[joint].name ?? '') : null;
  }

  /** Adds the selected joint, or lets the visitor select one. */
  #add() {
    const { panels, session } = this.ui;
    const { selected } = session.view;
    const joints = session.state.trails?.tracks.map(({ joint }) => joint) ?? [];
    if (selected >= 0) this.#choose([...new Set([...joints, selected])]);
    else {
      session.say(P.ghosts.select);
      if (panels.name !== 'details') panels.toggle('details');
    }
  }

  /** Marks the ghosts on the timeline. */
  #mark() {
    const {
      playback: { duration, time },
      state: { ghosts },
    } = this.ui.session;
    const shown = ghosts
      .map(({ at, moves, before }) => ({ at: moves ? time + at : at, before }))
      .filter(({ at }) => at >= 0 && at <= duration);
    while (this.#marks.children.length > shown.length) this.#marks.lastChild?.remove();
    while (this.#marks.children.length < shown.length) this.#marks.append(h('span'));
    shown.forEach(({ at, before }, index) => {
      const mark = /** @type {HTMLElement} */ (this.#marks.children[index]);
      mark.style.setProperty('--ghost', (duration > 0 ? at / duration : 0).toFixed(5));
      setAttr(mark, 'data-before', before);
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== 'Escape') return;
    this.close();
    event.preventDefault();
    event.stopPropagation();
  }

  close() {
    const { element, shadow, stage } = this.ui;
    for (const undo of this.#undo) undo();
    const inside = this.root.contains(shadow.activeElement);
    this.root.remove();
    this.#marks.remove();
    element.ghosts = null;
    element.trails = null;
    this.closed();
    if (inside) stage.focus();
  }
}

/** The usual numbers and the chosen one, if it is none of them. @param {number[]} usual @param {number} chosen 0 for none */
const numbers = (usual, chosen) => (chosen && !usual.includes(chosen) ? [...usual, chosen].sort((a, b) => a - b) : usual);

/** @param {string} length */
const order = (length) => (length === 'all' ? Infinity : Number(length));

/** @param {HTMLSelectElement} select @param {[value: string, text: string][]} options @param {string} value */
function fill(select, options, value) {
  const key = JSON.stringify(options);
  if (select.getAttribute('data-options') !== key) {
    select.setAttribute('data-options', key);
    select.replaceChildren(...options.map(([each, text]) => h('option', { value: each }, text)));
  }
  select.value = value;
}
