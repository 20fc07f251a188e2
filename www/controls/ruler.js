/** The ruler under the track: a tick for each frame or key where there is room, and strong ones with the time beside them. */
import { setAttr, svg } from '../player/dom.js';
import { rounded } from '../player/format.js';
import { S } from '../player/strings.js';

/** Ticks nearer than this are a grey bar, not a ruler. */
const TICK_PX = 8;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 50000, 100000];
/** Keys nearer than this are one tick. */
const KEY_PX = 2;
/** Seconds between the strong ticks, and the room that their numbers need. */
const MAJORS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600];
const NUMBER_PX = 80;
/** A number nearer to the end than this part of the whole would not have room. */
const END = 0.015;

export class Ruler {
  #minor = svg('path', { class: 'minor' });
  #major = svg('path', { class: 'major' });
  #numbers = svg('g', {});

  /** @param {import('../player/playback.js').Playback} playback */
  constructor(playback) {
    this.playback = playback;
    this.root = svg('svg', { class: 'ticks', 'aria-hidden': 'true' });
    this.root.append(this.#minor, this.#major, this.#numbers);
  }

  /** @param {number} width CSS pixels */
  draw(width) {
    const { duration, frameCount, keyed, keys } = this.playback;
    const last = Math.max(0, frameCount - 1);
    const drawn = width > 0 && last > 0 && duration > 0;
    const x = (/** @type {number} */ part) => Math.round(part * (width - 1)) + 0.5;
    const line = (/** @type {number} */ part, /** @type {number} */ height) => `M${x(part)} 0v${height}`;
    const seconds = (drawn && MAJORS.find((each) => (width * each) / duration >= NUMBER_PX)) || 0;
    let major = '';
    const numbers = [];
    /** Where each strong tick's number ends. @type {number[]} */
    const ends = [];
    for (let n = 0; seconds && n * seconds <= duration + 1e-9; n += 1) {
      const part = (n * seconds) / duration;
      major += line(part, 7);
      if (part > 1 - Math.max(END, 40 / width)) continue;
      const number = svg('text', { x: String(x(part) + 4), y: '9' });
      number.textContent = n || duration >= 60 ? rounded(n * seconds, seconds, duration) : S.zero;
      ends[n] = x(part) + 6 + 7 * number.textContent.length;
      numbers.push(number);
    }
    let minor = '';
    /** Ticks do not run through numbers. @param {number} part */
    const tick = (part) => {
      if (!(x(part) < ends[Math.floor((part * duration) / seconds + 1e-9)])) minor += line(part, 4);
    };
    if (drawn && keyed) {
      let next = 0;
      for (const key of keys) {
        if (key < next) continue;
        minor += line(key / duration, 4);
        next = key + (KEY_PX * duration) / width;
      }
    } else if (drawn) {
      const step = STEPS.find((frames) => (width * frames) / last >= TICK_PX) ?? last;
      for (let frame = 0; frame <= last; frame += step) tick(frame / last);
    }
    setAttr(this.#minor, 'd', minor);
    setAttr(this.#major, 'd', major);
    this.#numbers.replaceChildren(...numbers);
  }
}
