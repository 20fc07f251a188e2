/** The labels of a clip's page: a press on one goes to its moment in the player, and those that hold now are marked. */
import { h, setAttr } from '../player/base/dom.js';

/** @typedef {import('../player/element/element.js').MareyPlayer} MareyPlayer */

/** @param {HTMLElement | SVGElement} span */
const timeOf = (span) => [Number(span.dataset.from), Number(span.dataset.to)];

/** Joins the labels with the player; without one they stay a list. @param {Document} page */
export function joinSpans(page) {
  const player = /** @type {MareyPlayer | null} */ (page.querySelector('.stage marey-player'));
  const spans = /** @type {NodeListOf<HTMLElement | SVGElement>} */ (page.querySelectorAll('.labels [data-from]'));
  if (!player || !spans.length) return;
  const go = (/** @type {HTMLElement | SVGElement} */ span) => {
    [player.currentTime] = timeOf(span);
    player.play();
  };
  for (const span of spans) {
    const when = span.querySelector('.when');
    // Keys reach the labels by the list; the lanes are for the pointer.
    if (when) when.replaceWith(h('button', { type: 'button', class: 'when', onclick: () => go(span) }, when.textContent ?? ''));
    else span.addEventListener('click', () => go(span));
  }
  page.querySelector('.labels')?.setAttribute('data-plays', '');
  const mark = () => {
    const now = player.currentTime;
    for (const span of spans) {
      const [from, to] = timeOf(span);
      setAttr(span, 'data-now', now >= from && (now < to || from === to));
    }
  };
  for (const type of ['timeupdate', 'seeked', 'cliploaded']) player.addEventListener(type, mark);
}
