/** Labelled controls for the settings and details panels. */
import { h } from '../player/base/dom.js';
import { UNITS } from '../player/base/values.js';
import { axesChoices, axesNow, jointChoices, jointsNote, jointsNow, readAs } from '../guesses/arrays.js';
import { chooseFigure, isBeside, mayPlayOn, notesInWords, ontoChip, ontoChoices, pairsOf, showOwn } from '../guesses/onto.js';
import { RATES } from '../guesses/rates.js';
import { G } from '../guesses/strings.js';
import { R } from '../tools/retarget/strings.js';
import { P } from './strings.js';
import { decimal, short } from '../player/words/format.js';

let ids = 0;

/** @param {string} label @param {HTMLElement} control */
export function row(label, control) {
  control.id ||= `c${++ids}`;
  return h('div', { class: 'line' }, h('label', { for: control.id }, label), control);
}

/** @param {string} label @param {[value: string, text: string][]} options @param {string} value @param {(value: string) => void} change */
export function choice(label, options, value, change) {
  const select = h(
    'select',
    { onchange: () => change(select.value) },
    ...options.map(([each, text]) => h('option', { value: each, selected: each === value }, text)),
  );
  return row(label, select);
}

/** @param {string} label @param {boolean} on @param {(on: boolean) => void} change */
export function toggle(label, on, change) {
  const box = h('input', { type: 'checkbox', role: 'switch', class: 'switch', checked: on, onchange: () => change(box.checked) });
  return row(label, box);
}

/** @param {string} label @param {string} value @param {string} placeholder @param {(value: string) => void} change */
export function field(label, value, placeholder, change) {
  const input = h('input', {
    type: 'text',
    inputmode: 'decimal',
    autocomplete: 'off',
    value,
    placeholder,
    onchange: () => change(input.value),
  });
  return row(label, input);
}

/**
 * A property that few files state: its guessed or usual value, the confidence, and a select to overrule it.
 * @param {string} label @param {import('../types.d.ts').Origin} property @param {string} text the value unless the user chooses another
 * @param {[value: string, text: string][]} options the first stands for `text` @param {string} value
 * @param {(value: string) => void} change
 */
function guessRow(label, { from, confidence, maybe }, text, options, value, change) {
  const guess = from === 'guess';
  const [[none], ...all] = options;
  // Leave out the option that equals the first, unless it is selected.
  const rest = all.filter(([each, name]) => name !== text || each === value);
  /** @param {string} chosen */
  const choose = (chosen) => {
    showGuess(chosen);
    change(chosen);
  };
  const line = choice(label, [[none, text], ...rest], value, choose);
  const select = /** @type {HTMLSelectElement} */ (line.querySelector('select'));
  const other = (!guess || confidence === 1) && rest.find(([each]) => each === maybe);
  const note = h(
    'small',
    { class: 'how', id: `c${++ids}` },
    guess && h('span', { class: 'dots', 'aria-hidden': 'true' }, '\u25cf'.repeat(confidence) + '\u25cb'.repeat(3 - confidence)),
    guess ? G.menu.sure[confidence] : from === 'format' ? P.menu.usual : from === 'file' && P.menu.inFile,
    other &&
      h(
        'button',
        {
          type: 'button',
          class: 'maybe',
          onclick: () => {
            select.value = maybe;
            select.focus();
            choose(maybe);
          },
        },
        G.menu.maybe(other[1]),
      ),
  );
  /** Shows the guess once: beside the select or, if something else is chosen, in its list. @param {string} chosen */
  const showGuess = (chosen) => {
    note.hidden = chosen !== none;
    select.options[0].text = guess && note.hidden ? G.menu.guessed(text) : text;
  };
  showGuess(value);
  select.setAttribute('aria-describedby', note.id);
  line.classList.add('broad');
  if (note.firstChild) line.append(note);
  return line;
}

/** Selects that show guesses and overrule them. @param {import('../player/session/session.js').Session} session @param {import('../controls/controls.js').Controls} ui @param {() => void} redraw */
export function placement(session, ui, redraw) {
  const { info } = session;
  if (!info) return [];
  const { units } = G.menu;
  const metres = session.get('unit');
  const known = [...UNITS].find(([, each]) => each === metres)?.[0];
  const guessedUnit = info.unit.name === 'custom' ? `${decimal(info.unit.metres, 6)} m` : units[info.unit.name];
  const rows = [
    guessRow(
      G.menu.unit,
      info.unit,
      guessedUnit,
      [
        ['', ''],
        ...[...UNITS.keys()].map((name) => /** @type {[string, string]} */ ([name, units[/** @type {keyof typeof units} */ (name)]])),
        ['custom', P.menu.custom],
      ],
      metres === 0 ? '' : (known ?? 'custom'),
      (value) => {
        ui.history.set('unit', value === 'custom' ? info.unit.metres * 1.0001 : value || null);
        redraw();
      },
    ),
  ];
  if (metres && !known) {
    rows.push(
      field(P.menu.unitCustom, short(metres, 6), '', (value) => {
        const length = Number(value.replace(',', '.'));
        if (length > 0 && Number.isFinite(length)) ui.history.set('unit', length);
        redraw();
      }),
    );
  }
  const axisName = (/** @type {string} */ axis) => axis.toUpperCase().replace('-', '\u2212');
  rows.push(
    guessRow(
      G.menu.up,
      info.up,
      axisName(info.up.axis),
      ['', 'x', 'y', 'z', '-x', '-y', '-z'].map((axis) => /** @type {[string, string]} */ ([axis, axisName(axis)])),
      session.get('up'),
      (value) => ui.history.set('up', value || null),
    ),
  );
  if (info.positions.mode !== 'none') {
    const [title, modes] = info.format === 'ASF/AMC' ? [P.menu.stretch, P.menu.stretchModes] : [P.menu.positions, P.menu.positionModes];
    rows.push(
      guessRow(
        title,
        info.positions,
        modes[info.positions.mode],
        [
          ['auto', ''],
          ['replace', modes.replace],
          ['add', modes.add],
        ],
        session.get('positions'),
        (value) => ui.history.set('positions', value),
      ),
    );
    if (title === P.menu.positions) rows[rows.length - 1].title = P.menu.positionsWhy;
  }
  const { frameTime, keyed } = session.playback;
  if (info.rate.guessed && !keyed) {
    const chosen = session.get('frameTime') ? decimal(1 / frameTime, 2) : '';
    const rates = [...new Set([...RATES.map(String), chosen])].filter(Boolean);
    rows.push(
      guessRow(
        G.menu.fps,
        { from: 'guess', confidence: 1, maybe: '' },
        G.guesses.fps(decimal(1 / info.frameTime, 2)),
        [['', ''], ...rates.map((rate) => /** @type {[string, string]} */ ([rate, G.guesses.fps(rate)]))],
        chosen,
        (rate) => ui.history.set('fps', rate || null),
      ),
    );
  }
  if (mayPlayOn(session)) {
    const onto = ontoChip(session);
    const choices = ontoChoices(session).map(([value, name]) => /** @type {[string, string]} */ ([value, name]));
    const line = choice(R.onto.title, choices, onto?.chosen ?? 'own', (value) =>
      chooseFigure(session, /** @type {import('../guesses/onto.js').Choice} */ (value)),
    );
    line.classList.add('broad');
    line.dataset.row = 'onto';
    if (onto) line.append(h('small', { class: 'how' }, h('bdi', {}, onto.fit)));
    rows.push(line);
    const { onto: now } = session.source ?? {};
    if (now) {
      const notes = notesInWords(now.facts.notes);
      if (notes.length)
        rows.push(
          h(
            'div',
            { class: 'remarks', role: 'list', 'aria-label': R.notes.title },
            ...notes.map((text) => h('p', { role: 'listitem' }, h('bdi', {}, text))),
          ),
        );
      rows.push(
        toggle(R.onto.beside, isBeside(session), (on) => showOwn(session, on ? 'beside' : '')),
        toggle(R.onto.ghost, now.ghost, (on) => showOwn(session, on ? 'ghost' : '')),
      );
      if (!session.state.asking) rows.push(pairsOf(session));
    }
  }
  const note = jointsNote(session, info);
  if (note) rows.push(choice(G.menu.joints, jointChoices(info), jointsNow(session, info), (value) => readAs(session, 'joints', value)));
  const axes = axesChoices(info);
  const now = session.source?.axes || axes.find(([, name]) => name === axesNow(info))?.[0];
  if (now) rows.push(choice(G.menu.axes, axes, now.toUpperCase(), (value) => readAs(session, 'axes', value)));
  if (info.floor.height) {
    const { floors } = P.menu;
    const line = choice(
      P.menu.floor,
      [
        ['auto', info.floor.stance ? floors.feet : floors.body],
        ['zero', floors.zero],
      ],
      session.get('ground'),
      (value) => ui.history.set('ground', value === 'auto' ? null : value),
    );
    line.classList.add('broad');
    line.append(h('small', { class: 'how' }, h('bdi', {}, P.menu.overZero(info.floor.height))));
    rows.push(line);
  }
  return rows;
}
