/** A thin line for the whole clip above a zoomed timeline, with the visible window in it, which pointer and keys move. */
import { h, setAttr, setText } from '../player/base/dom.js';
import { clock } from '../player/words/format.js';
import { C } from './strings.js';
import { icon } from './icons.js';

/** How far each key moves the window, in windows. */
const KEYS = new Map([
  ['ArrowLeft', -0.1],
  ['ArrowDown', -0.1],
  ['ArrowRight', 0.1],
  ['ArrowUp', 0.1],
  ['PageUp', -1],
  ['PageDown', 1],
  ['Home', -Infinity],
  ['End', Infinity],
]);

export class Overview {
  /** Distance of the pointer from the window's middle while it is dragged. @type {number | null} */
  #held = null;
  #text = h('bdi');

  /** @param {import('./timeline-zoom.js').TimelineZoom} zoom */
  constructor(zoom) {
    this.zoom = zoom;
    this.root = h(
      'div',
      {
        class: 'overview',
        role: 'slider',
        tabindex: '0',
        'aria-label': C.overview,
        hidden: true,
        onpointerdown: (/** @type {PointerEvent} */ event) => this.#grab(event),
        onpointermove: (/** @type {PointerEvent} */ event) => this.#move(event),
        onpointerup: () => {
          this.#held = null;
        },
        onpointercancel: () => {
          this.#held = null;
        },
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      },
      h('span', { class: 'all' }),
      h('span', { class: 'window' }),
      h('span', { class: 'playhead' }),
    );
    /** Shows the visible range; a click shows the whole clip. */
    this.showAllButton = h(
      'button',
      { type: 'button', class: 'leave', title: C.showWhole, hidden: true, onclick: () => zoom.whole() },
      this.#text,
      icon('close'),
    );
  }

  draw() {
    const {
      zoomed,
      from,
      to,
      seconds: [first, last],
      session,
    } = this.zoom;
    this.root.hidden = !zoomed;
    this.showAllButton.hidden = !zoomed;
    if (!zoomed) return;
    const duration = session.playback.duration || 0;
    this.root.style.setProperty('--from', String(from));
    this.root.style.setProperty('--size', String(to - from));
    setAttr(this.root, 'aria-valuemin', session.playback.begin.toFixed(2));
    setAttr(this.root, 'aria-valuemax', (duration - (last - first)).toFixed(2));
    setAttr(this.root, 'aria-valuenow', first.toFixed(2));
    const text = C.window(clock(first, duration), clock(last, duration));
    setAttr(this.root, 'aria-valuetext', text);
    setText(this.#text, text);
    setAttr(this.showAllButton, 'aria-label', `${text}: ${C.showWhole}`);
  }

  /** The position of an event as a fraction of the clip. @param {PointerEvent} event */
  #at({ clientX }) {
    const { left, width } = this.root.getBoundingClientRect();
    return (clientX - left) / width;
  }

  /** @param {PointerEvent} event */
  #grab(event) {
    if (event.button) return;
    const at = this.#at(event);
    const { from, to } = this.zoom;
    // A press beside the window brings it to the pointer.
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
    // Otherwise the arrow keys of the stage would seek.
    event.preventDefault();
    this.zoom.pan(by);
  }
}
