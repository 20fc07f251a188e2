/** The whole clip in a thin line above a timeline that is zoomed, with the window in it: to drag, or to move by keys. */
import { h, setAttr, setText } from '../player/dom.js';
import { clock } from '../player/format.js';
import { C } from './strings.js';
import { icon } from './icons.js';

/** Windows that a key moves by. */
const KEYS = new Map([['ArrowLeft', -0.1], ['ArrowDown', -0.1], ['ArrowRight', 0.1], ['ArrowUp', 0.1], ['PageUp', -1], ['PageDown', 1], ['Home', -Infinity], ['End', Infinity]]);

export class Overview {
  /** How far from the window's middle it is held, while it is. @type {number | null} */
  #held = null;
  #text = h('bdi');

  /** @param {import('./timeline-zoom.js').TimelineZoom} zoom */
  constructor(zoom) {
    this.zoom = zoom;
    this.root = h('div', {
      class: 'overview', role: 'slider', tabindex: '0', 'aria-label': C.overview, 'aria-valuemin': '0', hidden: true,
      onpointerdown: (/** @type {PointerEvent} */ event) => this.#grab(event),
      onpointermove: (/** @type {PointerEvent} */ event) => this.#move(event),
      onpointerup: () => { this.#held = null; },
      onpointercancel: () => { this.#held = null; },
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
    }, h('span', { class: 'all' }), h('span', { class: 'window' }), h('span', { class: 'playhead' }));
    /** What is to be seen, and the way back to all of it. */
    this.leave = h('button', { type: 'button', class: 'leave', title: C.showWhole, hidden: true, onclick: () => zoom.whole() }, this.#text, icon('close'));
  }

  draw() {
    const { zoomed, from, to, seconds: [first, last], session } = this.zoom;
    this.root.hidden = !zoomed;
    this.leave.hidden = !zoomed;
    if (!zoomed) return;
    const duration = session.playback.duration || 0;
    this.root.style.setProperty('--from', String(from));
    this.root.style.setProperty('--size', String(to - from));
    setAttr(this.root, 'aria-valuemax', (duration - (last - first)).toFixed(2));
    setAttr(this.root, 'aria-valuenow', first.toFixed(2));
    const text = C.window(clock(first, duration), clock(last, duration));
    setAttr(this.root, 'aria-valuetext', text);
    setText(this.#text, text);
    setAttr(this.leave, 'aria-label', `${text}: ${C.showWhole}`);
  }

  /** Where in the clip an event is. @param {PointerEvent} event */
  #at({ clientX }) {
    const { left, width } = this.root.getBoundingClientRect();
    return (clientX - left) / width;
  }

  /** @param {PointerEvent} event */
  #grab(event) {
    if (event.button) return;
    const at = this.#at(event);
    const { from, to } = this.zoom;
    // Beside the window the window comes to the hand.
    this.#held = at >= from && at <= to ? at - (from + to) / 2 : 0;
    this.root.setPointerCapture(event.pointerId);
    this.#move(event);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (this.#held !== null) this.zoom.centre(this.#at(event) - this.#held);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const by = KEYS.get(event.key);
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    // The arrows of the stage go through time.
    event.preventDefault();
    this.zoom.pan(by);
  }
}
