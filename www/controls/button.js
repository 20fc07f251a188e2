/** An icon button, with a label for screen readers. */
import { h } from '../player/base/dom.js';
import { icon } from './icons.js';

/** @param {import('./icons.js').IconName} name @param {string} label @param {(event: Event) => void} click @param {object} [attributes] */
export function button(name, label, click, attributes = {}) {
  return h(
    'button',
    { type: 'button', class: 'btn', part: 'button', 'aria-label': label, title: label, onclick: click, ...attributes },
    icon(name),
  );
}
