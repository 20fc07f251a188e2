/** Labelled controls, as the settings and the details both need them. */
import { h } from '../player/dom.js';
import { UNITS } from '../player/settings.js';
import { P } from './strings.js';
import { decimal, short } from '../player/format.js';

let ids = 0;

/**
 * @param {string} label
 * @param {HTMLElement} control
 */
export function row(label, control) {
  control.id ||= `c${++ids}`;
  return h('div', { class: 'line' }, h('label', { for: control.id }, label), control);
}

/**
 * @param {string} label
 * @param {[value: string, text: string][]} options
 * @param {string} value
 * @param {(value: string) => void} change
 */
export function choice(label, options, value, change) {
  const select = h('select', { onchange: () => change(select.value) },
    ...options.map(([each, text]) => h('option', { value: each, selected: each === value }, text)));
  return row(label, select);
}

/**
 * @param {string} label
 * @param {boolean} on
 * @param {(on: boolean) => void} change
 */
export function toggle(label, on, change) {
  const box = h('input', { type: 'checkbox', role: 'switch', class: 'switch', checked: on, onchange: () => change(box.checked) });
  return row(label, box);
}

/**
 * @param {string} label
 * @param {string} value
 * @param {string} placeholder
 * @param {(value: string) => void} change
 */
export function field(label, value, placeholder, change) {
  const input = h('input', { type: 'text', inputmode: 'decimal', autocomplete: 'off', value, placeholder, onchange: () => change(input.value) });
  return row(label, input);
}

/**
 * Unit, up axis and position channels: what the file leaves open, what was guessed, and the switch to overrule it.
 * @param {import('../player/session.js').Session} session
 * @param {() => void} redraw
 */
export function placement(session, redraw) {
  const { info } = session;
  if (!info) return [];
  const { units } = P.menu;
  const guess = (/** @type {{ guessed: boolean }} */ { guessed }, /** @type {string} */ text) => (guessed ? P.menu.guessed : P.menu.fromFile)(text);
  const metres = session.get('unit');
  const known = [...UNITS].find(([, each]) => each === metres)?.[0];
  const guessedUnit = info.unit.name === 'custom' ? `${decimal(info.unit.metres, 6)} m` : P.menu.unitNames[info.unit.name];
  const unit = choice(P.menu.unit, [['', guess(info.unit, guessedUnit)],
    ...[...UNITS.keys()].map((name) => /** @type {[string, string]} */ ([name, units[/** @type {keyof typeof units} */ (name)]])),
    ['custom', P.menu.custom]], metres === 0 ? '' : known ?? 'custom', (value) => {
    session.lent.lend('unit', value === 'custom' ? String(info.unit.metres * 1.0001) : value || null);
    redraw();
  });
  // It names the length of the unit, too.
  unit.classList.add('broad');
  const rows = [unit];
  if (metres && !known) {
    rows.push(field(P.menu.unitCustom, short(metres, 6), '', (value) => {
      const length = Number(value.replace(',', '.'));
      if (length > 0 && Number.isFinite(length)) session.lent.lend('unit', String(length));
      redraw();
    }));
  }
  rows.push(choice(P.menu.up, [['', guess(info.up, info.up.axis.toUpperCase())],
    .../** @type {[string, string][]} */ (['x', 'y', 'z', '-x', '-y', '-z'].map((axis) => [axis, axis.toUpperCase().replace('-', '\u2212')]))],
  session.get('up'), (value) => session.lent.lend('up', value || null)));
  if (info.positions.mode !== 'none') {
    const modes = P.menu.positionModes;
    rows.push(choice(P.menu.positions, [['auto', guess(info.positions, modes[info.positions.mode])], ['replace', modes.replace], ['add', modes.add]],
      session.get('positions'), (value) => session.lent.lend('positions', value)));
  }
  return rows;
}
