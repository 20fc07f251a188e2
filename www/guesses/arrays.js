/** What arrays leave open: their joints, the meaning of their axes, and the body of rotations. The reader's notes tell what it found. */
import { pageParts } from '../controls/page-parts.js';
import { G } from './strings.js';
import { TABLES } from './tables.js';

/** @typedef {import('../types.d.ts').ClipInfo} ClipInfo */
/** @typedef {import('../player/session/session.js').Session} Session */

const READ_AS = /** @type {const} */ (['holds', 'joints', 'axes']);

/** Whether the clip comes from an array. @param {ClipInfo} info */
const isArray = ({ format }) => format === 'NumPy';

/** A note of the reader, '' without it. @param {ClipInfo} info @param {string} wanted */
const noteOf = ({ notes }, wanted) => notes.find(({ title }) => title === wanted)?.text ?? '';

/** Whether rotations are shown on a neutral body. @param {ClipInfo} info */
export const hasNeutralBody = (info) => isArray(info) && noteOf(info, 'Body') !== '';

/** Why the reader has chosen the joints; '' if the file names them. @param {Session} session @param {ClipInfo} info */
export const jointsNote = ({ source }, info) =>
  isArray(info) ? noteOf(info, 'Skeleton') || (source?.joints === 'rotations' ? G.guesses.rotations : '') : '';

/** @typedef {{ name: string, words: { holds?: string, joints?: string, axes?: string } }} Reading a name, and values of the attributes that say so */

/** What the array could hold, where the reader is not sure, the first of which is shown. @param {ClipInfo} info */
export const readings = (info) => listed(info, 'Readings');

/** What the array could hold, where somebody has said it, but the reader was not sure. @param {ClipInfo} info */
export const alternatives = (info) => listed(info, 'Alternatives');

/** @param {ClipInfo} info @param {string} title of the note @returns {Reading[]} */
const listed = (info, title) =>
  (isArray(info) ? noteOf(info, title).split('\n') : []).filter(Boolean).map((line) => {
    const [name, words = ''] = line.split(': ');
    const said = words
      .split(' ')
      .filter(Boolean)
      .map((word) => word.split('='));
    return { name: name.charAt(0).toUpperCase() + name.slice(1), words: Object.fromEntries(said) };
  });

/** The choices of joints: the known orders of as many, and what an array may be otherwise. @param {ClipInfo} info @returns {[value: string, name: string][]} */
export function jointChoices({ joints }) {
  const tables = TABLES.filter(([, , count]) => count === joints.length).map(
    ([value, title]) => /** @type {[string, string]} */ ([value, title]),
  );
  const { inferred, points, rotations } = G.guesses;
  return [
    ...tables,
    ['inferred', inferred],
    ['points', points],
    ...(tables.some(([value]) => /^(smpl|humanml3d)/.test(value)) ? [/** @type {[string, string]} */ (['rotations', rotations])] : []),
  ];
}

/** The joints in use, as a value of `joints`. @param {Session} session @param {ClipInfo} info */
export function jointsNow(session, info) {
  const note = jointsNote(session, info);
  const table = TABLES.find(([, title]) => note.startsWith(`${title},`));
  return table?.[0] ?? (note === G.guesses.rotations ? 'rotations' : note.includes('points without') ? 'points' : 'inferred');
}

/** The orders of axes that an array of so many axes may have. @type {Record<number, string[]>} */
const ORDERS = {
  2: ['FV', 'VF'],
  3: ['FJ3', 'JF3', 'FJ2', 'F3J', 'J3F', '3FJ', '3JF', 'NFV'],
  4: ['NFJ3', 'NJ3F', 'NJF3', 'NF3J', 'N3FJ', 'N3JF'],
  5: ['N3FJB', 'NFJ3B'],
};

/** The choices for the axes of the array; none if the file has no array of positions. @param {ClipInfo} info @returns {[value: string, name: string][]} */
export function axesChoices(info) {
  const shape = isArray(info) && noteOf(info, 'Skeleton') && /\(([\d, ]+)\)/.exec(noteOf(info, 'Array'))?.[1].split(', ').map(Number);
  if (!shape) return [];
  const fits = (/** @type {string} */ letters) =>
    [...letters].every((letter, axis) => !/\d/.test(letter) || shape[axis] === Number(letter));
  const named = (/** @type {string} */ letters) =>
    [...letters].map((letter) => G.guesses.axisNames[letter === '2' ? '3' : letter]).join(', ');
  return (ORDERS[shape.length] ?? []).filter(fits).map((letters) => [letters, named(letters)]);
}

/** The meaning of the axes, as the reader names it. @param {ClipInfo} info */
export const axesNow = (info) => noteOf(info, 'Array').split(': ').at(-1) ?? '';

/** Whether a reading is what was said of the array. @param {Reading} reading @param {Session} session */
export const isSaid = ({ words }, { source }) =>
  READ_AS.every((name) => (source?.[name] ?? '').toLowerCase() === (words[name] ?? '').toLowerCase());

/**
 * Reads the clip again with another choice; '' leaves it to the reader.
 * @param {Session} session @param {'joints' | 'axes'} name @param {string} value
 */
export const readAs = (session, name, value) => readAgain(session, { [name]: value }, name === 'axes');

/** Reads the clip again as one of its readings, and no more as was said before. @param {Session} session @param {Reading['words']} words */
export const readAsSaid = (session, words) => readAgain(session, { holds: '', joints: '', axes: '', ...words }, true);

/** @param {Session} session @param {Reading['words']} said @param {boolean} elsewhere the joints will be elsewhere, so that the camera is fitted */
function readAgain(session, said, elsewhere) {
  const { source } = session;
  if (!source) return;
  const before = Object.fromEntries(READ_AS.map((name) => [name, source[name] ?? '']));
  // The source remembers the choice as long as the page keeps it.
  const read = (/** @type {Reading['words']} */ as) => session.exchange(Object.assign(source, as), elsewhere);
  read(said);
  pageParts(session).history?.note({ of: source, name: 'readAs', ofClip: true, undo: () => read(before), redo: () => read(said) });
}
