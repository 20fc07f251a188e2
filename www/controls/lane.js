/**
 * The lane under the timeline: frames worth a look. A line where a joint is outside the limits that its file sets, with a dot
 * where it is farthest outside (some joints are outside all the time), a diamond where the file says that something happens. Comes with the panels, and only for clips that have such frames.
 */
import { h, setAttr, setText, svg } from '../player/dom.js';
import { P } from '../panels/strings.js';

/** @typedef {import('../types.d.ts').ClipMark} ClipMark */
/** @typedef {import('../types.d.ts').ClipInfo} ClipInfo */

/** Shorter bars would not be seen, let alone hit. */
const SHORTEST_PX = 4;
/** Shapes nearer than this are one. */
const DOTS_APART_PX = 6;
const DIAMONDS_APART_PX = 10;
const REACH_PX = 5;
/** The middle of the lane. */
const Y = 6;

/** A mark in words, with the joint's name. @param {ClipInfo} info @param {ClipMark} mark */
export const markWords = (info, { joint, text }) => P.marks.what(info.joints[joint]?.name ?? '', text);

/** The same with its frame. @param {ClipInfo} info @param {ClipMark} mark */
const markText = (info, mark) => `${markWords(info, mark)} \u00b7 ${P.marks.frame(mark.at)}`;

/** Stops at a mark and lights up its joint. @param {import('../player/session.js').Session} session @param {ClipMark} mark */
export function goToMark(session, mark) {
  session.playback.pause();
  session.playback.seek({ frame: mark.at });
  session.view.select(mark.joint);
}

export class Lane {
  /** In the order in which they are gone through. @type {ClipMark[]} */
  #marks = [];
  /** The one gone to last, or where going on begins. */
  #index = 0;
  /** @type {ClipMark | null} */
  #hovered = null;

  /** @param {import('../player/session.js').Session} session */
  constructor(session) {
    this.session = session;
    this.input = h('input', {
      type: 'range', class: 'marks', min: '0', step: '1', 'aria-keyshortcuts': 'n Shift+N',
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      oninput: () => this.#go(Number(this.input.value)),
      onfocus: () => { this.#index = this.#nearest(); this.#tell(); },
      onblur: () => this.#tip(null),
    });
    this.limits = svg('path', { class: 'limits' });
    this.peaks = svg('path', { class: 'peaks' });
    this.events = svg('path', { class: 'events' });
    this.now = svg('path', { class: 'current' });
    this.spot = svg('path', { class: 'current spot' });
    const picture = svg('svg', { 'aria-hidden': 'true' });
    picture.append(this.limits, this.now, this.spot, this.peaks, this.events);
    this.tip = h('div', { class: 'tip', dir: 'auto', 'aria-hidden': 'true', hidden: true });
    this.root = h('div', {
      class: 'lane', hidden: true,
      onpointermove: (/** @type {PointerEvent} */ event) => this.#hover(event),
      onpointerleave: () => this.#tip(null),
      onclick: (/** @type {MouseEvent} */ event) => this.#click(event),
    }, this.input, picture, this.tip);
    new ResizeObserver(() => this.#draw()).observe(this.root);
  }

  get #focused() { return this.input.matches(':focus-visible'); }

  /** Another clip, or the whole of it. */
  clip() {
    const { session } = this;
    const marks = session.complete && session.info ? session.info.marks : [];
    if (marks === this.#source) return;
    this.#source = marks;
    this.#marks = [...marks].sort((a, b) => a.at - b.at || a.first - b.first);
    this.#index = 0;
    this.root.hidden = !marks.length;
    const kinds = new Set(marks.map(({ kind }) => kind));
    setAttr(this.input, 'aria-label', P.marks.lane(kinds.has('limit'), kinds.has('event')));
    setAttr(this.input, 'max', String(Math.max(0, marks.length - 1)));
    this.#tip(null);
    this.#tell();
    this.#draw();
  }

  /** The list that was drawn. @type {ClipMark[] | null} */
  #source = null;

  /** The next mark after the frame that is shown, or the one before it. @param {-1 | 1} way */
  step(way) {
    const { frame } = this.session.playback;
    const marks = this.#marks;
    if (!marks.length) return;
    const next = marks[this.#index]?.at === frame ? this.#index + way
      : way > 0 ? marks.filter(({ at }) => at <= frame).length : marks.filter(({ at }) => at < frame).length - 1;
    if (next < 0 || next >= marks.length) {
      this.session.say(way > 0 ? P.marks.noNext : P.marks.noPrevious);
      return;
    }
    this.#go(next);
    if (!this.#focused) this.session.say(markText(/** @type {ClipInfo} */ (this.session.info), marks[next]));
  }

  /** @param {number} index */
  #go(index) {
    const mark = this.#marks[index];
    if (!mark) return;
    this.#index = index;
    goToMark(this.session, mark);
    this.#tell();
    if (this.#focused) this.#tip(mark);
  }

  /** The mark that is shown, else the last one before the frame that is. */
  #nearest() {
    const { frame } = this.session.playback;
    if (this.#marks[this.#index]?.at === frame) return this.#index;
    return Math.max(0, this.#marks.filter(({ at }) => at <= frame).length - 1);
  }

  /** To a screen reader the lane is a slider whose values are the marks. */
  #tell() {
    const mark = this.#marks[this.#index];
    const { info } = this.session;
    if (!mark || !info) return;
    this.input.value = String(this.#index);
    setAttr(this.input, 'aria-valuetext', P.marks.value(this.#index + 1, this.#marks.length, markText(info, mark)));
    if (this.#focused) this.#tip(mark);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const way = /^Arrow(Right|Up)$/.test(event.key) ? 1 : /^Arrow(Left|Down)$/.test(event.key) ? -1 : 0;
    if (!way || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    this.step(way);
  }

  // Where things are

  /** Measured when it is drawn: thousands of marks ask. */
  #width = 0;
  #last = 1;

  /** @param {number} frame */
  #x(frame) { return Math.min(1, frame / this.#last) * (this.#width - 1) + 0.5; }

  /** From where to where a mark's bar goes. @param {ClipMark} mark @returns {[number, number]} */
  #span({ first, last }) {
    const [from, to] = [this.#x(first), this.#x(last)];
    const short = Math.max(0, SHORTEST_PX - (to - from)) / 2;
    return [from - short, to + short];
  }

  #draw() {
    this.#width = this.root.clientWidth;
    this.#last = Math.max(1, this.session.playback.frameCount - 1);
    if (!this.#width) return;
    const spans = this.#marks.filter(({ kind }) => kind === 'limit').map((mark) => this.#span(mark)).sort((a, b) => a[0] - b[0]);
    /** @type {number[][]} */
    const bars = [];
    for (const [from, to] of spans) {
      const before = bars[bars.length - 1];
      // Bars closer than a pixel would be grey, not bars.
      if (before && from <= before[1] + 1) before[1] = Math.max(before[1], to);
      else bars.push([from, to]);
    }
    setAttr(this.limits, 'd', bars.map(([from, to]) => bar(from, to)).join(''));
    setAttr(this.peaks, 'd', this.#spread('limit', DOTS_APART_PX).map(dot).join(''));
    setAttr(this.events, 'd', this.#spread('event', DIAMONDS_APART_PX).map(diamond).join(''));
    this.#point();
  }

  /** Where the marks of a kind are, those left out that would lie on another. @param {ClipMark['kind']} kind @param {number} apart */
  #spread(kind, apart) {
    /** @type {number[]} */
    const places = [];
    for (const mark of this.#marks) {
      const x = this.#x(mark.at);
      if (mark.kind === kind && !(x < places[places.length - 1] + apart)) places.push(x);
    }
    return places;
  }

  // What is under the pointer

  /** @param {MouseEvent} event the mark that is meant, and how many more lie there */
  #under(event) {
    const x = event.clientX - this.root.getBoundingClientRect().left;
    const here = this.#marks.filter((mark) => {
      const [from, to] = mark.kind === 'limit' ? this.#span(mark) : [this.#x(mark.at), this.#x(mark.at)];
      return x >= from - REACH_PX && x <= to + REACH_PX;
    });
    const off = (/** @type {ClipMark} */ mark) => Math.abs(this.#x(mark.at) - x);
    return { mark: here.length ? here.reduce((best, mark) => (off(mark) < off(best) ? mark : best)) : null, more: here.length - 1 };
  }

  /** @param {PointerEvent} event */
  #hover(event) {
    const { mark, more } = this.#under(event);
    setAttr(this.root, 'data-over', mark !== null);
    this.#tip(mark, more);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const { mark } = this.#under(event);
    if (!mark) return;
    this.#go(this.#marks.indexOf(mark));
    // The arrows go on from here.
    this.input.focus({ preventScroll: true });
    // Nothing hovers under a finger.
    if (event instanceof PointerEvent && event.pointerType === 'touch') this.session.say(markText(/** @type {ClipInfo} */ (this.session.info), mark));
  }

  /** @param {ClipMark | null} mark @param {number} [more] */
  #tip(mark, more = 0) {
    const { info } = this.session;
    this.#hovered = mark;
    this.tip.hidden = !mark || !info;
    this.#point();
    if (!mark || !info) return;
    setText(this.tip, P.marks.tip(markText(info, mark), more));
    const room = this.#width - this.tip.offsetWidth;
    const left = Math.max(0, Math.min(room, this.#x(mark.at) - this.tip.offsetWidth / 2));
    this.tip.style.setProperty('transform', `translateX(${Math.round(left)}px)`);
  }

  /** The mark that the tip speaks of stands out. */
  #point() {
    const mark = this.#hovered;
    setAttr(this.now, 'd', mark?.kind === 'limit' ? bar(...this.#span(mark)) : '');
    setAttr(this.spot, 'd', mark ? dot(this.#x(mark.at)) : '');
  }
}

/** A bar with round ends, drawn as a line of its width. @param {number} from @param {number} to */
const bar = (from, to) => `M${(from + SHORTEST_PX / 2).toFixed(1)} ${Y}H${Math.max(from + SHORTEST_PX / 2 + 0.01, to - SHORTEST_PX / 2).toFixed(2)}`;

/** @param {number} x */
const dot = (x) => bar(x - SHORTEST_PX / 2, x + SHORTEST_PX / 2);

/** @param {number} x */
const diamond = (x) => `M${x.toFixed(1)} ${Y - 4.5}l4 4.5-4 4.5-4-4.5z`;
