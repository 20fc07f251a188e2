/** The part of the clock that the timeline shows: all, or a window. A place is a fraction of all of it, from 0 to 1. */

/** The smallest window: in frames, and for keyed clips in seconds. */
const FEWEST_FRAMES = 8;
const SHORTEST_S = 0.1;
/** In a wider input browsers place the thumb inexactly. */
const WIDEST_PX = 4e6;
/** Position of the playhead in the next window, after it has left one. */
const LEAD = 0.05;

export class TimelineZoom {
  /** Width of the timeline in CSS pixels. */
  width = 1000;
  /** The window in seconds; null: the whole clip. @type {[number, number] | null} */
  #window = null;
  /** The playhead was in the window at the last look. */
  #inside = true;
  /** @type {(() => void)[]} */
  #listeners = [];
  /** The window's clip. @type {unknown} */
  #clip = null;
  #behaviour = 0;
  #frameTime = 0;

  /** @param {import('../player/session/session.js').Session} session */
  constructor(session) {
    this.session = session;
  }

  /** Adds a listener for changes of the window. @param {() => void} listener */
  watch(listener) {
    this.#listeners.push(listener);
  }

  get #playback() {
    return this.session.playback;
  }
  get #length() {
    return (this.#playback.duration || 0) - this.#playback.begin;
  }
  get zoomed() {
    return this.#window !== null;
  }
  get from() {
    return this.#window ? this.#playback.placeOf(this.#window[0]) : 0;
  }
  get to() {
    return this.#window ? this.#playback.placeOf(this.#window[1]) : 1;
  }
  get size() {
    return this.to - this.from;
  }
  /** The first and last second shown. @returns {[number, number]} */
  get seconds() {
    return this.#window ?? [this.#playback.begin, this.#playback.duration || 0];
  }

  /** The horizontal position of a place, 0 at the left end. @param {number} place */
  across(place) {
    return (place - this.from) / this.size;
  }
  /** @param {number} across */
  place(across) {
    return this.from + across * this.size;
  }

  /** Size of the smallest window. */
  get #least() {
    const { frameTime, keyed } = this.session.playback;
    const shortest = keyed ? SHORTEST_S : FEWEST_FRAMES * frameTime;
    return this.#length > 0 ? Math.min(1, Math.max(shortest / this.#length, this.width / WIDEST_PX)) : 1;
  }

  /** @param {number} factor above 1 zooms in @param {number} across position that stays where it is */
  zoom(factor, across) {
    const size = Math.max(this.#least, Math.min(1, this.size / factor));
    if (size !== this.size) this.#setWindow(this.place(across) - across * size, size);
  }

  /** @param {number} windows distance to the right, in windows */
  pan(windows) {
    this.#setWindow(this.from + windows * this.size, this.size);
  }

  /** Centres the window on a place. @param {number} place */
  centre(place) {
    this.#setWindow(place - this.size / 2, this.size);
  }

  /** Moves and zooms so that two places lie under two fingers. @param {[number, number]} places @param {[number, number]} across */
  stretch(places, across) {
    const apart = across[1] - across[0];
    const wanted = (places[1] - places[0]) / apart;
    if (!(Math.abs(apart) > 0.01) || !(wanted > 0)) return;
    const size = Math.max(this.#least, Math.min(1, wanted));
    const middle = (across[0] + across[1]) / 2;
    this.#setWindow((places[0] + places[1]) / 2 - middle * size, size);
  }

  whole() {
    if (this.#window) this.#setWindow(0, 1);
  }

  /** @param {number} from @param {number} size */
  #setWindow(from, size) {
    const start = Math.max(0, Math.min(1 - size, from));
    const window =
      size < 1 - 1e-9 ? /** @type {[number, number]} */ ([start, start + size].map((place) => this.#playback.secondsAt(place))) : null;
    if (window?.[0] === this.#window?.[0] && window?.[1] === this.#window?.[1]) return;
    this.#window = window;
    this.#inside = this.#contains(this.#playhead);
    for (const listener of this.#listeners) listener();
  }

  get #playhead() {
    return this.#playback.placeOf(this.#playback.time);
  }

  /** @param {number} place */
  #contains(place) {
    return place >= this.from && place <= this.to;
  }

  /** Call when the clip, its length or its rate has changed. A growing clip keeps the window. */
  clip() {
    const {
      shown,
      playback: { frameTime },
    } = this.session;
    const behaviour = this.session.get('behaviour');
    const scale = this.#frameTime ? frameTime / this.#frameTime : 1;
    const [clip, before] = [this.#clip, this.#behaviour];
    this.#clip = shown;
    this.#behaviour = behaviour;
    this.#frameTime = frameTime;
    const [first, last] = this.seconds.map((seconds) => this.#playback.placeOf(seconds * scale));
    if (clip !== shown || before !== behaviour || first < -1e-9 || last > 1 + 1e-9) this.whole();
    else if (this.#window && scale !== 1) this.#window = [this.#window[0] * scale, this.#window[1] * scale];
  }

  /** Call when the time has changed. The window follows a playhead that was in it. @param {boolean} [jump] after a seek */
  follow(jump = false) {
    if (!this.#window) return;
    const moment = this.#playhead;
    const left = !this.#contains(moment);
    if (left && jump) this.centre(moment);
    else if (left && this.#inside) this.#setWindow(moment - (this.session.get('rate') < 0 ? 1 - LEAD : LEAD) * this.size, this.size);
    else this.#inside = !left;
  }
}
