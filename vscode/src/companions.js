/** Which files of a folder a file may need: its skeleton, its pictures. Knows nothing of VS Code. */
import { isSkeleton, kindOf, mayBelong, roleOf } from '../../www/page/file-kinds.js';
import { KINDS } from '../../www/page/kinds.js';

/** Families whose files name those that they need. In the others names and contents decide, which the player compares. */
const NAMING = ['hanim', 'gltf'];

/** @param {string} name */
const isNaming = (name) => {
  const kind = kindOf(name);
  return kind !== '' && NAMING.includes(KINDS[kind].family);
};

/** Whether a file may need another one of its folder, as far as their names tell. @param {string} name @param {string} other */
export function mayNeed(name, other) {
  const [kind, beside] = [kindOf(name), kindOf(other)];
  if (!kind || !beside || name === other || isSkeleton(kind) || roleOf(kind) === 'part') return false;
  return mayBelong(kind, beside) && (isNaming(name) || roleOf(beside) !== 'motion');
}

/**
 * The names of the files that may be needed, those that are named most alike first: the player takes the first that fits.
 * @param {string} name of the file @param {Uint8Array} bytes its content @param {string[]} folder the names of all files beside it
 */
export function companionsOf(name, bytes, folder) {
  const others = folder.filter((other) => mayNeed(name, other));
  const needed = others.length && isNaming(name) ? others.filter(isNamedIn(bytes)) : others;
  const likeness = (/** @type {string} */ other) => sameLetters(name.toLowerCase(), other.toLowerCase());
  return needed.sort((a, b) => likeness(b) - likeness(a) || (a < b ? -1 : 1));
}

/** Whether the text of a file has a name, as it is or as addresses have it. @param {Uint8Array} bytes */
function isNamedIn(bytes) {
  const text = new TextDecoder().decode(bytes);
  return (/** @type {string} */ name) => text.includes(name) || text.includes(encodeURI(name));
}

/** How many letters both names begin with. @param {string} a @param {string} b */
function sameLetters(a, b) {
  let count = 0;
  while (count < a.length && a[count] === b[count]) count += 1;
  return count;
}
