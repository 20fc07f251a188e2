/** One joint angle over time, in the window of the timeline: the left, the right, or that of pelvis and trunk. */
import { listenOnPlot } from '../../controls/chart/plot-gestures.js';
import { Plot } from '../../controls/chart/plot.js';
import { Pyramid } from '../../controls/chart/pyramid.js';
import { listenOnTimeline } from '../../controls/timeline-gestures.js';
import { h } from '../../player/base/dom.js';
import { V } from './strings.js';

/** @typedef {import('../../types.d.ts').GaitAngles} GaitAngles */
/** @typedef {import('../../controls/chart/plot.js').Subject} Subject */

/** The colours of the sides and of the middle: on dark, and on light and on paper. */
const COLOURS = { dark: ['#46c9b8', '#f0b45f', '#e9ecf4'], light: ['#12776d', '#8a5206', '#1a2132'] };
/** The right side is dashed where left and right are told apart without colours. */
const DASHES = [[], [7, 4], []];

export class OverTime {
  joint = -1;
  source = { times: /** @type {import('../../actors/series.js').Times} */ ({ count: 0, step: 0, keys: null }) };
  /** The angle that is shown. */
  angle = 'knee flexion';
  /** @type {GaitAngles | undefined} */
  #of;
  #drawn = '';

  /** @param {import('../../controls/controls.js').Controls} ui @param {() => boolean} on */
  constructor(ui, on) {
    this.ui = ui;
    this.shows = on;
    this.timeline = /** @type {import('../../controls/timeline.js').Timeline} */ (ui.bar?.timeline);
    this.plot = new Plot(this);
    this.root = h('div', { class: 'over-time-of-gait' }, this.plot.root, this.plot.table);
    const pinch = (/** @type {boolean} */ pinching) => {
      this.plot.pinching = pinching;
    };
    listenOnTimeline(ui, Object.assign(Object.create(this.timeline), { root: this.plot.surface, pinch }));
    listenOnPlot(this);
    this.timeline.zoom.watch(() => this.plot.later());
    new ResizeObserver(() => this.plot.later()).observe(this.plot.root);
  }

  get on() {
    return this.shows();
  }

  get window() {
    return this.timeline.zoom.seconds;
  }

  nameOf() {
    return V.capital(this.angle);
  }

  writeWindow() {}

  /** @param {GaitAngles | undefined} angles */
  fill(angles) {
    const { session } = this.ui;
    const theme = session.get('theme') === 'light' ? 'light' : 'dark';
    const drawn = JSON.stringify([this.angle, theme, session.get('patterns')]);
    if (angles === this.#of && drawn === this.#drawn) {
      this.plot.later();
      return;
    }
    [this.#of, this.#drawn] = [angles, drawn];
    const count = angles?.times.length ?? 0;
    const length = angles && count > 1 ? angles.times[count - 1] - angles.times[0] : 0;
    this.source.times = { count, step: length / (count - 1) || 0, keys: null };
    const shown = angles?.series.filter(({ angle }) => angle === this.angle) ?? [];
    this.plot.fill(
      shown.map(({ side, degrees }) => {
        const series = {
          key: `${this.angle} ${side}`,
          label: V.sides[side],
          title: side < 2 ? `${V.sides[side]} ${this.angle}` : V.capital(this.angle),
          letter: V.letters[side],
          unit: /** @type {const} */ ('deg'),
          role: /** @type {const} */ ('angle'),
          rows: Float32Array.from(degrees),
          offset: 0,
          stride: 1,
          count,
          factor: 1,
        };
        return {
          curve: { series, pyramid: new Pyramid(series), joint: -1 },
          colour: COLOURS[theme][side],
          paper: COLOURS.light[side],
          dashes: session.get('patterns') ? DASHES[side] : [],
        };
      }),
    );
  }
}
