/** The clock's face: playing, seeking, speed and range, with the promises and events of HTMLMediaElement. */
import { S } from './strings.js';
import { ENDED, LOOPED, TIME } from './frame-bits.js';
import { saneRate } from './settings.js';

/** @typedef {{ seconds: number } | { frame: number }} Moment */
/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('../types.d.ts').WasmStage} WasmStage */

const TIMEUPDATE_MS = 250;

/** Behaviours are often named after what drives them. @param {string} name */
const shown = (name) => name.replace(/(?<=.)[-_ ]?(time(r|_?sensor)|clock)$/i, '');

export class Playback {
  /** Playing was asked for. Whether the stage's clock runs follows from it. */
  #wanted = false;
  /** The stage's clock runs. */
  #running = false;
  seeking = false;
  /** Where it goes as soon as so much of the clip is there, and the camera that is meant for that moment. @type {(Moment & { camera?: string }) | null} */
  want = null;
  /** play() was called since the last load. */
  asked = false;
  /** Somebody holds the timeline. */
  #held = false;
  /** It came to its end, or was put there. */
  #atEnd = false;
  /** @type {{ resolve: () => void, reject: (reason: unknown) => void }[]} */
  #waiting = [];
  /** The last known moment, for a stage to come. */
  kept = 0;
  #updatedAt = 0;

  /** @param {Session} session */
  constructor(session) {
    this.session = session;
  }

  get #host() { return this.session.host; }
  get #behaviour() { return this.session.info?.behaviours[this.session.get('behaviour')]; }

  /** A clip that is to come is paused until it is played; the one on the stage moves on until then. */
  get paused() { return !this.#wanted || (this.session.replacing && !this.asked); }

  // What the clock shows

  get time() {
    if (!this.session.info) {
      const { moment } = this.session.intent;
      return moment && 'seconds' in moment ? moment.seconds : 0;
    }
    return this.#host.number('time', this.kept);
  }

  get duration() { return this.#behaviour ? this.#host.number('duration', this.#behaviour.duration) : NaN; }
  get frame() { return this.session.info ? this.#host.number('frame') : 0; }
  get frameCount() { return this.#behaviour ? this.#host.number('frameCount', this.#behaviour.frameCount) : 0; }
  get frameTime() {
    const { info } = this.session;
    return info ? this.#host.number('frameTime', info.frameTime) : 0;
  }

  /** Frames are at moments of their own, not at a rate. */
  get keyed() { return Boolean(this.#behaviour?.keyed); }
  /** These moments. */
  get keys() { return this.#host.read((stage) => stage.keys(), new Float64Array()); }
  /** Moments as near as this are one. */
  get grain() { return this.keyed ? 0.001 : this.frameTime / 2; }
  /** @param {number} frame */
  momentOf(frame) { return this.keyed ? this.keys[Math.min(frame, this.frameCount - 1)] ?? 0 : frame * this.frameTime; }
  /** First and last second of what is played. @returns {[number, number]} */
  get span() { return this.session.get('range') ?? [0, this.duration || 0]; }
  /** A pose: there is nothing to play. */
  get still() { return this.session.info !== null && this.frameCount < 2; }
  /** It stands at the end of what is played. */
  get atEnd() { return this.#atEnd; }

  // Playing

  /** @param {boolean} [wanted] only the source that was asked for last, not an earlier clip that stays where it failed @returns {Promise<void>} */
  play(wanted) {
    const { session } = this;
    if (session.pictureFault) return Promise.reject(new DOMException(session.pictureFault.message, 'NotSupportedError'));
    if (session.cancelled && !session.shown) session.retry();
    else if (session.failure && !(session.shown && (session.cancelled || !wanted || session.failure.after === 'metadata'))) return Promise.reject(new DOMException(session.failure.fault.message, 'NotSupportedError'));
    const { paused } = this;
    this.asked = true;
    this.#wanted = true;
    if (paused) {
      this.#rewind();
      session.emit('play');
      if (!session.info) session.emit('waiting');
      session.signal('play');
    }
    session.want();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.run();
    });
  }

  /** The stage's clock runs while it should and can. */
  run() {
    const { session } = this;
    if (!this.#wanted || this.#held || !session.shown || !this.#host.drawing) {
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

  /** Where it stands at the end of what is played it begins again: after `ended` by a jump that is told, as a media element does. */
  #rewind() {
    const { session, time, grain } = this;
    if (!session.shown) return;
    const [from, to] = this.span;
    const loop = session.get('loop');
    const backwards = (session.get('rate') < 0) !== (loop === 'reverse');
    // There and back, it turns where it stands.
    if (loop === 'pingpong') this.#atEnd = false;
    else if (this.#atEnd || (backwards ? time <= from + grain : time >= to - grain)) {
      const go = (/** @type {WasmStage} */ stage) => stage.seek(backwards ? to : from);
      if (this.#atEnd && !loop) this.#jump(go);
      else {
        this.#host.change(go);
        this.moved();
      }
    }
  }

  pause() {
    this.interrupt('pause() was called');
    const { paused } = this;
    this.stop();
    if (paused) return;
    this.session.view.remember();
    this.session.emit('timeupdate');
    this.session.emit('pause');
    this.session.signal('play');
    this.session.signal('time');
  }

  /** The same without a word. */
  stop() {
    this.#wanted = false;
    this.run();
  }

  toggle() {
    if (this.paused) this.play().catch(() => {});
    else this.pause();
  }

  /** Stands still while a hand is on the timeline, and goes on after that. @param {boolean} on */
  hold(on) {
    this.#held = on;
    this.run();
  }

  /** Every promise of play() that is still open fails. @param {string} why @param {string} [name] */
  interrupt(why, name = 'AbortError') {
    for (const { reject } of this.#waiting.splice(0)) reject(new DOMException(why, name));
  }

  // Seeking

  /** @param {Moment} moment */
  seek(moment) {
    if (!this.session.info) {
      this.session.wish({ moment });
      return;
    }
    this.want = null;
    this.#jump((stage) => {
      if ('frame' in moment) stage.seekFrame(Math.min(Math.max(0, this.frameCount - 1), Math.max(0, Math.round(moment.frame))));
      else stage.seek(Math.min(this.duration, Math.max(0, moment.seconds)));
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
    this.seeking = true;
    this.session.emit('seeking');
    this.#host.change(go);
    this.moved();
    queueMicrotask(() => {
      if (!this.seeking) return;
      this.seeking = false;
      this.session.emit('timeupdate');
      this.session.emit('seeked');
    });
  }

  /** The moment is another one than before. */
  moved() {
    this.kept = this.time;
    const { duration } = this;
    this.#atEnd = duration > 0 && this.session.get('rate') >= 0 && this.kept >= duration;
    this.session.signal('time');
  }

  /** Goes to the moment that was asked for as soon as it exists. @param {boolean} whole no more rows will come */
  settle(whole) {
    const { want } = this;
    if (!want) return;
    const seconds = 'frame' in want ? want.frame * this.frameTime : want.seconds;
    if (seconds > this.duration && !whole) return;
    this.seek(want);
    // It may follow the figure, and have been carried off.
    if (want.camera) this.session.view.setCamera(want.camera);
  }

  // Speed and rate

  /** @param {number} rate */
  setRate(rate) {
    const before = this.session.get('rate');
    this.session.set('rate', saneRate(rate));
    if (this.session.get('rate') !== before) this.session.emit('ratechange');
  }

  /** Another frame time keeps the frame and the loop's frames. @param {number} seconds 0 as in the file */
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

  // What the stage tells

  /** @param {number} bits */
  framed(bits) {
    const { session } = this;
    const now = performance.now();
    if (bits & TIME) {
      this.kept = this.time;
      session.signal('time');
      if (!this.paused && now - this.#updatedAt > TIMEUPDATE_MS) {
        this.#updatedAt = now;
        session.emit('timeupdate');
      }
    }
    if (bits & LOOPED) for (const type of ['seeking', 'timeupdate', 'seeked']) session.emit(type);
    if (bits & ENDED && !this.paused) {
      this.#atEnd = true;
      this.#wanted = false;
      this.#running = false;
      for (const type of ['timeupdate', 'pause', 'ended']) session.emit(type);
      session.signal('play');
    }
  }

  // Behaviours

  /** As they are shown and asked for: one without a name has a number. */
  get behaviours() { return (this.session.info?.behaviours ?? []).map(({ name }, index) => shown(name) || S.behaviour(index + 1)); }

  /** From its start, whole and at its own rate; what plays goes on playing. @param {number} index */
  setBehaviour(index) {
    const { session } = this;
    if (!session.info?.behaviours[index] || index === session.get('behaviour')) return;
    session.set('range', null);
    session.set('frameTime', 0);
    session.set('behaviour', index);
    this.want = null;
    this.moved();
    this.run();
    session.signal('clip');
    session.emit('behaviourchange', { index, name: this.behaviours[index] });
    session.emit('durationchange');
    session.emit('timeupdate');
  }

  /** Chosen by hand: it goes with the clip. @param {number} index */
  chooseBehaviour(index) {
    this.setBehaviour(index);
    this.session.lent.lend('behaviour', this.behaviours[index]);
  }

  /** The one that plays unless another is asked for: the liveliest. */
  get first() {
    const ways = this.session.info?.behaviours.map(({ moves }) => moves) ?? [];
    return Math.max(0, ways.indexOf(Math.max(...ways)));
  }

  /** The one of that name; where there is no such, which is said, or without a name, the first one. @param {string} name */
  behaviourNamed(name) {
    const { behaviours } = this;
    const wanted = shown(name);
    if (!wanted) return this.first;
    let index = behaviours.indexOf(wanted);
    if (index < 0) index = behaviours.findIndex((each) => each.toLowerCase() === wanted.toLowerCase());
    if (index < 0) this.session.say(S.say.noBehaviour(name));
    return index < 0 ? this.first : index;
  }
}
