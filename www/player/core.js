/**
 * What a player is, apart from how it looks: the clock, the clip on the stage, and how both survive a dead instance.
 * The element is its public face; the interface listens to its signals.
 */
import { faultOf } from './errors.js';
import { S } from './strings.js';
import { Loader, NETWORK } from './loader.js';
import { PER_CLIP, Settings, saneRate } from './settings.js';
import { CAMERA, DREW, ENDED, LOOPED, StageHost, TIME } from './stage-host.js';

/** @typedef {import('../types.d.ts').ClipInfo} ClipInfo */
/** @typedef {import('../types.d.ts').Fault} Fault */
/** @typedef {import('../types.d.ts').Source} Source */
/** @typedef {import('./settings.js').Values} Values */
/** @typedef {{ seconds: number } | { frame: number }} Moment */
/** @typedef {{ time: number, camera: string }} Resume where a player returns to on a new stage */
/** @typedef {'setting' | 'clip' | 'time' | 'play' | 'load' | 'fault' | 'view' | 'size' | 'select' | 'say' | 'attribute'} Signal */

const TIMEUPDATE_MS = 250;
const CAMERA_MS = 250;
/** How often a stage may be rebuilt by itself within a minute: after our own trap, after a lost device. */
const OWN_TRAPS = 1;
const LOSSES = 4;

export class Core {
  settings = new Settings();
  paused = true;
  seeking = false;
  atEnd = false;
  /** @type {ClipInfo | null} */
  info = null;
  /** What is wrong with the file that was last asked for. @type {{ fault: Fault, name: string } | null} */
  fault = null;
  /** Why there is no picture at all. @type {Fault | null} */
  gpuFault = null;
  selected = -1;
  shown = false;
  autoplay = false;
  /** What attributes say about a clip that was just loaded. @type {() => Partial<Values>} */
  clipDefaults = () => ({});

  /** @type {Map<Signal, Set<(detail?: any) => void>>} */
  #listeners = new Map();
  /** @type {{ resolve: () => void, reject: (reason: unknown) => void }[]} */
  #waiting = [];
  /** @type {Moment | null} */
  #want = null;
  /** @type {string} */
  #wantCamera = '';
  /** By name, '' none. */
  #wantBehaviour = '';
  /** play() was called since the last load. */
  #asked = false;
  #time = 0;
  #camera = '';
  #cameraAt = 0;
  #updatedAt = 0;
  /** @type {number[]} */
  #traps = [];
  /** @type {number[]} */
  #losses = [];

  /**
   * @param {HTMLElement} element
   * @param {HTMLElement} box where the canvas goes
   */
  constructor(element, box) {
    this.element = element;
    this.host = new StageHost(box, {
      show: () => this.loader.begun(),
      ready: () => { this.gpuFault = null; this.loader.flush(); this.signal('fault'); },
      died: (error, guilty) => this.#died(error, guilty),
      failed: (error) => this.#noStage(faultOf(error)),
      frame: (bits) => this.#framed(bits),
      resized: () => this.signal('size'),
      late: () => { if (this.gpuFault) this.retry(); },
    });
    this.loader = new Loader(this);
  }

  // Signals inside, events outside

  /**
   * @param {Signal} name
   * @param {(detail?: any) => void} listener
   */
  on(name, listener) {
    const set = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, set.add(listener));
    return () => void set.delete(listener);
  }

  /**
   * @param {Signal} name
   * @param {any} [detail]
   */
  signal(name, detail) {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) listener(detail);
  }

  /**
   * @param {string} type
   * @param {any} [detail]
   */
  emit(type, detail) {
    this.element.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /** Speaks, and shows for a moment. @param {string} text */
  say(text) { this.signal('say', text); }

  // Settings

  /**
   * @template {keyof Values} K
   * @param {K} name
   * @param {Values[K]} value
   */
  set(name, value) {
    const { values } = this.settings;
    if (Object.is(values[name], value)) return;
    values[name] = value;
    if (this.info) this.host.change((stage) => this.settings.apply(name, stage));
    else if (name === 'theme' || name === 'transparent' || name === 'smooth') {
      this.host.change((stage) => this.settings.apply(name, stage));
    }
    this.signal('setting', name);
  }

  /** @template {keyof Values} K @param {K} name @returns {Values[K]} */
  get(name) { return this.settings.values[name]; }

  /** @param {number} rate */
  setRate(rate) {
    this.set('rate', saneRate(rate));
    this.emit('ratechange');
  }

  /** Another frame time keeps the frame and the loop's frames. @param {number} seconds 0 as in the file */
  setFrameTime(seconds) {
    if (this.keyed) return;
    const { frame, frameTime: before } = this;
    const range = this.get('range');
    this.set('frameTime', seconds);
    const scale = before ? this.frameTime / before : 1;
    if (scale === 1) return;
    if (range) this.set('range', [range[0] * scale, range[1] * scale]);
    this.host.change((stage) => stage.seekFrame(frame));
    this.emit('durationchange');
    this.#moved();
  }

  // The clock

  get time() {
    if (!this.info) return this.#want && 'seconds' in this.#want ? this.#want.seconds : 0;
    return this.host.read((stage) => stage.time(), this.#time);
  }

  get duration() { return this.#plays ? this.host.read((stage) => stage.duration(), this.#plays.duration) : NaN; }
  get frame() { return this.info ? this.host.read((stage) => stage.frameIndex(), 0) : 0; }
  get frameCount() { return this.#plays ? this.host.read((stage) => stage.frameCount(), this.#plays.frameCount) : 0; }
  get frameTime() { return this.info ? this.host.read((stage) => stage.frameTime(), this.info.frameTime) : 0; }
  /** Frames are at moments of their own, not at a rate. */
  get keyed() { return Boolean(this.#plays?.keyed); }
  /** These moments. */
  get keys() { return this.host.read((stage) => stage.keys(), new Float64Array()); }
  /** Moments as near as this are one. */
  get grain() { return this.keyed ? 0.001 : this.frameTime / 2; }
  /** @param {number} frame */
  momentOf(frame) { return this.keyed ? this.keys[Math.min(frame, this.frameCount - 1)] ?? 0 : frame * this.frameTime; }
  /** First and last second of what is played. @returns {[number, number]} */
  get span() { return this.get('range') ?? [0, this.duration || 0]; }

  /** @returns {Promise<void>} */
  play() {
    if (this.gpuFault) return Promise.reject(new DOMException(this.gpuFault.message, 'NotSupportedError'));
    this.#asked = true;
    if (this.paused) {
      this.paused = false;
      this.emit('play');
      this.signal('play');
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.go();
    });
  }

  /** Starts the stage's clock if it should run and can. @param {boolean} [announce] whether that is news */
  go(announce = this.#waiting.length > 0) {
    if (this.paused || !this.info || !this.host.ready) return;
    const [from, to] = this.span;
    const backwards = this.get('rate') < 0;
    const { time } = this;
    const { grain } = this;
    if (this.atEnd || (backwards ? time <= from + grain : time >= to - grain)) this.#put(backwards ? to : from);
    this.host.change((stage) => stage.play());
    if (announce) this.emit('playing');
    for (const { resolve } of this.#waiting.splice(0)) resolve();
  }

  pause() {
    this.#settle(new DOMException('pause() was called', 'AbortError'));
    if (this.paused) return;
    this.paused = true;
    this.host.change((stage) => stage.pause());
    this.#remember();
    this.emit('timeupdate');
    this.emit('pause');
    this.signal('play');
    this.signal('time');
  }

  toggle() {
    if (this.paused) this.play().catch(() => {});
    else this.pause();
  }

  /** Where the clip that is being loaded begins. @param {Moment} moment */
  seekFirst(moment) { this.#want = moment; }

  /** @param {Moment} moment */
  seek(moment) {
    if (!this.info) {
      this.#want = moment;
      return;
    }
    this.#want = null;
    this.#jump((stage) => {
      if ('frame' in moment) stage.seekFrame(Math.min(Math.max(0, this.frameCount - 1), Math.max(0, Math.round(moment.frame))));
      else stage.seek(Math.min(this.duration, Math.max(0, moment.seconds)));
    });
  }

  /** @param {(stage: import('../types.d.ts').WasmStage) => void} go */
  #jump(go) {
    this.seeking = true;
    this.emit('seeking');
    this.host.change(go);
    this.#moved();
    queueMicrotask(() => {
      if (!this.seeking) return;
      this.seeking = false;
      this.emit('timeupdate');
      this.emit('seeked');
    });
  }

  /** @param {number} frames */
  step(frames) {
    if (!this.info) return;
    this.pause();
    this.#jump((stage) => stage.stepFrame(frames));
  }

  /** @param {number} seconds */
  #put(seconds) {
    this.host.change((stage) => stage.seek(seconds));
    this.#moved();
  }

  #moved() {
    this.atEnd = false;
    this.#time = this.time;
    this.signal('time');
  }

  /** Every promise of play() that is still open fails. @param {unknown} reason */
  #settle(reason) {
    for (const { reject } of this.#waiting.splice(0)) reject(reason);
  }

  // Behaviours

  get #plays() { return this.info?.behaviours[this.get('behaviour')]; }
  /** As they are shown and asked for: one without a name has a number. */
  get behaviours() { return (this.info?.behaviours ?? []).map(({ name }, index) => name || S.behaviour(index + 1)); }

  /** Now, or as soon as there is a clip. @param {string} name '' whichever plays */
  askBehaviour(name) {
    this.#wantBehaviour = name;
    if (this.info && name) this.setBehaviour(this.#wanted);
  }

  get #wanted() {
    const { behaviours } = this;
    const name = this.#wantBehaviour;
    let index = name ? behaviours.indexOf(name) : 0;
    if (index < 0) index = behaviours.findIndex((each) => each.toLowerCase() === name.toLowerCase());
    if (index < 0) this.say(S.say.noBehaviour(name));
    return Math.max(0, index);
  }

  /** From its start, whole and at its own rate; what plays goes on playing. @param {number} index */
  setBehaviour(index) {
    if (!this.info?.behaviours[index] || index === this.get('behaviour')) return;
    this.set('range', null);
    this.set('frameTime', 0);
    this.set('behaviour', index);
    this.#want = null;
    this.#moved();
    this.go();
    this.signal('clip');
    this.emit('behaviourchange', { index, name: this.behaviours[index] });
    this.emit('durationchange');
    this.emit('timeupdate');
  }

  // The camera

  get camera() { return this.host.read((stage) => (this.info ? stage.camera() : this.#wantCamera), this.#camera); }

  /** A view's name or what `camera` gave. @param {string} text */
  setCamera(text) {
    this.#wantCamera = text;
    if (!text || !this.info) return;
    this.host.change((stage) => {
      if (/^(front|back|left|right|top|home)$/.test(text)) stage.view(/** @type {any} */ (text));
      else stage.setCamera(text);
    });
    this.#remember();
  }

  #remember() {
    this.#camera = this.host.read((stage) => stage.camera(), this.#camera);
    this.#cameraAt = performance.now();
    this.#time = this.time;
  }

  /** @param {number} joint -1 for none */
  select(joint) {
    this.selected = joint;
    this.set('highlight', joint);
    this.signal('select', joint);
  }

  // What the stage reports

  /** @param {number} bits */
  #framed(bits) {
    const now = performance.now();
    if (bits & TIME) {
      this.#time = this.time;
      this.signal('time');
      if (!this.paused && now - this.#updatedAt > TIMEUPDATE_MS) {
        this.#updatedAt = now;
        this.emit('timeupdate');
      }
    }
    if (bits & LOOPED) this.emit('timeupdate');
    if (bits & CAMERA) {
      this.signal('view');
      if (now - this.#cameraAt > CAMERA_MS) this.#remember();
    }
    if (bits & DREW && this.info && !this.shown) {
      this.shown = true;
      this.signal('play');
      this.emit('ready');
    }
    if (bits & ENDED && !this.paused) {
      this.atEnd = true;
      this.paused = true;
      this.emit('timeupdate');
      this.emit('pause');
      this.emit('ended');
      this.signal('play');
    }
  }

  // Clips come and go

  /** @param {Source} source */
  load(source) {
    this.#settle(new DOMException('a new clip was asked for', 'AbortError'));
    this.#asked = false;
    this.loader.load(source);
  }

  /** The clip on the stage once more, beside other companions. @param {Source} source */
  reload(source) {
    if (!this.info || this.loader.network === NETWORK.LOADING) {
      this.load(source);
      return;
    }
    this.#remember();
    this.loader.reload(source, this.resume);
  }

  /** It has just been put in the place of itself. @param {ClipInfo} info */
  replace(info) {
    const same = info.joints.length === this.info?.joints.length;
    const { values } = this.settings;
    const before = this.behaviours[values.behaviour];
    this.info = info;
    if (this.behaviours[values.behaviour] !== before) values.behaviour = Math.max(0, this.behaviours.indexOf(before));
    if (!same) this.select(-1);
  }

  /** A clip has just replaced the one before. @param {ClipInfo} info */
  adopt(info) {
    this.info = info;
    this.atEnd = false;
    this.selected = -1;
    this.shown = false;
    const initial = new Settings().values;
    const { values } = this.settings;
    for (const name of PER_CLIP) /** @type {any} */ (values)[name] = initial[name];
    values.behaviour = this.#wanted;
    this.host.change((stage) => this.settings.apply('behaviour', stage));
    Object.assign(values, this.clipDefaults());
    this.host.change((stage) => this.settings.applyAll(stage));
    this.setCamera(this.#wantCamera);
    if (!this.paused && !this.#asked && !this.autoplay) this.pause();
    this.settleMoment(false);
  }

  /** The attributes' range, now that the whole length is known. */
  renewRange() {
    const { range } = this.clipDefaults();
    if (range) this.set('range', range);
  }

  /** The same clip stands on a new stage. @param {Resume} resume */
  restore(resume) {
    this.host.change((stage) => {
      this.settings.applyAll(stage);
      // It is there at once, whether moves ease or not.
      const { values } = this.settings;
      const { smooth } = values;
      values.smooth = false;
      this.settings.apply('smooth', stage);
      if (resume.camera) stage.setCamera(resume.camera);
      values.smooth = smooth;
      this.settings.apply('smooth', stage);
    });
    this.#want ??= { seconds: resume.time };
    this.settleMoment(false);
  }

  /** Goes to the moment that was asked for as soon as it exists. @param {boolean} whole no more rows will come */
  settleMoment(whole) {
    const want = this.#want;
    if (!want) return;
    const seconds = 'frame' in want ? want.frame * this.frameTime : want.seconds;
    if (seconds > this.duration && !whole) return;
    this.seek(want);
  }

  /** The stage is empty again. */
  empty() {
    const full = this.loader.network !== NETWORK.EMPTY;
    this.loader.cancel();
    this.pause();
    this.info = null;
    this.fault = null;
    this.shown = false;
    this.host.change((stage) => stage.clear());
    if (full) this.emit('emptied');
    this.signal('clip');
    this.signal('fault');
  }

  /**
   * @param {Fault} fault
   * @param {string} name
   */
  fail(fault, name) {
    this.fault = { fault, name };
    if (!this.info) {
      this.#settle(new DOMException(fault.message, 'NotSupportedError'));
      this.pause();
    }
    this.emit('error', fault);
    this.signal('fault');
  }

  // A stage may die; the player does not

  /** @returns {Resume} */
  get resume() { return { time: this.#time, camera: this.#camera }; }

  /**
   * @param {unknown} error
   * @param {boolean} guilty
   */
  #died(error, guilty) {
    const now = performance.now();
    const list = guilty ? this.#traps : this.#losses;
    while (list.length && now - list[0] > 60_000) list.shift();
    list.push(now);
    this.loader.suspend();
    if (list.length > (guilty ? OWN_TRAPS : LOSSES)) {
      this.#noStage({ ...faultOf(error), kind: 'gpu' });
      return;
    }
    this.retry();
  }

  retry() {
    this.gpuFault = null;
    this.signal('fault');
    this.host.retry();
    this.loader.resume(this.resume);
  }

  /** @param {Fault} fault */
  #noStage(fault) {
    this.gpuFault = fault;
    this.#settle(new DOMException(fault.message, 'NotSupportedError'));
    this.pause();
    this.host.withoutSurface().then(() => this.loader.flush()).catch(() => {});
    this.emit('error', fault);
    this.signal('fault');
  }

  /** Out of the document: nothing is kept running, everything is remembered. */
  detach() {
    this.pause();
    this.#remember();
    this.loader.suspend();
    this.host.stop();
  }

  attach() {
    this.host.start();
    this.loader.resume(this.resume);
  }
}
