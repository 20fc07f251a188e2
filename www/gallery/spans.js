/**
 * The labels of a clip's page: a press on one goes to its moment in the player, and those that hold now are marked. Long texts are folded
 * to two lines, and what the lanes do not show is counted.
 */
import { h, setAttr } from '../player/base/dom.js';
import { S } from './strings.js';

/** @typedef {import('../player/element/element.js').MareyPlayer} MareyPlayer */

/** Labels that a tip names. */
const MOST_NAMED = 20;

/** @param {HTMLElement | SVGElement} span */
const timeOf = (span) => [Number(span.dataset.from), Number(span.dataset.to)];

/** Prepares the labels, and joins them with the player, if there is one. @param {Document} page */
export function joinSpans(page) {
  foldTexts(page);
  countFurther(page);
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
    const { currentTime: now, duration } = player;
    for (const span of spans) {
      const [from, to] = timeOf(span);
      setAttr(span, 'data-now', now >= from && (now < to || from === to));
      // There is no moment to go to.
      const isBeyond = duration > 0 && from > duration;
      const button = isBeyond && span.querySelector('.when');
      if (button) {
        setAttr(button, 'disabled', true);
        setAttr(button, 'title', S.after);
      }
    }
  };
  for (const type of ['timeupdate', 'seeked', 'cliploaded']) player.addEventListener(type, mark);
}

/** Folds long texts, each with a button that unfolds it. @param {Document} page */
function foldTexts(page) {
  const section = page.querySelector('.labels');
  if (!section) return;
  const texts = /** @type {HTMLElement[]} */ ([...section.querySelectorAll('.caption > bdi, li > span > bdi')]);
  /** @type {Map<HTMLElement, HTMLButtonElement>} */
  const buttons = new Map(texts.map((text) => [text, unfolder(text)]));
  let measured = 0;
  new ResizeObserver(([{ contentRect }]) => {
    if (contentRect.width === measured) return;
    measured = contentRect.width;
    const folded = texts.filter((text) => buttons.get(text)?.getAttribute('aria-expanded') === 'false');
    for (const text of folded) text.setAttribute('data-folds', '');
    const short = new Set(folded.filter((text) => text.scrollHeight <= text.clientHeight + 1));
    for (const text of folded) setAttr(/** @type {Element} */ (buttons.get(text)), 'hidden', short.has(text));
    for (const text of short) text.removeAttribute('data-folds');
  }).observe(section);
}

/** @param {HTMLElement} text */
function unfolder(text) {
  const button = h(
    'button',
    {
      type: 'button',
      class: 'unfolds',
      hidden: true,
      'aria-expanded': 'false',
      onclick: () => setAttr(button, 'aria-expanded', String(!text.toggleAttribute('data-folds'))),
    },
    S.whole,
  );
  text.after(button);
  return button;
}

/** Counts the labels that the lanes do not show: those that overlap too many others, and those after the clip's end. @param {Document} page */
function countFurther(page) {
  const lanes = page.querySelector('.labels .lanes');
  if (!lanes) return;
  const rects = /** @type {SVGElement[]} */ ([...lanes.querySelectorAll('rect')]);
  const items = /** @type {HTMLElement[]} */ ([...page.querySelectorAll('.labels .spans li')]);
  // Both are in the same order.
  let at = 0;
  const further = items.filter((item) => {
    const rect = rects[at];
    const isShown = rect && ['from', 'to', 'tint'].every((name) => rect.dataset[name] === item.dataset[name]) && Boolean((at += 1));
    return !isShown;
  });
  if (!further.length) return;
  const show = () => {
    const [first] = further;
    first.scrollIntoView({ block: 'nearest' });
    for (const item of further) item.setAttribute('data-further', '');
    /** @type {HTMLElement | null} */ (first.querySelector('button'))?.focus();
  };
  lanes.after(
    h(
      'button',
      { type: 'button', class: 'further', title: further.slice(0, MOST_NAMED).map(textOf).join('\n'), onclick: show },
      S.further(further.length),
    ),
  );
}

/** @param {HTMLElement} item */
const textOf = (item) => item.querySelector('bdi')?.textContent ?? '';
