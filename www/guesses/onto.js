/** The chip of a motion that is played on another figure. */
import { R } from '../retarget/strings.js';

/** @typedef {import('../player/session/session.js').Session} Session */

/** What the visitor may choose. @returns {[value: 'follow' | 'still' | 'own', name: string, about: string][]} */
export const ontoChoices = () => [['follow', R.onto.follow, ''], ['still', R.onto.still, R.onto.stillAbout], ['own', R.onto.own, '']];

/** @param {Session} session @returns {import('./index.js').Guess | null} */
export function ontoChip(session) {
  const { info, source } = session;
  if (!source?.onto || !info) return null;
  const { choose, facts, figure, ownInfo, ownUnit, stillFeet } = source.onto;
  // The facts have the lengths of both files; people see metres.
  const legs = (facts.scale * (session.get('unit') || info.unit.metres)) / (ownUnit || ownInfo.unit.metres);
  const { facts: inWords, guessed, on, parts, why } = R.onto;
  const found = facts.guessed.map((part) => parts[part] ?? part);
  return {
    text: `${on(figure.name)}: ${inWords(facts.joints, facts.fingers, legs)}`,
    why: [why, found.length ? guessed([...new Set(found)]) : ''].filter(Boolean).join(' '),
    choices: ontoChoices().map(([value, name, about]) => ({ value, name, about })),
    chosen: stillFeet ? 'still' : 'follow',
    guessed: '',
    choose: (how) => choose(/** @type {'follow' | 'still' | 'own'} */ (how)),
  };
}
