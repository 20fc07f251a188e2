/** Names of files in sentences. They may be written from right to left, and hold anything. */
import { h } from '../player/dom.js';

/** A text, in which the name stands by itself. @param {string} text @param {string} name @returns {(Node | string)[]} */
export function withName(text, name) {
  const at = name ? text.indexOf(name) : -1;
  return at < 0 ? [text] : [text.slice(0, at), h('bdi', { title: name }, name), text.slice(at + name.length)];
}
