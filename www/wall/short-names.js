/** The telling part of long names: clips of a folder often begin with the same words. */

/** @typedef {import('./item.js').Item} Item */

/** What is dropped has at least so many letters, of names of which one is longer than this; fewer clips have nothing in common. */
const [LEAST_PREFIX, LONG, LEAST_CLIPS] = [8, 18, 3];
/** Where a name may be divided. */
const SEPARATOR = /[\s_.-]/;

/** How many letters all names begin with, up to a separator, so that something is left of each. @param {string[]} names */
export function commonPrefix(names) {
  let prefix = names[0] ?? '';
  for (const name of names) {
    let at = 0;
    while (at < prefix.length && at < name.length && prefix[at] === name[at]) at += 1;
    prefix = prefix.slice(0, at);
  }
  let end = prefix.length;
  while (end > 0 && !(SEPARATOR.test(prefix[end - 1]) && names.every((name) => name.length > end))) end -= 1;
  return end;
}

/** What stands on each card in place of the name; nothing for names that stay whole. @param {Item[]} items @returns {Map<Item, string>} */
export function shortNames(items) {
  /** @type {Map<string, Item[]>} */
  const folders = new Map();
  for (const item of items) {
    if (item.bad) continue;
    const known = folders.get(item.folder);
    if (known) known.push(item);
    else folders.set(item.folder, [item]);
  }
  /** @type {Map<Item, string>} */
  const short = new Map();
  for (const inside of folders.values()) {
    if (inside.length < LEAST_CLIPS || !inside.some(({ name }) => name.length > LONG)) continue;
    const end = commonPrefix(inside.map(({ name }) => name));
    if (end >= LEAST_PREFIX) for (const item of inside) short.set(item, `\u2026${item.name.slice(end)}`);
  }
  return short;
}
