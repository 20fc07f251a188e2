/** The filmstrip: how many moments, of which part, how they look; as PNG, or as SVG for print. */
import { h } from '../player/dom.js';
import { clock } from '../player/format.js';
import { named, save, stamp } from './downloads.js';
import { choice, looks, slowly, toggle } from './form.js';
import { COUNTS } from './moments.js';
import { preview } from './preview.js';
import { X } from './strings.js';

/** @typedef {import('../player/element.js').MareyPlayer} MareyPlayer */

const NUMBERS = [COUNTS.least, 4, 5, 6, COUNTS.usual, 10, 12, 16, COUNTS.most];
/** Of the row that is saved at 1x: what a panel shows of it. */
const SMALL = 0.5;

/** @param {import('../player/session.js').Session} session @returns {DocumentFragment} */
export function filmstripSection(session) {
  const element = /** @type {MareyPlayer} */ (session.element);
  const { playback } = session;
  const count = choice(X.count, NUMBERS.map((number) => [String(number), String(number)]), String(COUNTS.usual), () => seen.changed());
  const of = partChoice(session, () => seen.changed());
  const scale = choice(X.size, ['1', '2', '4'].map((each) => [each, `${each}\u00d7`]), '2');
  const look = looks({ background: false, grid: false, theme: 'light', change: () => seen.changed() });
  const labels = toggle(X.labels, true, () => seen.changed());
  const chosen = () => {
    const [from, to] = of.part;
    return { ...look.chosen, from, to, count: Number(count.control.value), labels: labels.control.checked };
  };
  const seen = preview(session, ({ row }, _, signal) => row(session, { ...chosen(), scale: SMALL }, signal), () => look.paper(session));
  const keep = async (/** @type {string} */ type) => {
    const { from, to, ...how } = chosen();
    const blob = await element.filmstrip({ ...how, from, to, type, scale: Number(scale.control.value) });
    const name = named(session.info?.name ?? '', to > from ? `${stamp(from)}-${stamp(to)}` : stamp(playback.time), blob.type);
    save(blob, name);
    session.say(X.said.saved(name));
  };
  const fragment = new DocumentFragment();
  fragment.append(seen.root, count.row, ...of.rows, scale.row, ...look.rows, labels.row,
    h('div', { class: 'actions' }, slowly(session, X.save('PNG'), () => keep('image/png')), slowly(session, X.save('SVG'), () => keep('image/svg+xml'))));
  return fragment;
}

/**
 * The whole clip, or the range; nothing to choose where there is none.
 * @param {import('../player/session.js').Session} session
 * @param {() => void} [change]
 */
export function partChoice(session, change) {
  const { playback } = session;
  const range = session.get('range');
  const { duration } = playback;
  const whole = /** @type {[number, number]} */ ([0, duration || 0]);
  const one = range && choice(X.shows, [['range', X.range(clock(range[0], duration), clock(range[1], duration))], ['whole', X.whole(clock(duration, duration))]], 'range', change);
  return {
    rows: one ? [one.row] : [],
    /** @returns {[number, number]} */
    get part() { return range && one?.control.value === 'range' ? range : whole; },
  };
}
