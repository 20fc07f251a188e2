/** File names in sentences: they may have another direction of writing, and contain anything. */
import { h } from '../player/base/dom.js';

/** Isolates a name within a text. @param {string} text @param {string} name @returns {(Node | string)[]} */
export function withName(text, name) {
  const at = name ? text.indexOf(name) : -1;
  return at < 0 ? [text] : [text.slice(0, at), h('bdi', { title: name }, name), text.slice(at + name.length)];
}
