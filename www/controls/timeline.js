/** The timeline: native range inputs for the time and both ends of the loop, and a ruler below. */
import { h, setAttr } from '../player/base/dom.js';
import { clock } from '../player/words/format.js';
import { C } from './strings.js';
import { Overview } from './overview.js';
import { Ruler } from './ruler.js';
import { listenOnTimeline } from './timeline-gestures.js';
import { TimelineTip } from './timeline-tip.js';
import { TimelineZoom } from './timeline-zoom.js';

/** Steps of the inputs for a clip without frames. */
const STEPS = 1000;

export class Timeline {
  #dragging = false;
  /** The pointer drags an end of the loop. */
  #pulling = false;
  /** Two fingers pinch: neither seeks. */
  #pinching = false;

  /** @param {import('./controls.js').Controls} ui */
  constructor(ui) {
    const { session } = ui;
    this.ui = ui;
    this.session = session;
    this.zoom = new TimelineZoom(session);
    this.scrub = h('input', {
      type: 'range',
      class: 'scrub',
      min: '0',
      max: '0',
      step: 'any',
      value: '0',
      'aria-label': C.timeline,
      'aria-keyshortcuts': 'ArrowLeft ArrowRight Home End',
      onpointerdown: () => this.#grab(),
      oninput: () => this.#scrubbed(),
      onchange: () => this.#release(),
      onpointerup: () => this.#release(),
      onpointercancel: () => this.#release(),
    });
    this.in = this.#handle(C.loopIn, 'in', '[', 0);
    this.out = this.#handle(C.loopOut, 'out', ']', 1);
    this.ruler = new Ruler(session.playback);
    this.fill = h('span', { class: 'fill' });
    // As wide as the whole clip at this zoom, so that browsers place everything on it.
    const fills = h('div', { class: 'whole' }, h('span', { class: 'region' }), this.fill);
    const inputs = h('div', { class: 'whole' }, this.scrub, this.in, this.out);
    /** Clipped at the ends of the window. */
    this.tracks = h(
      'div',
      { class: 'tracks' },
      h('div', { class: 'strip' }, h('span', { class: 'track' }), fills),
      this.ruler.root,
      inputs,
    );
    this.overview = new Overview(this.zoom);
    this.root = h('div', { class: 'timeline', part: 'timeline' }, this.overview.root, this.tracks);
    this.tip = new TimelineTip(this.root, session.playback, this.zoom);
    listenOnTimeline(ui, this);
    this.zoom.watch(() => this.#draw());
    session.on('play', (plays) => {
      if (plays) this.zoom.follow(true);
    });
    new ResizeObserver(() => this.#draw()).observe(this.root);
  }

  #draw() {
    const { root, zoom } = this;
    zoom.width = root.clientWidth;
    root.style.setProperty('--from', String(zoom.from));
    root.style.setProperty('--size', String(zoom.size));
    setAttr(root, 'data-zoomed', zoom.zoomed);
    this.overview.draw();
    this.ruler.draw(zoom);
    this.#beyond();
  }

  /** Marks the end of the window beyond which the playhead is. */
  #beyond() {
    const {
      zoom,
      session: { playback },
    } = this;
    const across = zoom.zoomed ? zoom.across(playback.placeOf(playback.time)) : 0;
    setAttr(this.root, 'data-beyond', across < 0 ? 'before' : across > 1 ? 'after' : null);
  }

  /** Zooms around the playhead if it is visible, else around the middle. @param {number} factor 0 for the whole clip */
  zoomBy(factor) {
    const {
      zoom,
      session: { playback },
    } = this;
    const across = zoom.across(playback.placeOf(playback.time));
    if (factor) zoom.zoom(factor, across >= 0 && across <= 1 ? across : 0.5);
    else zoom.whole();
    const [from, to] = zoom.seconds.map((seconds) => clock(seconds, playback.duration || 0));
    this.session.say(zoom.zoomed ? C.window(from, to) : C.wholeShown);
  }

  /** @param {boolean} on */
  pinch = (on) => {
    this.#pinching = on;
    this.update();
  };

  /** @param {string} label @param {string} side @param {string} key @param {0 | 1} index */
  #handle(label, side, key, index) {
    const input = h('input', {
      type: 'range',
      class: `handle ${side}`,
      min: '0',
      max: '1',
      step: '1',
      'aria-label': label,
      'aria-keyshortcuts': key,
      hidden: true,
      onpointerdown: () => {
        this.#pulling = true;
      },
      onpointerup: () => this.#letGo(),
      onpointercancel: () => this.#letGo(),
      oninput: () => this.#drag(input, index),
    });
    return input;
  }

  #letGo() {
    this.#pulling = false;
    this.tip.release();
  }

  /** Both ends of the inputs, which count frames, or small steps of a keyed clip. @returns {[number, number]} */
  get #ends() {
    const { playback } = this.session;
    const step = this.#step;
    return step > 0 && playback.frameCount > 1 ? [Math.round(playback.begin / step), Math.round(playback.duration / step)] : [0, 0];
  }

  /** Seconds of one step. */
  get #step() {
    const { playback } = this.session;
    return playback.keyed ? (playback.duration - playback.begin) / STEPS : playback.frameTime;
  }

  /** The value of an input at a place on the timeline. @param {number} place */
  #valueAt(place) {
    const [first, last] = this.#ends;
    return first + place * (last - first);
  }

  #grab() {
    if (this.#dragging) return;
    this.#dragging = true;
    this.session.playback.hold(true);
  }

  #scrubbed() {
    if (this.#pinching) return;
    const { playback } = this.session;
    const value = this.#dragging ? this.#within(Number(this.scrub.value)) : Number(this.scrub.value);
    const frame = Math.round(value);
    playback.seek(playback.keyed || frame < 0 || frame >= playback.frameCount ? { seconds: value * this.#step } : { frame });
  }

  /** Clamps a dragged value to the window. @param {number} value */
  #within(value) {
    const {
      zoom,
      session: { playback },
    } = this;
    if (!zoom.zoomed) return value;
    const [from, to] = [this.#valueAt(zoom.from), this.#valueAt(zoom.to)];
    return playback.keyed ? Math.max(from, Math.min(to, value)) : Math.max(Math.ceil(from), Math.min(Math.floor(to), value));
  }

  #release() {
    if (!this.#dragging) return;
    this.#dragging = false;
    this.session.playback.hold(false);
  }

  /** @param {HTMLInputElement} input @param {0 | 1} index */
  #drag(input, index) {
    const { session } = this;
    const step = this.#step;
    const range = /** @type {[number, number]} */ ([...session.playback.span]);
    const frame = this.#pulling ? Math.round(this.#within(Number(input.value))) : Number(input.value);
    const other = Math.round(range[1 - index] / step);
    // The ends never cross, and a loop has at least one step.
    const clamped = index === 0 ? Math.min(frame, other - 1) : Math.max(frame, other + 1);
    const [first, last] = this.#ends;
    range[index] = Math.max(first, Math.min(last, clamped)) * step;
    const whole = range[0] < session.playback.begin + step / 2 && range[1] > session.playback.duration - step / 2;
    this.ui.history.change('range', whole ? null : range);
    if (session.playback.paused) session.playback.seek({ seconds: range[index] });
    this.handles();
    if (this.#pulling) this.tip.hold(range[index], Math.round(range[index] / step));
  }

  /** Call when the clip, its length or its rate has changed. */
  clip() {
    const [first, last] = this.#ends.map(String);
    for (const input of [this.scrub, this.in, this.out]) {
      setAttr(input, 'min', first);
      setAttr(input, 'max', last);
    }
    this.scrub.disabled = !this.session.info || Boolean(this.session.pictureFault);
    this.zoom.clip();
    this.handles();
    this.#draw();
  }

  /** Call when the time has changed, at most once a frame. */
  update() {
    const { session } = this;
    const { duration, time } = session.playback;
    const part = Math.max(0, Math.min(1, session.playback.placeOf(time)));
    if (!this.#dragging || this.#pinching) this.scrub.value = String(this.#valueAt(part));
    // The window stays during a drag.
    if (!this.#dragging && !this.#pulling) this.zoom.follow(session.playback.seeking);
    this.root.style.setProperty('--at', part.toFixed(8));
    this.#beyond();
    if (session.playback.paused || !this.scrub.hasAttribute('aria-valuetext')) {
      setAttr(
        this.scrub,
        'aria-valuetext',
        C.moment(
          C.at(C.frame(session.playback.keyed), session.playback.frame),
          Math.max(0, session.playback.frameCount - 1),
          clock(time, duration || 0),
          clock(duration || 0, duration || 0),
        ),
      );
    }
  }

  handles() {
    const { session } = this;
    const range = session.get('range');
    const shown = Boolean(session.info) && this.#valueAt(1) > 1 && (range !== null || session.get('loop'));
    const [from, to] = session.playback.span;
    const { duration } = session.playback;
    const step = this.#step;
    for (const [input, seconds] of /** @type {const} */ ([
      [this.in, from],
      [this.out, to],
    ])) {
      input.hidden = !shown;
      const frame = step ? Math.round(seconds / step) : 0;
      input.value = String(frame);
      setAttr(input, 'aria-valuetext', C.handle(session.playback.keyed ? '' : C.at(C.frame(false), frame), clock(seconds, duration || 0)));
    }
    setAttr(this.root, 'data-range', range !== null);
    this.root.style.setProperty('--in', String(session.playback.placeOf(from)));
    this.root.style.setProperty('--out', String(session.playback.placeOf(to) || 1));
  }
}
