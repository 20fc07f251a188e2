/** The motion in numbers, before and after. */
import { h, setText } from '../../player/base/dom.js';
import { count } from '../../player/words/format.js';
import { jointName } from './joint-name.js';
import { F } from './strings.js';

/** @typedef {import('../../types.d.ts').MendNumbers} MendNumbers */

/** @param {import('../../player/session/session.js').Session} session @param {(frame: number, joint: number) => void} go */
export function numbers(session, go) {
  const { acceleration, accelerationValue, after, at, before, filled, largest, mm, none, slide, slideValue, spikes, title } = F.numbers;
  /** @type {[label: string, value: (numbers: MendNumbers) => string][]} */
  const lines = [
    [slide, ({ slide: speed }) => (speed === undefined ? none : slideValue(speed))],
    [acceleration, (of) => accelerationValue(of.acceleration)],
    [spikes, (of) => count(of.spikes)],
  ];
  const cells = lines.map(() => [h('td', {}), h('td', {})]);
  const frames = h('td', {});
  const most = h('b', {});
  const where = h('button', { type: 'button', class: 'maybe' }, '');
  const place = { frame: 0, joint: 0 };
  where.addEventListener('click', () => go(place.frame, place.joint));
  const change = h('td', { colspan: '2' }, most, ' ', where);
  const heading = (/** @type {string} */ label) => h('th', { scope: 'row' }, label);
  const root = h(
    'table',
    { class: 'mend-numbers' },
    h('caption', { class: 'unseen' }, title),
    h('thead', {}, h('tr', {}, h('td', {}), h('th', { scope: 'col' }, before), h('th', { scope: 'col' }, after))),
    h(
      'tbody',
      {},
      ...lines.map(([label], line) => h('tr', {}, heading(label), ...cells[line])),
      h('tr', {}, heading(filled), h('td', {}), frames),
      h('tr', {}, heading(largest), change),
    ),
  );
  return {
    root,
    /** @param {import('../../types.d.ts').MendReport} report */
    update(report) {
      lines.forEach(([, value], line) => [report.before, report.after].forEach((of, column) => setText(cells[line][column], value(of))));
      setText(frames, count(report.after.filled));
      const farthest = report.largest;
      setText(most, farthest ? mm(farthest.mm) : none);
      where.hidden = !farthest;
      if (!farthest) return;
      Object.assign(place, farthest);
      setText(where, at(jointName(session.info, farthest.joint), farthest.frame));
    },
  };
}
