/** Query and fragment as one map; the fragment wins. @param {{ search: string, hash: string }} location @returns {Map<string, string>} */
export function parameters({ search, hash }) {
  return new Map([...new URLSearchParams(search), ...new URLSearchParams(hash.replace(/^#/, ''))]);
}
