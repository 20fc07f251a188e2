/** The lane of marks: a dot where a joint is farthest outside its limits, a line while it is; a diamond at an event of the file. */
import { h, setAttr, svg } from '../player/base/dom.js';
import { P } from './strings.js';

/** @typedef {import('../types.d.ts').ClipMark} ClipMark */
/** @typedef {import('../types.d.ts').ClipInfo} ClipInfo */
/** Missing values are shown where they are mended. @typedef {Exclude<ClipMark['kind'], 'missing'>} Kind */

/** A kind with more marks is a mere pattern, and off until it is switched on. */
const MOST = 24;
/** Minimum length of a line, to be visible. */
const SHORTEST_PX = 2;
/** Closer shapes are drawn as one. */
const APART_PX = { limit: 7, event: 10 };
const REACH_PX = 5;
/** Height of the marks, on the track's upper edge. */
const Y = 5;

/** @param {ClipInfo} info @param {number} joint */
function jointWords({ joints }, joint) {
  const { name = '', label = '' } = joints[joint] ?? {};
  return label ? label.charAt(0).toLocaleUpperCase() + label.slice(1) : name;
}

/** Describes a mark: "Left thigh, 12° past its limit". @param {ClipInfo} info @param {ClipMark} mark */
export function markWords(info, { joint, kind, text }) {
  const [, value, sign, limit] = (kind === 'limit' && /^\S+ (-?[\d.]+)(\u00b0?), at \S+ (-?[\d.]+)/.exec(text)) || [];
  return limit
    ? P.marks.past(jointWords(info, joint), Math.abs(Number(value) - Number(limit)), sign)
    : P.marks.what(info.joints[joint]?.name ?? '', text);
}

/** Describes a mark with its frame. @param {ClipInfo} info @param {ClipMark} mark */
const markText = (info, mark) => `${markWords(info, mark)} \u00b7 ${P.marks.frame(mark.at)}`;

/** Pauses at a mark and selects its joint. @param {import('../player/session/session.js').Session} session @param {ClipMark} mark */
export function goToMark(session, mark) {
  session.playback.pause();
  session.playback.seek({ frame: mark.at });
  session.view.select(mark.joint);
}

export class Lane {
  /** The behaviour's marks in order of time. @type {(ClipMark & { kind: Kind })[]} */
  #all = [];
  /** The visible marks; all if every kind is off. @type {(ClipMark & { kind: Kind })[]} */
  #marks = [];
  #behaviour = -1;
  /** The kinds that the visitor has switched. @type {Map<Kind, boolean>} */
  #chosen = new Map();
  /** Index of the last visited mark, or where stepping begins. */
  #index = 0;
  /** @type {ClipMark | null} */
  #pointed = null;
  /** The clip's list that was read. @type {ClipMark[] | null} */
  #source = null;

  /** @param {import('../player/session/session.js').Session} session @param {import('../controls/timeline.js').Timeline} timeline */
  constructor(session, timeline) {
    this.session = session;
    this.timeline = timeline;
    this.input = h('input', {
      type: 'range',
      class: 'marks',
      min: '0',
      step: '1',
      'aria-keyshortcuts': 'n Shift+N',
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      oninput: () => this.#go(Number(this.input.value)),
      onfocus: () => {
        this.#index = this.#nearest();
        this.#updateSlider();
      },
      onblur: () => timeline.tip.hide(),
    });
    this.limits = svg('path', { class: 'limits' });
    this.peaks = svg('path', { class: 'peaks' });
    this.events = svg('path', { class: 'events' });
    this.spot = svg('path', { class: 'spot' });
    this.hit = svg('path', { class: 'hit' });
    const picture = svg('svg', { 'aria-hidden': 'true' });
    picture.append(this.limits, this.spot, this.peaks, this.events, this.hit);
    this.root = h(
      'div',
      { class: 'lane', hidden: true, onclick: (/** @type {MouseEvent} */ event) => this.#click(event) },
      this.input,
      picture,
    );
    this.legend = h('div', { class: 'legend', role: 'group', 'aria-label': P.marks.legend, hidden: true });
    this.switches = /** @type {const} */ (['limit', 'event']).map((kind) => {
      const text = h('span');
      const button = h('button', { type: 'button', class: kind, onclick: () => this.#switch(kind) }, h('span', { class: 'dot' }), text);
      this.legend.append(button);
      return { kind, button, text };
    });
    timeline.tip.describe = (x) => this.#about(x);
    timeline.zoom.watch(() => this.#draw());
    session.on('setting', (name) => {
      if (name === 'behaviour') this.clip();
    });
    new ResizeObserver(() => this.#draw()).observe(this.root);
  }

  get #info() {
    return /** @type {ClipInfo} */ (this.session.info);
  }
  get #focused() {
    return this.input.matches(':focus-visible');
  }

  /** Call when the clip, its completeness or its behaviour has changed. */
  clip() {
    const { session } = this;
    const all = session.complete && session.info ? session.info.marks : [];
    const behaviour = session.get('behaviour');
    if (all === this.#source && behaviour === this.#behaviour) return;
    this.#source = all;
    this.#behaviour = behaviour;
    const marks = all.flatMap(({ kind, ...mark }) => (kind !== 'missing' && mark.behaviour === behaviour ? [{ kind, ...mark }] : []));
    this.#all = [...marks].sort((a, b) => a.at - b.at || a.first - b.first);
    this.legend.hidden = !marks.length;
    this.timeline.tip.hide();
    this.#show();
  }

  /** @param {Kind} kind */
  #count(kind) {
    const dropped = kind === 'limit' ? (this.session.info?.marksDropped ?? 0) : 0;
    return this.#all.filter((mark) => mark.kind === kind).length + dropped;
  }

  /** @param {Kind} kind */
  #on(kind) {
    return this.#chosen.get(kind) ?? this.#count(kind) <= MOST;
  }

  /** @param {Kind} kind */
  #switch(kind) {
    this.#chosen.set(kind, !this.#on(kind));
    this.#show();
  }

  #show() {
    const seen = this.#all.filter(({ kind }) => this.#on(kind));
    this.#marks = seen.length ? seen : this.#all;
    this.#index = 0;
    this.root.hidden = !seen.length;
    for (const { kind, button, text } of this.switches) {
      const n = this.#count(kind);
      button.hidden = !n;
      setAttr(button, 'aria-pressed', String(this.#on(kind)));
      text.textContent = P.marks.kinds[kind](n);
    }
    const kinds = new Set(this.#marks.map(({ kind }) => kind));
    setAttr(this.input, 'aria-label', P.marks.lane(kinds.has('limit'), kinds.has('event')));
    setAttr(this.input, 'max', String(Math.max(0, this.#marks.length - 1)));
    this.#updateSlider();
    this.#draw();
  }

  /** Goes to the next or previous mark from the current frame. @param {-1 | 1} way */
  step(way) {
    const { frame } = this.session.playback;
    const marks = this.#marks;
    if (!marks.length) return;
    const next =
      marks[this.#index]?.at === frame
        ? this.#index + way
        : way > 0
          ? marks.filter(({ at }) => at <= frame).length
          : marks.filter(({ at }) => at < frame).length - 1;
    if (next < 0 || next >= marks.length) {
      this.session.say(way > 0 ? P.marks.noNext : P.marks.noPrevious);
      return;
    }
    this.#go(next);
    if (!this.#focused) this.session.say(markText(this.#info, marks[next]));
  }

  /** @param {number} index */
  #go(index) {
    const mark = this.#marks[index];
    if (!mark) return;
    this.#index = index;
    goToMark(this.session, mark);
    this.#updateSlider();
  }

  /** Index of the mark at the current frame, else of the last one before it. */
  #nearest() {
    const { frame } = this.session.playback;
    if (this.#marks[this.#index]?.at === frame) return this.#index;
    return Math.max(0, this.#marks.filter(({ at }) => at <= frame).length - 1);
  }

  /** Updates the range input through which screen readers read the marks. */
  #updateSlider() {
    const mark = this.#marks[this.#index];
    if (!mark || !this.session.info) return;
    this.input.value = String(this.#index);
    setAttr(this.input, 'aria-valuetext', P.marks.value(this.#index + 1, this.#marks.length, markText(this.#info, mark)));
    if (!this.#focused) return;
    this.timeline.tip.show(this.#place(mark.at), mark.at, markWords(this.#info, mark));
    this.#point(mark);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const way = /^Arrow(Right|Up)$/.test(event.key) ? 1 : /^Arrow(Left|Down)$/.test(event.key) ? -1 : 0;
    if (!way || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    this.step(way);
  }

  /** Measured once per drawing, since thousands of marks need it. */
  #width = 0;
  #last = 1;

  /** @param {number} frame */
  #place(frame) {
    const { playback } = this.session;
    return Math.min(1, playback.keyed ? frame / this.#last : playback.placeOf(frame * playback.frameTime));
  }

  /** @param {number} frame */
  #x(frame) {
    return this.timeline.zoom.across(this.#place(frame)) * (this.#width - 1) + 0.5;
  }

  /** Both ends of a mark's line in pixels. @param {ClipMark} mark @returns {[number, number]} */
  #span({ first, last }) {
    const [from, to] = [this.#x(first), this.#x(last)];
    const short = Math.max(0, SHORTEST_PX - (to - from)) / 2;
    return [from - short, to + short];
  }

  #draw() {
    this.#width = this.timeline.root.clientWidth;
    this.#last = Math.max(1, this.session.playback.frameCount - 1);
    if (this.root.hidden || !this.#width) return;
    const spans = this.#marks
      .filter(({ kind }) => kind === 'limit')
      .map((mark) => this.#span(mark))
      .filter(([from, to]) => to > -REACH_PX && from < this.#width + REACH_PX)
      .sort((a, b) => a[0] - b[0]);
    /** @type {number[][]} */
    const lines = [];
    for (const [from, to] of spans) {
      const before = lines[lines.length - 1];
      // Merges lines closer than a pixel, which would blur to grey.
      if (before && from <= before[1] + 1) before[1] = Math.max(before[1], to);
      else lines.push([Math.max(-REACH_PX, from), Math.min(this.#width + REACH_PX, to)]);
    }
    const [dots, diamonds] = [this.#spread('limit'), this.#spread('event')];
    setAttr(this.limits, 'd', lines.map(([from, to]) => `M${from.toFixed(1)} ${Y}H${to.toFixed(1)}`).join(''));
    setAttr(this.peaks, 'd', dots.map(dot).join(''));
    setAttr(this.events, 'd', diamonds.map(diamond).join(''));
    setAttr(this.hit, 'd', [...dots, ...diamonds].map(dot).join(''));
    this.#point(this.#pointed);
  }

  /** Positions of a kind's marks, without those that would overlap another. @param {Kind} kind */
  #spread(kind) {
    /** @type {number[]} */
    const places = [];
    for (const mark of this.#marks) {
      const x = this.#x(mark.at);
      if (mark.kind !== kind || x < -REACH_PX || x > this.#width + REACH_PX) continue;
      if (!(x < places[places.length - 1] + APART_PX[kind])) places.push(x);
    }
    return places;
  }

  /** The nearest mark at a position, and how many more are there. @param {number} x */
  #under(x) {
    const here = this.root.hidden
      ? []
      : this.#marks.filter((mark) => {
          const [from, to] = mark.kind === 'limit' ? this.#span(mark) : [this.#x(mark.at), this.#x(mark.at)];
          return x >= from - REACH_PX && x <= to + REACH_PX;
        });
    const off = (/** @type {ClipMark} */ mark) => Math.abs(this.#x(mark.at) - x);
    return { mark: here.length ? here.reduce((best, mark) => (off(mark) < off(best) ? mark : best)) : null, more: here.length - 1 };
  }

  /** The tip's words for a position. @param {number | null} x */
  #about(x) {
    const { mark, more } = x === null ? { mark: null, more: 0 } : this.#under(x);
    this.#point(mark);
    return mark ? P.marks.tip(markWords(this.#info, mark), more) : '';
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const { mark } = this.#under(event.clientX - this.timeline.root.getBoundingClientRect().left);
    if (!mark) return;
    this.#go(this.#marks.indexOf(mark));
    // The arrow keys continue from here.
    this.input.focus({ preventScroll: true });
    // A finger shows no tip.
    if (event instanceof PointerEvent && event.pointerType === 'touch') this.session.say(markText(this.#info, mark));
  }

  /** Highlights the mark that the tip describes. @param {ClipMark | null} mark */
  #point(mark) {
    this.#pointed = mark;
    setAttr(this.spot, 'd', mark && !this.root.hidden ? dot(this.#x(mark.at)) : '');
  }
}

/** A dot: a line without length, with round ends. @param {number} x */
const dot = (x) => `M${x.toFixed(1)} ${Y}h.01`;

/** @param {number} x */
const diamond = (x) => `M${x.toFixed(1)} ${Y - 4}l4 4-4 4-4-4z`;
