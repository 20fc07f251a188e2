/** The moments of a chronophotograph on the timeline: sliders that are dragged, added and removed by hand. */
import { h, setAttr } from '../../player/base/dom.js';
import { clock, short } from '../../player/words/format.js';
import { C } from '../../controls/strings.js';
import { P } from './strip-strings.js';

/** @typedef {import('../../controls/controls.js').Controls} Controls */

/** A chronophotograph by hand has at least so many moments. */
const FEWEST = 2;
/** A press that moved less is a click, CSS pixels. */
const SLOP = 3;
/** Steps of a motion whose frames have their own times, as shares of its length. */
const STEPS = 1000;

export class MomentMarks {
  root = h('div', { class: 'whole marks-of-moments', role: 'group', 'aria-label': P.marks });
  /** The press on a mark. @type {{ index: number, x: number, moved: boolean } | null} */
  #press = null;

  /** @param {Controls} ui */
  constructor(ui) {
    this.ui = ui;
    const { tracks } = /** @type {import('../../controls/bar.js').Bar} */ (ui.bar).timeline;
    tracks.append(this.root);
    tracks.addEventListener('dblclick', this.#onTrack);
    this.tracks = tracks;
  }

  get #timeline() {
    return /** @type {import('../../controls/bar.js').Bar} */ (this.ui.bar).timeline;
  }
  /** The moments that are shown, seconds. */
  get #moments() {
    return /** @type {import('./choose.js').ChosenMoments | undefined} */ (this.ui.session.state.tools.moments)?.moments ?? [];
  }

  /** Seconds of one step. */
  get #step() {
    const { duration, frameTime, keyed } = this.ui.session.playback;
    return keyed ? duration / STEPS : frameTime;
  }

  /** @param {number[]} moments */
  #choose(moments) {
    this.ui.history.set(
      'moments',
      moments.map((at) => Number(short(at, 4))),
      true,
    );
  }

  /** Keeps the moments where they are, whatever the range. */
  own() {
    this.#choose(this.#moments);
  }

  /** @param {number} seconds to the nearest frame */
  #framed(seconds) {
    return Math.round(seconds / this.#step) * this.#step;
  }

  /** Between which seconds a moment may be: a step away from its neighbours. @param {number} index @returns {[number, number]} */
  #room(index) {
    const moments = this.#moments;
    const step = this.#step;
    return [
      index > 0 ? moments[index - 1] + step : 0,
      index < moments.length - 1 ? moments[index + 1] - step : this.ui.session.playback.duration,
    ];
  }

  /** @param {number} index @param {number} seconds */
  #move(index, seconds) {
    const [least, most] = this.#room(index);
    const to = Math.max(least, Math.min(most, this.#framed(seconds)));
    if (most >= least && Math.abs(to - this.#moments[index]) > 1e-4)
      this.#choose(this.#moments.map((at, each) => (each === index ? to : at)));
  }

  /** Adds a moment. @param {number} seconds @returns {number} its index; -1 if it has no room */
  #add(seconds) {
    const moments = this.#moments;
    const at = this.#framed(seconds);
    if (moments.some((each) => Math.abs(each - at) < this.#step / 2)) return -1;
    const before = moments.filter((each) => each < at);
    this.#choose([...before, at, ...moments.slice(before.length)]);
    this.ui.session.say(this.#words('added', at));
    return before.length;
  }

  /** @param {number} index */
  #remove(index) {
    const moments = this.#moments;
    if (moments.length <= FEWEST) return;
    this.#choose(moments.filter((_, each) => each !== index));
    this.ui.history.tell(this.#words('removed', moments[index]));
  }

  /** @param {'added' | 'removed'} what @param {number} seconds */
  #words(what, seconds) {
    return P[what](clock(seconds, this.ui.session.playback.duration));
  }

  /** The index of a moment before the widest or the narrowest gap. @param {1 | -1} way 1: the widest */
  #gap(way) {
    const moments = this.#moments;
    const gaps = moments.slice(1).map((at, index) => way * (at - moments[index]));
    return gaps.indexOf(Math.max(...gaps));
  }

  addInWidestGap() {
    const index = this.#gap(1);
    const moments = this.#moments;
    if (index >= 0) this.#add((moments[index] + moments[index + 1]) / 2);
  }

  /** The first and the last moment stay. */
  removeFromNarrowestGap() {
    this.#remove(Math.max(1, this.#gap(-1)));
  }

  /** @param {MouseEvent} event */
  #onTrack = (event) => {
    const { target, clientX } = event;
    if (!(target instanceof Element) || !target.matches('.scrub')) return;
    // Elsewhere on the timeline it shows the whole clip.
    event.stopPropagation();
    this.#add(this.#at(clientX));
  };

  /** The second at a place on the screen. @param {number} clientX */
  #at(clientX) {
    const { root, zoom } = this.#timeline;
    const { left, width } = root.getBoundingClientRect();
    return this.ui.session.playback.secondsAt(zoom.place(Math.max(0, Math.min(1, (clientX - left) / width))));
  }

  #mark() {
    const mark = h('div', {
      class: 'mark-of-moment',
      role: 'slider',
      tabindex: '0',
      onpointerdown: (/** @type {PointerEvent} */ event) => this.#down(mark, event),
      onpointermove: (/** @type {PointerEvent} */ event) => this.#drag(event),
      onpointerup: () => this.#up(true),
      onpointercancel: () => this.#up(false),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(this.#index(mark), event),
    });
    return mark;
  }

  /** @param {Element} mark */
  #index(mark) {
    return [...this.root.children].indexOf(mark);
  }
  /** @param {number} index */
  #focus(index) {
    /** @type {HTMLElement | undefined} */ (this.root.children[Math.min(index, this.root.children.length - 1)])?.focus();
  }

  /** @param {HTMLElement} mark @param {PointerEvent} event */
  #down(mark, event) {
    if (event.button !== 0) return;
    mark.setPointerCapture(event.pointerId);
    this.#press = { index: this.#index(mark), x: event.clientX, moved: false };
  }

  /** @param {PointerEvent} event */
  #drag({ clientX }) {
    const press = this.#press;
    if (!press) return;
    press.moved ||= Math.abs(clientX - press.x) > SLOP;
    if (!press.moved) return;
    this.#move(press.index, this.#at(clientX));
    const at = this.#moments[press.index];
    this.#timeline.tip.hold(at, Math.round(at / this.#step));
  }

  /** @param {boolean} clicked unless it was moved */
  #up(clicked) {
    const press = this.#press;
    this.#press = null;
    this.#timeline.tip.release();
    if (press && !press.moved && clicked) this.ui.session.playback.seek({ seconds: this.#moments[press.index] });
  }

  /** @param {number} index @param {KeyboardEvent} event */
  #key(index, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moments = this.#moments;
    const [least, most] = this.#room(index);
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[event.key];
    if (by) this.#move(index, moments[index] + by * (event.shiftKey ? 10 : 1) * this.#step);
    else if (event.key === 'Home') this.#move(index, least);
    else if (event.key === 'End') this.#move(index, most);
    else if (event.key === 'Enter') this.ui.session.playback.seek({ seconds: moments[index] });
    else if (event.key === '+' || event.key === '=' || event.key === 'Insert')
      this.#focus(Math.max(index, this.#add((moments[index] + (moments[index + 1] ?? moments[index - 1])) / 2)));
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      this.#remove(index);
      this.#focus(index);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Shows the moments as they are now. */
  update() {
    const { session } = this.ui;
    const moments = this.#moments;
    const { duration, keyed } = session.playback;
    while (this.root.children.length > moments.length) this.root.lastChild?.remove();
    while (this.root.children.length < moments.length) this.root.append(this.#mark());
    this.root.style.setProperty('--moments', String(moments.length));
    moments.forEach((moment, index) => {
      const mark = /** @type {HTMLElement} */ (this.root.children[index]);
      const share = session.playback.placeOf(moment).toFixed(5);
      if (mark.style.getPropertyValue('--moment') !== share) mark.style.setProperty('--moment', share);
      const [least, most] = this.#room(index);
      for (const [name, value] of Object.entries({ valuemin: least, valuemax: most, valuenow: moment }))
        setAttr(mark, `aria-${name}`, short(value, 3));
      setAttr(mark, 'aria-label', P.mark(index + 1, moments.length));
      setAttr(
        mark,
        'aria-valuetext',
        C.handle(keyed ? '' : C.at(C.frame(false), Math.round(moment / this.#step)), clock(moment, duration)),
      );
    });
  }

  close() {
    this.tracks.removeEventListener('dblclick', this.#onTrack);
    this.root.remove();
  }
}
