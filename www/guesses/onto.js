/** The chip of a motion that is played on another figure. */
import { pageParts } from '../controls/page-parts.js';
import { h } from '../player/base/dom.js';
import { retargeting } from '../player/element/rooms.js';
import { HUMAN } from '../player/session/link.js';
import { R } from '../tools/retarget/strings.js';

/** @typedef {import('../player/session/session.js').Session} Session */

/** What is done, or the figure of a clip in the page's list by its place there. @typedef {'follow' | 'still' | 'human' | 'own' | `clip-${number}`} Choice */

/** Told where the names of a figure take left for right. */
const EXCHANGED = 'exchanged';

/** The figures of the visitor's other clips. @param {Session} session */
const figuresOfClips = (session) => pageParts(session).clips?.figures() ?? [];

/** What the visitor may choose. @param {Session} session @returns {[value: Choice, name: string, about: string][]} */
export function ontoChoices(session) {
  const { figure } = session.source?.onto ?? {};
  const isHuman = figure?.written === HUMAN;
  return [
    ...(figure
      ? /** @type {[Choice, string, string][]} */ ([
          ['follow', isHuman ? R.onto.standard : R.onto.follow, ''],
          ['still', R.onto.still, R.onto.stillAbout],
        ])
      : []),
    ...(isHuman ? [] : [/** @type {[Choice, string, string]} */ (['human', R.onto.standard, ''])]),
    ...figuresOfClips(session).flatMap(({ name, worn }, at) =>
      worn ? [] : [/** @type {[Choice, string, string]} */ ([`clip-${at}`, R.onto.on(name), ''])],
    ),
    ['own', R.onto.own, ''],
  ];
}

/** Whether another figure can be chosen: not without a motion, nor for what is no person. @param {Session} session */
export const mayPlayOn = ({ info, source }) => Boolean(source?.onto || (info?.statureFrom && info.frameCount > 1));

/** @typedef {import('../player/element/element.js').MareyPlayer} MareyPlayer */

/** The script of retargeting. @param {Session} session */
const fetched = (session) => retargeting(/** @type {MareyPlayer} */ (session.element));
/** @param {Session} session */
const figuresOf = async (session) => (await fetched(session))?.show(/** @type {MareyPlayer} */ (session.element), session);

/** The table of the pairs of joints, once it is there. @param {Session} session */
export function pairsOf(session) {
  const place = h('div', { class: 'pairs-place' });
  fetched(session).then((module) => {
    const { clips, history } = pageParts(session);
    if (module) place.append(module.pairs(session, Boolean(clips), history));
  });
  return place;
}

/** Plays the motion on what the visitor chose. @param {Session} session @param {Choice | import('../types.d.ts').Source} how */
export const chooseFigure = async (session, how) => {
  const clip = typeof how === 'string' && how.startsWith('clip-') ? figuresOfClips(session)[Number(how.slice(5))] : undefined;
  if (clip) await clip.choose();
  else (await figuresOf(session))?.choose(/** @type {Exclude<typeof how, `clip-${number}`>} */ (how), pageParts(session).history);
};
/** Shows the motion's own body together with the figure, or no longer (''). @param {Session} session @param {'' | 'beside' | 'ghost'} how */
export const showOwn = async (session, how) => (await figuresOf(session))?.showOwn(how, pageParts(session).history);

/** Whether the motion's own body is beside the figure. @param {Session} session */
export const isBeside = ({ source, state: { others } }) =>
  Boolean(source?.onto) &&
  others.some(({ element }) => /** @type {import('../actors/clip-element.js').MareyClip} */ (element).source === source?.onto?.own);

/** Remarks about a motion and its figure, for people. @param {import('../types.d.ts').RetargetNote[]} notes */
export function notesInWords(notes) {
  const { alone, contacts, limbs, missing, pairs, reference, stretch } = R.notes;
  /** Limbs that are missing on both sides are named once. @param {import('../types.d.ts').RetargetNote} note */
  const twin = ({ kind, which, part, side }) =>
    notes.some((other) => kind === 'missing' && other.kind === kind && other.which === which && other.part === part && other.side !== side);
  return notes.flatMap((note) => {
    const { kind, number, part, side, which } = note;
    if (kind === 'missing')
      return twin(note)
        ? side === 'left'
          ? [missing(pairs[part], which, true)]
          : []
        : [missing([side, limbs[part]].filter(Boolean).join(' '), which, false)];
    if (kind === 'contacts') return [contacts];
    if (kind === 'reference') return [reference(which, number, part === 'likely')];
    return [kind === 'stretch' ? stretch(number) : alone(number)];
  });
}

/** The chip, and how well the figure fits the motion. @param {Session} session @returns {import('./index.js').Guess & { fit: string } | null} */
export function ontoChip(session) {
  const { info, source } = session;
  if (!source?.onto || !info) return null;
  const { facts, figure, ownInfo, ownUnit, stillFeet } = source.onto;
  // The facts have lengths as the stage has them, which are those of the files times their factors; people see metres.
  const metres = (/** @type {number} */ chosen, /** @type {import('../types.d.ts').ClipInfo['unit']} */ unit) =>
    (chosen || unit.metres) / unit.factor;
  const legs = (facts.scale * metres(session.get('unit'), info.unit)) / metres(ownUnit, ownInfo.unit);
  const { exchanged, facts: inWords, guessed, on, parts, why } = R.onto;
  const fit = inWords(facts.joints, facts.fingers, legs);
  const found = facts.guessed.filter((part) => part !== EXCHANGED).map((part) => parts[part] ?? part);
  return {
    text: `${on(figure.written === HUMAN ? R.onto.human : figure.name)}: ${fit}`,
    fit,
    why: [why, found.length ? guessed([...new Set(found)]) : '', facts.guessed.includes(EXCHANGED) ? exchanged : '']
      .filter(Boolean)
      .join(' '),
    choices: ontoChoices(session).map(([value, name, about]) => ({ value, name, about })),
    chosen: stillFeet ? 'still' : 'follow',
    guessed: '',
    choose: (how) => chooseFigure(session, /** @type {Choice} */ (how)),
  };
}
