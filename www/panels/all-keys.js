/** The keys of a player, with what they do. */
import { P } from './strings.js';

/** @param {import('../player/element/rooms.js').Tool[]} tools @returns {string[][]} */
export const allKeys = (tools) => [
  ...P.keys,
  ...tools.flatMap(({ key, press, words }) => (words.keys ? [[(key ?? press?.[0] ?? '').toUpperCase(), words.keys]] : [])),
  ...P.moreKeys,
];
