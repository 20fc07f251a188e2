/** The chip of a motion that is played on another figure. */
import { retargeting } from '../player/element/rooms.js';
import { HUMAN } from '../player/session/link.js';
import { R } from '../retarget/strings.js';

/** @typedef {import('../player/session/session.js').Session} Session */

/** @typedef {'follow' | 'still' | 'human' | 'own'} Choice */

/** What the visitor may choose. @param {Session} session @returns {[value: Choice, name: string, about: string][]} */
export function ontoChoices({ source }) {
  const { figure } = source?.onto ?? {};
  const isHuman = figure?.written === HUMAN;
  return [
    ...figure ? /** @type {[Choice, string, string][]} */ ([['follow', isHuman ? R.onto.standard : R.onto.follow, ''], ['still', R.onto.still, R.onto.stillAbout]]) : [],
    ...isHuman ? [] : [/** @type {[Choice, string, string]} */ (['human', R.onto.standard, ''])],
    ['own', R.onto.own, ''],
  ];
}

/** Whether another figure can be chosen: not without a motion, nor for what is no person. @param {Session} session */
export const mayPlayOn = ({ info, source }) => Boolean(source?.onto || (info?.statureFrom && info.frameCount > 1));

/** @param {Session} session @param {Choice} how */
export async function chooseFigure(session, how) {
  const element = /** @type {import('../player/element/element.js').MareyPlayer} */ (session.element);
  if (how !== 'human') session.source?.onto?.choose(how);
  else (await retargeting(element))?.show(element, session).playOnHuman();
}

/** @param {Session} session @returns {import('./index.js').Guess | null} */
export function ontoChip(session) {
  const { info, source } = session;
  if (!source?.onto || !info) return null;
  const { facts, figure, ownInfo, ownUnit, stillFeet } = source.onto;
  // The facts have lengths as the stage has them, which are those of the files times their factors; people see metres.
  const metres = (/** @type {number} */ chosen, /** @type {import('../types.d.ts').ClipInfo['unit']} */ unit) => (chosen || unit.metres) / unit.factor;
  const legs = (facts.scale * metres(session.get('unit'), info.unit)) / metres(ownUnit, ownInfo.unit);
  const { facts: inWords, guessed, on, parts, why } = R.onto;
  const found = facts.guessed.map((part) => parts[part] ?? part);
  return {
    text: `${on(figure.written === HUMAN ? R.onto.human : figure.name)}: ${inWords(facts.joints, facts.fingers, legs)}`,
    why: [why, found.length ? guessed([...new Set(found)]) : ''].filter(Boolean).join(' '),
    choices: ontoChoices(session).map(([value, name, about]) => ({ value, name, about })),
    chosen: stillFeet ? 'still' : 'follow',
    guessed: '',
    choose: (how) => chooseFigure(session, /** @type {Choice} */ (how)),
  };
}
