/** Turns faults into sentences. */
import { useWords } from './faults.js';
import { ERRORS } from './strings.js';

export * from './faults.js';

/** @typedef {import('../../types.d.ts').Fault} Fault */

useWords(ERRORS);

/** @param {Fault} fault */
export function positionOf(fault) {
  if (fault.line) return fault.column ? ERRORS.lineColumn(fault.line, fault.column) : ERRORS.line(fault.line);
  return fault.byte ? ERRORS.byte(fault.byte) : '';
}

/**
 * "walk.bvh, line 214, column 7: expected a number, found “x”." A fault in a companion names that file.
 * @param {Fault} fault @param {string} name '' if the clip came from no file
 */
export function sentence(fault, name) {
  const where = [fault.file || name, positionOf(fault)].filter(Boolean).join(', ');
  const what = fault.message.trim();
  return `${where ? `${where}: ${what}` : what.charAt(0).toUpperCase() + what.slice(1)}${/[.!?”"]$/.test(what) ? '' : '.'}`;
}
