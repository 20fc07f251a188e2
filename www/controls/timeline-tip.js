/** The tip under the pointer on the timeline: time, frame, and a mark that is there. Fingers get none. */
import { h, setText } from '../player/base/dom.js';
import { clock } from '../player/words/format.js';
import { C } from './strings.js';

export class TimelineTip {
  #when = h('span');
  #what = h('span', { class: 'what', dir: 'auto' });
  #text = h('div', { class: 'tip', dir: 'auto' }, this.#when, this.#what);
  #line = h('span', { class: 'hairline' });
  #root = h('div', { class: 'pointed', 'aria-hidden': 'true', hidden: true }, this.#line, this.#text);
  /** The pointer's position in pixels. @type {number | null} */
  #x = null;
  /** A handle is dragged: the tip shows its time instead. */
  #held = false;
  /** Words for a position in pixels, beside its time; null when the pointer has left. @type {(x: number | null) => string} */
  describe = () => '';

  /**
   * @param {HTMLElement} timeline @param {import('../player/session/playback.js').Playback} playback
   * @param {import('./timeline-zoom.js').TimelineZoom} zoom
   */
  constructor(timeline, playback, zoom) {
    this.playback = playback;
    this.zoom = zoom;
    timeline.append(this.#root);
    timeline.addEventListener('pointermove', ({ clientX, pointerType, target }) => {
      if (this.#held) return;
      const { left, width } = timeline.getBoundingClientRect();
      const elsewhere = target instanceof Element && target.closest('.overview') !== null;
      if (elsewhere || pointerType === 'touch' || !(width > 0 && playback.duration > 0)) this.hide();
      else this.#point(Math.max(0, Math.min(width, clientX - left)));
    });
    timeline.addEventListener('pointerleave', () => {
      if (!this.#held) this.hide();
    });
    zoom.watch(() => {
      if (this.#x !== null) this.#point(this.#x);
      else if (!this.#held) this.hide();
    });
  }

  /** @param {number} x */
  #point(x) {
    this.#x = x;
    const seconds = this.playback.secondsAt(this.zoom.place(x / this.zoom.width));
    this.show(seconds, Math.round(seconds / this.playback.frameTime), this.describe(x));
  }

  /** @param {number} seconds @param {number} frame named if the clip has it @param {string} what */
  show(seconds, frame, what) {
    const { duration, frameCount, keyed } = this.playback;
    this.#root.hidden = false;
    setText(this.#when, C.pointed(clock(seconds, duration), keyed || frame < 0 || frame >= frameCount ? '' : C.at(C.frame(false), frame)));
    setText(this.#what, what);
    const { width } = this.zoom;
    const x = this.zoom.across(this.playback.placeOf(seconds)) * width;
    const half = this.#text.offsetWidth / 2;
    this.#line.style.setProperty('transform', `translateX(${x.toFixed(1)}px)`);
    this.#text.style.setProperty('transform', `translateX(${Math.max(half, Math.min(width - half, x)) - half}px)`);
  }

  /** Shows a handle's time, until `release`. @param {number} seconds @param {number} frame */
  hold(seconds, frame) {
    this.#held = true;
    this.#x = null;
    this.show(seconds, frame, '');
  }

  release() {
    this.#held = false;
    this.hide();
  }

  hide() {
    this.#x = null;
    this.#root.hidden = true;
    this.describe(null);
  }
}
