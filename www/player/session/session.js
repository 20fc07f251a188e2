/**
 * One player behind its element: its state, and the parts that act on it. `Loader` brings clips onto the stage, `Playback` runs the
 * clock, `View` the camera, and `StageHost` draws, also after a lost device or a dead instance. The element is the public face of the
 * session; the controls and panels listen to its signals.
 */
import { lackingFeature } from '../base/features.js';
import { agreed } from '../base/hosts.js';
import { CAMERA, DREW } from '../drawing/frame-bits.js';
import { PictureCallbacks } from '../drawing/picture-callbacks.js';
import { StageHost } from '../drawing/stage-host.js';
import { S } from '../words/strings.js';
import { AttributeOverrides } from './attribute-overrides.js';
import { change } from './intent.js';
import { Loader } from './loader.js';
import { Playback } from './playback.js';
import { Signals } from './signals.js';
import { NETWORK, State } from './state.js';
import { View } from './view.js';

/** @typedef {import('../../types.d.ts').Fault} Fault */
/** @typedef {import('../../types.d.ts').Source} Source */
/** @typedef {import('../base/settings.js').Values} Values */
/** @typedef {import('./load.js').Intent} Intent */

export class Session extends Signals {
  /** Why this browser can play nothing; null if it can. */
  lacks = lackingFeature();
  state = new State();
  playback = new Playback(this);
  view = new View(this);
  pictures = new PictureCallbacks();
  /** Whether a clip may be read now; otherwise it is deferred. */
  mayRead = () => this.near;
  /** The intent of the attributes, for every clip. @type {() => Intent} */
  defaultIntent = () => ({});
  #loader = new Loader(this);
  /** The message of the last error. */
  #told = '';
  /** The range of the last event, as a text. */
  #range = 'null';
  /** The renderer of the last event. @type {import('../../types.d.ts').Rung | null} */
  #current = null;
  /** The renderer last announced, which is never an interim one. @type {import('../../types.d.ts').Rung | null} */
  #rung = null;

  /** @param {HTMLElement} element @param {HTMLElement} box parent of the canvas */
  constructor(element, box) {
    super();
    this.element = element;
    this.overrides = new AttributeOverrides(element);
    this.host = new StageHost(box, {
      stage: () => this.#loader.restore(),
      content: () => this.#loader.content(),
      picture: () => this.#picture(),
      noPicture: (fault) => this.#noPicture(fault),
      frame: (bits) => this.#onFrame(bits),
      resized: () => this.signal('size'),
      printing: () => this.signal('print'),
      pace: () => this.signal('pace'),
    });
    // A clip comes with its own range, and may give way to the one before.
    this.on('clip', () => this.#tellRange());
  }

  /** Dispatches an event on the element, after the caller is done, as media elements do. @param {string} type @param {unknown} [detail] */
  emit(type, detail) {
    queueMicrotask(() => this.element.dispatchEvent(new CustomEvent(type, { detail })));
  }

  /** Shows words for a moment, and announces them to screen readers; once the controls have loaded if they have not yet. @param {string} text */
  say(text) {
    this.state.unheard = { text, since: performance.now() };
    this.signal('say', text);
  }

  // The state, as others ask for it

  get settings() {
    return this.state.settings;
  }
  get shown() {
    return this.state.shown;
  }
  get info() {
    return this.state.shown?.info ?? null;
  }
  /** The source of the clip on the stage. */
  get source() {
    return this.state.shown?.source ?? null;
  }
  get complete() {
    return this.state.shown?.complete ?? false;
  }
  get replacing() {
    return this.state.replacing;
  }
  get requested() {
    return this.state.requested;
  }
  get failure() {
    return this.state.failure;
  }
  get pictureFault() {
    return this.state.pictureFault;
  }
  get cancelled() {
    return this.state.cancelled;
  }
  get drawn() {
    return this.state.drawn;
  }
  get near() {
    return this.state.near;
  }
  /** The clip waits until the player is near the viewport or played. */
  get deferred() {
    return this.state.load?.deferred ?? false;
  }
  /** The intent of the next clip, as far as it is known. @returns {Intent} */
  get intent() {
    return this.state.load?.intent ?? this.state.nextIntent;
  }

  /** Name and bytes of the file being read, for the progress line. */
  get progress() {
    const { load } = this.state;
    return load && !load.deferred ? { name: load.source.name, loaded: load.loaded, total: load.total } : null;
  }

  /** @template {keyof Values} K @param {K} name @returns {Values[K]} */
  get(name) {
    return this.settings.values[name];
  }

  /** @template {keyof Values} K @param {K} name @param {Values[K]} value */
  set(name, value) {
    const { values } = this.settings;
    if (Object.is(values[name], value)) return;
    values[name] = value;
    this.host.change((stage) => this.settings.apply(name, stage));
    this.signal('setting', name);
    if (name === 'range') this.#tellRange();
    if (name === 'marks') this.emit('markschange', { marks: value });
  }

  #tellRange() {
    const range = this.get('range');
    if (`${range}` === this.#range) return;
    this.#range = `${range}`;
    this.emit('rangechange', { range });
  }

  /** A tool shows something else, or nothing (null). @param {string} tool @param {(import('../../shown.d.ts').Shown & Record<string, any>) | null} shown */
  present(tool, shown) {
    this.state.tools[tool] = shown;
    this.signal('tool', tool);
  }

  /** Adds to the intent of the clip being read, applies it to the shown clip, or else keeps it for the next. @param {Intent} intent */
  applyIntent(intent) {
    const { load, nextIntent, replacing, shown } = this.state;
    if (load && replacing) Object.assign(load.intent, intent);
    else if (shown) change(this, intent);
    else Object.assign(nextIntent, intent);
  }

  // Loading

  /** Loads another clip; the present one stays until that is there, or if it fails. @param {Source} source @param {Intent} [intent] */
  load(source, intent = {}) {
    if (this.lacks) this.fail(this.lacks, source.name);
    else this.#loader.load(source, intent);
  }
  /** Reads a deferred clip now. */
  read() {
    this.#loader.read();
  }
  /**
   * Reads the shown clip again with other companions; time and settings stay, and the camera unless it is to be fitted.
   * @param {Source} source @param {boolean} [fitted]
   */
  exchange(source, fitted) {
    this.#loader.exchange(source, fitted);
  }
  /** Cancels reading, as a visitor stops a download. */
  cancel() {
    this.#loader.cancel();
  }
  /** Shows nothing any more. */
  empty() {
    this.#loader.empty();
  }

  /** Loads the failed source again. */
  retry() {
    const { failure } = this.state;
    if (failure?.source) this.load(failure.source, { ...failure.intent, eager: true });
  }

  /** Records the visitor's consent that the failure asks for, and tries again. */
  agree() {
    for (const each of this.state.failure?.fault.agree ?? []) agreed.add(each);
    this.retry();
  }

  /** @param {Fault} fault @param {string} name of the file with the fault @param {import('./load.js').Load} [load] */
  fail(fault, name, load) {
    const { state } = this;
    state.failure = {
      fault,
      name,
      source: load?.source ?? null,
      intent: load?.intent ?? {},
      after: load?.adopted ? 'metadata' : 'nothing',
    };
    const { paused } = this.playback;
    const wanted = !state.shown || (state.called && load?.purpose === 'new' && !load.adopted);
    if (wanted) {
      this.playback.interrupt(fault.message, 'NotSupportedError');
      this.playback.stop();
      this.signal('play', false);
    }
    this.#tell(fault);
    if (wanted && !paused) for (const type of ['timeupdate', 'pause']) this.emit(type);
    this.signal('fault', 'clip');
  }

  /** Reports a source that is none. @param {Fault} fault */
  refuse(fault) {
    this.state.network = NETWORK.NO_SOURCE;
    this.emit('loadstart');
    this.fail(fault, '');
  }

  /** Dispatches `error`. What stops both reading and drawing is one error. @param {Fault} fault */
  #tell(fault) {
    const known = fault.kind === 'load' && fault.message === this.#told;
    this.#told = fault.message;
    if (!known) this.emit('error', fault);
  }

  /** Forgets the failure. */
  dismiss() {
    this.#told = '';
    this.state.failure = null;
    this.signal('fault', 'clip');
  }

  // Drawing

  #picture() {
    const {
      host: { current, rung },
      state,
    } = this;
    if (current !== this.#current) {
      this.#current = current;
      this.emit('rendererchange', current);
    }
    if (rung && rung !== this.#rung) {
      if (this.#rung) this.say(S.say.drawnWith(S.rungs[rung]));
      this.#rung = rung;
    }
    state.pictureFault = null;
    this.signal('fault', 'picture');
    this.paint();
    if (state.resumes && state.shown) this.playback.play().catch(() => {});
    else this.playback.run();
    state.resumes = false;
  }

  /** Asks for the textures of the skin, which belong to a renderer's surface, on a new one. */
  paint() {
    if (this.complete && this.info?.pictures.length) this.signal('skin');
  }

  /** @param {Fault} fault */
  #noPicture(fault) {
    if (this.#loader.abandonPushed(fault)) return;
    const { state } = this;
    state.pictureFault = fault;
    state.resumes ||= !this.playback.paused;
    this.playback.interrupt(fault.message, 'NotSupportedError');
    this.playback.halt();
    this.#tell(fault);
    this.signal('fault', 'picture');
  }

  /** @param {number} bits */
  #onFrame(bits) {
    const { state } = this;
    this.playback.onFrame(bits);
    if (bits & CAMERA) this.view.moved();
    if (bits & DREW) this.pictures.drew(this.playback.time, this.host.size);
    if (bits & DREW && state.shown && !state.drawn) {
      state.drawn = true;
      this.signal('play', !this.playback.paused);
      this.emit('ready');
    }
  }

  /** Retries drawing and loading, as far as they failed. */
  retryAll() {
    if (this.state.pictureFault) this.retryPicture();
    this.retry();
  }

  retryPicture() {
    this.#told = '';
    this.state.pictureFault = null;
    this.signal('fault', 'picture');
    this.host.retry();
  }

  // Visibility

  /** The player is near the viewport. */
  show() {
    this.state.near = true;
    this.state.located = true;
    if (!this.deferred || this.mayRead()) {
      this.read();
      this.host.show();
    } else this.#loader.suspend();
    this.signal('load');
  }

  /** The player is in the document, far from the viewport. */
  wait() {
    this.state.located = true;
    this.#loader.suspend();
  }

  /** The player left the document: nothing keeps running, all state is kept. */
  hide() {
    this.state.leave();
    this.playback.halt();
    this.view.remember();
    this.host.hide();
  }
}
