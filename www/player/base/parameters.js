/** The parameters of an address. */
import { BESIDE } from './options.js';
import { valuesOf } from './address-values.js';

export { LONGEST } from './address-values.js';

/** Parameters that may be repeated, once for each clip. */
const REPEATED = new Set(['url', 'clip', ...BESIDE]);

/**
 * Query and fragment as one map; the fragment wins. Values of a repeated parameter are lines of one.
 * @param {{ search: string, hash: string }} location
 */
export const parameters = (location) => valuesOf(location, REPEATED);
