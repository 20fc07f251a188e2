/** The file section: format, range, rate, unit and axes of a motion file. */
import { h } from '../player/base/dom.js';
import { lazy } from '../player/base/parts.js';
import { save } from './downloads.js';
import { partChoice } from './filmstrip-section.js';
import { choice, slowly, toggle } from './form.js';
import { packedFile } from './packed-file.js';
import { X } from './strings.js';

/** @typedef {import('../types.d.ts').ConvertOptions['format']} Format */

const files = lazy(() => import('./motion-file.js'));

const RATES = ['', '24', '25', '30', '50', '60', '120'];
const UNITS = ['', 'm', 'cm', 'mm', 'in'];
const AXES = ['', 'y', 'z'];

/** @param {import('../player/session/session.js').Session} session @returns {DocumentFragment} */
export function motionSection(session) {
  const format = choice(
    X.format,
    Object.entries(X.motions).map(([each, text]) => [each, text]),
    'bvh',
    () => formatChanged(),
  );
  const note = h('small', { class: 'rest' });
  const changes = h('small', { class: 'rest', role: 'status' });
  const of = partChoice(session);
  const rate = choice(
    X.fps,
    RATES.map((fps) => [fps, fps || X.asItIs]),
    '',
  );
  const unit = choice(
    X.unit,
    UNITS.map((each) => [each, each || X.asItIs]),
    '',
  );
  const up = choice(
    X.up,
    AXES.map((axis) => [axis, axis.toUpperCase() || X.asItIs]),
    '',
  );
  const inPlace = toggle(X.inPlace, session.get('inPlace'));
  const formatChanged = async () => {
    const { value } = format.control;
    note.textContent = X.motionNotes[/** @type {Format} */ (value)];
    changes.textContent = '';
    const { FIXED } = await files();
    for (const each of [unit, up]) each.row.hidden = FIXED.includes(/** @type {Format} */ (value));
  };
  formatChanged();

  const saveMotion = async () => {
    const [from, to] = of.part;
    const fixed = unit.row.hidden;
    changes.textContent = '';
    const { convertWithChanges } = await files();
    const { files: made, changes: differences } = await convertWithChanges(session, {
      format: /** @type {Format} */ (format.control.value),
      from,
      to,
      inPlace: inPlace.control.checked,
      ...(rate.control.value && { fps: Number(rate.control.value) }),
      ...(!fixed && unit.control.value && { unit: unit.control.value }),
      ...(!fixed && up.control.value && { up: up.control.value }),
    });
    for (const file of made) save(file, file.name);
    changes.textContent = sentences(differences).join(' ');
    session.say(X.said.saved(made.map(({ name }) => name).join(', ')));
  };
  const fragment = new DocumentFragment();
  fragment.append(
    format.row,
    note,
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
function sentences({ rate, renamed = [], commonRoot }) {
  const [first] = renamed;
  return [
    rate ? X.otherwise.rate(rate) : '',
    first ? X.otherwise.renamed(renamed.length, ...first) : '',
    commonRoot ? X.otherwise.root(commonRoot) : '',
  ].filter((sentence) => sentence);
}
