/** The texts of the attributes `marks` and `contacts`. */

export { parseContacts } from '../../actors/thresholds.js';

/** An event at a moment, or a span: `to` is after `from`. Seconds. @typedef {{ name: string, from: number, to: number }} Mark */
/** @typedef {import('../../actors/thresholds.js').Thresholds} Thresholds */

/** Most marks. */
const MOST = 200;
const MARK = /^(.*)@(\d*\.?\d+)(?:-(\d*\.?\d+))?$/;

/** @param {number} seconds */
const written = (seconds) => String(Number(seconds.toFixed(4)));
/** A name without what separates marks. @param {string} name */
export const clean = (name) => name.replace(/[;\s]+/g, ' ').trim();

/** @param {Mark[]} marks */
export const writeMarks = (marks) =>
  marks.map(({ name, from, to }) => `${clean(name)}@${written(from)}${to > from ? `-${written(to)}` : ''}`).join('; ');

/** Reads `step@1.25; turn@2-3.5`: names with the second of an event, or with the seconds of a span. @param {string} text @returns {{ marks: Mark[], wrong: string[] }} */
export function parseMarks(text) {
  /** @type {Mark[]} */
  const marks = [];
  /** @type {string[]} */
  const wrong = [];
  for (const part of text
    .split(';')
    .map((each) => each.trim())
    .filter(Boolean)) {
    const found = MARK.exec(part);
    const from = Number(found?.[2]);
    const to = found?.[3] === undefined ? from : Number(found[3]);
    if (found && to >= from) marks.push({ name: found[1].trim(), from, to });
    else wrong.push(part);
  }
  return { marks: marks.slice(0, MOST), wrong };
}

/** @param {Thresholds} thresholds */
export const writeContacts = ({ speed, height }) =>
  [speed, height]
    .map((each) => (each === each ? written(each) : ''))
    .join(',')
    .replace(/,$/, '');
