/** Parts of odd files: texts of a wanted length. A text has one byte a character. */

/** @typedef {string | Uint8Array} Content a text has one byte a character */
/** @typedef {(size: number) => Content | Record<string, Content>} Make a file of about so many bytes, or several by their names, of which the last is read */

/** @param {string} text @param {number} size */
export const fill = (text, size) => text.repeat(Math.max(1, Math.floor(size / text.length)));

/** @param {number} size @param {(n: number) => string} part */
function parts(size, part) {
  const made = [];
  for (let n = 0, length = 0; length < size; n += 1) {
    made.push(part(n));
    length += made[n].length;
  }
  return made;
}

/** Parts that differ by their number. @param {number} size @param {(n: number) => string} part */
export const numbered = (size, part) => parts(size, part).join('');

/** The same, from the greatest number down. @param {number} size @param {(n: number) => string} part */
export const countdown = (size, part) => parts(size, part).reverse().join('');
