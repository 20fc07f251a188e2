/** Which part of the clip the timeline shows: all of it, or a window of it. Places are parts of the whole clip, from 0 to 1. */

/** Fewer frames than this are no longer a stretch of time, and shorter windows of moments of their own neither. */
const FEWEST_FRAMES = 8;
const SHORTEST_S = 0.1;
/** Wider than this, browsers cannot place the parts of an input exactly. */
const WIDEST_PX = 4e6;
/** Where the moment stands in the window after it has left the one before. */
const LEAD = 0.05;

export class TimelineZoom {
  /** Of the timeline, CSS pixels. */
  width = 1000;
  /** The window in seconds; null is the whole clip. @type {[number, number] | null} */
  #window = null;
  /** The moment was in the window when it was last looked at. */
  #inside = true;
  /** @type {(() => void)[]} */
  #listeners = [];
  /** The clip that the window is of, and its frame time. @type {unknown} */
  #clip = null;
  #behaviour = 0;
  #frameTime = 0;

  /** @param {import('../player/session.js').Session} session */
  constructor(session) {
    this.session = session;
  }

  /** The window is another one. @param {() => void} listener */
  watch(listener) { this.#listeners.push(listener); }

  get #duration() { return this.session.playback.duration || 0; }
  get zoomed() { return this.#window !== null; }
  get from() { return this.#window ? this.#window[0] / this.#duration : 0; }
  get to() { return this.#window ? this.#window[1] / this.#duration : 1; }
  get size() { return this.to - this.from; }
  /** First and last second. @returns {[number, number]} */
  get seconds() { return this.#window ?? [0, this.#duration]; }

  /** Where a place is across the timeline, 0 at its left end. @param {number} place */
  across(place) { return (place - this.from) / this.size; }
  /** @param {number} across */
  place(across) { return this.from + across * this.size; }

  /** The smallest window, as a part of the clip. */
  get #least() {
    const { frameTime, keyed } = this.session.playback;
    const shortest = keyed ? SHORTEST_S : FEWEST_FRAMES * frameTime;
    return this.#duration > 0 ? Math.min(1, Math.max(shortest / this.#duration, this.width / WIDEST_PX)) : 1;
  }

  /** @param {number} factor above 1 zooms in @param {number} across what stays where it is */
  zoom(factor, across) {
    const size = Math.max(this.#least, Math.min(1, this.size / factor));
    if (size !== this.size) this.#put(this.place(across) - across * size, size);
  }

  /** @param {number} windows how many of them to the right */
  pan(windows) { this.#put(this.from + windows * this.size, this.size); }

  /** Brings a place to the middle. @param {number} place */
  centre(place) { this.#put(place - this.size / 2, this.size); }

  /** Puts two places where two fingers are. @param {[number, number]} places @param {[number, number]} across */
  stretch(places, across) {
    const apart = across[1] - across[0];
    const wanted = (places[1] - places[0]) / apart;
    if (!(Math.abs(apart) > 0.01) || !(wanted > 0)) return;
    const size = Math.max(this.#least, Math.min(1, wanted));
    const middle = (across[0] + across[1]) / 2;
    this.#put((places[0] + places[1]) / 2 - middle * size, size);
  }

  whole() { if (this.#window) this.#put(0, 1); }

  /** @param {number} from @param {number} size */
  #put(from, size) {
    const start = Math.max(0, Math.min(1 - size, from));
    const window = size < 1 - 1e-9 ? /** @type {[number, number]} */ ([start * this.#duration, (start + size) * this.#duration]) : null;
    if (window?.[0] === this.#window?.[0] && window?.[1] === this.#window?.[1]) return;
    this.#window = window;
    this.#inside = this.#holds(this.#moment);
    for (const listener of this.#listeners) listener();
  }

  get #moment() { return this.#duration > 0 ? this.session.playback.time / this.#duration : 0; }

  /** @param {number} place */
  #holds(place) { return place >= this.from && place <= this.to; }

  /** The clip, its length or its rate changed. A clip that grows keeps the window. */
  clip() {
    const { shown, playback: { frameTime } } = this.session;
    const behaviour = this.session.get('behaviour');
    const scale = this.#frameTime ? frameTime / this.#frameTime : 1;
    const [clip, before] = [this.#clip, this.#behaviour];
    this.#clip = shown;
    this.#behaviour = behaviour;
    this.#frameTime = frameTime;
    if (clip !== shown || before !== behaviour || this.seconds[1] * scale > this.#duration * (1 + 1e-9)) this.whole();
    else if (this.#window && scale !== 1) this.#window = [this.#window[0] * scale, this.#window[1] * scale];
  }

  /**
   * The moment is another one. The window goes along with it, but not while somebody looks at another part of the clip.
   * @param {boolean} [jump] somebody went there
   */
  follow(jump = false) {
    if (!this.#window) return;
    const moment = this.#moment;
    const left = !this.#holds(moment);
    if (left && jump) this.centre(moment);
    else if (left && this.#inside) this.#put(moment - (this.session.get('rate') < 0 ? 1 - LEAD : LEAD) * this.size, this.size);
    else this.#inside = !left;
  }
}
