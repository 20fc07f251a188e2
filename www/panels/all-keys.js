/** The keys of a player, with what they do. */
import { P } from './strings.js';

/** `shift+t` as a reader says it. @param {string} key */
const inWords = (key) => key.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()).replace('+', ' + ');

/** @param {import('../player/element/rooms.js').Tool[]} tools @returns {string[][]} */
export const allKeys = (tools) => [
  ...P.keys,
  ...tools.flatMap(({ key, press, words }) => (words.keys ? [[inWords(key ?? press?.[0] ?? ''), words.keys]] : [])),
  ...P.moreKeys,
];
