/** Names shortened in the middle, because file names often differ only at their ends. */
import { cut, h, setAttr, setText } from '../player/base/dom.js';

/** Letters that stay at the end; names up to twice as long stay whole. */
const TAIL = 8;
const LONG_NAME = 2 * TAIL;

const letters = new Intl.Segmenter();

/** Splits a long name into two pieces, the first of which shrinks; returns whether it did. @param {HTMLElement} element @param {string} name */
export function cutInMiddle(element, name) {
  const shown = cut(name);
  if (element.textContent !== shown) {
    const all = [...letters.segment(shown)].map(({ segment }) => segment);
    const long = all.length > LONG_NAME;
    setAttr(element, 'data-cut', long);
    if (long) element.replaceChildren(h('span', {}, all.slice(0, -TAIL).join('')), h('span', {}, all.slice(-TAIL).join('')));
    else setText(element, shown);
  }
  return element.dataset.cut !== undefined;
}
