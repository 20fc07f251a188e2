/** An icon button, with a label for screen readers. */
import { h } from '../player/dom.js';
import { icon } from './icons.js';

/**
 * @param {import('./icons.js').IconName} name @param {string} label @param {(event: Event) => void} click
 * @param {Record<string, any>} [more] attributes
 */
export function button(name, label, click, more = {}) {
  return h('button', { type: 'button', class: 'btn', part: 'button', 'aria-label': label, title: label, onclick: click, ...more }, icon(name));
}
