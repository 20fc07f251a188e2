/** A name that is cut in its middle where there is no room for it: names of files often differ at their ends alone. */
import { h, setAttr, setText } from '../player/dom.js';

/** Letters of the end that stay, and the least that a longer name has. */
const TAIL = 8;
const LONG = 2 * TAIL;

const letters = new Intl.Segmenter();

/**
 * Writes it in two pieces, of which the first gives way (`.cut` of `library.css`); a short name stays whole. Tells whether it was divided.
 * @param {HTMLElement} element
 * @param {string} name
 */
export function cutInMiddle(element, name) {
  if (element.textContent !== name) {
    const all = [...letters.segment(name)].map(({ segment }) => segment);
    const long = all.length > LONG;
    setAttr(element, 'data-cut', long);
    if (long) element.replaceChildren(h('span', {}, all.slice(0, -TAIL).join('')), h('span', {}, all.slice(-TAIL).join('')));
    else setText(element, name);
  }
  return element.dataset.cut !== undefined;
}
