/** Lanes below the timeline, in its window: when each foot is on the ground, and own marks, which are dragged. */
import { h, setAttr, setText } from '../../player/base/dom.js';
import { K } from './strings.js';

/** @typedef {import('../../controls/controls.js').Controls} Controls */
/** @typedef {import('./words.js').Mark} Mark */
/** The part of a mark that is dragged. @typedef {'from' | 'to' | 'whole'} Part */

/** A press that moved less is a click, CSS pixels. */
const SLOP = 3;
const STEPS = 1000;
const SIDES = /** @type {const} */ (['left', 'right']);

export class Lanes {
  #feet = SIDES.map((side) => ({ side, lane: h('div', { class: `lane-of-foot ${side}`, role: 'img' }) }));
  #own = h('div', { class: 'lane-of-marks', role: 'group', 'aria-label': K.lanes.own });
  root = h('div', { class: 'lanes-of-marks over-time', part: 'marks' }, ...this.#feet.map(({ lane }) => lane), this.#own);
  /** @type {{ index: number, part: Part, x: number, from: number, to: number, moved: boolean } | null} */
  #press = null;

  /**
   * @param {Controls} ui
   * @param {{ marks: () => Mark[], chosen: () => number, choose: (index: number) => void, move: (index: number, from: number, to: number) => void, remove: (index: number) => void }} marks
   */
  constructor(ui, marks) {
    this.ui = ui;
    this.marks = marks;
    this.timeline = /** @type {import('../../controls/bar.js').Bar} */ (ui.bar).timeline;
    this.timeline.zoom.watch(() => this.draw());
    // On phones the buttons beside the timeline are placed from the bar's upper edge.
    this.timeline.root.after(this.root);
  }

  get #step() {
    const { duration, frameTime, keyed } = this.ui.session.playback;
    return keyed ? duration / STEPS : frameTime;
  }

  /** @param {number} seconds to the nearest frame of the clip */
  framed(seconds) {
    const { duration } = this.ui.session.playback;
    return Math.max(0, Math.min(duration, Math.round(seconds / this.#step) * this.#step));
  }

  /** @param {number} seconds */
  #across(seconds) {
    return this.timeline.zoom.across(this.ui.session.playback.placeOf(seconds));
  }

  /** Places an element on a lane. @param {HTMLElement} element @param {number} from @param {number} to seconds */
  #place(element, from, to) {
    const [left, right] = [this.#across(from), this.#across(to)];
    element.style.setProperty('left', `${(100 * left).toFixed(3)}%`);
    element.style.setProperty('width', `${(100 * (right - left)).toFixed(3)}%`);
    element.hidden = right < 0 || left > 1;
  }

  /** @type {import('../../types.d.ts').Stances | null} */
  stances = null;

  draw() {
    for (const { lane, side } of this.#feet) {
      const spans = this.stances?.[side]?.spans ?? new Float64Array();
      while (lane.children.length > spans.length / 2) lane.lastChild?.remove();
      while (lane.children.length < spans.length / 2) lane.append(h('span'));
      [...lane.children].forEach((each, index) => this.#place(/** @type {HTMLElement} */ (each), spans[2 * index], spans[2 * index + 1]));
      lane.hidden = !spans.length;
      setAttr(
        lane,
        'aria-label',
        `${K.lanes[side]}: ${Array.from({ length: Math.min(12, spans.length / 2) }, (_, index) => `${K.at(spans[2 * index])}\u2013${K.at(spans[2 * index + 1])}`).join(', ')}`,
      );
    }
    const marks = this.marks.marks();
    const starts = marks.map(({ from }) => this.#across(from)).sort((a, b) => a - b);
    while (this.#own.children.length > marks.length) this.#own.lastChild?.remove();
    while (this.#own.children.length < marks.length) this.#own.append(this.#make());
    marks.forEach(({ name, from, to }, index) => {
      const element = /** @type {HTMLElement} */ (this.#own.children[index]);
      const span = to > from;
      this.#place(element, from, to);
      setAttr(element, 'data-kind', span ? 'span' : 'event');
      setAttr(element, 'data-chosen', index === this.marks.chosen());
      const [begin, end, label] = /** @type {HTMLElement[]} */ ([...element.children]);
      setText(label, name);
      // A name ends where the next mark begins.
      const start = this.#across(from);
      label.style.setProperty('--room', ((starts.find((other) => other > start) ?? 2) - start).toFixed(4));
      end.hidden = !span;
      for (const [handle, at, words] of /** @type {const} */ ([
        [begin, from, span ? K.from(name) : name],
        [end, to, K.to(name)],
      ])) {
        setAttr(handle, 'aria-label', words);
        for (const [key, value] of Object.entries({
          valuemin: '0',
          valuemax: this.ui.session.playback.duration.toFixed(3),
          valuenow: at.toFixed(3),
        }))
          setAttr(handle, `aria-${key}`, value);
        setAttr(handle, 'aria-valuetext', K.at(at));
      }
    });
  }

  #make() {
    const handle = (/** @type {Part} */ part) =>
      h('span', {
        class: `handle-of-mark ${part}`,
        role: 'slider',
        tabindex: '0',
        onpointerdown: (/** @type {PointerEvent} */ event) => this.#down(element, part, event),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(element, part, event),
        onfocus: () => this.marks.choose(this.#index(element)),
      });
    const element = h(
      'div',
      {
        class: 'own-mark',
        onpointerdown: (/** @type {PointerEvent} */ event) => this.#down(element, 'whole', event),
        onpointermove: (/** @type {PointerEvent} */ event) => this.#drag(event),
        onpointerup: () => this.#up(true),
        onpointercancel: () => this.#up(false),
      },
      handle('from'),
      handle('to'),
      h('bdi', {}),
    );
    return element;
  }

  /** @param {Element} element */
  #index(element) {
    return [...this.#own.children].indexOf(element);
  }

  /** @param {HTMLElement} element @param {Part} part @param {PointerEvent} event */
  #down(element, part, event) {
    if (event.button !== 0 || this.#press) return;
    const index = this.#index(element);
    const { from, to } = this.marks.marks()[index];
    element.setPointerCapture(event.pointerId);
    // The beginning of an event is all of it.
    this.#press = { index, part: to > from ? part : 'whole', x: event.clientX, from, to, moved: false };
    this.marks.choose(index);
  }

  /** @param {PointerEvent} event */
  #drag({ clientX }) {
    const press = this.#press;
    if (!press) return;
    press.moved ||= Math.abs(clientX - press.x) > SLOP;
    if (!press.moved) return;
    const { playback } = this.ui.session;
    const { width } = this.timeline.root.getBoundingClientRect();
    const by = ((clientX - press.x) / width) * this.timeline.zoom.size * (playback.duration - playback.begin);
    this.#move(press.index, press.part, press.from, press.to, by);
    this.timeline.tip.hold(this.framed(press.from + by), Math.round((press.from + by) / this.#step));
  }

  /** @param {number} index @param {Part} part @param {number} from @param {number} to @param {number} by seconds */
  #move(index, part, from, to, by) {
    if (part === 'from') this.marks.move(index, Math.min(this.framed(from + by), to - this.#step), to);
    else if (part === 'to') this.marks.move(index, from, Math.max(this.framed(to + by), from + this.#step));
    else {
      const begin = Math.max(0, Math.min(this.ui.session.playback.duration - (to - from), this.framed(from + by)));
      this.marks.move(index, begin, begin + to - from);
    }
  }

  /** @param {boolean} clicked */
  #up(clicked) {
    const press = this.#press;
    this.#press = null;
    this.timeline.tip.release();
    if (press && !press.moved && clicked) this.ui.session.playback.seek({ seconds: press.from });
  }

  /** @param {Element} element @param {Part} part @param {KeyboardEvent} event */
  #key(element, part, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const index = this.#index(element);
    const { from, to } = this.marks.marks()[index];
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[event.key];
    if (by) this.#move(index, to > from ? part : 'whole', from, to, by * (event.shiftKey ? 10 : 1) * this.#step);
    else if (event.key === 'Enter') this.ui.session.playback.seek({ seconds: part === 'to' ? to : from });
    else if (event.key === 'Delete' || event.key === 'Backspace') this.marks.remove(index);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  remove() {
    this.root.remove();
  }
}
