/** The ruler under the track: a tick for each frame or key if there is room, and major ticks with their time. */
import { setAttr, svg } from '../player/base/dom.js';
import { clock } from '../player/words/format.js';
import { C } from './strings.js';

/** Minimum distance of ticks; closer ones would blur to a grey bar. */
const TICK_PX = 8;
/** Closer keys share a tick. */
const KEY_PX = 2;
/** Possible seconds between major ticks, after which come 1, 2, 5, .. times the last one; and the width of a number. */
const MAJORS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600];
const NUMBER_PX = 80;
/** A number closer to the end than this fraction of the width would be cut. */
const END = 0.015;

export class Ruler {
  #minor = svg('path', { class: 'minor' });
  #major = svg('path', { class: 'major' });
  #numbers = svg('g', {});

  /** @param {import('../player/session/playback.js').Playback} playback */
  constructor(playback) {
    this.playback = playback;
    this.root = svg('svg', { class: 'ticks', 'aria-hidden': 'true' });
    this.root.append(this.#minor, this.#major, this.#numbers);
  }

  /** @param {import('./timeline-zoom.js').TimelineZoom} zoom */
  draw(zoom) {
    const { playback } = this;
    const { begin, duration, frameCount, frameTime, keyed } = playback;
    const {
      seconds: [from, to],
      width,
    } = zoom;
    const drawn = width > 0 && frameCount > 1 && duration > begin;
    /** CSS pixels of a second. */
    const scale = width / (to - from);
    const x = (/** @type {number} */ at) => Math.round(zoom.across(playback.placeOf(at)) * (width - 1)) + 0.5;
    const line = (/** @type {number} */ at, /** @type {number} */ height) => `M${x(at)} 0v${height}`;
    const apart = NUMBER_PX / scale;
    const seconds = drawn ? (MAJORS.find((each) => each >= apart) ?? 3600 * roundAbove(apart / 3600)) : 0;
    let major = '';
    const numbers = [];
    /** Where each major tick's number ends, in pixels. @type {Map<number, number>} */
    const ends = new Map();
    for (const n of drawn ? multiples(seconds, from, to, width) : []) {
      const at = n * seconds;
      major += line(at, 7);
      if (x(at) > width - Math.max(END * width, 40)) continue;
      const number = svg('text', { x: String(x(at) + 4), y: '9' });
      number.textContent = n || duration >= 60 ? rounded(at, seconds, duration) : C.zero;
      ends.set(n, x(at) + 6 + 7 * number.textContent.length);
      numbers.push(number);
    }
    let minor = '';
    /** Adds a tick, unless it would cross a number. @param {number} at */
    const tick = (at) => {
      if (!(x(at) < (ends.get(Math.floor(at / seconds + 1e-9)) ?? 0))) minor += line(at, 4);
    };
    if (drawn && keyed) {
      let next = from;
      for (const key of playback.keys) {
        if (key > to) break;
        if (key < next) continue;
        minor += line(key, 4);
        next = key + KEY_PX / scale;
      }
    } else if (drawn) {
      const step = Math.max(1, roundAbove(TICK_PX / scale / frameTime));
      for (const n of multiples(step, from / frameTime, to / frameTime, width)) tick(n * step * frameTime);
    }
    setAttr(this.#minor, 'd', minor);
    setAttr(this.#major, 'd', major);
    this.#numbers.replaceChildren(...numbers);
  }
}

/** Which multiples of a step are in a range; no more than there are pixels, whatever the numbers are. @param {number} step @param {number} from @param {number} to @param {number} width CSS pixels */
function multiples(step, from, to, width) {
  const first = Math.ceil(from / step - 1e-6);
  const count = Math.floor(to / step + 1e-6) - first + 1;
  return Array.from({ length: Math.max(0, Math.min(width, count)) }, (_, index) => first + index);
}

/** The least of 1, 2, 5, 10, 20, .. that is not below a number: ticks this far apart are few, however long the clock is. @param {number} least */
function roundAbove(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((each) => each * power >= least) ?? 10);
}

/** "1.5", "12", "2:30": with the decimals of the ticks' step. @param {number} seconds @param {number} step @param {number} longest */
function rounded(seconds, step, longest) {
  const text = clock(seconds, longest);
  return step >= 1 ? text.replace(/\D\d\d$/, '') : step >= 0.1 ? text.slice(0, -1) : text;
}
