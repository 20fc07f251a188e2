/** The filmstrip section: number of figures, range and look; saves PNG, or SVG for print. */
import { h } from '../player/base/dom.js';
import { clock } from '../player/words/format.js';
import { fileName, fileOf, save, stamp } from './downloads.js';
import { choice, looks, slowly, toggle } from './form.js';
import { COUNTS } from './moments.js';
import { preview } from './preview.js';
import { X } from './strings.js';

/** @typedef {import('../player/element/element.js').MareyPlayer} MareyPlayer */

const NUMBERS = [COUNTS.least, 4, 5, 6, COUNTS.usual, 10, 12, 16, COUNTS.most];
/** Scale of the preview, relative to 1x. */
const PREVIEW_SCALE = 0.5;

/** @param {import('../player/session/session.js').Session} session @returns {DocumentFragment} */
export function filmstripSection(session) {
  const element = /** @type {MareyPlayer} */ (session.element);
  const { playback } = session;
  const count = choice(
    X.count,
    NUMBERS.map((number) => [String(number), String(number)]),
    String(COUNTS.usual),
    () => previewed.changed(),
  );
  const of = partChoice(session, () => previewed.changed());
  const scale = choice(
    X.size,
    ['1', '2', '4'].map((each) => [each, `${each}\u00d7`]),
    '2',
  );
  const look = looks({ background: false, grid: false, theme: 'light', change: () => previewed.changed() });
  const labels = toggle(X.labels, true, () => previewed.changed());
  const chosen = () => {
    const [from, to] = of.part;
    return { ...look.chosen, from, to, count: Number(count.control.value), labels: labels.control.checked };
  };
  const previewed = preview(
    session,
    ({ row }, _, signal) => row(session, { ...chosen(), scale: PREVIEW_SCALE }, signal),
    () => look.paper(session),
  );
  const saveStrip = async (/** @type {string} */ type) => {
    const { from, to, ...how } = chosen();
    const blob = await element.filmstrip({ ...how, from, to, type, scale: Number(scale.control.value) });
    const name = fileName(session.info?.name ?? '', to > from ? `${stamp(from)}-${stamp(to)}` : stamp(playback.time), blob.type);
    save(session, [fileOf(blob, name)], X.said.saved(name));
  };
  const fragment = new DocumentFragment();
  fragment.append(
    previewed.root,
    count.row,
    ...of.rows,
    scale.row,
    ...look.rows,
    labels.row,
    h(
      'div',
      { class: 'actions' },
      slowly(session, X.save('PNG'), () => saveStrip('image/png')),
      slowly(session, X.save('SVG'), () => saveStrip('image/svg+xml')),
    ),
  );
  return fragment;
}

/** Chooses whole clip or range, if there is one, also one that is set while the dialog is open. @param {import('../player/session/session.js').Session} session @param {() => void} [change] */
export function partChoice(session, change) {
  const { playback } = session;
  const one = choice(X.shows, [], '', change);
  let range = '';
  const refresh = () => {
    const now = session.get('range');
    if (String(now ?? '') === range) return;
    range = String(now ?? '');
    one.row.hidden = !now;
    if (now) {
      const [from, to, all] = [...now, playback.duration].map((at) => clock(at, playback.duration));
      one.fill(
        [
          ['range', X.range(from, to)],
          ['whole', X.whole(all)],
        ],
        'range',
      );
    }
    change?.();
  };
  one.row.hidden = true;
  // The section that asks for this is not complete yet.
  queueMicrotask(refresh);
  const unsubscribe = session.on('setting', () => {
    // The dialog is gone.
    if (one.row.isConnected) refresh();
    else unsubscribe();
  });
  return {
    rows: [one.row],
    /** @returns {[number, number]} */
    get part() {
      return (one.control.value === 'range' && session.get('range')) || [0, playback.duration || 0];
    },
  };
}
