/** The name of a joint in the lists of findings. */
import { F } from './strings.js';

/** @param {import('../../types.d.ts').ClipInfo | null} info @param {number} joint */
export function jointName(info, joint) {
  const { endSite = false, label = '', name = '', parent = -1 } = info?.joints[joint] ?? {};
  // All ends have the same name in most files.
  const of = endSite ? info?.joints[parent] : undefined;
  return of ? F.end(of.label || of.name) : label || name;
}
