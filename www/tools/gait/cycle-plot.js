/** An angle over the gait cycle: a small picture with the curves of both sides, their bands, lift-offs and dots at the playhead. */
import { linesOf, spread, stepOf } from '../../controls/chart/axes.js';
import { h, setAttr, setText, svg } from '../../player/base/dom.js';
import { at } from './cycles.js';
import { V } from './strings.js';

/** @typedef {import('../../types.d.ts').GaitCurve} GaitCurve */
/** An angle with what a positive one means. @typedef {{ angle: string, positive: string, folded?: string }} Angle */
/**
 * What the plots ask.
 * @typedef {object} Asked
 * @property {(side: number, percent: number) => void} seek goes to a percent of a side's cycle
 * @property {(side: number) => number} percent where the playhead is in a side's cycle; NaN between its cycles
 * @property {(angle: string) => void} overTime shows an angle over time
 * @property {(plot: CyclePlot) => void} enter a plot has the focus
 * @property {(from: CyclePlot, way: number) => void} next focuses the next plot, or the one before
 */

/** A range is no smaller than this, degrees, so that noise does not look like a motion. */
const LEAST = 20;
/** Room above and below, as a share of the range. */
const ROOM = 0.06;
/** The usual height of a plot, for the distance of its lines, CSS pixels. */
const HEIGHT_PX = 84;
/** Letters at the ends of lines stay so far apart and from the edges, percent of the height. */
const APART = 18;
/** Percent by which keys go on. */
const STEP = 1;
const LEAP = 10;

const n = (/** @type {number} */ value) => value.toFixed(2);

export class CyclePlot {
  #canvas = svg('svg', { viewBox: '0 0 100 100', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  #letters = h('div', { class: 'letters-of-cycle', 'aria-hidden': 'true' });
  #ticks = h('div', { class: 'ticks-of-cycle', 'aria-hidden': 'true' });
  #cursor = h('span', { class: 'cursor-of-cycle', hidden: true });
  #reading = h('div', { class: 'reading-of-cycle', hidden: true });
  #title = h('strong');
  #positive = h('small');
  /** @type {{ side: number, dot: Element, halo: Element, curve: GaitCurve | null, drawn: string }[]} */
  #dots = [0, 1].map((side) => ({
    side,
    halo: svg('path', { class: 'halo-of-cycle' }),
    dot: svg('path', { class: `dot-of-cycle side-${side}` }),
    curve: null,
    drawn: '',
  }));
  /** @type {[least: number, most: number]} */
  #range = [0, 1];
  /** @type {Angle} */
  angle = { angle: '', positive: '' };

  /** @param {Asked} asked */
  constructor(asked) {
    this.asked = asked;
    this.area = h(
      'div',
      {
        class: 'area-of-cycle',
        role: 'slider',
        tabindex: '-1',
        'aria-valuemin': '0',
        'aria-valuemax': '100',
        onclick: (/** @type {MouseEvent} */ event) => this.#press(event),
        onpointermove: (/** @type {PointerEvent} */ event) => {
          if (event.pointerType !== 'touch') this.#point(this.#percentOf(event));
        },
        onpointerleave: () => this.#leave(),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
        onfocus: () => {
          asked.enter(this);
          this.#point(this.#here);
        },
        onblur: () => this.#leave(),
      },
      this.#canvas,
      this.#ticks,
      this.#letters,
      this.#cursor,
      this.#reading,
    );
    this.name = h(
      'button',
      { type: 'button', class: 'name-of-cycle', onclick: () => asked.overTime(this.angle.angle) },
      this.#title,
      this.#positive,
    );
    this.root = h('div', { class: 'cycle-plot' }, this.name, this.area);
  }

  /** @param {Angle} angle @param {GaitCurve[]} curves at most one a side */
  fill(angle, curves) {
    this.angle = angle;
    const title = V.capital(angle.angle);
    setText(this.#title, title);
    setText(this.#positive, V.positive(V.ways[angle.positive] ?? angle.positive));
    setAttr(this.name, 'title', V.overTime(title));
    setAttr(this.area, 'aria-label', title);
    this.#range = rangeOf(curves);
    const [least, most] = this.#range;
    const lines = linesOf(this.#range, stepOf(most - least, HEIGHT_PX, 'deg'));
    const path = (/** @type {string} */ name, /** @type {string} */ d) => svg('path', { class: name, d });
    this.#canvas.replaceChildren(
      ...lines.map((value) => path(value ? 'line-of-cycle' : 'line-of-cycle zero', `M0 ${n(this.#y(value))}H100`)),
      ...curves.flatMap(({ mean, sd, side }) => (sd ? [path(`band-of-cycle side-${side}`, this.#band(mean, sd))] : [])),
      ...curves.map(({ liftOff, side }) => path(`off-of-cycle side-${side}`, `M${n(liftOff)} 0V100`)),
      ...curves.map(({ mean, sd, side }) => path(`mean-of-cycle side-${side}${sd ? '' : ' single'}`, this.#line(mean))),
      ...this.#dots.flatMap(({ dot, halo }) => [halo, dot]),
    );
    this.#ticks.replaceChildren(
      ...lines.map((value) => {
        const tick = h('span', {}, V.tick(value));
        tick.style.setProperty('top', `${n(this.#y(value))}%`);
        return tick;
      }),
    );
    const ends = spread(
      curves.map(({ mean }) => this.#y(mean[mean.length - 1]) || 0),
      APART,
      APART / 2,
      100 - APART / 2,
    );
    this.#letters.replaceChildren(
      ...curves.map(({ side }, index) => {
        const letter = h('span', { class: `side-${side}` }, V.letters[side]);
        letter.style.setProperty('top', `${n(ends[index])}%`);
        return letter;
      }),
    );
    for (const dot of this.#dots) {
      dot.curve = curves.find(({ side }) => side === dot.side) ?? null;
      dot.drawn = '';
    }
    this.#leave();
    this.time();
    this.rest();
  }

  /** Moves the dots to the playhead. */
  time() {
    for (const one of this.#dots) {
      const percent = one.curve ? this.asked.percent(one.side) : NaN;
      const value = one.curve ? at(one.curve.mean, percent) : NaN;
      const drawn = value === value ? `M${n(percent)} ${n(this.#y(value))}h0` : '';
      if (drawn === one.drawn) continue;
      one.drawn = drawn;
      one.dot.setAttribute('d', drawn);
      one.halo.setAttribute('d', drawn);
    }
  }

  /** Writes for screen readers where the playhead is. */
  rest() {
    setAttr(this.area, 'aria-valuenow', String(Math.round(this.#here)));
    setAttr(this.area, 'aria-valuetext', this.#words(this.#here));
  }

  /** The percent at the playhead, of the first side that has one. */
  get #here() {
    const [percent] = this.#dots.flatMap(({ curve, side }) => (curve ? [this.asked.percent(side)] : [])).filter((each) => each === each);
    return percent ?? 0;
  }

  /** @param {number} value degrees */
  #y(value) {
    const [least, most] = this.#range;
    return 100 - (100 * (value - least)) / (most - least);
  }

  /** A line; NaN breaks it. @param {ArrayLike<number>} values */
  #line(values) {
    let way = 'M';
    return Array.from(values, (value, percent) => {
      const point = value === value ? `${way}${percent} ${n(this.#y(value))}` : '';
      way = value === value ? 'L' : 'M';
      return point;
    }).join('');
  }

  /** Forth along the upper edge, back along the lower one. @param {ArrayLike<number>} mean @param {ArrayLike<number>} sd */
  #band(mean, sd) {
    const points = Array.from(mean, (value, percent) => ({ percent, value, sd: sd[percent] })).filter(
      (each) => each.value + each.sd === each.value + each.sd,
    );
    const edge = (/** @type {number} */ sign) => points.map((each) => `${each.percent} ${n(this.#y(each.value + sign * each.sd))}`);
    return points.length ? `M${edge(1).join('L')}L${edge(-1).reverse().join('L')}Z` : '';
  }

  /** @param {MouseEvent} event */
  #percentOf({ clientX }) {
    const { left, width } = this.#canvas.getBoundingClientRect();
    return Math.max(0, Math.min(100, (100 * (clientX - left)) / width));
  }

  /** A press belongs to the side whose curve is nearer. @param {MouseEvent} event */
  #press(event) {
    const percent = this.#percentOf(event);
    const { top, height } = this.#canvas.getBoundingClientRect();
    const y = (100 * (event.clientY - top)) / height;
    const away = (/** @type {GaitCurve} */ { mean }) => Math.abs(this.#y(at(mean, percent)) - y);
    const [nearest] = this.#dots.flatMap(({ curve }) => curve ?? []).sort((a, b) => away(a) - away(b));
    if (nearest) this.asked.seek(nearest.side, percent);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = event.shiftKey ? LEAP : STEP;
    const to = { ArrowRight: this.#here + step, ArrowLeft: this.#here - step, Home: 0, End: 100 }[event.key];
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (to === undefined && !way) return;
    event.preventDefault();
    event.stopPropagation();
    if (way) {
      this.asked.next(this, way);
      return;
    }
    const side =
      this.#dots.find(({ curve, side: own }) => curve && this.asked.percent(own) === this.asked.percent(own)) ??
      this.#dots.find(({ curve }) => curve);
    if (!side || to === undefined) return;
    // At the very end of a cycle the playhead would be in the next one.
    this.asked.seek(side.side, Math.max(0, Math.min(99.9, to)));
    this.#point(this.#here);
  }

  /** The values at a percent, in words. @param {number} percent */
  #words(percent) {
    return V.there(
      V.percent(percent),
      this.#values(percent).map(({ side, text }) => V.of(V.sides[side], text)),
    );
  }

  /** @param {number} percent */
  #values(percent) {
    return this.#dots.flatMap(({ curve, side }) => {
      if (!curve) return [];
      const value = at(curve.mean, percent);
      const text = V.degrees(value);
      return [{ side, text: curve.sd && value === value ? V.spread(text, at(curve.sd, percent)) : text }];
    });
  }

  /** Shows the values at a percent. @param {number} percent */
  #point(percent) {
    this.#cursor.hidden = this.#reading.hidden = false;
    this.#cursor.style.setProperty('left', `${n(percent)}%`);
    this.#reading.style.setProperty('--at', `${n(percent)}%`);
    setAttr(this.#reading, 'data-left', percent > 50);
    this.#reading.replaceChildren(
      h('span', {}, V.percent(percent)),
      ...this.#values(percent).map(({ side, text }) => h('span', { class: `side-${side}` }, V.of(V.letters[side], text))),
    );
    this.rest();
  }

  #leave() {
    if (this.area.matches(':focus-visible')) return;
    this.#cursor.hidden = this.#reading.hidden = true;
  }
}

/** The range of the curves and their bands, with room around it. @param {GaitCurve[]} curves @returns {[least: number, most: number]} */
function rangeOf(curves) {
  let [least, most] = [Infinity, -Infinity];
  for (const { mean, sd } of curves) {
    mean.forEach((value, percent) => {
      const around = sd?.[percent] ?? 0;
      // Comparisons with NaN are false.
      if (value - around < least) least = value - around;
      if (value + around > most) most = value + around;
    });
  }
  if (!(least <= most)) return [-LEAST / 2, LEAST / 2];
  const room = Math.max(ROOM * (most - least), (LEAST - (most - least)) / 2);
  return [least - room, most + room];
}
