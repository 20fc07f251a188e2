/** The timeline: a native range input for the time, two more for the loop, a ruler of frames below. */
import { h, setAttr } from '../player/dom.js';
import { clock } from '../player/format.js';
import { S } from '../player/strings.js';
import { Ruler } from './ruler.js';
import { tipOver } from './timeline-tip.js';

/** Steps of the loop's handles where there are no frames to step by. */
const FINE = 1000;

export class Timeline {
  #dragging = false;

  /** @param {import('../player/session.js').Session} session */
  constructor(session) {
    this.session = session;
    this.scrub = h('input', {
      type: 'range', class: 'scrub', min: '0', max: '0', step: 'any', value: '0', 'aria-label': S.timeline,
      'aria-keyshortcuts': 'ArrowLeft ArrowRight Home End',
      onpointerdown: () => this.#grab(),
      oninput: () => session.playback.seek(session.playback.keyed ? { seconds: Number(this.scrub.value) * this.#step } : { frame: Number(this.scrub.value) }),
      onchange: () => this.#release(),
      onpointerup: () => this.#release(),
      onpointercancel: () => this.#release(),
    });
    this.in = this.#handle(S.loopIn, 'in', '[', 0);
    this.out = this.#handle(S.loopOut, 'out', ']', 1);
    this.ruler = new Ruler(session.playback);
    this.fill = h('span', { class: 'fill' });
    this.root = h('div', { class: 'timeline', part: 'timeline' },
      h('span', { class: 'track' }), h('span', { class: 'region' }), this.fill, this.ruler.root, this.scrub, this.in, this.out);
    tipOver(this.root, session.playback);
    new ResizeObserver(() => this.ruler.draw(this.root.clientWidth)).observe(this.root);
  }

  /**
   * @param {string} label
   * @param {string} side
   * @param {string} key
   * @param {0 | 1} index
   */
  #handle(label, side, key, index) {
    const input = h('input', {
      type: 'range', class: `handle ${side}`, min: '0', max: '1', step: '1', 'aria-label': label, 'aria-keyshortcuts': key, hidden: true,
      oninput: () => this.#drag(input, index),
    });
    return input;
  }

  /** What the inputs count: frames, or small steps between keys. */
  get #last() {
    const { session } = this;
    return session.playback.keyed && session.playback.duration > 0 ? FINE : Math.max(0, session.playback.frameCount - 1);
  }

  /** Seconds of one of them. */
  get #step() {
    const { session } = this;
    return session.playback.keyed ? session.playback.duration / FINE : session.playback.frameTime;
  }

  #grab() {
    if (this.#dragging) return;
    this.#dragging = true;
    this.session.playback.hold(true);
  }

  #release() {
    if (!this.#dragging) return;
    this.#dragging = false;
    this.session.playback.hold(false);
  }

  /**
   * @param {HTMLInputElement} input
   * @param {0 | 1} index
   */
  #drag(input, index) {
    const { session } = this;
    const step = this.#step;
    const range = /** @type {[number, number]} */ ([...session.playback.span]);
    const frame = Number(input.value);
    const other = Math.round(range[1 - index] / step);
    // The two never cross, and a loop has at least one step.
    const kept = index === 0 ? Math.min(frame, other - 1) : Math.max(frame, other + 1);
    range[index] = Math.max(0, Math.min(this.#last, kept)) * step;
    const whole = range[0] <= 0 && range[1] >= session.playback.duration - step / 2;
    session.set('range', whole ? null : range);
    if (session.playback.paused) session.playback.seek({ seconds: range[index] });
    this.handles();
  }

  /** The clip, its length or its rate changed. */
  clip() {
    const last = String(this.#last);
    for (const input of [this.scrub, this.in, this.out]) setAttr(input, 'max', last);
    this.scrub.disabled = !this.session.info || Boolean(this.session.pictureFault);
    this.handles();
    this.ruler.draw(this.root.clientWidth);
  }

  /** The time moved: once a frame. */
  update() {
    const { session } = this;
    const { duration, time } = session.playback;
    const part = duration > 0 ? Math.min(1, time / duration) : 0;
    if (!this.#dragging) this.scrub.value = String(part * this.#last);
    this.root.style.setProperty('--at', part.toFixed(5));
    if (session.playback.paused || !this.scrub.hasAttribute('aria-valuetext')) {
      setAttr(this.scrub, 'aria-valuetext',
        S.moment(S.at(S.frame(session.playback.keyed), session.playback.frame), Math.max(0, session.playback.frameCount - 1), clock(time, duration || 0), clock(duration || 0, duration || 0)));
    }
  }

  handles() {
    const { session } = this;
    const range = session.get('range');
    const shown = Boolean(session.info) && this.#last > 1 && (range !== null || session.get('loop'));
    const [from, to] = session.playback.span;
    const { duration } = session.playback;
    const step = this.#step;
    for (const [input, seconds] of /** @type {const} */ ([[this.in, from], [this.out, to]])) {
      input.hidden = !shown;
      const frame = step ? Math.round(seconds / step) : 0;
      input.value = String(frame);
      setAttr(input, 'aria-valuetext', S.handle(session.playback.keyed ? '' : S.at(S.frame(false), frame), clock(seconds, duration || 0)));
    }
    setAttr(this.root, 'data-range', range !== null);
    this.root.style.setProperty('--in', String(duration > 0 ? from / duration : 0));
    this.root.style.setProperty('--out', String(duration > 0 ? to / duration : 1));
  }
}
