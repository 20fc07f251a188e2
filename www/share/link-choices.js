/** Chooses what a link includes: whole clip or range, view, moment, and whether it plays. */
import { h } from '../player/base/dom.js';
import { clock } from '../player/words/format.js';
import { X } from './strings.js';

/** @typedef {import('./link-to.js').Choice} Choice */

/**
 * @param {import('../player/session/session.js').Session} session @param {() => void} change
 * @param {(part: [from: number, to: number]) => void} rangeChanged called for another range
 */
export function linkChoices(session, change, rangeChanged) {
  const { playback } = session;
  let ranged = session.get('range') !== null;
  /** @type {[number, number] | null} */
  let range = session.get('range');
  let at = playback.time;

  const box = (/** @type {string} */ text, /** @type {boolean} */ on) => {
    const control = h('input', { type: 'checkbox', class: 'check', checked: on, onchange: change });
    const words = h('span', {}, text);
    return { control, words, root: h('label', {}, control, words) };
  };
  const view = box(X.link.view, true);
  // At an end of a range or outside it, people share the range, not a still.
  const [first, last] = range ?? [playback.begin, Infinity];
  const isInside = playback.time > first + playback.tolerance && playback.time < last - playback.tolerance;
  const start = box('', isInside);
  const paused = box(X.link.paused, playback.paused && (isInside || !range));

  const option = (/** @type {boolean} */ part, /** @type {(Node | string)[]} */ ...inside) => {
    const control = h('input', {
      type: 'radio',
      name: 'share-part',
      checked: part === ranged,
      onchange: () => {
        ranged = part;
        rangeChanged(now());
        change();
      },
    });
    return h('label', {}, control, h('span', {}, ...inside));
  };
  const times = h('bdi', { class: 'times' });
  const parts = h(
    'div',
    { class: 'parts', role: 'radiogroup', 'aria-label': X.link.what },
    option(false, X.link.whole),
    option(true, h('b', {}, X.link.rangeWord), ' ', times),
  );

  /** @returns {[from: number, to: number]} */
  const now = () => (ranged && range ? range : [0, playback.duration]);
  /** The moment at which the link opens. */
  const opening = () => {
    const [from, to] = ranged && range ? range : [playback.begin, playback.duration];
    return Math.min(Math.max(at, from), to);
  };
  /** Follows the timeline, which stays usable while the panel is open. */
  const refresh = () => {
    const other = session.get('range');
    if (String(other) !== String(range)) {
      if (!range && other) ranged = true;
      range = other;
      for (const [index, control] of [...parts.querySelectorAll('input')].entries())
        control.checked = ranged && range !== null ? index === 1 : index === 0;
      if (range || ranged) rangeChanged(now());
    }
    parts.hidden = !range;
    if (range) times.textContent = X.link.range(clock(range[0], playback.duration), clock(range[1], playback.duration));
    // During playback the last paused moment stays the start.
    if (playback.paused) at = playback.time;
    start.words.textContent = X.link.at(clock(opening(), playback.duration));
  };
  refresh();

  return {
    root: h('div', { class: 'what-part' }, parts, h('div', { class: 'checks' }, view.root, start.root, paused.root)),
    refresh,
    get part() {
      return now();
    },
    /** @returns {Choice} */
    get choice() {
      return {
        range: ranged ? range : null,
        view: view.control.checked,
        paused: paused.control.checked,
        at: start.control.checked ? opening() : null,
      };
    },
  };
}
