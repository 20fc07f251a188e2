/** Words of the core in which code stands in backticks. */
import { h } from '../player/base/dom.js';
import { withName } from '../controls/names.js';

/** @param {string} text @param {string} [name] of a file in it @returns {(Node | string)[]} */
export function coded(text, name = '') {
  const pieces = text.split('`');
  const isClosed = pieces.length % 2 === 1;
  return isClosed
    ? pieces.flatMap((piece, at) => (at % 2 ? h('code', { dir: 'ltr' }, piece) : withName(piece, name)))
    : withName(text, name);
}
