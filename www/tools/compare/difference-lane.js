/** The lane of the difference: a line of the mean distance of the joints, its worst moment, and its value at the playhead. */
import { h, setAttr, setText, svg } from '../../player/base/dom.js';
import { lineOf, peaksOf, valueAt } from './columns.js';
import { DifferenceTable, KINDS } from './difference-table.js';
import { LETTERS } from './state.js';
import { V, distance } from './strings.js';

/** @typedef {import('./state.js').CompareState} CompareState */
/** @typedef {import('./state.js').CompareCallbacks} CompareCallbacks */
/** The part of the clock that is shown. @typedef {Pick<import('../../controls/timeline-zoom.js').TimelineZoom, 'across' | 'place' | 'size' | 'width'>} Window */

/** Room above the highest value, for the dot. */
const TOP_PX = 5;
/** The line of a folded dock. */
const SPARK = { width: 120, height: 16 };
/** A text goes to the other side of its dot where this is not free. */
const TEXT_PX = 130;
/** Width of the words behind the end of the line. */
const AFTER_PX = 270;
/** Width of the value at the playhead. */
const VALUE_PX = 70;
/** Joints in the tip. */
const NAMED = 3;

export class DifferenceLane {
  #area = svg('path', { class: 'difference-area' });
  #line = svg('path', { class: 'difference-line' });
  #picture = svg('svg', { class: 'drawing', role: 'img' });
  #plot;
  #now = h('span', { class: 'now-dot', hidden: true });
  #value = h('output', { class: 'value', hidden: true });
  #tip = h('div', { class: 'tip', 'aria-hidden': 'true', hidden: true });
  #worstValue = h('b');
  #worstJoint = h('span');
  #worst = h(
    'button',
    { type: 'button', class: 'worst', title: V.goToWorst, hidden: true, onclick: () => this.#goToWorst() },
    h('span', { class: 'dot' }),
    h('span', { class: 'worst-words' }, this.#worstValue, this.#worstJoint),
  );
  #mean = h('span', { class: 'mean' });
  #most = h('span', { class: 'most' });
  #next = h('button', { type: 'button', class: 'push next-peak', title: V.nextPeakTitle, onclick: () => this.call.step(1) }, V.nextPeak);
  /** Says why there is nothing to compare from where on. */
  #after = h('span', { class: 'difference-after' });
  /** In a sentence; '' before it has been measured. */
  summary = '';
  #note = h('span', { class: 'difference-note' });
  /** @type {import('../../types.d.ts').ComparedMeasure | null} */
  #measure = null;
  /** Indices of the measure's peaks, found when they are first needed. @type {number[] | null} */
  #peaks = null;
  /** What was drawn. */
  #drawn = '';

  /**
   * @param {CompareState} state read whenever something is drawn
   * @param {CompareCallbacks} call
   * @param {Window} view
   * @param {(time: number, other: number) => Promise<ArrayLike<number>>} distances three for each pair of joints, millimetres
   */
  constructor(state, call, view, distances) {
    this.state = state;
    this.call = call;
    this.view = view;
    this.distances = distances;
    this.table = new DifferenceTable(state, call);
    this.kind = h(
      'select',
      { class: 'kind', 'aria-label': V.kind, onchange: () => call.setKind(/** @type {0 | 1 | 2} */ (this.kind.selectedIndex)) },
      ...KINDS.map((kind) => h('option', {}, V.kinds[kind])),
    );
    this.#picture.append(this.#area, this.#line);
    this.#plot = h(
      'div',
      {
        class: 'difference-plot',
        onclick: (/** @type {PointerEvent} */ event) => this.#click(event),
        onpointermove: (/** @type {PointerEvent} */ event) => this.#point(event),
        onpointerleave: () => {
          this.#tip.hidden = true;
        },
      },
      this.#picture,
      this.#now,
      this.#value,
    );
    this.root = h(
      'div',
      { class: 'difference', role: 'group', 'aria-label': V.difference },
      this.#plot,
      this.#worst,
      this.#note,
      this.#after,
      this.#tip,
    );
    /** What stands beside the tabs. */
    this.head = h('div', { class: 'numbers-of-difference' }, this.#mean, this.#most, this.#next, this.kind);
  }

  /** The height of the plot, CSS pixels. */
  get #height() {
    return this.#plot.clientHeight;
  }

  /** Seconds of the shared clock at the left end of the whole timeline, and how many it has. */
  get #clock() {
    const [from, to] = this.state.clock;
    return { from, length: to - from };
  }

  /** Call when anything but the time has changed. */
  update() {
    const { difference } = this.state;
    const measure = difference.compared?.measures[difference.kind] ?? null;
    if (measure !== this.#measure) {
      this.#measure = measure;
      this.#peaks = null;
      this.#drawn = '';
    }
    this.kind.selectedIndex = difference.kind;
    const missing = {
      'no-joints': V.noJoints,
      'no-moments': V.noMoments,
      failed: V.failed,
      measuring: measure ? '' : V.measuring,
      measured: '',
    }[difference.state];
    setText(this.#note, missing);
    setAttr(this.root, 'data-empty', !measure);
    for (const each of [this.#mean, this.#most, this.#next, this.#worst]) each.hidden = !measure;
    if (measure) {
      const joint = V.joint(difference.pairs[measure.joint] ?? '', measure.distance);
      setText(this.#mean, V.mean(measure.mean));
      setText(this.#most, V.worstAt(measure.worst, measure.when));
      setText(this.#worstValue, V.worst(measure.worst));
      setText(this.#worstJoint, joint);
      this.summary = V.described(measure.mean, measure.worst, measure.when, joint);
      setAttr(this.#picture, 'aria-label', this.summary);
    }
    this.draw();
    this.time();
  }

  /** The place of a moment of the first clip, CSS pixels from the left end. @param {number} time */
  #x(time) {
    const { from, length } = this.#clock;
    return this.view.across((this.state.clips[0].offset + time - from) / length) * this.view.width;
  }

  /** @param {number} value */
  #y(value) {
    return this.#height - (this.#height - TOP_PX) * Math.min(1, value / (this.#measure?.worst || 1));
  }

  /** Call when the window or the width has changed. */
  draw() {
    const {
      state: {
        difference: { compared },
      },
      view: { width },
    } = this;
    const measure = this.#measure;
    const [start, second] = [this.#x(0), this.#x(1)];
    const drawn = `${start} ${second} ${width} ${this.#height}`;
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    if (!measure || !compared || !(width > 0)) {
      setAttr(this.#line, 'd', '');
      setAttr(this.#area, 'd', '');
      return;
    }
    const { line, from, to } = lineOf(
      compared.times,
      measure.values,
      (time) => start + time * (second - start),
      (value) => this.#y(value),
      width,
    );
    setAttr(this.#line, 'd', line);
    setAttr(this.#area, 'd', line && `${line}L${to.toFixed(1)} ${this.#height}L${from.toFixed(1)} ${this.#height}Z`);
    const x = this.#x(measure.when);
    setAttr(this.#worst, 'data-after', x < TEXT_PX);
    this.#worst.style.setProperty('transform', `translate(${x.toFixed(1)}px, ${TOP_PX}px)`);
    this.#worst.hidden = x < 0 || x > width;
    this.#tellEnd(to, width);
  }

  /** Says beside the end of the line which clip has ended, if there is room. @param {number} end of the line @param {number} width CSS pixels */
  #tellEnd(end, width) {
    const { clips, difference } = this.state;
    const [a, b] = [0, difference.other].map((index) => clips[index].offset + clips[index].duration);
    const first = a < b ? 0 : difference.other;
    const words = Math.abs(a - b) > clips[0].frameTime ? V.ended(Math.min(a, b), LETTERS[first]) : '';
    setText(this.#after, words);
    this.#after.hidden = !words || width - end < AFTER_PX;
    this.#after.style.setProperty('left', `${(end + 12).toFixed(1)}px`);
  }

  /** The line without words; null before it has been measured. */
  spark() {
    const { compared } = this.state.difference;
    const measure = this.#measure;
    if (!measure || !compared) return null;
    const { from, length } = this.#clock;
    const { line } = lineOf(
      compared.times,
      measure.values,
      (time) => (this.view.across((this.state.clips[0].offset + time - from) / length) || 0) * SPARK.width,
      (value) => SPARK.height - 1 - (SPARK.height - 3) * Math.min(1, value / (measure.worst || 1)),
      SPARK.width,
    );
    const picture = svg('svg', { class: 'spark', 'aria-hidden': 'true', viewBox: `0 0 ${SPARK.width} ${SPARK.height}` });
    picture.append(svg('path', { class: 'difference-line', d: line }));
    return picture;
  }

  /** Call when the time has changed, at most once a frame. */
  time() {
    const {
      state: {
        difference: { compared },
        time,
      },
      view: { width },
    } = this;
    const value = compared && this.#measure ? valueAt(compared.times, this.#measure.values, time) : NaN;
    const x = this.#x(time);
    const seen = value === value && x >= 0 && x <= width;
    setAttr(this.#now, 'hidden', !seen);
    setAttr(this.#value, 'hidden', !seen);
    setAttr(this.#worst, 'data-quiet', seen && this.#measure !== null && Math.abs(x - this.#x(this.#measure.when)) < TEXT_PX);
    if (!seen) return;
    this.#now.style.setProperty('transform', `translate(${x.toFixed(1)}px, ${this.#y(value).toFixed(1)}px)`);
    setText(this.#value, distance(value));
    setAttr(this.#value, 'data-after', x < VALUE_PX || (x + VALUE_PX < width && this.#meetsWorst(x - VALUE_PX, x)));
    this.#value.style.setProperty('transform', `translateX(${x.toFixed(1)}px)`);
  }

  /** Whether the words at the worst moment reach into a part of the width. @param {number} from @param {number} to */
  #meetsWorst(from, to) {
    const x = this.#x(this.#measure?.when ?? NaN);
    const start = x < TEXT_PX ? x : x - TEXT_PX;
    return start < to && start + TEXT_PX > from;
  }

  /** The moment of the first clip at an event. @param {{ clientX: number }} event */
  #timeAt({ clientX }) {
    const { left, width } = this.#picture.getBoundingClientRect();
    const { from, length } = this.#clock;
    return from + this.view.place((clientX - left) / width) * length - this.state.clips[0].offset;
  }

  /** @param {PointerEvent} event */
  #click(event) {
    const { compared } = this.state.difference;
    if (!compared?.times.length) return;
    const { times } = compared;
    this.call.seek(Math.max(times[0], Math.min(times[times.length - 1], this.#timeAt(event))));
  }

  #goToWorst() {
    if (this.#measure) this.call.seek(this.#measure.when, this.#measure.joint);
  }

  /** Goes to the next or the previous peak; false without one. @param {1 | -1} way */
  step(way) {
    const { compared } = this.state.difference;
    if (!this.#measure || !compared) return false;
    this.#peaks ??= peaksOf(this.#measure.values);
    const moments = this.#peaks.map((index) => compared.times[index]);
    const slack = this.state.clips[0].frameTime / 2;
    const next =
      way > 0
        ? moments.find((moment) => moment > this.state.time + slack)
        : moments.reverse().find((moment) => moment < this.state.time - slack);
    if (next === undefined) return false;
    this.call.seek(next);
    return true;
  }

  /** The last moment that was asked for. */
  #asked = NaN;

  /** Shows the value and the worst joints at the pointer. @param {PointerEvent} event */
  async #point(event) {
    const { compared, kind, pairs } = this.state.difference;
    const time = this.#timeAt(event);
    const value = compared && this.#measure ? valueAt(compared.times, this.#measure.values, time) : NaN;
    if (!compared || value !== value || event.pointerType === 'touch') {
      this.#tip.hidden = true;
      return;
    }
    this.#asked = time;
    const found = await this.distances(time, valueAt(compared.times, compared.others, time)).catch(() => []);
    // The pointer has gone on.
    if (this.#asked !== time) return;
    const ranked = pairs.map((name, pair) => /** @type {const} */ ([name, found[3 * pair + kind] ?? 0])).sort((a, b) => b[1] - a[1]);
    this.#tip.replaceChildren(
      h('b', {}, distance(value)),
      ...ranked.slice(0, NAMED).map(([name, far]) => h('span', {}, V.joint(name, far))),
    );
    this.#tip.hidden = false;
    const half = this.#tip.offsetWidth / 2;
    this.#tip.style.setProperty(
      'transform',
      `translateX(${(Math.max(half, Math.min(this.view.width - half, this.#x(time))) - half).toFixed(1)}px)`,
    );
  }
}
