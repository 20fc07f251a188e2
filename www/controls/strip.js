/** The controls of a tool, in a strip above the bar, and the parts that several of them have. Fetched with the first strip. */
import css from './strip.css';
import { h, setAttr } from '../player/base/dom.js';
import { style } from '../player/element/shell.js';
import { button } from './button.js';
import { C } from './strings.js';
import { PATHS, icon } from './icons.js';

Object.assign(PATHS, {
  copy: 'M9 9h10v11H9zM5.5 15H5V4h10v1.5',
  minus: 'M5 12h14',
  plus: 'M12 5v14M5 12h14',
  save: 'M12 4v11M8 11.5l4 3.5 4-3.5M5 19.5h14',
});

/** @typedef {import('./controls.js').Controls} Controls */
/** @typedef {import('../player/session/signals.js').Signal} Signal */
/**
 * The content of a tool's strip.
 * @typedef {object} Content
 * @property {string} title
 * @property {string} [label] for screen readers; by default the title
 * @property {() => string} [summary] what it holds, while it is folded
 * @property {string} close says what the last button closes
 * @property {string} [css]
 * @property {(Element | null | false)[]} content what has `data-leaves` goes first into the card behind “...” where there is no room, the lowest number before the others
 * @property {Partial<Record<Signal, (detail?: any) => void>>} on what to do at signals
 * @property {Record<string, () => void>} [keys] beside Escape
 * @property {() => boolean} [escape] whether that key was for something inside
 * @property {() => void} closed
 */
/** Makes the controls of a tool; `shown` is what the tool's script returned. @template [T=any] @typedef {(ui: Controls, parts: typeof PARTS, shown: T) => Content} Build */

/** @param {Controls} ui @param {import('../player/element/rooms.js').Tool} tool @param {Build} build @param {unknown} shown @param {() => void} ended */
export function open(ui, tool, build, shown, ended) {
  const { own, session, shadow, stage } = ui;
  const { title, label = title, summary, close: word, css: its = '', content, on, keys, escape, closed } = build(ui, PARTS, shown);
  style(shadow, css);
  if (its) style(shadow, its);
  const close = () => {
    for (const undo of undos) undo();
    rest.end();
    const inside = root.contains(shadow.activeElement);
    root.remove();
    closed();
    ended();
    if (inside) stage.focus();
  };
  const rest = restOf(content.filter((each) => each instanceof HTMLElement));
  const onkeydown = (/** @type {KeyboardEvent} */ event) => {
    const action = keys?.[event.key];
    if (action) action();
    else if (event.key !== 'Escape') return;
    else if (!escape?.()) close();
    event.preventDefault();
    event.stopPropagation();
  };
  const root = h(
    'div',
    { class: `figure-strip strip-of-${tool.name}`, role: 'group', part: 'bar', 'aria-label': label, onkeydown },
    h('h2', {}, icon(/** @type {import('./icons.js').IconName} */ (tool.icon)), h('span', {}, title)),
    ...content,
    rest.root,
    button('close', word, close),
  );
  rest.watch(root);
  const undos = Object.entries(on).map(([signal, listener]) => session.on(/** @type {Signal} */ (signal), listener));
  own.before(root);
  return { tool, root, summary, close };
}

/** The card behind “...”, which has what the strip has no room for. @param {HTMLElement[]} all what is in the strip, in order */
function restOf(all) {
  const card = h('div', { class: 'menu rest-of-strip', role: 'group', 'aria-label': C.more, hidden: true });
  const show = (/** @type {boolean} */ on) => {
    card.hidden = !on;
    setAttr(opener, 'aria-expanded', String(on));
  };
  const opener = button('more', C.more, () => show(Boolean(card.hidden)), { 'aria-expanded': 'false' });
  const root = h(
    'div',
    {
      class: 'rest-of-tool',
      hidden: true,
      onfocusout: (/** @type {FocusEvent} */ { relatedTarget }) => {
        if (relatedTarget && !root.contains(/** @type {Node} */ (relatedTarget))) show(false);
      },
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== 'Escape' || card.hidden) return;
        event.preventDefault();
        event.stopPropagation();
        show(false);
        opener.focus();
      },
    },
    card,
    opener,
  );
  const rank = (/** @type {HTMLElement} */ { dataset }, /** @type {number} */ index) => Number(dataset.leaves ?? 100 + all.length - index);
  /** Where each stands in the strip. */
  const places = new Map(all.map((each) => [each, document.createComment('')]));
  /** How many of them stand in the strip. */
  let kept = all.length;
  /** @param {HTMLElement} strip */
  const fit = (strip) => {
    if (!strip.clientWidth) return;
    const { activeElement } = /** @type {ShadowRoot} */ (strip.getRootNode());
    const isFull = () => strip.scrollWidth > strip.clientWidth + 1;
    // Those that leave first stand last.
    const leaving = [...all].sort((a, b) => rank(b, all.indexOf(b)) - rank(a, all.indexOf(a)));
    const put = (/** @type {number} */ count) => {
      const isIn = (/** @type {HTMLElement} */ each) => leaving.indexOf(each) < count;
      for (const each of all) {
        if (isIn(each) === (each.parentElement === strip)) continue;
        if (isIn(each)) places.get(each)?.after(each);
        else card.insertBefore(each, all.slice(all.indexOf(each) + 1).find((next) => next.parentElement === card) ?? null);
      }
      kept = count;
      root.hidden = count === leaving.length;
    };
    const bringBack = () => {
      while (kept < leaving.length) {
        put(kept + 1);
        if (!isFull()) continue;
        put(kept - 1);
        break;
      }
    };
    // The title leaves before anything that can be used.
    strip.toggleAttribute('data-tight', false);
    bringBack();
    if (kept < leaving.length || isFull()) {
      strip.toggleAttribute('data-tight', true);
      bringBack();
    }
    while (kept > 0 && isFull()) put(kept - 1);
    if (root.hidden) show(false);
    // What has moved has lost the focus.
    if (activeElement instanceof HTMLElement && strip.contains(activeElement) && !activeElement.matches(':focus'))
      (card.hidden && card.contains(activeElement) ? opener : activeElement).focus();
  };
  // The sizes of what stands in the card are of no interest.
  const later = new ResizeObserver((changed) => {
    const strip = /** @type {HTMLElement | null} */ (root.closest('.figure-strip'));
    if (strip && changed.some(({ target }) => target === strip || target.parentElement === strip)) requestAnimationFrame(() => fit(strip));
  });
  return {
    root,
    /** @param {HTMLElement} strip */
    watch(strip) {
      for (const [each, place] of places) each.before(place);
      for (const each of [strip, ...all]) later.observe(each);
    },
    end: () => later.disconnect(),
  };
}

/** A control with its name before it, which narrow players hide. @param {string} text @param {HTMLElement} control @param {Record<string, string>} [attributes] */
const captioned = (text, control, attributes = {}) =>
  h(control.matches('select, input') ? 'label' : 'div', attributes, h('span', { class: 'caption', 'aria-hidden': 'true' }, text), control);

/** A number with buttons. @param {{ label: string, fewer: string, more: string, least: number, most: number, step: (by: 1 | -1) => void, set: (count: number) => void, now: () => number }} of */
function stepper({ label, fewer, more, least, most, step, set, now }) {
  const field = h('input', {
    type: 'text',
    inputmode: 'numeric',
    role: 'spinbutton',
    autocomplete: 'off',
    'aria-label': label,
    'aria-valuemin': String(least),
    'aria-valuemax': String(most),
    onchange: () => {
      const count = Number.parseInt(field.value, 10);
      if (Number.isFinite(count)) set(Math.max(least, Math.min(most, count)));
      field.value = String(now());
    },
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!way) return;
      event.preventDefault();
      by(/** @type {1 | -1} */ (way));
    },
  });
  const by = (/** @type {1 | -1} */ way) => {
    step(way);
    field.value = String(now());
  };
  const update = () => {
    if (!field.matches(':focus')) field.value = String(now());
    setAttr(field, 'aria-valuenow', String(now()));
  };
  return {
    root: h(
      'div',
      { class: 'stepper' },
      button('minus', fewer, () => by(-1)),
      field,
      button('plus', more, () => by(1)),
    ),
    update,
  };
}

/** From 0 to 1. @param {(value: number) => void} change */
function slider(change) {
  const input = h('input', { type: 'range', min: '0', max: '1', step: '0.05', oninput: () => change(Number(input.value)) });
  return input;
}

/** A select whose options change. @param {string} label @param {(value: string) => void} change */
function select(label, change) {
  const control = h('select', { 'aria-label': label, onchange: () => change(control.value) });
  let before = '';
  return {
    control,
    /** @param {[value: string, text: string][]} options @param {string} value */
    fill(options, value) {
      const now = JSON.stringify(options);
      if (now !== before) control.replaceChildren(...options.map(([each, text]) => h('option', { value: each }, text)));
      before = now;
      control.value = value;
    },
  };
}

/** A list of what can be removed. @param {string} name of the class @param {string} label */
function chips(name, label) {
  const root = h('div', { class: name, role: 'group', 'aria-label': label });
  return {
    root,
    /** @param {HTMLElement[]} all @param {HTMLElement | null} otherwise has the focus when no chip is left */
    fill(all, otherwise) {
      const inside = root.matches(':focus-within');
      root.replaceChildren(...all);
      if (inside) (root.querySelector('button') ?? otherwise)?.focus();
    },
  };
}

/** Buttons of which one is pressed. @param {string} label @param {Record<string, string>} texts by their values @param {(value: string) => void} choose */
function segments(label, texts, choose) {
  const buttons = Object.entries(texts).map(([value, text]) =>
    h('button', { type: 'button', 'data-value': value, onclick: () => choose(value) }, text),
  );
  return {
    root: h('div', { class: 'segments', role: 'group', 'aria-label': label }, ...buttons),
    buttons,
    press: (/** @type {string} */ value) => {
      for (const each of buttons) setAttr(each, 'aria-pressed', String(each.dataset.value === value));
    },
  };
}

const PARTS = { captioned, stepper, slider, select, chips, segments };
