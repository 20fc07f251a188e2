/** Tells from a fault which other file would help. */

/** @typedef {import('../../types.d.ts').Fault} Fault */
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
