import { BESIDE } from '../../options.js';

/** Parameters that may be repeated, once for each clip. */
const REPEATED = new Set(['url', 'clip', ...BESIDE]);
/** Most characters of a value, but for packed clips, which the codec limits. */
export const LONGEST = 4096;

/**
 * Query and fragment as one map; the fragment wins. Values of a repeated parameter are lines of one.
 * @param {{ search: string, hash: string }} location @returns {Map<string, string>}
 */
export function parameters({ search, hash }) {
  const all = new Map();
  for (const text of [search, hash.replace(/^#/, '')]) {
    /** @type {Map<string, string>} */
    const given = new Map();
    for (const [name, value] of new URLSearchParams(text))
      given.set(name, REPEATED.has(name) && given.has(name) ? `${given.get(name)}\n${value}` : value);
    for (const [name, value] of given) all.set(name, value);
  }
  return all;
}
