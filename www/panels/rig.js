/** The rig of the clip, and what other programs make of its file. */
import { h } from '../player/base/dom.js';
import { fileWord } from '../player/words/command.js';
import { guesses } from '../player/element/rooms.js';
import { P } from './strings.js';

/** @typedef {import('../types.d.ts').RigFound} RigFound */

/** A place that is filled when the rig is known. @param {import('../player/session/session.js').Session} session */
export function rigSection(session) {
  const place = h('div', { class: 'rig-place' });
  const { source } = session;
  // Its script keeps what has been found: this one shares no code with it.
  guesses(/** @type {import('../player/element/element.js').MareyPlayer} */ (session.element)).then(async (script) => {
    const rig = await /** @type {typeof import('../guesses/index.js') | null} */ (script)?.rigOf(session);
    if (rig && session.source === source) place.replaceChildren(...about(rig, session.info));
  });
  return place;
}

/** @param {RigFound} rig @param {import('../types.d.ts').ClipInfo | null} info */
function about({ id, isPerson, programs, remarks, sentence, summary }, info) {
  if (!info || !(id || (isPerson && info.statureFrom))) return [];
  const { name } = info;
  const fits = programs.filter(({ stops, spoils }) => !stops.length && !spoils.length);
  return [
    h('dl', { class: 'facts' }, h('dt', {}, P.rig.title), h('dd', {}, h('bdi', {}, summary))),
    h('div', { class: 'remarks' }, ...[sentence, ...remarks].filter(Boolean).map((text) => h('p', {}, text))),
    programs.length > 0 &&
      h(
        'details',
        { class: 'fold' },
        h('summary', {}, P.rig.programs(fits.length, programs.length)),
        h('ul', { class: 'programs' }, ...programs.map((program) => row(program, name))),
      ),
  ].filter((each) => each !== false);
}

/** @param {RigFound['programs'][number]} program @param {string} name of the clip */
function row({ id, name: title, stops, spoils }, name) {
  const points = [...stops, ...spoils];
  if (!points.length) return h('li', {}, h('b', {}, title), ' ', P.rig.takes);
  const command = (/** @type {string} */ mend) => `${mend} ${fileWord(`${name}.bvh`)} ${fileWord(`${name}-${id}.bvh`)}`;
  return h(
    'li',
    {},
    h(
      'details',
      {},
      h('summary', {}, h('b', {}, title), ' ', stops.length ? P.rig.stops(stops.length) : P.rig.spoils(spoils.length)),
      h('ul', {}, ...points.map(({ words, mend }) => h('li', {}, words, ' ', h('code', { dir: 'ltr' }, command(mend))))),
    ),
  );
}
