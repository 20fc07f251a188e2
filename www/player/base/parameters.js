/** Parameters that may be repeated, once for each clip. */
const REPEATED = /^(url|clip|skeleton|joints|axes|label|offset|position|turn|beyond|clip-.*)$/;

/**
 * Query and fragment as one map; the fragment wins. Values of a repeated parameter are lines of one.
 * @param {{ search: string, hash: string }} location @returns {Map<string, string>}
 */
export function parameters({ search, hash }) {
  const all = new Map();
  for (const text of [search, hash.replace(/^#/, '')]) {
    const given = new URLSearchParams(text);
    for (const [name, value] of given) all.set(name, REPEATED.test(name) ? given.getAll(name).join('\n') : value);
  }
  return all;
}
