/** The file section: the program that a motion file is for, its format, range, rate, unit and axes. */
import { h } from '../player/base/dom.js';
import { lazy } from '../player/base/parts.js';
import { commandFor } from './as-command.js';
import { save } from './downloads.js';
import { partChoice } from './filmstrip-section.js';
import { choice, slowly, toggle } from './form.js';
import { packedFile } from './packed-file.js';
import { reasonOf } from './refusal.js';
import { X } from './strings.js';

/** @typedef {import('../types.d.ts').ConvertOptions['format']} Format */

const files = lazy(() => import('./motion-file.js'));

const RATES = ['', '24', '25', '30', '50', '60', '120'];
const UNITS = ['', 'm', 'cm', 'mm', 'in'];
const AXES = ['', 'y', 'z'];

/** The rig whose programs take positions alone. */
const POSITIONS = 'humanml3d22';
/** @param {string} text of the first choice @param {string[]} values @param {(value: string) => string} [name] */
const choices = (text, values, name = String) => values.map((value) => /** @type {const} */ ([value, value ? name(value) : text]));
const upper = (/** @type {string} */ axis) => axis.toUpperCase();

/** @param {import('../player/session/session.js').Session} session @returns {DocumentFragment} */
export function motionSection(session) {
  const rig = choice(X.rig, [['', X.anyProgram], ...Object.entries(X.rigs)], '', () => rigChanged());
  const format = choice(X.format, Object.entries(X.motions), 'bvh', () => formatChanged());
  const command = h('code', { dir: 'ltr' });
  const asProgram = h('small', { class: 'rest', hidden: true }, X.rigCommand, ' ', command);
  const note = h('small', { class: 'rest' });
  const changes = h('small', { class: 'rest', role: 'status' });
  const of = partChoice(session, () => tellCommand());
  const rate = choice(X.fps, choices(X.asItIs, RATES), '', () => tellCommand());
  const unit = choice(X.unit, choices(X.asItIs, UNITS), '', () => tellCommand());
  const up = choice(X.up, choices(X.asItIs, AXES, upper), '', () => tellCommand());
  const inPlace = toggle(X.inPlace, session.get('inPlace'), () => tellCommand());
  /** Lists the formats, and what numbers are by default. */
  const rigChanged = async () => {
    const as = rig.control.value;
    const { RIGGED } = await files();
    const formats = Object.entries(X.motions).filter(([each]) => !as || RIGGED.includes(/** @type {Format} */ (each)));
    format.fill(formats, as === POSITIONS ? 'npy' : 'bvh');
    const first = as ? X.asAsked : X.asItIs;
    rate.fill(choices(first, RATES), rate.control.value);
    unit.fill(choices(first, UNITS), unit.control.value);
    up.fill(choices(first, AXES, upper), up.control.value);
    await formatChanged();
  };
  const formatChanged = async () => {
    const { value } = format.control;
    const as = rig.control.value;
    note.textContent = as ? X.rigNote : X.motionNotes[/** @type {Format} */ (value)];
    asProgram.hidden = !as;
    tellCommand();
    changes.textContent = '';
    const { FIXED } = await files();
    for (const each of [unit, up]) each.row.hidden = FIXED.includes(/** @type {Format} */ (value));
  };
  const wanted = () => {
    const [from, to] = of.part;
    const fixed = unit.row.hidden;
    return {
      format: /** @type {Format} */ (format.control.value),
      ...(rig.control.value && { as: rig.control.value }),
      from,
      to,
      inPlace: inPlace.control.checked,
      ...(rate.control.value && { fps: Number(rate.control.value) }),
      ...(!fixed && unit.control.value && { unit: unit.control.value }),
      ...(!fixed && up.control.value && { up: up.control.value }),
    };
  };
  const tellCommand = () => {
    command.textContent = commandFor(session, wanted());
  };
  formatChanged();

  const saveMotion = async () => {
    changes.textContent = '';
    const { convertWithChanges } = await files();
    try {
      const { files: made, changes: differences } = await convertWithChanges(session, wanted());
      changes.textContent = sentences(differences).join(' ');
      save(session, made, X.said.saved(made.map(({ name }) => name).join(', ')));
    } catch (error) {
      // Here it is whole: a short message on the stage may lie behind the dialog.
      if (/** @type {Error} */ (error).name !== 'AbortError') changes.textContent = X.said.failed(reasonOf(error));
    }
  };
  const fragment = new DocumentFragment();
  fragment.append(
    rig.row,
    format.row,
    note,
    asProgram,
    ...of.rows,
    rate.row,
    unit.row,
    up.row,
    inPlace.row,
    h('div', { class: 'actions' }, slowly(session, X.saveMotion, saveMotion)),
    changes,
    packedFile(session),
  );
  return fragment;
}

/** Describes how the files differ from the clip. @param {import('../types.d.ts').WriteChanges} changes */
function sentences({ notes = [], rate, renamed = [], commonRoot }) {
  const [first] = renamed;
  return [
    ...notes.map((note) => `${note.charAt(0).toUpperCase()}${note.slice(1)}.`.replace(/`([^`]*)`/g, '\u201c$1\u201d')),
    rate ? X.otherwise.rate(rate) : '',
    first ? X.otherwise.renamed(renamed.length, ...first) : '',
    commonRoot ? X.otherwise.root(commonRoot) : '',
  ].filter((sentence) => sentence);
}
