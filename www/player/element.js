/** `<marey-player>`: the public face of a player, shaped like HTMLMediaElement. */
import { fault, faultOf, mediaErrorCode, sentence } from './errors.js';
import { Core } from './core.js';
import { companions, nameOf } from './link.js';
import { number, parseMoment } from './format.js';
import { parseUnit, parseUp, saneRate } from './settings.js';
import { S } from './strings.js';
import { NETWORK, READY } from './loader.js';
import { followTheme } from './theme.js';
import { Interface } from './interface.js';
import { reducedMotion } from './motion.js';

/** @typedef {import('../types.d.ts').Source} Source */

// Imported by a server, there is no DOM: the class is then only a name.
const Base = globalThis.HTMLElement ?? /** @type {typeof HTMLElement} */ (/** @type {unknown} */ (class {}));

export class MareyPlayer extends Base {
  static observedAttributes = ['src', 'skeleton', 'skin', 'autoplay', 'loop', 'controls', 'speed', 'start', 'end', 'poster', 'fps',
    'unit', 'up', 'positions', 'camera', 'follow', 'theme', 'transparent', 'patterns', 'interpolation', 'in-place', 'behaviour',
    'alt', 'nohotkeys', 'share', 'gestures'];

  static HAVE_NOTHING = READY.NOTHING;
  static HAVE_METADATA = READY.METADATA;
  static HAVE_CURRENT_DATA = READY.CURRENT;
  static HAVE_FUTURE_DATA = READY.FUTURE;
  static HAVE_ENOUGH_DATA = READY.ENOUGH;
  static NETWORK_EMPTY = NETWORK.EMPTY;
  static NETWORK_IDLE = NETWORK.IDLE;
  static NETWORK_LOADING = NETWORK.LOADING;
  static NETWORK_NO_SOURCE = NETWORK.NO_SOURCE;

  /** @type {Core | null} */
  #core = null;
  #attached = false;
  #unwatch = () => {};
  #defaultRate = 1;
  /** Harmless: there is no sound, but controls made for media ask. */
  #volume = 1;
  #muted = false;
  /** @type {Blob | null} */
  #object = null;
  /**
   * Opens a dialogue to choose files, where the page has one: a motion without its skeleton offers it.
   * @type {(() => void) | null}
   */
  chooseFiles = null;

  /** Built on first use, so that a property may be set before the element is in a document. */
  get #player() {
    if (this.#core) return this.#core;
    const ui = new Interface(this);
    const core = new Core(this, ui.box);
    this.#core = core;
    core.clipDefaults = () => ({
      frameTime: this.#frameTime(),
      unit: parseUnit(this.getAttribute('unit')),
      up: parseUp(this.getAttribute('up')),
      positions: this.#positions(),
      range: this.#range(),
    });
    ui.attach(core);
    followTheme(this, ui.root, core);
    return core;
  }

  connectedCallback() {
    const core = this.#player;
    if (this.#attached) return;
    this.#attached = true;
    this.#unwatch = reducedMotion.watch((reduced) => {
      core.set('smooth', !reduced);
      this.#autoplay();
    });
    core.attach();
  }

  async disconnectedCallback() {
    // A move in the document is a removal and an insertion; only a removal that lasts counts.
    await Promise.resolve();
    if (this.isConnected || !this.#attached) return;
    this.#attached = false;
    this.#unwatch();
    this.#player.detach();
  }

  /**
   * @param {string} name
   * @param {string | null} before
   * @param {string | null} value
   */
  attributeChangedCallback(name, before, value) {
    if (before === value && name !== 'src') return;
    const core = this.#player;
    const on = value !== null && value !== 'false';
    switch (name) {
      case 'src': if (value !== null) this.load(); break;
      // The parser of the page sets one attribute after the other: they are one load.
      case 'skeleton': case 'skin': if (this.getAttribute('src')) this.load(); break;
      case 'autoplay': this.#autoplay(); break;
      case 'loop': core.set('loop', on); break;
      case 'speed': this.defaultPlaybackRate = number(value, 1); core.setRate(this.#defaultRate); break;
      case 'start': case 'end': core.set('range', this.#range()); this.#begin(name === 'start'); break;
      case 'fps': core.setFrameTime(this.#frameTime()); break;
      case 'behaviour': core.askBehaviour(value ?? ''); break;
      case 'unit': core.set('unit', parseUnit(value)); break;
      case 'up': core.set('up', parseUp(value)); break;
      case 'positions': core.set('positions', this.#positions()); break;
      case 'camera': core.setCamera(value ?? ''); break;
      case 'follow': core.set('follow', on); break;
      case 'patterns': core.set('patterns', on); break;
      case 'interpolation': core.set('interpolation', value === 'nearest' ? 'nearest' : 'linear'); break;
      case 'in-place': core.set('inPlace', on); break;
      case 'transparent': core.set('transparent', on); break;
      default:
    }
    core.signal('attribute', name);
  }

  #autoplay() { if (this.#core) this.#core.autoplay = this.autoplay && !reducedMotion.now; }

  #frameTime() {
    const fps = number(this.getAttribute('fps'), 0);
    return fps > 0 && !this.#player.keyed ? 1 / fps : 0;
  }

  #positions() {
    const value = this.getAttribute('positions');
    return value === 'replace' || value === 'add' ? value : 'auto';
  }

  /** @param {string} name */
  #moment(name) {
    const moment = parseMoment(this.getAttribute(name));
    return moment && ('frame' in moment ? this.#player.momentOf(moment.frame) : moment.seconds);
  }

  /** @returns {[number, number] | null} */
  #range() {
    const start = this.#moment('start');
    const end = this.#moment('end');
    const { duration } = this.#player;
    if ((start === null && end === null) || !(duration > 0)) return null;
    const from = Math.min(start ?? 0, duration);
    const to = Math.min(end ?? duration, duration);
    return to > from ? [from, to] : null;
  }

  /** A clip begins at its start. @param {boolean} start */
  #begin(start) {
    const core = this.#player;
    const moment = parseMoment(this.getAttribute('start'));
    if (start && moment && !core.info) core.seek(moment);
  }

  // HTMLMediaElement

  get autoplay() { return this.hasAttribute('autoplay'); }
  set autoplay(on) { this.toggleAttribute('autoplay', Boolean(on)); }
  get controls() { return this.hasAttribute('controls'); }
  set controls(on) { this.toggleAttribute('controls', Boolean(on)); }
  get loop() { return this.#player.get('loop'); }
  set loop(on) { this.toggleAttribute('loop', Boolean(on)); this.#player.set('loop', Boolean(on)); }
  get poster() { return this.getAttribute('poster') ?? ''; }
  set poster(url) { this.setAttribute('poster', url); }
  get alt() { return this.getAttribute('alt') ?? ''; }
  set alt(text) { this.setAttribute('alt', text); }
  get skeleton() { return this.getAttribute('skeleton') ?? ''; }
  set skeleton(url) { this.setAttribute('skeleton', url); }
  get skin() { return this.getAttribute('skin') ?? ''; }
  set skin(url) { this.setAttribute('skin', url); }
  /** The one that plays, by its name among `behaviours`. */
  get behaviour() { return this.behaviours[this.#player.get('behaviour')] ?? this.getAttribute('behaviour') ?? ''; }
  set behaviour(name) { this.setAttribute('behaviour', name); this.#player.askBehaviour(name); }

  set src(url) { this.setAttribute('src', url); }
  get src() { return this.hasAttribute('src') ? new URL(this.getAttribute('src') ?? '', document.baseURI).href : ''; }
  get currentSrc() { return this.#player.loader.source?.url ?? ''; }

  /** A File or Blob, as HTMLMediaElement takes it. */
  get srcObject() { return this.#object; }
  set srcObject(object) {
    this.#object = object;
    if (object) this.open({ name: object instanceof File ? object.name : 'clip', blob: object, companions: this.#beside() });
    else this.load();
  }

  load() {
    const core = this.#player;
    const text = this.getAttribute('src');
    if (this.#object && !text) { this.srcObject = this.#object; return; }
    if (text === null || text === '') { core.empty(); return; }
    this.#object = null;
    try {
      const url = new URL(text, document.baseURI);
      this.open({ name: nameOf(url), url: url.href, companions: this.#beside() });
    } catch {
      core.fail(fault('link', S.errors.linkSyntax).fault, S.errors.linkName);
    }
  }

  /** The skeleton and the skin that attributes name. */
  #beside() {
    const { skeleton, skin } = this;
    return companions({ skeleton, skin }, (address) => new URL(address, document.baseURI), false);
  }

  /** Loads from anywhere: what `src` and `srcObject` end in. @param {Source} source */
  open(source) {
    const core = this.#player;
    const start = parseMoment(this.getAttribute('start'));
    core.load(source);
    if (start && !core.info) core.seek(start);
  }

  /**
   * Reads what is shown once more, beside other companions: the moment, the camera and the settings stay.
   * @param {Source} source
   */
  reopen(source) { this.#player.reload(source); }

  /**
   * Loads what a link named, at its moment. @param {URL} url already vetted
   * @param {string} [moment]
   * @param {import('../types.d.ts').Companion[]} [beside]
   */
  openLink(url, moment, beside) {
    this.open({ name: nameOf(url), url: url.href, guarded: true, companions: beside });
    const start = parseMoment(moment);
    if (start) this.#player.seekFirst(start);
  }

  /** What is shown now, and what was wrong with the file last asked for. */
  get source() { return this.#player.loader.source; }
  get failedSource() { return this.#player.loader.failed; }
  get fileFault() { return this.#player.fault?.fault ?? null; }
  /** An empty stage. */
  clear() { this.#player.empty(); }
  /** Shows a short message, and speaks it. @param {string} text */
  say(text) { this.#player.say(text); }

  /** Shows an error that happened before anything could be loaded. @param {unknown} error @param {string} name */
  fail(error, name) { this.#player.fail(faultOf(error), name); }

  play() { return this.#player.play(); }
  pause() { this.#player.pause(); }
  get paused() { return this.#player.paused; }
  get ended() { return this.#player.atEnd && !this.loop; }
  get seeking() { return this.#player.seeking; }
  get currentTime() { return this.#player.time; }
  set currentTime(seconds) { this.#player.seek({ seconds: Number(seconds) || 0 }); }
  /** @param {number} seconds */
  fastSeek(seconds) { this.currentTime = seconds; }
  get duration() { return this.#player.duration; }
  get playbackRate() { return this.#player.get('rate'); }
  set playbackRate(rate) { this.#player.setRate(Number(rate)); }
  get defaultPlaybackRate() { return this.#defaultRate; }
  set defaultPlaybackRate(rate) { this.#defaultRate = saneRate(Number(rate)); }
  get readyState() { return this.#player.loader.ready; }
  get networkState() { return this.#player.loader.network; }
  get seekable() { return ranges(this.#player.info ? this.duration : 0); }
  get buffered() { return ranges(this.#player.info ? this.duration : 0); }
  get played() { return ranges(this.#player.info ? this.currentTime : 0); }
  get error() {
    const failed = this.#player.fault ?? (this.#player.gpuFault && { fault: this.#player.gpuFault, name: '' });
    if (!failed) return null;
    return { ...failed.fault, code: mediaErrorCode(failed.fault), reason: failed.fault.code, message: sentence(failed.fault, failed.name) };
  }

  get volume() { return this.#volume; }
  set volume(volume) { this.#volume = Math.min(1, Math.max(0, Number(volume) || 0)); this.#player.emit('volumechange'); }
  get muted() { return this.#muted; }
  set muted(muted) { this.#muted = Boolean(muted); this.#player.emit('volumechange'); }

  /** @param {string} type */
  canPlayType(type) { return /bvh|biovision|acclaim|\bamc\b|\bskel\b/i.test(type) ? 'probably' : /octet-stream|text\/plain/i.test(type) ? 'maybe' : ''; }

  // What motion has and video has not

  get currentFrame() { return this.#player.frame; }
  set currentFrame(frame) { this.seekToFrame(frame); }
  get frameCount() { return this.#player.frameCount; }
  get frameTime() { return this.#player.frameTime; }
  /** @param {number} frame counted from 0 */
  seekToFrame(frame) { this.#player.seek({ frame: Number(frame) || 0 }); }
  /** @param {number} frames */
  stepFrame(frames = 1) { this.#player.step(Number(frames) || 0); }
  get clips() { return this.#player.info ? [this.#player.info] : []; }
  get behaviours() { return this.#player.behaviours; }
  get warnings() { return this.#player.info?.warnings ?? []; }
  /** The camera as a short text, which can be set again. */
  get cameraState() { return this.#player.camera; }
  set cameraState(text) { this.#player.setCamera(text); }
  /** The loop's first and last second, or null for the whole clip. @returns {[number, number] | null} */
  get loopRange() { return this.#player.get('range'); }
  set loopRange(range) { this.#player.set('range', range); }
  /** Frames drawn so far: what tests of idleness count. */
  get drawCount() { return this.#player.host.read((stage) => stage.drawCount(), 0); }
  /** Where things are on the canvas, in CSS pixels. */
  get figureBox() { return this.#player.host.read((stage) => Array.from(stage.figureBox()), [0, 0, 0, 0]); }
}

/** What TimeRanges looks like. @param {number} end */
function ranges(end) {
  const length = end > 0 ? 1 : 0;
  const at = (/** @type {number} */ value) => (/** @type {number} */ index) => {
    if (index < 0 || index >= length) throw new DOMException('no such range', 'IndexSizeError');
    return value;
  };
  return { length, start: at(0), end: at(end) };
}

for (const [name, value] of Object.entries({
  HAVE_NOTHING: 0, HAVE_METADATA: 1, HAVE_CURRENT_DATA: 2, HAVE_FUTURE_DATA: 3, HAVE_ENOUGH_DATA: 4,
  NETWORK_EMPTY: 0, NETWORK_IDLE: 1, NETWORK_LOADING: 2, NETWORK_NO_SOURCE: 3,
})) Object.defineProperty(MareyPlayer.prototype, name, { value, enumerable: true });
