/**
 * What a player shows, and what it is about to show. It is empty, or loads a source with an intent, or shows a clip; a clip
 * stays shown while the next one is read, and comes through a lost device or a dead instance.
 * The element is its public face; the interface listens to its signals.
 */
import { fault, faultOf, named } from './errors.js';
import { CAMERA, DREW } from './frame-bits.js';
import { agreed } from './hosts.js';
import { giveBackMemory } from './instance.js';
import { begin, change, rangeOf } from './intent.js';
import { isInAddress } from './link.js';
import { Load } from './load.js';
import { PictureCallbacks } from './picture-callbacks.js';
import { placeOf, returnTo } from './place.js';
import { Playback } from './playback.js';
import { Lent } from './reflected.js';
import { panels } from './panels.js';
import { PER_CLIP, Settings } from './settings.js';
import { Signals } from './signals.js';
import { StageHost } from './stage-host.js';
import { S } from './strings.js';
import { View } from './view.js';

/** @typedef {import('../types.d.ts').ClipInfo} ClipInfo */
/** @typedef {import('../types.d.ts').Fault} Fault */
/** @typedef {import('../types.d.ts').Source} Source */
/** @typedef {import('./load.js').Intent} Intent */
/** @typedef {import('./settings.js').Values} Values */
/** @typedef {{ width: number, height: number }} Extent in CSS pixels */
/** @typedef {[top: number, right: number, bottom: number, left: number]} Room in CSS pixels; bottom: above the controls */
/** @typedef {{ source: Source, info: ClipInfo, packets: import('./packets.js').Packets, complete: boolean }} Shown */
/** @typedef {{ fault: Fault, name: string, source: Source | null, intent: Intent, after: 'nothing' | 'metadata' }} Failure after: how far it came */

/** The stage had no memory for a clip. */
const MEMORY = 'pack.memory';
/** What the stage tells of a packet. */
const NEW_CLIP = 1;
/** A file that takes longer to begin does not hold back the empty stage. */
const BEGIN_MS = 300;

export const NETWORK = { EMPTY: 0, IDLE: 1, LOADING: 2, NO_SOURCE: 3 };
export const READY = { NOTHING: 0, METADATA: 1, CURRENT: 2, FUTURE: 3, ENOUGH: 4 };

export class Session extends Signals {
  settings = new Settings();
  playback = new Playback(this);
  view = new View(this);
  pictures = new PictureCallbacks();
  /** @type {Shown | null} */
  shown = null;
  /** What is wrong with the file that was last asked for. @type {Failure | null} */
  failure = null;
  /** Why there is no picture at all. @type {Fault | null} */
  pictureFault = null;
  network = NETWORK.EMPTY;
  /** The address last asked for. */
  address = '';
  /** The rate at which clips begin. */
  defaultRate = 1;
  /** A picture of the clip has been drawn. */
  drawn = false;
  autoplay = false;
  /** It is in the document, and near what somebody sees of it. */
  near = false;
  /** It is known whether it is near. */
  placed = false;
  /** Whether a clip may be read now; otherwise it waits. */
  mayRead = () => this.near;
  /** What attributes ask of every clip. @type {() => Intent} */
  wishes = () => ({});
  /** Opens a dialogue to choose files, where the page has one. @type {(() => void) | null} */
  chooseFiles = null;
  /** The room that the page's own things will take beside the figure, for as long as they are not there. @type {(size: Extent) => Room | false} */
  room = () => false;
  /** The clips beside this one, where the page has several. @type {import('../page/clips.js').Clips | null} */
  clips = null;

  /** @type {Load | null} */
  #load = null;
  /** What the stage is given right now. @type {import('./packets.js').Packets | null} */
  #pushed = null;
  /** What was asked for before there was a clip. @type {Intent} */
  #ahead = {};
  /** Somebody waits for the first packet. */
  #begun = () => {};
  /** The animation frame in which it is told that the clip grew; 0: none is asked for. */
  #growth = 0;
  /** What drew the last picture. @type {import('../types.d.ts').Rung | null} */
  #rung = null;
  /** It would play if there were a picture. */
  #resumes = false;

  /**
   * @param {HTMLElement} element
   * @param {HTMLElement} box where the canvas goes
   */
  constructor(element, box) {
    super();
    this.element = element;
    /** Attributes that go with the clip. */
    this.lent = new Lent(element);
    this.host = new StageHost(box, {
      stage: () => this.#refill(),
      content: () => this.#content(),
      picture: () => this.#picture(),
      noPicture: (fault) => this.#noPicture(fault),
      frame: (bits) => this.#framed(bits),
      resized: () => this.signal('size'),
      printing: () => this.signal('print'),
      pace: () => this.signal('pace'),
    });
  }

  // Words and events

  /**
   * An event on the element. It comes after the caller is done, as a media element's do.
   * @param {string} type
   * @param {any} [detail]
   */
  emit(type, detail) {
    queueMicrotask(() => this.element.dispatchEvent(new CustomEvent(type, { detail })));
  }

  /** Speaks, and shows for a moment. @param {string} text */
  say(text) { this.signal('say', text); }

  // What there is

  get info() { return this.shown?.info ?? null; }
  /** Where the clip on the stage came from. */
  get source() { return this.shown?.source ?? null; }
  /** All of the clip is there. */
  get complete() { return this.shown?.complete ?? false; }
  /** Another clip than the shown one is on its way. */
  get replacing() { return this.#load !== null && this.#load.purpose === 'new' && !this.#load.adopted; }

  /** What was asked for last, shown or not. */
  get asked() { return this.#load?.source ?? this.failure?.source ?? this.source; }

  /** What is being read, for the progress line. */
  get progress() {
    const load = this.#load;
    return load && !load.deferred ? { name: load.source.name, loaded: load.loaded, total: load.total } : null;
  }

  /** Somebody stopped the reading of what was asked for last. */
  get cancelled() { return this.failure?.fault.kind === 'aborted'; }

  /** As HTMLMediaElement tells it of the source last asked for. */
  get readyState() {
    if (this.replacing || this.failure?.source) return READY.NOTHING;
    if (!this.shown) return READY.NOTHING;
    return this.shown.complete ? READY.ENOUGH : READY.FUTURE;
  }

  // Settings

  /** @template {keyof Values} K @param {K} name @returns {Values[K]} */
  get(name) { return this.settings.values[name]; }

  /**
   * @template {keyof Values} K
   * @param {K} name
   * @param {Values[K]} value
   */
  set(name, value) {
    const { values } = this.settings;
    if (Object.is(values[name], value)) return;
    values[name] = value;
    this.host.change((stage) => this.settings.apply(name, stage));
    this.signal('setting', name);
  }

  /** Changes what the clip begins with that is being read, or else the one that is shown, or else the next. @param {Intent} intent */
  wish(intent) {
    if (this.replacing) Object.assign(/** @type {Load} */ (this.#load).intent, intent);
    else if (this.shown) change(this, intent);
    else Object.assign(this.#ahead, intent);
  }

  /** What the next clip will begin with, as far as it is known. @returns {Intent} */
  get intent() { return this.#load?.intent ?? this.#ahead; }

  // Loading

  /**
   * Another clip. What is shown stays until it is there, and where it cannot be read.
   * @param {Source} source
   * @param {Intent} [intent]
   */
  load(source, intent = {}) {
    const { playback } = this;
    // play() may have been called before there was anything to play.
    if (this.network !== NETWORK.EMPTY) {
      playback.interrupt('a new clip was asked for');
      playback.asked = false;
    }
    this.dismiss();
    this.address = source.url ?? '';
    const load = new Load(source, {});
    this.#start(load);
    // From now on attributes are about the clip to come.
    this.lent.restore();
    for (const [name, value] of Object.entries(intent.attributes ?? {})) this.lent.lend(name, value);
    load.intent = { ...this.#ahead, ...intent };
    this.#ahead = {};
    // Several attributes that are set in a row ask for one clip: the last of them counts, the others are never read.
    queueMicrotask(() => {
      if (load !== this.#load) return;
      load.intent = { ...this.wishes(), ...load.intent };
      load.deferred = true;
      this.network = NETWORK.LOADING;
      this.emit('loadstart');
      // Whoever hears of it may still change what is to be done.
      queueMicrotask(() => {
        if (!load.deferred || load !== this.#load) return;
        if (load.intent.eager || this.mayRead()) this.want();
        // Just put in the document, it is not known yet whether somebody can see it.
        else if (this.placed || !this.element.isConnected) this.#suspend();
      });
    });
  }

  /** The clip waits until somebody wants it. */
  #suspend() {
    if (!this.deferred || this.network === NETWORK.IDLE) return;
    this.network = NETWORK.IDLE;
    this.emit('suspend');
    this.signal('load');
  }

  /** A clip that waits to be seen is read now. */
  want() {
    const load = this.#load;
    if (!load?.deferred) return;
    load.deferred = false;
    if (this.near) this.host.show();
    this.#read(load);
  }

  /** A clip waits until somebody wants it. */
  get deferred() { return this.#load?.deferred ?? false; }

  /** What is shown, beside other companions: the moment, the camera and the settings stay. @param {Source} source */
  exchange(source) {
    if (!this.shown || this.replacing) {
      this.load(source, { eager: true });
      return;
    }
    this.view.remember();
    this.dismiss();
    const load = new Load(source, {}, 'exchange', placeOf(this));
    this.#start(load);
    this.#read(load);
  }

  /** Reads what waits for somebody to agree. */
  agree() {
    for (const each of this.failure?.fault.agree ?? []) agreed.add(each);
    this.retry();
  }

  /** Stops reading, as a visitor stops a download. What is on the stage stays, be it the clip before or the first of this one. */
  cancel() {
    const load = this.#load;
    // What comes back to a stage that lost it was there before.
    if (!load || load.deferred || load.purpose === 'return') return;
    load.job.abort(new DOMException('', 'AbortError'));
    this.#load = null;
    this.#begun();
    if (load.purpose === 'new') {
      const { adopted, intent, source } = load;
      this.network = adopted ? NETWORK.IDLE : NETWORK.EMPTY;
      this.failure = { fault: named('aborted', 'aborted').fault, name: source.name, source: adopted ? null : source, intent, after: adopted ? 'metadata' : 'nothing' };
      this.emit('abort');
      if (!adopted) this.emit('emptied');
      if (!this.shown) {
        this.playback.interrupt('reading was cancelled');
        this.playback.stop();
      }
    }
    for (const signal of /** @type {const} */ (['load', 'fault', 'play'])) this.signal(signal);
    this.say(S.say.cancelled(load.source.name));
  }

  /** Once more what failed. */
  retry() {
    const { failure } = this;
    if (failure?.source) this.load(failure.source, { ...failure.intent, eager: true });
  }

  /** @param {Load} load */
  #start(load) {
    const before = this.#load;
    before?.job.abort(new DOMException('', 'AbortError'));
    if (load.purpose === 'new') {
      if (this.network === NETWORK.IDLE || this.network === NETWORK.LOADING) this.emit('abort');
      // One that was asked for just now, and has not begun, was never there.
      if (this.network !== NETWORK.EMPTY && (this.network !== NETWORK.NO_SOURCE || !before)) this.emit('emptied');
      this.network = NETWORK.NO_SOURCE;
      this.playback.setRate(this.defaultRate);
    }
    this.#load = load;
    this.signal('load');
  }

  /** @param {Load} load */
  async #read(load) {
    const over = () => load !== this.#load || load.job.signal.aborted;
    const fresh = load.purpose === 'new';
    if (fresh) this.network = NETWORK.LOADING;
    this.signal('load');
    this.host.open();
    try {
      await load.read({
        stalled: () => { if (fresh) this.emit('stalled'); },
        progress: () => {
          this.signal('load');
          this.emit('progress', { loaded: load.loaded, total: load.total });
          if (load.adopted && fresh) this.#tellDuration();
        },
        packet: () => {
          if (over()) return;
          this.#begun();
          this.#flush();
        },
        restart: () => { if (load.adopted) load.place ??= placeOf(this); },
      });
      if (!over()) this.#flush();
    } catch (error) {
      if (!over()) this.#fail(load, error);
    }
  }

  /** Settles when there is something to show, when nothing is on its way, or soon. @returns {Promise<void>} */
  #content() {
    const load = this.#load;
    if (this.shown || !load || load.packets.waiting) return Promise.resolve();
    return new Promise((resolve) => {
      this.#begun = resolve;
      setTimeout(resolve, BEGIN_MS);
    });
  }

  /** Hands the stage what has arrived. */
  #flush() {
    const load = this.#load;
    if (!load || !this.host.ready || load.deferred || (load.purpose === 'exchange' && !load.done)) return;
    if (!load.begun && load.purpose === 'new') this.view.remember();
    let came;
    try {
      came = this.#push(load.packets, !load.begun);
    } catch (error) {
      load.job.abort();
      this.#fail(load, error);
      return;
    }
    // The stage may have died of it; the next one gets all of it again.
    if (came === null) return;
    load.begun = true;
    if (!load.adopted && !(came & NEW_CLIP)) return;
    if (came & NEW_CLIP) this.host.newClip();
    if (load.adopted && load.place && came & NEW_CLIP && this.shown) {
      // It was read from its start again.
      this.shown.packets = load.packets;
      returnTo(this, load.place);
    }
    const info = load.adopted && !load.done ? undefined : this.host.read((stage) => stage.info(), undefined);
    if (info && !load.adopted) this.#adopt(load, info);
    this.host.clipBytes = load.packets.bytes;
    if (info && came & NEW_CLIP) this.host.late.joints = info.joints.length;
    this.host.wake();
    this.playback.settle(load.done);
    if (info && load.done) this.#complete(load, info);
    else this.#grew();
  }

  /** More of the clip is there. That comes more often than pictures, and whoever tells of it lays out the page: once a picture is enough. */
  #grew() {
    this.#growth ||= requestAnimationFrame(() => {
      this.#growth = 0;
      this.signal('clip');
    });
  }

  /** @param {import('./packets.js').Packets} packets @param {boolean} fresh */
  #push(packets, fresh) {
    this.#pushed = packets;
    try {
      return packets.push(this.host, fresh);
    } finally {
      this.#pushed = null;
    }
  }

  /**
   * One stage after the other died of a clip that is being read: the one before it comes back.
   * @param {Load} load
   * @param {Fault} fault
   */
  #condemn(load, { code, detail, message }) {
    load.job.abort();
    if (load.replaced) this.shown = load.before?.shown ?? null;
    this.#fail(load, code === MEMORY ? fault('parse', message, { code }) : named('trap', 'trap', { detail }));
    this.host.revive();
  }

  /**
   * The first of a clip is on the stage.
   * @param {Load} load
   * @param {ClipInfo} info
   */
  #adopt(load, info) {
    load.adopted = true;
    if (load.purpose !== 'return' && this.shown) {
      load.before = { shown: this.shown, place: placeOf(this), values: { ...this.settings.values }, plays: !this.playback.paused };
    }
    load.partial = !info.complete;
    const shown = { source: load.source, info, packets: load.packets, complete: false };
    if (load.purpose !== 'new') {
      this.#readopt(shown, load);
      return;
    }
    const { playback } = this;
    this.shown = shown;
    this.drawn = false;
    this.view.forget();
    const { intent } = load;
    begin(this, intent);
    const autoplay = intent.autoplay ?? this.autoplay;
    if (!playback.asked) playback.stop();
    playback.settle(false);
    this.signal('clip');
    this.#duration = NaN;
    this.#tellDuration();
    for (const type of ['loadedmetadata', 'loadeddata', 'canplay']) this.emit(type);
    if (autoplay && playback.paused) playback.play().catch(() => { this.#resumes = this.pictureFault !== null; });
    else playback.run();
  }

  /** What was told of it. */
  #duration = NaN;

  #tellDuration() {
    const { duration } = this.playback;
    if (!Object.is(duration, this.#duration)) this.emit('durationchange');
    this.#duration = duration;
  }

  /** The same clip stands in the place of itself. @param {Shown} shown @param {Load} load */
  #readopt(shown, { purpose, place }) {
    const before = this.info;
    const { values } = this.settings;
    const behaviour = this.playback.behaviours[values.behaviour];
    this.shown = shown;
    if (purpose === 'exchange') {
      if (this.playback.behaviours[values.behaviour] !== behaviour) values.behaviour = Math.max(0, this.playback.behaviours.indexOf(behaviour));
      if (before?.joints.length !== shown.info.joints.length) this.view.select(-1);
    }
    if (place) returnTo(this, place);
  }

  /**
   * @param {Load} load
   * @param {ClipInfo} info
   */
  #complete(load, info) {
    this.#load = null;
    load.before = null;
    if (this.shown) Object.assign(this.shown, { info, complete: true });
    this.signal('load');
    this.signal('clip');
    this.#paint();
    if (this.host.instance) giveBackMemory(this.host.instance);
    if (load.purpose === 'return' && !load.unfinished) return;
    if (load.purpose !== 'exchange') {
      this.network = NETWORK.IDLE;
      if (load.partial && load.intent.range) this.set('range', rangeOf(this, load.intent.range));
      this.#tellDuration();
      for (const type of ['progress', 'suspend', 'canplaythrough']) this.emit(type);
    }
    this.emit('cliploaded', info);
    if (info.warnings.length) this.emit('warning', { warnings: info.warnings, dropped: info.warningsDropped });
  }

  /**
   * @param {Load} load
   * @param {unknown} error
   */
  #fail(load, error) {
    const { before } = load;
    this.#load = null;
    this.#begun();
    if (load.purpose === 'new') this.network = NETWORK.NO_SOURCE;
    this.signal('load');
    this.fail(faultOf(error), isInAddress(load.source) ? '' : load.source.name || S.player, load);
    // A file that broke after its first rows had already taken the stage: the last good clip comes back.
    if (load.replaced && before) {
      const { shown, place, values, plays } = before;
      this.shown = shown;
      for (const name of PER_CLIP) /** @type {any} */ (this.settings.values)[name] = values[name];
      this.playback.kept = place.time;
      this.view.kept = place.camera;
      this.#refill();
      if (plays) this.playback.play().catch(() => {});
      this.signal('clip');
    }
  }

  /**
   * @param {Fault} fault
   * @param {string} name of what it is about
   * @param {Load} [load]
   */
  fail(fault, name, load) {
    this.failure = { fault, name, source: load?.source ?? null, intent: load?.intent ?? {}, after: load?.adopted ? 'metadata' : 'nothing' };
    if (!this.shown) {
      this.playback.interrupt(fault.message, 'NotSupportedError');
      this.playback.stop();
      this.signal('play');
    }
    this.emit('error', fault);
    this.signal('fault');
  }

  /** What was wrong with a file is no longer of interest. */
  dismiss() {
    this.failure = null;
    this.signal('fault');
  }

  /** The stage is empty again. */
  empty() {
    const { network } = this;
    this.#load?.job.abort(new DOMException('', 'AbortError'));
    this.#load = null;
    this.playback.stop();
    this.playback.interrupt('the player was emptied');
    this.#ahead = {};
    this.playback.want = null;
    this.shown = null;
    this.drawn = false;
    this.address = '';
    this.network = network === NETWORK.EMPTY ? NETWORK.EMPTY : NETWORK.NO_SOURCE;
    this.host.clipBytes = 0;
    this.host.change((stage) => stage.clear());
    if (this.host.instance) giveBackMemory(this.host.instance);
    if (network === NETWORK.LOADING || network === NETWORK.IDLE) this.emit('abort');
    if (network !== NETWORK.EMPTY) this.emit('emptied');
    queueMicrotask(() => { if (!this.#load && !this.shown && !this.failure) this.network = NETWORK.EMPTY; });
    this.signal('load');
    this.signal('clip');
    this.dismiss();
  }

  // A stage may die; the session does not

  /** A fresh stage gets what is known: the settings, the clip, the place. */
  #refill() {
    const { shown, host } = this;
    const load = this.#load;
    const place = placeOf(this);
    host.change((stage) => this.settings.applyAll(stage));
    // What covers it.
    this.signal('size');
    if (load && load.packets !== shown?.packets) {
      load.packets.rewind();
      load.begun = false;
    }
    if (shown?.packets.kept) {
      shown.packets.rewind();
      if (this.#push(shown.packets, true) === null) return;
      host.clipBytes = shown.packets.bytes;
      returnTo(this, place);
      this.#paint();
    } else if (shown) {
      const again = new Load(shown.source, {}, 'return', place);
      // A clip that was still being read begins again.
      if (!load || load.packets === shown.packets) {
        if (load && load.purpose !== 'exchange') Object.assign(again, { unfinished: load.purpose === 'new' || load.unfinished, intent: load.intent, before: load.before });
        this.#start(again);
        this.#read(again);
      }
    }
    this.#flush();
  }

  #picture() {
    const { rung } = this.host;
    if (rung && rung !== this.#rung) {
      if (this.#rung) this.say(S.say.drawnWith(S.rungs[rung]));
      this.#rung = rung;
      this.emit('rendererchange', rung);
    }
    this.pictureFault = null;
    this.signal('fault');
    this.#paint();
    if (this.#resumes && this.shown) this.playback.play().catch(() => {});
    else this.playback.run();
    this.#resumes = false;
  }

  /** Pictures that a skin wears are the surface's: a new one gets them again. */
  #paint() {
    if (this.complete && this.info?.pictures.length) panels(this.element).then((module) => module?.paint(this));
  }

  /** @param {Fault} fault */
  #noPicture(fault) {
    const load = this.#load;
    if (load && load.packets === this.#pushed && (load.purpose !== 'return' || load.unfinished)) {
      queueMicrotask(() => this.#condemn(load, fault));
      return;
    }
    this.pictureFault = fault;
    this.#resumes ||= !this.playback.paused;
    this.playback.interrupt(fault.message, 'NotSupportedError');
    this.playback.pause();
    this.emit('error', fault);
    this.signal('fault');
  }

  /** @param {number} bits */
  #framed(bits) {
    this.playback.framed(bits);
    if (bits & CAMERA) this.view.moved();
    if (bits & DREW) this.pictures.drew(this.playback.time, this.host.size);
    if (bits & DREW && this.shown && !this.drawn) {
      this.drawn = true;
      this.signal('play');
      this.emit('ready');
    }
  }

  /** Once more whatever failed. */
  retryAll() {
    if (this.pictureFault) this.retryPicture();
    this.retry();
  }

  /** Try again, after there was no picture. */
  retryPicture() {
    this.pictureFault = null;
    this.signal('fault');
    this.host.retry();
  }

  // In the document and out of it

  /** Somebody may see it. */
  show() {
    this.near = true;
    this.placed = true;
    if (!this.deferred || this.mayRead()) {
      this.want();
      this.host.show();
    } else this.#suspend();
    this.signal('load');
  }

  /** It is in the document, where nobody can see it. */
  wait() {
    this.placed = true;
    this.#suspend();
  }

  /** Out of the document: nothing is kept running, everything is kept. */
  hide() {
    this.near = false;
    this.placed = false;
    this.#resumes = false;
    this.playback.pause();
    this.view.remember();
    this.host.hide();
  }
}
