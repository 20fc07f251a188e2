/**
 * The state of one player: it is empty, loads a source with an intent, or shows a clip. A clip stays on the stage while the next
 * one is read, and survives a lost device or a dead instance. The element is the public face of the session; the controls and panels
 * listen to its signals.
 */
import { agreed } from '../base/hosts.js';
import { PER_CLIP, Settings } from '../base/settings.js';
import { CAMERA, DREW } from '../drawing/frame-bits.js';
import { PictureCallbacks } from '../drawing/picture-callbacks.js';
import { StageHost } from '../drawing/stage-host.js';
import { releaseMemory } from '../recovery/instance.js';
import { fault, faultOf, named } from '../words/errors.js';
import { S } from '../words/strings.js';
import { AttributeOverrides } from './attribute-overrides.js';
import { begin, change, rangeOf } from './intent.js';
import { isInAddress } from './link.js';
import { Load } from './load.js';
import { Playback } from './playback.js';
import { Signals } from './signals.js';
import { viewStateOf, restoreViewState } from './view-state.js';
import { View } from './view.js';

/** @typedef {import('../../types.d.ts').ClipInfo} ClipInfo */
/** @typedef {import('../../types.d.ts').Fault} Fault */
/** @typedef {import('../../types.d.ts').Source} Source */
/** @typedef {import('./load.js').Intent} Intent */
/** @typedef {import('../base/settings.js').Values} Values */
/** @typedef {{ source: Source, info: ClipInfo, packets: import('../recovery/packets.js').Packets, complete: boolean }} Shown */
/** @typedef {{ fault: Fault, name: string, source: Source | null, intent: Intent, after: 'nothing' | 'metadata' }} Failure after: how far reading got */

/** Code of the fault that the stage has no memory for a clip. */
const MEMORY = 'pack.memory';
/** Bit of a packet's result: it began a clip. */
const NEW_CLIP = 1;
/** Maximum time that the empty stage waits for the first packet. */
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
  /** Why the source last requested cannot be shown. @type {Failure | null} */
  failure = null;
  /** Why nothing can be drawn. @type {Fault | null} */
  pictureFault = null;
  network = NETWORK.EMPTY;
  /** The address last requested. */
  address = '';
  /** The rate at which clips begin. */
  defaultRate = 1;
  /** A picture of the clip has been drawn. */
  drawn = false;
  autoplay = false;
  /** The player is in the document, and near the viewport. */
  near = false;
  /** `near` is known. */
  located = false;
  /** Whether a clip may be read now; otherwise it is deferred. */
  mayRead = () => this.near;
  /** The intent of the attributes, for every clip. @type {() => Intent} */
  defaultIntent = () => ({});

  /** @type {Load | null} */
  #load = null;
  /** The packets that the stage is taking right now. @type {import('../recovery/packets.js').Packets | null} */
  #pushed = null;
  /** The intent collected before a clip was requested. @type {Intent} */
  #nextIntent = {};
  /** Resolves the promise of `#content`. */
  #resolveContent = () => {};
  /** The animation frame requested by `#signalGrowth`; 0: none. */
  #growthFrame = 0;
  /** The renderer last announced. @type {import('../../types.d.ts').Rung | null} */
  #rung = null;
  /** Playback resumes when a renderer draws again. */
  #resumes = false;

  /** @param {HTMLElement} element @param {HTMLElement} box parent of the canvas */
  constructor(element, box) {
    super();
    this.element = element;
    this.overrides = new AttributeOverrides(element);
    this.host = new StageHost(box, {
      stage: () => this.#restoreStage(),
      content: () => this.#content(),
      picture: () => this.#picture(),
      noPicture: (fault) => this.#noPicture(fault),
      frame: (bits) => this.#onFrame(bits),
      resized: () => this.signal('size'),
      printing: () => this.signal('print'),
      pace: () => this.signal('pace'),
    });
  }

  /** Dispatches an event on the element, after the caller is done, as media elements do. @param {string} type @param {unknown} [detail] */
  emit(type, detail) {
    queueMicrotask(() => this.element.dispatchEvent(new CustomEvent(type, { detail })));
  }

  /** Shows words for a moment, and announces them to screen readers. @param {string} text */
  say(text) { this.signal('say', text); }

  get info() { return this.shown?.info ?? null; }
  /** The source of the clip on the stage. */
  get source() { return this.shown?.source ?? null; }
  get complete() { return this.shown?.complete ?? false; }
  /** A new clip is being read, and the stage does not show it yet. */
  get replacing() { return this.#load !== null && this.#load.purpose === 'new' && !this.#load.adopted; }

  /** The source last requested, shown or not. */
  get requested() { return this.#load?.source ?? this.failure?.source ?? this.source; }

  /** Name and bytes of the file being read, for the progress line. */
  get progress() {
    const load = this.#load;
    return load && !load.deferred ? { name: load.source.name, loaded: load.loaded, total: load.total } : null;
  }

  get cancelled() { return this.failure?.fault.kind === 'aborted'; }

  /** As of HTMLMediaElement, for the source last requested. */
  get readyState() {
    if (this.replacing || this.failure?.source) return READY.NOTHING;
    if (!this.shown) return READY.NOTHING;
    return this.shown.complete ? READY.ENOUGH : READY.FUTURE;
  }

  /** @template {keyof Values} K @param {K} name @returns {Values[K]} */
  get(name) { return this.settings.values[name]; }

  /** @template {keyof Values} K @param {K} name @param {Values[K]} value */
  set(name, value) {
    const { values } = this.settings;
    if (Object.is(values[name], value)) return;
    values[name] = value;
    this.host.change((stage) => this.settings.apply(name, stage));
    this.signal('setting', name);
  }

  /** Adds to the intent of the clip being read, applies it to the shown clip, or else keeps it for the next. @param {Intent} intent */
  applyIntent(intent) {
    if (this.replacing) Object.assign(/** @type {Load} */ (this.#load).intent, intent);
    else if (this.shown) change(this, intent);
    else Object.assign(this.#nextIntent, intent);
  }

  /** The intent of the next clip, as far as it is known. @returns {Intent} */
  get intent() { return this.#load?.intent ?? this.#nextIntent; }

  // Loading

  /** Loads another clip; the present one stays until that is there, or if it fails. @param {Source} source @param {Intent} [intent] */
  load(source, intent = {}) {
    const { playback } = this;
    // Before the first load play() may have been called already.
    if (this.network !== NETWORK.EMPTY) {
      playback.interrupt('a new clip was requested');
      playback.called = false;
    }
    this.dismiss();
    this.address = source.url ?? '';
    const load = new Load(source, {});
    this.#start(load);
    // From here on attributes belong to the new clip.
    this.overrides.restore();
    for (const [name, value] of Object.entries(intent.attributes ?? {})) this.overrides.set(name, value);
    load.intent = { ...this.#nextIntent, ...intent };
    this.#nextIntent = {};
    // Attributes set in a row start several loads: only the last one is read.
    queueMicrotask(() => {
      if (load !== this.#load) return;
      load.intent = { ...this.defaultIntent(), ...load.intent };
      load.deferred = true;
      this.network = NETWORK.LOADING;
      this.emit('loadstart');
      // Listeners of the event may still change the load.
      queueMicrotask(() => {
        if (!load.deferred || load !== this.#load) return;
        if (load.intent.eager || this.mayRead()) this.read();
        // In a player just inserted it is not known yet whether it is near.
        else if (this.located || !this.element.isConnected) this.#suspend();
      });
    });
  }

  /** Reports that the deferred clip waits. */
  #suspend() {
    if (!this.deferred || this.network === NETWORK.IDLE) return;
    this.network = NETWORK.IDLE;
    this.emit('suspend');
    this.signal('load');
  }

  /** Reads a deferred clip now. */
  read() {
    const load = this.#load;
    if (!load?.deferred) return;
    load.deferred = false;
    if (this.near) this.host.show();
    this.#read(load);
  }

  /** The clip waits until the player is near the viewport or played. */
  get deferred() { return this.#load?.deferred ?? false; }

  /** Reads the shown clip again with other companions; time, camera and settings stay. @param {Source} source */
  exchange(source) {
    if (!this.shown || this.replacing) {
      this.load(source, { eager: true });
      return;
    }
    this.view.remember();
    this.dismiss();
    const load = new Load(source, {}, 'exchange', viewStateOf(this));
    this.#start(load);
    this.#read(load);
  }

  /** Records the visitor's consent that the failure asks for, and tries again. */
  agree() {
    for (const each of this.failure?.fault.agree ?? []) agreed.add(each);
    this.retry();
  }

  /** Cancels reading, as a visitor stops a download. The stage keeps the clip before, or the part of the new one that it has. */
  cancel() {
    const load = this.#load;
    // A returning clip is not a download that the visitor started.
    if (!load || load.deferred || load.purpose === 'restore') return;
    load.job.abort(new DOMException('', 'AbortError'));
    this.#load = null;
    this.#resolveContent();
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

  /** Loads the failed source again. */
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
      // No event for a load that was replaced before it began.
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
          if (load.adopted && fresh) this.#announceDuration();
        },
        packet: () => {
          if (over()) return;
          this.#resolveContent();
          this.#flush();
        },
        restart: () => { if (load.adopted) load.view ??= viewStateOf(this); },
      });
      if (!over()) this.#flush();
    } catch (error) {
      if (!over()) this.#fail(load, error);
    }
  }

  /** Settles when a clip is there, when none is on its way, or after BEGIN_MS. @returns {Promise<void>} */
  #content() {
    const load = this.#load;
    if (this.shown || !load || load.packets.waiting) return Promise.resolve();
    return new Promise((resolve) => {
      this.#resolveContent = resolve;
      setTimeout(resolve, BEGIN_MS);
    });
  }

  /** Hands the stage the packets that have arrived. */
  #flush() {
    const load = this.#load;
    if (!load || !this.host.ready || load.deferred || (load.purpose === 'exchange' && !load.done)) return;
    if (!load.begun && load.purpose === 'new') this.view.remember();
    let bits;
    try {
      bits = this.#push(load.packets, !load.begun);
    } catch (error) {
      load.job.abort();
      this.#fail(load, error);
      return;
    }
    // The stage has died; the next one gets all packets again.
    if (bits === null) return;
    load.begun = true;
    if (!load.adopted && !(bits & NEW_CLIP)) return;
    if (bits & NEW_CLIP) this.host.newClip();
    if (load.adopted && load.view && bits & NEW_CLIP && this.shown) {
      // The file was read again from its start.
      this.shown.packets = load.packets;
      restoreViewState(this, load.view);
    }
    const info = load.adopted && !load.done ? undefined : this.host.read((stage) => stage.info(), undefined);
    if (info && !load.adopted) this.#adopt(load, info);
    this.host.clipBytes = load.packets.bytes;
    if (info && bits & NEW_CLIP) this.host.pacing.joints = info.joints.length;
    this.host.wake();
    this.playback.seekPending(load.done);
    if (info && load.done) this.#complete(load, info);
    else this.#signalGrowth();
  }

  /** Signals that the clip grew. Packets come more often than pictures, and listeners lay out the page: once a picture is enough. */
  #signalGrowth() {
    this.#growthFrame ||= requestAnimationFrame(() => {
      this.#growthFrame = 0;
      this.signal('clip');
    });
  }

  /** @param {import('../recovery/packets.js').Packets} packets @param {boolean} fresh the packets begin another clip */
  #push(packets, fresh) {
    this.#pushed = packets;
    try {
      return packets.push(this.host, fresh);
    } finally {
      this.#pushed = null;
    }
  }

  /** Gives up a clip that killed one stage after the other; the one before it comes back. @param {Load} load @param {Fault} fault */
  #abandon(load, { code, detail, message }) {
    load.job.abort();
    if (load.replaced) this.shown = load.before?.shown ?? null;
    this.#fail(load, code === MEMORY ? fault('parse', message, { code }) : named('trap', 'trap', { detail }));
    this.host.revive();
  }

  /** Makes a clip the shown one, once its first packets are on the stage. @param {Load} load @param {ClipInfo} info */
  #adopt(load, info) {
    load.adopted = true;
    if (load.purpose !== 'restore' && this.shown) {
      load.before = { shown: this.shown, view: viewStateOf(this), values: { ...this.settings.values }, plays: !this.playback.paused };
    }
    load.partial = !info.complete;
    const shown = { source: load.source, info, packets: load.packets, complete: false };
    if (load.purpose !== 'new') {
      this.#replaceShown(shown, load);
      return;
    }
    const { playback } = this;
    this.shown = shown;
    this.drawn = false;
    this.view.forget();
    const { intent } = load;
    begin(this, intent);
    const autoplay = intent.autoplay ?? this.autoplay;
    if (!playback.called) playback.stop();
    playback.seekPending(false);
    this.signal('clip');
    this.#announcedDuration = NaN;
    this.#announceDuration();
    for (const type of ['loadedmetadata', 'loadeddata', 'canplay']) this.emit(type);
    if (autoplay && playback.paused) playback.play().catch(() => { this.#resumes = this.pictureFault !== null; });
    else playback.run();
  }

  /** The duration last announced. */
  #announcedDuration = NaN;

  #announceDuration() {
    const { duration } = this.playback;
    if (!Object.is(duration, this.#announcedDuration)) this.emit('durationchange');
    this.#announcedDuration = duration;
  }

  /** Replaces the shown clip by itself, read again. @param {Shown} shown @param {Load} load */
  #replaceShown(shown, { purpose, view }) {
    const before = this.info;
    const { values } = this.settings;
    const behaviour = this.playback.behaviours[values.behaviour];
    this.shown = shown;
    if (purpose === 'exchange') {
      if (this.playback.behaviours[values.behaviour] !== behaviour) values.behaviour = Math.max(0, this.playback.behaviours.indexOf(behaviour));
      if (before?.joints.length !== shown.info.joints.length) this.view.select(-1);
    }
    if (view) restoreViewState(this, view);
  }

  /** @param {Load} load @param {ClipInfo} info */
  #complete(load, info) {
    this.#load = null;
    load.before = null;
    if (this.shown) Object.assign(this.shown, { info, complete: true });
    this.signal('load');
    this.signal('clip');
    this.#paint();
    if (this.host.instance) releaseMemory(this.host.instance);
    if (load.purpose === 'restore' && !load.unfinished) return;
    if (load.purpose !== 'exchange') {
      this.network = NETWORK.IDLE;
      if (load.partial && load.intent.range) this.set('range', rangeOf(this, load.intent.range));
      this.#announceDuration();
      for (const type of ['progress', 'suspend', 'canplaythrough']) this.emit(type);
    }
    this.emit('cliploaded', info);
    if (info.warnings.length) this.emit('warning', { warnings: info.warnings, dropped: info.warningsDropped });
  }

  /** @param {Load} load @param {unknown} error */
  #fail(load, error) {
    const { before } = load;
    this.#load = null;
    this.#resolveContent();
    if (load.purpose === 'new') this.network = NETWORK.NO_SOURCE;
    this.signal('load');
    this.fail(faultOf(error), isInAddress(load.source) ? '' : load.source.name || S.player, load);
    // A file that failed after its first frames has replaced the clip before: that one comes back.
    if (load.replaced && before) {
      const { shown, view, values, plays } = before;
      this.shown = shown;
      for (const name of PER_CLIP) /** @type {Record<keyof Values, unknown>} */ (this.settings.values)[name] = values[name];
      this.playback.lastTime = view.time;
      this.view.lastCamera = view.camera;
      this.#restoreStage();
      if (plays) this.playback.play().catch(() => {});
      this.signal('clip');
    }
  }

  /** @param {Fault} fault @param {string} name of the file with the fault @param {Load} [load] */
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

  /** Forgets the failure. */
  dismiss() {
    this.failure = null;
    this.signal('fault');
  }

  empty() {
    const { network } = this;
    this.#load?.job.abort(new DOMException('', 'AbortError'));
    this.#load = null;
    this.playback.stop();
    this.playback.interrupt('the player was emptied');
    this.#nextIntent = {};
    this.playback.pending = null;
    this.shown = null;
    this.drawn = false;
    this.address = '';
    this.network = network === NETWORK.EMPTY ? NETWORK.EMPTY : NETWORK.NO_SOURCE;
    this.host.clipBytes = 0;
    this.host.change((stage) => stage.clear());
    if (this.host.instance) releaseMemory(this.host.instance);
    if (network === NETWORK.LOADING || network === NETWORK.IDLE) this.emit('abort');
    if (network !== NETWORK.EMPTY) this.emit('emptied');
    queueMicrotask(() => { if (!this.#load && !this.shown && !this.failure) this.network = NETWORK.EMPTY; });
    this.signal('load');
    this.signal('clip');
    this.dismiss();
  }

  // A new stage or renderer

  /** Restores a fresh stage: the settings, the clip, the time and the camera. */
  #restoreStage() {
    const { shown, host } = this;
    const load = this.#load;
    const state = viewStateOf(this);
    host.change((stage) => this.settings.applyAll(stage));
    // The listeners set the insets again.
    this.signal('size');
    if (load && load.packets !== shown?.packets) {
      load.packets.rewind();
      load.begun = false;
    }
    if (shown?.packets.retained) {
      shown.packets.rewind();
      if (this.#push(shown.packets, true) === null) return;
      host.clipBytes = shown.packets.bytes;
      restoreViewState(this, state);
      this.#paint();
    } else if (shown) {
      const again = new Load(shown.source, {}, 'restore', state);
      // A clip that was still being read starts over.
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

  /** Sets the textures of the skin, which belong to a renderer's surface, on a new one. */
  #paint() {
    if (this.complete && this.info?.pictures.length) this.signal('skin');
  }

  /** @param {Fault} fault */
  #noPicture(fault) {
    const load = this.#load;
    if (load && load.packets === this.#pushed && (load.purpose !== 'restore' || load.unfinished)) {
      queueMicrotask(() => this.#abandon(load, fault));
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
  #onFrame(bits) {
    this.playback.onFrame(bits);
    if (bits & CAMERA) this.view.moved();
    if (bits & DREW) this.pictures.drew(this.playback.time, this.host.size);
    if (bits & DREW && this.shown && !this.drawn) {
      this.drawn = true;
      this.signal('play');
      this.emit('ready');
    }
  }

  /** Retries drawing and loading, as far as they failed. */
  retryAll() {
    if (this.pictureFault) this.retryPicture();
    this.retry();
  }

  retryPicture() {
    this.pictureFault = null;
    this.signal('fault');
    this.host.retry();
  }

  // Visibility

  /** The player is near the viewport. */
  show() {
    this.near = true;
    this.located = true;
    if (!this.deferred || this.mayRead()) {
      this.read();
      this.host.show();
    } else this.#suspend();
    this.signal('load');
  }

  /** The player is in the document, far from the viewport. */
  wait() {
    this.located = true;
    this.#suspend();
  }

  /** The player left the document: nothing keeps running, all state is kept. */
  hide() {
    this.near = false;
    this.located = false;
    this.#resumes = false;
    this.playback.pause();
    this.view.remember();
    this.host.hide();
  }
}
