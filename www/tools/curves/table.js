/** The numbers of the curves in the timeline's window: a row for each frame, from which the clip is shown there. */
import { h, setAttr } from '../../player/base/dom.js';
import { fixed } from '../../player/words/format.js';
import { placeAt, timeOf, valueOf } from '../../actors/series.js';
import { reading } from '../../controls/chart/readout.js';
import { V } from './strings.js';

/** @typedef {import('./index.js').Pane} Pane */

/** Most rows: of a longer window each second, third .. frame has one. */
const MOST = 400;

export class Table {
  #body = h('tbody');
  #head = h('thead');
  root = h(
    'div',
    { class: 'dock-table table-of-curves', tabindex: '0', role: 'group', 'aria-label': V.title },
    h('table', {}, this.#head, this.#body),
  );
  /** What is written. */
  #written = '';

  /** @param {Pane} pane */
  constructor(pane) {
    this.pane = pane;
  }

  update() {
    const {
      plot: { lines },
      source: { times },
      ui: { session },
      window: [from, to],
    } = this.pane;
    if (!times.count) return;
    const [first, last] = [from, to].map((seconds) => Math.max(0, Math.min(times.count - 1, Math.round(placeAt(times, seconds)))));
    const step = Math.max(1, Math.ceil((last - first + 1) / MOST));
    const written = [first, last, times.count, ...lines.map(({ curve: { series } }) => series.key), session.info?.name].join();
    if (written === this.#written) return;
    this.#written = written;
    const names = lines.map(({ curve: { joint, series } }) => series.title ?? `${this.pane.nameOf(joint)} ${series.label}`);
    this.#head.replaceChildren(
      h('tr', {}, ...[step > 1 ? V.each(step) : V.frame, V.time, ...names].map((name) => h('th', { scope: 'col' }, h('bdi', {}, name)))),
    );
    const frames = Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, row) => first + row * step);
    this.#body.replaceChildren(
      ...frames.map((frame) => {
        const time = timeOf(times, frame);
        const seek = () => {
          session.playback.pause();
          session.playback.seek({ seconds: time });
        };
        return h(
          'tr',
          {},
          h('th', { scope: 'row' }, h('button', { type: 'button', onclick: seek }, String(frame))),
          h('td', {}, fixed(time, 3)),
          ...lines.map(({ curve: { series } }) => h('td', {}, reading(series, valueOf(series, frame)))),
        );
      }),
    );
    setAttr(this.root, 'data-rows', String(frames.length));
  }
}
