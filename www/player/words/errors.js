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

/** @typedef {{ what: 'skeleton' | 'keys' | 'wearer' | 'owner' | 'means', name: string, hint?: string, bones?: string }} MissingFile name: of the missing file; hint: another way to recognize it; bones: that the motion moves */

/**
 * The companion that a sound file lacks, if that is its only fault: a motion's skeleton, by name if known, or its keys; the
 * wearer of a skin; the owner of keys; the means and deviations of normalized vectors.
 * @param {Fault} fault @returns {MissingFile | null}
 */
export function missingFile(fault) {
  const { code = '' } = fault;
  if (code === 'obj.alone') return { what: 'wearer', name: '' };
  if (code === 'cfp.alone') return { what: 'owner', name: '' };
  if (code === 'arrays.normalized') return { what: 'means', name: 'Mean.npy, Std.npy' };
  if (!/\.needs-(skeleton|keys)$/.test(code)) return null;
  // The name comes from the file: it may have any length.
  const [, name = '', hint] = /: drop (.+?) too(?:; (.+))?$/.exec(fault.message) ?? [];
  const bones = /that has (.+) beside it: /.exec(fault.message)?.[1];
  return { what: code.endsWith('keys') ? 'keys' : 'skeleton', name: name.length > 80 ? `${name.slice(0, 79)}\u2026` : name, hint, bones };
}
