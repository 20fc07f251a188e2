/** The file behind what was made of its motion. */

/** @typedef {import('../../types.d.ts').Source} Source */

/** The file of a motion that may play on another figure, or be mended. @param {Source} source @returns {Source} */
export function ownFile(source) {
  const { own } = source.onto ?? source.mended ?? {};
  return own ? ownFile(own) : source;
}
