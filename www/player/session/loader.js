/**
 * Brings clips onto the stage: a new one, the shown one beside other companions, or the shown one again after the stage has lost it. A clip
 * stays on the stage while the next one is read, and comes back if that fails.
 */
import { releaseMemory } from '../recovery/instance.js';
import { fault, faultOf, named } from '../words/errors.js';
import { S } from '../words/strings.js';
import { begin, rangeOf } from './intent.js';
import { isInAddress } from './link.js';
import { Load } from './load.js';
import { restorePlace } from './place.js';
import { NETWORK } from './state.js';

/** @typedef {import('../../types.d.ts').ClipInfo} ClipInfo */
/** @typedef {import('../../types.d.ts').Fault} Fault */
/** @typedef {import('../../types.d.ts').Source} Source */
/** @typedef {import('../recovery/packets.js').Packets} Packets */
/** @typedef {import('./load.js').Intent} Intent */
/** @typedef {import('./state.js').Shown} Shown */

/** Code of the fault that the stage has no memory for a clip. */
const MEMORY = 'pack.memory';
/** Bit of a packet's result: it began a clip. */
const NEW_CLIP = 1;
/** Maximum time that the empty stage waits for the first packet. */
const BEGIN_MS = 300;

export class Loader {
  #session;
  #state;
  /** The packets that the stage is taking right now. @type {Packets | null} */
  #pushed = null;
  /** Resolves the promise of `content`. */
  #resolveContent = () => {};
  /** The animation frame requested by `#signalGrowth`; 0: none. */
  #growthFrame = 0;
  /** The duration last announced. */
  #announcedDuration = NaN;

  /** @param {import('./session.js').Session} session */
  constructor(session) {
    this.#session = session;
    this.#state = session.state;
  }

  /** Loads another clip; the present one stays until that is there, or if it fails. @param {Source} source @param {Intent} intent */
  load(source, intent) {
    const [session, state] = [this.#session, this.#state];
    // Before the first load play() may have been called already.
    const first = state.network === NETWORK.EMPTY;
    if (!first) session.playback.interrupt('a new clip was requested');
    state.called = first && state.plays;
    session.dismiss();
    state.address = source.url ?? '';
    const load = new Load(source, {});
    this.#start(load);
    // From here on attributes belong to the new clip.
    session.overrides.restore();
    for (const [name, value] of Object.entries(intent.attributes ?? {})) session.overrides.set(name, value);
    load.intent = { ...state.nextIntent, ...intent };
    state.nextIntent = {};
    // Attributes set in a row start several loads: only the last one is read.
    queueMicrotask(() => {
      if (load !== state.load) return;
      load.intent = { ...session.defaultIntent(), ...load.intent };
      load.deferred = true;
      state.network = NETWORK.LOADING;
      session.emit('loadstart');
      // Listeners of the event may still change the load.
      queueMicrotask(() => {
        if (!load.deferred || load !== state.load) return;
        if (load.intent.eager || session.mayRead()) this.read();
        // In a player just inserted it is not known yet whether it is near.
        else if (state.located || !session.element.isConnected) this.suspend();
      });
    });
  }

  /** Reports that the deferred clip waits. */
  suspend() {
    const [session, state] = [this.#session, this.#state];
    if (!state.load?.deferred || state.network === NETWORK.IDLE) return;
    state.network = NETWORK.IDLE;
    session.emit('suspend');
    session.signal('load');
  }

  /** Reads a deferred clip now. */
  read() {
    const { load, near } = this.#state;
    if (!load?.deferred) return;
    load.deferred = false;
    if (near) this.#session.host.show();
    this.#read(load);
  }

  /**
   * Reads the shown clip again with other companions; time and settings stay, and the camera unless it is to be fitted.
   * @param {Source} source @param {boolean} [fitted]
   */
  exchange(source, fitted = false) {
    const [session, state] = [this.#session, this.#state];
    if (!state.shown || state.replacing) {
      this.load(source, { eager: true });
      return;
    }
    session.view.remember();
    session.dismiss();
    const load = new Load(source, {}, 'exchange', { ...state.place, ...(fitted && { camera: '' }) });
    this.#start(load);
    this.#read(load);
  }

  /** Cancels reading, as a visitor stops a download. The stage keeps the clip before, or the part of the new one that it has. */
  cancel() {
    const [session, state] = [this.#session, this.#state];
    const { load } = state;
    // A returning clip is not a download that the visitor started.
    if (!load || load.deferred || load.purpose === 'restore') return;
    load.job.abort(new DOMException('', 'AbortError'));
    state.cancel(load, named('aborted', 'aborted').fault);
    this.#resolveContent();
    if (load.purpose === 'new') {
      session.emit('abort');
      if (!load.adopted) session.emit('emptied');
      if (!state.shown) {
        session.playback.interrupt('reading was cancelled');
        session.playback.stop();
      }
    }
    session.signal('load');
    session.signal('fault', 'clip');
    session.signal('play', !session.playback.paused);
    session.say(S.say.cancelled(load.source.name));
  }

  /** @param {Load} load */
  #start(load) {
    const [session, state] = [this.#session, this.#state];
    const { load: before, network } = state;
    before?.job.abort(new DOMException('', 'AbortError'));
    if (load.purpose === 'new') {
      if (network === NETWORK.IDLE || network === NETWORK.LOADING) session.emit('abort');
      // No event for a load that was replaced before it began.
      if (network !== NETWORK.EMPTY && (network !== NETWORK.NO_SOURCE || !before)) session.emit('emptied');
    }
    state.request(load);
    if (load.purpose === 'new') session.playback.setRate(state.defaultRate);
    session.signal('load', load);
  }

  /** @param {Load} load */
  async #read(load) {
    const [session, state] = [this.#session, this.#state];
    const over = () => load !== state.load || load.job.signal.aborted;
    const fresh = load.purpose === 'new';
    if (fresh) state.network = NETWORK.LOADING;
    session.signal('load');
    session.host.open();
    try {
      await load.read({
        stalled: () => {
          if (fresh) session.emit('stalled');
        },
        progress: () => {
          session.signal('progress', session.progress);
          session.emit('progress', { loaded: load.loaded, total: load.total });
          if (load.adopted && fresh) this.#announceDuration();
        },
        packet: () => {
          if (over()) return;
          this.#resolveContent();
          this.#flush();
        },
        restart: () => {
          if (load.adopted) load.place ??= { ...state.place };
        },
      });
      if (!over()) this.#flush();
    } catch (error) {
      if (!over()) this.#fail(load, error);
    }
  }

  /** Settles when a clip is there, when none is on its way, or after BEGIN_MS. @returns {Promise<void>} */
  content() {
    const { load, shown } = this.#state;
    if (shown || !load || load.packets.waiting) return Promise.resolve();
    return new Promise((resolve) => {
      this.#resolveContent = resolve;
      setTimeout(resolve, BEGIN_MS);
    });
  }

  /** Hands the stage the packets that have arrived. */
  #flush() {
    const [session, state] = [this.#session, this.#state];
    const [{ host }, { load }] = [session, state];
    if (!load || !host.ready || load.deferred || (load.purpose === 'exchange' && !load.done)) return;
    if (!load.begun && load.purpose === 'new') session.view.remember();
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
    if (bits & NEW_CLIP) host.newClip();
    if (load.adopted && load.place && bits & NEW_CLIP && state.shown) {
      // The file was read again from its start.
      state.shown.packets = load.packets;
      restorePlace(session, load.place);
    }
    const info = load.adopted && !load.done && !(bits & NEW_CLIP) ? undefined : host.read((stage) => stage.info(), undefined);
    if (info && !load.adopted) this.#adopt(load, info);
    else if (info && state.shown) state.shown.info = info;
    host.clipBytes = load.packets.bytes;
    if (info && bits & NEW_CLIP) host.pacing.joints = info.joints.length;
    host.wake();
    session.playback.seekPending(load.done);
    if (info && load.done) this.#complete(load, info);
    else this.#signalGrowth();
  }

  /** Signals that the clip grew. Packets come more often than pictures, and listeners lay out the page: once a picture is enough. */
  #signalGrowth() {
    this.#growthFrame ||= requestAnimationFrame(() => {
      this.#growthFrame = 0;
      this.#session.signal('clip');
    });
  }

  /** @param {Packets} packets @param {boolean} fresh the packets begin another clip */
  #push(packets, fresh) {
    this.#pushed = packets;
    try {
      return packets.push(this.#session.host, fresh);
    } finally {
      this.#pushed = null;
    }
  }

  /** Gives up the clip that the stage was taking when it failed for good. Returns whether there was one. @param {Fault} why */
  abandonPushed(why) {
    const { load } = this.#state;
    if (!load || load.packets !== this.#pushed || (load.purpose === 'restore' && !load.unfinished)) return false;
    queueMicrotask(() => this.#abandon(load, why));
    return true;
  }

  /** Gives up a clip that killed one stage after the other; the one before it comes back. @param {Load} load @param {Fault} fault */
  #abandon(load, { code, detail, message }) {
    load.job.abort();
    if (load.replaced) this.#state.shown = this.#state.before?.shown ?? null;
    this.#fail(load, code === MEMORY ? fault('parse', message, { code }) : named('trap', 'trap', { detail }));
    this.#session.host.revive();
  }

  /** Makes a clip the shown one, once its first packets are on the stage. @param {Load} load @param {ClipInfo} info */
  #adopt(load, info) {
    const [session, state] = [this.#session, this.#state];
    const { info: before } = session;
    const { playback } = session;
    const { values } = state.settings;
    const behaviour = playback.behaviours[values.behaviour];
    state.adopt(load, { source: load.source, info, packets: load.packets, complete: false });
    if (load.purpose === 'exchange') {
      if (playback.behaviours[values.behaviour] !== behaviour) values.behaviour = Math.max(0, playback.behaviours.indexOf(behaviour));
      if (before?.joints.length !== info.joints.length) session.view.select(-1);
    }
    if (load.purpose !== 'new') {
      if (load.place) restorePlace(session, load.place);
      return;
    }
    const { intent } = load;
    begin(session, intent);
    if (!state.called) playback.stop();
    playback.seekPending(false);
    session.signal('clip', 'new');
    this.#announcedDuration = NaN;
    this.#announceDuration();
    for (const type of ['loadedmetadata', 'loadeddata', 'canplay']) session.emit(type);
    if ((intent.autoplay ?? state.autoplay) && playback.paused && !state.called)
      playback.play().catch(() => {
        state.resumes = state.pictureFault !== null;
      });
    else playback.run();
  }

  #announceDuration() {
    const { duration } = this.#session.playback;
    if (!Object.is(duration, this.#announcedDuration)) this.#session.emit('durationchange');
    this.#announcedDuration = duration;
  }

  /** @param {Load} load @param {ClipInfo} info */
  #complete(load, info) {
    const [session, state] = [this.#session, this.#state];
    state.complete(load, info);
    session.signal('load');
    session.signal('clip');
    session.paint();
    if (session.host.instance) releaseMemory(session.host.instance);
    if (load.purpose === 'restore' && !load.unfinished) return;
    if (load.purpose !== 'exchange') {
      if (load.partial && load.intent.range) session.set('range', rangeOf(session, load.intent.range));
      this.#announceDuration();
      for (const type of ['progress', 'suspend', 'canplaythrough']) session.emit(type);
    }
    session.emit('cliploaded', info);
    if (info.warnings.length) session.emit('warning', { warnings: info.warnings, dropped: info.warningsDropped });
  }

  /** @param {Load} load @param {unknown} error */
  #fail(load, error) {
    const [session, state] = [this.#session, this.#state];
    const { before } = state;
    state.fail(load);
    this.#resolveContent();
    session.signal('load');
    session.fail(faultOf(error), isInAddress(load.source) ? '' : load.source.name || S.player, load);
    // A file that failed after its first frames has replaced the clip before: that one comes back.
    if (!load.replaced || !before) return;
    state.revert(before);
    this.restore();
    if (before.plays) session.playback.play().catch(() => {});
    session.signal('clip');
  }

  /** Restores a fresh stage: the settings, the clip, the time and the camera. */
  restore() {
    const [session, state] = [this.#session, this.#state];
    const { load, settings, shown } = state;
    const { host } = session;
    const place = { ...state.place };
    host.change((stage) => settings.applyAll(stage));
    // The listeners set the insets again.
    session.signal('size');
    if (load && load.packets !== shown?.packets) {
      load.packets.rewind();
      load.begun = false;
    }
    if (shown?.packets.retained) {
      shown.packets.rewind();
      if (this.#push(shown.packets, true) === null) return;
      host.clipBytes = shown.packets.bytes;
      restorePlace(session, place);
      session.paint();
    } else if (shown) {
      const again = new Load(shown.source, {}, 'restore', place);
      // A clip that was still being read starts over.
      if (!load || load.packets === shown.packets) {
        if (load && load.purpose !== 'exchange')
          Object.assign(again, { unfinished: load.purpose === 'new' || load.unfinished, intent: load.intent });
        this.#start(again);
        this.#read(again);
      }
    }
    this.#flush();
    session.signal('stage');
  }

  empty() {
    const [session, state] = [this.#session, this.#state];
    const { network } = state;
    const { host } = session;
    state.load?.job.abort(new DOMException('', 'AbortError'));
    state.empty();
    session.playback.run();
    session.playback.interrupt('the player was emptied');
    host.clipBytes = 0;
    host.change((stage) => stage.clear());
    if (host.instance) releaseMemory(host.instance);
    if (network === NETWORK.LOADING || network === NETWORK.IDLE) session.emit('abort');
    if (network !== NETWORK.EMPTY) session.emit('emptied');
    queueMicrotask(() => {
      if (!state.load && !state.shown && !state.failure) state.network = NETWORK.EMPTY;
    });
    session.signal('load');
    session.signal('clip');
    session.dismiss();
  }
}
