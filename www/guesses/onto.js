/** The chip of a motion that is played on another figure. */
import { pageParts } from '../controls/page-parts.js';
import { h } from '../player/base/dom.js';
import { actors, retargeting } from '../player/element/rooms.js';
import { HUMAN } from '../player/session/link.js';
import { R } from '../tools/retarget/strings.js';

/** @typedef {import('../player/session/session.js').Session} Session */

/** @typedef {'follow' | 'still' | 'human' | 'own'} Choice */

/** Told where the names of a figure take left for right. */
const EXCHANGED = 'exchanged';

/** What the visitor may choose. @param {Session} session @returns {[value: Choice, name: string, about: string][]} */
export function ontoChoices({ source }) {
  const { figure } = source?.onto ?? {};
  const isHuman = figure?.written === HUMAN;
  return [
    ...(figure
      ? /** @type {[Choice, string, string][]} */ ([
          ['follow', isHuman ? R.onto.standard : R.onto.follow, ''],
          ['still', R.onto.still, R.onto.stillAbout],
        ])
      : []),
    ...(isHuman ? [] : [/** @type {[Choice, string, string]} */ (['human', R.onto.standard, ''])]),
    ['own', R.onto.own, ''],
  ];
}

/** Whether another figure can be chosen: not without a motion, nor for what is no person. @param {Session} session */
export const mayPlayOn = ({ info, source }) => Boolean(source?.onto || (info?.statureFrom && info.frameCount > 1));

/** The table of the pairs of joints, once it is there. @param {Session} session */
export function pairsOf(session) {
  const place = h('div', { class: 'pairs-place' });
  retargeting(/** @type {import('../player/element/element.js').MareyPlayer} */ (session.element)).then((module) => {
    const { clips, history } = pageParts(session);
    if (module) place.append(module.pairs(session, Boolean(clips), history));
  });
  return place;
}

/** @param {Session} session */
async function figuresOf(session) {
  const element = /** @type {import('../player/element/element.js').MareyPlayer} */ (session.element);
  return (await retargeting(element))?.show(element, session);
}

/** Plays the motion on another body, and notes how it was. @param {Session} session @param {() => unknown} play */
function noted(session, play) {
  const { onto } = session.source ?? {};
  const undo = async () => (await figuresOf(session))?.show(onto ?? null);
  play();
  pageParts(session).history?.note({ of: session, name: 'onto', ofClip: true, undo, redo: play });
}

/** @param {Session} session @param {Choice} how */
export function chooseFigure(session, how) {
  noted(session, async () => {
    if (how === 'human') (await figuresOf(session))?.playOnHuman();
    else session.source?.onto?.choose(how);
  });
}

/** The clip with the motion's own body, beside the figure. @param {Session} session */
const ownBeside = ({ source, state: { others } }) =>
  /** @type {import('../actors/clip-element.js').MareyClip | undefined} */ (
    others.find(({ element }) => /** @type {import('../actors/clip-element.js').MareyClip} */ (element).source === source?.onto?.own)
      ?.element
  );

/** Whether the motion's own body is on the stage, too. @param {Session} session */
export const isBeside = (session) => Boolean(ownBeside(session));

/** Shows the motion's own body in another way, and notes it. @param {Session} session @param {boolean} on @param {(session: Session, on: boolean) => unknown} show */
function notedOwn(session, on, show) {
  show(session, on);
  pageParts(session).history?.note({
    of: show,
    name: 'onto',
    ofClip: true,
    from: !on,
    to: on,
    undo: () => show(session, !on),
    redo: () => show(session, on),
  });
}

/** Shows the motion's own body, too, or no longer. @param {Session} session @param {boolean} on */
export const showBeside = (session, on) => notedOwn(session, on, beside);
/** Shows the motion's own body as a ghost, or no longer. @param {Session} session @param {boolean} on */
export const showGhost = (session, on) => notedOwn(session, on, ghost);

/** @param {Session} session @param {boolean} on */
async function beside(session, on) {
  const element = /** @type {import('../player/element/element.js').MareyPlayer} */ (session.element);
  const { source } = session;
  const own = source?.onto?.own;
  if (on) source?.onto?.showGhost(false);
  if (!on) ownBeside(session)?.remove();
  else if (own && !isBeside(session)) (await actors(element))?.show(element, session).add(own, { label: R.onto.own });
}

/** @param {Session} session @param {boolean} on */
function ghost(session, on) {
  if (on) ownBeside(session)?.remove();
  session.source?.onto?.showGhost(on);
}

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
