/** Playing, seeking, speed and range of the stage's clock, with the promises and events of HTMLMediaElement. */
import { RATE, limited } from '../base/values.js';
import { ENDED, LOOPED, TIME } from '../drawing/frame-bits.js';
import { S } from '../words/strings.js';

/** @typedef {import('./load.js').Moment} Moment */
/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('../../types.d.ts').WasmStage} WasmStage */

const TIMEUPDATE_MS = 250;

/** A behaviour's name without the suffix of the node that drives it. @param {string} name */
const displayName = (name) => name.replace(/(?<=.)[-_ ]?(time(r|_?sensor)|clock)$/i, '');

export class Playback {
  /** The stage's clock runs. */
  #running = false;
  seeking = false;
  /** The visitor holds the timeline. */
  #held = false;
  /** @type {{ resolve: () => void, reject: (reason: unknown) => void }[]} */
  #waiting = [];
  #updatedAt = 0;

  /** @param {Session} session */
  constructor(session) {
    this.session = session;
  }

  get #host() {
    return this.session.host;
  }
  get #state() {
    return this.session.state;
  }
  get #behaviour() {
    return this.session.info?.behaviours[this.session.get('behaviour')];
  }

  /** While another clip is loading the player counts as paused until it is played, though the one on the stage moves on. */
  get paused() {
    return !this.#state.plays || (this.#state.replacing && !this.#state.called);
  }

  get time() {
    if (!this.session.info) {
      const { moment } = this.session.intent;
      return moment && 'seconds' in moment ? moment.seconds : 0;
    }
    return this.#host.number('time', this.#state.place.time);
  }

  get duration() {
    return this.#behaviour ? this.#host.number('duration', this.#behaviour.duration) : NaN;
  }
  /** Seconds of the own clip alone: other clips may end later. */
  get length() {
    return this.keyed ? (this.#behaviour?.duration ?? 0) : this.frameTime * Math.max(0, this.frameCount - 1);
  }
  /** Where the clock begins, in seconds: below 0 if another clip starts earlier. */
  get begin() {
    return this.session.info ? this.#host.number('begin') : 0;
  }
  /** @param {number} seconds @returns {number} where that is between both ends of the clock, 0 to 1 */
  placeOf(seconds) {
    const { begin, duration } = this;
    return duration > begin ? (seconds - begin) / (duration - begin) : 0;
  }

  /** @param {number} place 0 to 1 @returns {number} the second there */
  secondsAt(place) {
    const { begin, duration } = this;
    return begin + place * ((duration || 0) - begin);
  }

  get frame() {
    return this.session.info ? this.#host.number('frame') : 0;
  }
  get frameCount() {
    return this.#behaviour ? this.#host.number('frameCount', this.#behaviour.frameCount) : 0;
  }
  get frameTime() {
    const { info } = this.session;
    return info ? this.#host.number('frameTime', info.frameTime) : 0;
  }

  /** Each frame (key) has its own time; there is no frame rate. */
  get keyed() {
    return Boolean(this.#behaviour?.keyed);
  }
  /** The times of the keys, in seconds. */
  get keys() {
    return this.#host.read((stage) => stage.keys(), new Float64Array());
  }
  /** Times closer than this, in seconds, count as equal. */
  get tolerance() {
    return this.keyed ? 0.001 : this.frameTime / 2;
  }
  /** @param {number} frame */
  timeOf(frame) {
    return this.keyed ? (this.keys[Math.min(frame, this.frameCount - 1)] ?? 0) : frame * this.frameTime;
  }
  /** The first and last second of playback: the range, or all of the clock. @returns {[number, number]} */
  get span() {
    return this.session.get('range') ?? [this.begin, this.duration || 0];
  }
  /** The clip is a single pose: there is nothing to play. */
  get still() {
    return this.session.info !== null && this.frameCount < 2;
  }
  get atEnd() {
    return this.#state.atEnd;
  }

  /** @param {boolean} [wanted] only the source last requested, not an earlier clip that stays if that failed @returns {Promise<void>} */
  play(wanted) {
    const { session } = this;
    if (session.pictureFault) return Promise.reject(new DOMException(session.pictureFault.message, 'NotSupportedError'));
    if (session.cancelled && !session.shown) session.retry();
    else if (session.failure && !(session.shown && (session.cancelled || !wanted || session.failure.after === 'metadata')))
      return Promise.reject(new DOMException(session.failure.fault.message, 'NotSupportedError'));
    const { paused } = this;
    this.#state.called = true;
    this.#state.plays = true;
    if (paused) {
      this.#rewind();
      session.emit('play');
      if (!session.info) session.emit('waiting');
      session.signal('play', true);
    }
    session.read();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.run();
    });
  }

  /** Starts or stops the stage's clock. */
  run() {
    const { session } = this;
    if (!this.#state.plays || this.#held || !session.shown || !this.#host.drawing) {
      this.#running = false;
      this.#host.change((stage) => stage.pause());
      return;
    }
    this.#rewind();
    this.#host.change((stage) => stage.play());
    if (session.replacing) return;
    if (!this.#running) session.emit('playing');
    this.#running = true;
    for (const { resolve } of this.#waiting.splice(0)) resolve();
  }

  /** At the end of the range, starts over: after `ended` by a seek with its events, as media elements do. */
  #rewind() {
    const { session, time, tolerance } = this;
    if (!session.shown) return;
    const [from, to] = this.span;
    const loop = session.get('loop');
    const backwards = session.get('rate') < 0 !== (loop === 'reverse');
    // A pingpong loop turns round where it stands.
    if (loop === 'pingpong') this.#state.atEnd = false;
    else if (this.#state.atEnd || (backwards ? time <= from + tolerance : time >= to - tolerance)) {
      const go = (/** @type {WasmStage} */ stage) => stage.seek(backwards ? to : from);
      if (this.#state.atEnd && !loop) this.#jump(go);
      else {
        this.#host.change(go);
        this.moved();
      }
    }
  }

  /** Pauses; autoplay does not start the clip that is on its way, either. */
  pause() {
    this.halt();
    this.#state.called = true;
  }

  /** Pauses until something plays on, autoplay as well. */
  halt() {
    this.interrupt('pause() was called');
    const { paused } = this;
    this.stop();
    if (paused) return;
    this.session.view.remember();
    this.session.emit('timeupdate');
    this.session.emit('pause');
    this.session.signal('play', false);
    this.session.signal('time', this.time);
  }

  /** Pauses without events or signals. */
  stop() {
    this.#state.plays = false;
    this.run();
  }

  toggle() {
    if (this.paused) this.play().catch(() => {});
    else this.pause();
  }

  /** Stops the clock while the visitor holds the timeline. @param {boolean} on */
  hold(on) {
    this.#held = on;
    this.run();
  }

  /** Rejects all pending promises of play(). @param {string} why @param {string} [name] of the DOMException */
  interrupt(why, name = 'AbortError') {
    for (const { reject } of this.#waiting.splice(0)) reject(new DOMException(why, name));
  }

  // Seeking

  /** @param {Moment} moment */
  seek(moment) {
    if (!this.session.info) {
      this.session.applyIntent({ moment });
      return;
    }
    this.#state.pending = null;
    this.#jump((stage) => {
      if ('frame' in moment) stage.seekFrame(Math.min(Math.max(0, this.frameCount - 1), Math.max(0, Math.round(moment.frame))));
      else stage.seek(Math.min(this.duration, Math.max(this.begin, moment.seconds)));
    });
  }

  /** @param {number} frames */
  step(frames) {
    if (!this.session.info) return;
    this.pause();
    this.#jump((stage) => stage.stepFrame(frames));
  }

  /** @param {(stage: WasmStage) => void} go */
  #jump(go) {
    this.#announceSeek();
    this.#host.change(go);
    this.moved();
  }

  #announceSeek() {
    this.seeking = true;
    this.session.emit('seeking');
    queueMicrotask(() => {
      if (!this.seeking) return;
      this.seeking = false;
      this.session.emit('timeupdate');
      this.session.emit('seeked');
    });
  }

  /** Call after the time was set. */
  moved() {
    this.#state.place.time = this.time;
    const { duration } = this;
    this.#state.atEnd = duration > 0 && this.session.get('rate') >= 0 && this.#state.place.time >= duration;
    this.session.signal('time', this.#state.place.time);
  }

  /** Seeks to the wanted moment if it is there. @param {boolean} whole no more frames will come; another clip may still make room for the moment */
  seekPending(whole) {
    const { pending } = this.#state;
    if (!pending) return;
    const seconds = 'frame' in pending ? pending.frame * this.frameTime : pending.seconds;
    // The visitor has moved on meanwhile.
    if (pending.nearest !== undefined && pending.nearest !== this.time) {
      this.#state.pending = null;
      return;
    }
    const outside = seconds > this.duration || seconds < this.begin;
    if (outside && !whole) return;
    this.seek(pending);
    if (outside) this.#state.pending = { ...pending, nearest: this.time };
    // Set again, since a following camera has moved with the figure.
    if (pending.camera) this.session.view.setCamera(pending.camera);
  }

  // Speed and rate

  /** @param {number} rate */
  setRate(rate) {
    const before = this.session.get('rate');
    this.session.set('rate', limited(rate, RATE));
    if (this.session.get('rate') !== before) this.session.emit('ratechange');
  }

  /** Sets the frame time; the current frame and the frames of the range stay. @param {number} seconds 0: as in the file */
  setFrameTime(seconds) {
    const { session } = this;
    if (this.keyed) return;
    const { frame, frameTime: before } = this;
    const range = session.get('range');
    session.set('frameTime', seconds);
    const scale = before ? this.frameTime / before : 1;
    if (scale === 1) return;
    if (range) session.set('range', [range[0] * scale, range[1] * scale]);
    this.#host.change((stage) => stage.seekFrame(frame));
    session.emit('durationchange');
    this.moved();
  }

  /** @param {number} bits of `frame-bits.js` */
  onFrame(bits) {
    const { session } = this;
    const now = performance.now();
    if (bits & TIME) {
      this.#state.place.time = this.time;
      session.signal('time', this.#state.place.time);
      if (!this.paused && now - this.#updatedAt > TIMEUPDATE_MS) {
        this.#updatedAt = now;
        session.emit('timeupdate');
      }
    }
    if (bits & LOOPED) this.#announceSeek();
    if (bits & ENDED && !this.paused) {
      this.#state.atEnd = true;
      this.#state.plays = false;
      this.#running = false;
      for (const type of ['timeupdate', 'pause', 'ended']) session.emit(type);
      session.signal('play', false);
    }
  }

  /** The names as shown and requested; an unnamed behaviour gets a number. */
  get behaviours() {
    return (this.session.info?.behaviours ?? []).map(({ name }, index) => displayName(name) || S.behaviour(index + 1));
  }

  /** Switches the behaviour, from its start, without range and frame time; playback goes on. @param {number} index */
  setBehaviour(index) {
    const { session } = this;
    if (!session.info?.behaviours[index] || index === session.get('behaviour')) return;
    session.set('range', null);
    session.set('frameTime', 0);
    session.set('behaviour', index);
    this.#state.pending = null;
    this.moved();
    this.run();
    session.signal('clip');
    session.emit('behaviourchange', { index, name: this.behaviours[index] });
    session.emit('durationchange');
    session.emit('timeupdate');
  }

  /** Switches the behaviour for as long as this clip is shown. @param {number} index */
  chooseBehaviour(index) {
    this.setBehaviour(index);
    this.session.overrides.set('behaviour', this.behaviours[index]);
  }

  /** Index of the default behaviour: the one that moves most. */
  get #defaultBehaviour() {
    const amounts = this.session.info?.behaviours.map(({ moves }) => moves) ?? [];
    return Math.max(0, amounts.indexOf(Math.max(...amounts)));
  }

  /** Index of the behaviour of that name. Without a name, or if none has it, which is announced, the default. @param {string} name */
  behaviourNamed(name) {
    const { behaviours } = this;
    const wanted = displayName(name);
    if (!wanted) return this.#defaultBehaviour;
    let index = behaviours.indexOf(wanted);
    if (index < 0) index = behaviours.findIndex((each) => each.toLowerCase() === wanted.toLowerCase());
    if (index < 0) this.session.say(S.say.noBehaviour(name));
    return index < 0 ? this.#defaultBehaviour : index;
  }
}
