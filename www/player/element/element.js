/** `<marey-player>`: the public face of a player, shaped like HTMLMediaElement. */
import { setBase } from '../base/files.js';
import { reducedMotion } from '../base/motion.js';
import { RATE_LIMITS, parseMoments, parseUnit, parseUp } from '../base/settings.js';
import { MOTION } from '../loading/kinds.js';
import { canPlayType } from '../loading/media-types.js';
import { PACKED, companions, nameOf, packedSource } from '../session/link.js';
import { Session } from '../session/session.js';
import { sessions } from '../session/sessions.js';
import { NETWORK, READY } from '../session/state.js';
import { fault } from '../words/errors.js';
import { parseMoment } from '../words/format.js';
import { S } from '../words/strings.js';
import { setWords } from '../words/words.js';
import { ClipList } from './clip-list.js';
import { PlayerError } from './media-error.js';
import { ReflectedElement } from './reflected.js';
import { actors, chronophotograph, exporting, ghosts, measuring, panels, retargeting, syncing, trails } from './rooms.js';
import { Shell } from './shell.js';
import { followTheme } from './theme.js';

/** @typedef {import('../../types.d.ts').Source} Source */

/** Distance from the viewport at which a lazy player begins to read. */
const NEAR = '600px';

/**
 * Plays a motion file (BVH, Acclaim ASF/AMC, The Sims SKEL, HAnim), and behaves like a video.
 * @slot poster - shown until the first picture
 * @slot controls - replaces the bar
 * @csspart root - everything
 * @csspart stage - where the figure moves
 * @csspart poster - the picture of the attribute `poster`
 * @csspart title - the clip's name, its frames and length
 * @csspart scale - the length scale on the ground
 * @csspart label - the name beside the hovered or selected joint
 * @csspart bar - the controls
 * @csspart timeline - the timeline in the bar
 * @csspart curves - the curves above the timeline
 * @csspart marks - the lanes of marks and feet below the timeline
 * @csspart button - each button, those of the bar and of cards
 * @csspart big-play - the round button before the first play
 * @csspart menu - a list that a button opens
 * @csspart panel - settings, details, share, keys
 * @csspart card - an error, with its remedies
 * @csspart progress - how much of a file has been read
 * @csspart toast - a short message
 * @cssprop --marey-text - text and icons
 * @cssprop --marey-dim - secondary text
 * @cssprop --marey-panel - background of what floats over the stage
 * @cssprop --marey-bar - background of the bar, if not that of panels
 * @cssprop --marey-line - borders
 * @cssprop --marey-accent - active things: the track, switches, selected items
 * @cssprop --marey-warning - warnings
 * @cssprop --marey-focus - the focus ring
 * @cssprop --marey-radius - corner radius of the bar, panels and cards
 * @cssprop --marey-font - font family
 */
export class MareyPlayer extends ReflectedElement {
  static observedAttributes = [
    'src',
    'skeleton',
    'skin',
    'joints',
    'axes',
    'onto',
    'autoplay',
    'loop',
    'loop-mode',
    'controls',
    'loading',
    'preload',
    'speed',
    'start',
    'end',
    'poster',
    'fps',
    'unit',
    'up',
    'positions',
    'ground',
    'camera',
    'follow',
    'theme',
    'transparent',
    'patterns',
    'interpolation',
    'in-place',
    'behaviour',
    'alt',
    'nohotkeys',
    'share',
    'gestures',
    'crossorigin',
    'width',
    'height',
    'renderer',
    'sync',
    'sync-offset',
    'moments',
    'moments-spacing',
    'moments-tint',
    'ghosts',
    'ghost-step',
    'trails',
    'trail-window',
    'measures',
    'marks',
    'contacts',
    'curves',
  ];

  /**
   * Replaces the player's words, in all players whose controls have not loaded yet. The nearest `lang` tells their language.
   * @param {import('../../types.d.ts').PlayerWords} words
   */
  static setWords(words) {
    setWords(words);
  }

  /**
   * Sets the folder of the package's files (its `dist/`), if the bundler does not copy them beside its own: esbuild, or Rollup
   * without a plugin for it. To be set before the first player begins to read.
   * @param {string | URL} folder relative to the page
   */
  static setAssetBase(folder) {
    setBase(folder);
  }

  static HAVE_NOTHING = READY.NOTHING;
  static HAVE_METADATA = READY.METADATA;
  static HAVE_CURRENT_DATA = READY.CURRENT;
  static HAVE_FUTURE_DATA = READY.FUTURE;
  static HAVE_ENOUGH_DATA = READY.ENOUGH;
  static NETWORK_EMPTY = NETWORK.EMPTY;
  static NETWORK_IDLE = NETWORK.IDLE;
  static NETWORK_LOADING = NETWORK.LOADING;
  static NETWORK_NO_SOURCE = NETWORK.NO_SOURCE;

  /** @type {Session | null} */
  #created = null;
  #attached = false;
  /** @type {(() => void)[]} */
  #undo = [];
  /** There is no sound, but controls made for media elements ask for these. */
  #volume = 1;
  #muted = false;
  /** @type {File | Blob | FileList | File[] | null} */
  #object = null;
  #clips = new ClipList(this);
  /** @type {{ of: object, error: PlayerError } | null} */
  #error = null;

  constructor() {
    super();
    // Own properties set before the element was defined shadow the accessors of the same names: set them again through those.
    for (const name of Object.keys(this)) {
      if (!(name in MareyPlayer.prototype)) continue;
      const value = /** @type {MareyPlayer & Record<string, unknown>} */ (this)[name];
      delete (/** @type {MareyPlayer & Record<string, unknown>} */ (this)[name]);
      queueMicrotask(() => {
        /** @type {MareyPlayer & Record<string, unknown>} */ (this)[name] = value;
      });
    }
  }

  /** Created on first use, so that properties may be set before the element is in a document. */
  get #session() {
    if (this.#created) return this.#created;
    const shell = new Shell(this);
    const session = new Session(this, shell.box);
    this.#created = session;
    sessions.set(this, session);
    session.defaultIntent = () => this.#attributeIntent();
    session.mayRead = () =>
      (this.loading === 'eager' || session.near) && (this.preload !== 'none' || session.state.autoplay || !session.playback.paused);
    session.on('skin', () => {
      panels(this).then((module) => module?.paint(session));
    });
    session.on('setting', () => {
      if (session.get('moments')) chronophotograph(this).then((module) => module?.show(shell.shadow, session));
      if (session.get('ghosts')) ghosts(this).then((module) => module?.show(shell.shadow, session));
      if (session.get('measures')) measuring(this).then((module) => module?.show(shell.shadow, session));
      if (session.get('trails')) trails(this).then((module) => module?.show(shell.shadow, session));
    });
    const seek = () => {
      const { clips, onto } = session.intent;
      if (clips || this.querySelector('marey-clip')) actors(this).then((module) => module?.show(this, session));
      if ((onto || this.hasAttribute('onto')) && !session.deferred) retargeting(this).then((module) => module?.show(this, session, onto));
    };
    new MutationObserver(seek).observe(this, { childList: true });
    session.on('load', seek);
    session.on('attribute', seek);
    shell.attach(session);
    followTheme(this, shell.root, session);
    return session;
  }

  connectedCallback() {
    const session = this.#session;
    if (this.#attached) return;
    this.#attached = true;
    const near = new IntersectionObserver(
      (entries) => {
        if (entries[entries.length - 1].isIntersecting) session.show();
        else session.wait();
        // A player that was near once stays ready.
        if (session.near) near.disconnect();
      },
      { rootMargin: NEAR },
    );
    near.observe(this);
    this.#undo = [
      () => near.disconnect(),
      reducedMotion.watch((reduced) => {
        session.set('smooth', !reduced);
        this.#mayAutoplay();
      }),
    ];
  }

  async disconnectedCallback() {
    // Moving an element in the document removes and inserts it; only a lasting removal counts.
    await Promise.resolve();
    if (this.isConnected || !this.#attached) return;
    this.#attached = false;
    for (const undo of this.#undo.splice(0)) undo();
    this.#session.hide();
  }

  /** @param {string} name @param {string | null} before @param {string | null} value */
  attributeChangedCallback(name, before, value) {
    if (before === value && name !== 'src') return;
    const session = this.#session;
    const on = value !== null;
    switch (name) {
      case 'src':
        if (value !== null) this.load();
        break;
      // The HTML parser sets one attribute after the other: together they cause one load.
      case 'skeleton':
      case 'skin':
      case 'joints':
      case 'axes':
        if (this.getAttribute('src')) this.load();
        break;
      case 'autoplay':
        this.#mayAutoplay();
        break;
      case 'sync':
        syncing(this).then((module) => module?.follow(this, session));
        break;
      case 'loading':
      case 'preload':
        if (session.deferred && session.mayRead()) session.read();
        break;
      case 'loop':
      case 'loop-mode':
        session.set('loop', this.loop ? this.loopMode : '');
        break;
      case 'speed':
        this.#rates(this.speed, this.speed);
        break;
      case 'renderer':
        session.host.renderer = this.renderer;
        break;
      case 'follow':
        session.set('follow', this.follow);
        break;
      case 'patterns':
        session.set('patterns', on);
        break;
      case 'interpolation':
        session.set('interpolation', this.interpolation);
        break;
      case 'in-place':
        session.set('inPlace', on);
        break;
      case 'moments':
        session.set('moments', parseMoments(value) ?? this.moments);
        break;
      case 'moments-spacing':
        session.set('spacing', this.momentsSpacing);
        break;
      case 'moments-tint':
        session.set('tint', this.momentsTint === 'viridis' ? 'viridis' : 'fade');
        session.set('fade', Number(this.momentsTint === 'fade'));
        break;
      case 'ghosts':
        session.set('ghosts', this.ghosts);
        break;
      case 'ghost-step':
        session.set('ghostStep', this.ghostStep);
        break;
      case 'trails':
        session.set('trails', this.trails);
        break;
      case 'trail-window':
        session.set('trailWindow', this.trailWindow);
        break;
      case 'measures':
      case 'marks':
      case 'contacts':
      case 'curves':
        session.set(name, value);
        break;
      case 'transparent':
        session.set('transparent', on);
        break;
      case 'start':
      case 'end':
        this.#applyIntent({ range: this.#attributeIntent().range });
        break;
      case 'fps':
      case 'unit':
      case 'up':
      case 'positions':
      case 'ground':
      case 'camera':
      case 'behaviour': {
        const intent = this.#attributeIntent();
        const key = name === 'fps' ? 'frameTime' : name;
        this.#applyIntent({ [key]: intent[key] });
        break;
      }
      default:
    }
    session.signal('attribute', name);
  }

  /** @param {import('../session/load.js').Intent} intent */
  #applyIntent(intent) {
    // Without a clip, shown or requested, the next one reads the attributes when it comes.
    if (this.#session.info || this.#session.replacing) this.#session.applyIntent(intent);
  }

  /** The attributes as an intent for any clip. @returns {import('../session/load.js').Intent} */
  #attributeIntent() {
    const start = parseMoment(this.getAttribute('start'));
    return {
      moment: start,
      range: [start, parseMoment(this.getAttribute('end'))],
      camera: this.camera,
      behaviour: this.getAttribute('behaviour') ?? '',
      frameTime: this.fps > 0 ? 1 / this.fps : 0,
      unit: parseUnit(this.getAttribute('unit')),
      up: parseUp(this.getAttribute('up')),
      positions: this.positions,
      ground: this.ground,
    };
  }

  #mayAutoplay() {
    const session = this.#session;
    session.state.autoplay = this.autoplay && !reducedMotion.now;
    if (session.deferred && session.mayRead()) session.read();
  }

  // Loading, as in HTMLMediaElement

  /** The renderer that draws now; `none` if none draws, or none yet. @returns {import('../../types.d.ts').Rung | 'none'} */
  get currentRenderer() {
    return this.#session.host.rung ?? 'none';
  }

  /** The address last requested, `''` for a file. */
  get currentSrc() {
    return this.#session.state.address;
  }

  /**
   * A File or Blob, or several that belong together: the first that can be played, and its skeleton and skin.
   * @returns {File | Blob | FileList | File[] | null}
   */
  get srcObject() {
    return this.#object;
  }
  set srcObject(object) {
    const files = filesOf(object);
    this.#object = object ?? null;
    if (files) this.#open(files);
    else this.load();
  }

  /** @param {(File | Blob)[]} files */
  #open(files) {
    const first = files.find((file) => file instanceof File && MOTION.test(file.name)) ?? files[0];
    const beside = files.filter((file) => file !== first);
    const name = (/** @type {Blob} */ file) => (file instanceof File ? file.name : 'clip');
    this.#session.load(
      {
        name: name(first),
        blob: first,
        companions: [...beside.map((blob) => ({ name: name(blob), blob })), ...this.#namedCompanions()],
        ...this.#arrays(),
      },
      { eager: true },
    );
  }

  /** Loads `src` or `srcObject` again from the start. */
  load() {
    const session = this.#session;
    const address = this.getAttribute('src');
    const files = filesOf(this.#object);
    if (files) {
      this.#open(files);
      return;
    }
    if (!address) {
      session.empty();
      return;
    }
    if (address.startsWith(PACKED)) {
      session.load(packedSource(address.slice(PACKED.length)));
      return;
    }
    try {
      const url = new URL(address, document.baseURI);
      session.load({
        name: nameOf(url),
        written: address,
        url: url.href,
        credentials: this.crossOrigin === 'use-credentials',
        companions: this.#namedCompanions(),
        ...this.#arrays(),
      });
    } catch {
      session.fail(fault('link', S.errors.linkSyntax).fault, S.errors.linkName);
    }
  }

  /** How arrays are meant. */
  #arrays() {
    return { joints: this.joints, axes: this.axes };
  }

  #namedCompanions() {
    const [skeleton, skin] = ['skeleton', 'skin'].map((name) => this.getAttribute(name));
    return companions({ skeleton, skin }, (address) => new URL(address, document.baseURI), false);
  }

  get readyState() {
    return this.#session.state.readyState;
  }
  get networkState() {
    return this.#session.state.network;
  }

  /** The current error, or null. The same object as long as the error is the same. */
  get error() {
    const session = this.#session;
    const { failure, pictureFault } = session;
    const of = failure ?? pictureFault;
    if (!of) return null;
    if (this.#error?.of !== of) {
      const what = failure ?? {
        fault: /** @type {import('../../types.d.ts').Fault} */ (pictureFault),
        name: '',
        source: null,
        after: 'nothing',
      };
      this.#error = { of, error: new PlayerError(what, async () => (await panels(this))?.hint(session) ?? '') };
    }
    return this.#error.error;
  }

  /** @param {string} type */
  canPlayType(type) {
    if (!arguments.length) throw new TypeError('canPlayType takes a media type');
    return canPlayType(type);
  }

  // Playing, as in HTMLMediaElement

  /** Rejects with a NotSupportedError if the source last requested cannot be played, even if an earlier clip stays on the stage. */
  play() {
    return this.#session.playback.play(true);
  }
  pause() {
    this.#session.playback.pause();
  }
  get paused() {
    return this.#session.playback.paused;
  }
  get ended() {
    return this.#session.playback.atEnd && !this.loop;
  }
  get seeking() {
    return this.#session.playback.seeking;
  }
  get currentTime() {
    return this.#session.playback.time;
  }
  set currentTime(seconds) {
    const session = this.#session;
    const moment = { seconds: finite(seconds, 'currentTime') };
    // While a clip is on its way this sets its start, whatever the stage still shows.
    if (session.replacing) session.applyIntent({ moment });
    else session.playback.seek(moment);
  }

  /** @param {number} seconds */
  fastSeek(seconds) {
    this.currentTime = seconds;
  }
  get duration() {
    return this.#session.playback.duration;
  }

  /** 1 is real time; negative plays backwards, which media elements do not support. */
  get playbackRate() {
    return this.#session.get('rate');
  }
  set playbackRate(rate) {
    this.#rates(this.#session.state.defaultRate, inRange(rate, 'playbackRate'));
  }
  get defaultPlaybackRate() {
    return this.#session.state.defaultRate;
  }
  set defaultPlaybackRate(rate) {
    this.#rates(inRange(rate, 'defaultPlaybackRate'), this.playbackRate);
  }

  /** @param {number} byDefault @param {number} now */
  #rates(byDefault, now) {
    const session = this.#session;
    const changed = byDefault !== session.state.defaultRate;
    session.state.defaultRate = byDefault;
    if (now !== this.playbackRate) session.playback.setRate(now);
    else if (changed) session.emit('ratechange');
  }

  get seekable() {
    return ranges(this.#session.info ? this.duration : 0, this.#session.playback.begin);
  }
  get buffered() {
    return this.seekable;
  }
  get played() {
    return ranges(this.#session.info ? this.currentTime : 0);
  }

  get volume() {
    return this.#volume;
  }
  set volume(volume) {
    this.#volume = Math.min(1, Math.max(0, Number(volume) || 0));
    this.#session.emit('volumechange');
  }
  get muted() {
    return this.#muted;
  }
  set muted(muted) {
    this.#muted = Boolean(muted);
    this.#session.emit('volumechange');
  }

  /**
   * Calls back once, after the next picture.
   * @param {(now: number, metadata: { mediaTime: number, presentationTime: number, expectedDisplayTime: number, width: number, height: number, presentedFrames: number }) => void} callback
   * @returns {number} for `cancelVideoFrameCallback`
   */
  requestVideoFrameCallback(callback) {
    return this.#session.pictures.request(callback);
  }
  /** Cancels a requested callback. @param {number} handle */
  cancelVideoFrameCallback(handle) {
    this.#session.pictures.cancel(handle);
  }

  /**
   * The current picture without the controls, with `scale` pixels for each on the screen. Before the first picture it waits for the
   * clip, and starts to read a deferred one, also with `preload="none"`, as `play()` does. Rejects with an InvalidStateError if
   * nothing can be drawn, with an EncodingError if the image cannot be encoded.
   * @param {{ type?: string, quality?: number, scale?: number }} [options] media type, PNG by default; quality of a lossy one, 0 to 1
   * @returns {Promise<Blob>}
   */
  async toBlob({ type, quality, scale = 1 } = {}) {
    const session = this.#session;
    if (!(scale > 0)) throw new RangeError('scale takes a number above 0');
    // Copied now, before the script has come: the picture is to be the one on the screen.
    const copy = session.drawn && session.host.snapshot(scale);
    return (await exporting()).currentPicture(session, copy, { type, quality, scale });
  }

  /**
   * A separate picture, drawn beside the stage, which does not change: in another size, at another moment, from another camera, without
   * the background. By default it shows what the stage shows, without room for controls. A deferred clip is read for it, as for
   * `toBlob()`. Rejects with an InvalidStateError if nothing can be drawn.
   * @param {import('../../types.d.ts').PictureOptions} [options]
   * @returns {Promise<Blob>}
   */
  async picture(options = {}) {
    return (await exporting()).picture(this.#session, options);
  }

  /**
   * Several moments side by side, as papers show motion. Rejects as `picture` does.
   * @param {import('../../types.d.ts').FilmstripOptions} [options]
   * @returns {Promise<Blob>}
   */
  async filmstrip(options = {}) {
    return (await exporting()).filmstrip(this.#session, options);
  }

  /**
   * A film of the motion, drawn frame by frame beside the stage, which does not change: MP4 if the browser encodes it well,
   * otherwise WebM, otherwise an animated GIF. Rejects as `picture` does, with a NotSupportedError if the browser cannot write the
   * requested type, and with an AbortError if it is cancelled or the player shows another clip before it is done.
   * @param {import('../../types.d.ts').FilmOptions} [options]
   * @returns {Promise<Blob>}
   */
  async film(options = {}) {
    return (await exporting()).film(this.#session, options);
  }

  /**
   * The clip as files of another format, at another rate, in another unit or up axis: two files for Acclaim and The Sims, else one.
   * Rejects with the reason if the format cannot hold the clip.
   * @param {import('../../types.d.ts').ConvertOptions} options
   * @returns {Promise<File[]>}
   */
  async convert(options) {
    return (await exporting()).convert(this.#session, options);
  }

  // Motion, beyond what media elements have

  /** The behaviour that plays, by its name among `behaviours`. */
  get behaviour() {
    return this.behaviours[this.#session.get('behaviour')] ?? this.getAttribute('behaviour') ?? '';
  }
  set behaviour(name) {
    this.setAttribute('behaviour', name);
  }
  /** The names of all motions in the file. */
  get behaviours() {
    return this.#session.playback.behaviours;
  }
  /** The frame that is shown, counted from 0. Setting it calls `seekToFrame`. */
  get currentFrame() {
    return this.#session.playback.frame;
  }
  set currentFrame(frame) {
    this.seekToFrame(frame);
  }
  /** The number of frames of the motion, or of keys if it has no rate. */
  get frameCount() {
    return this.#session.playback.frameCount;
  }
  /** Seconds from one frame to the next; 0 if each key has its own time. */
  get frameTime() {
    return this.#session.playback.frameTime;
  }
  /** Seeks to a frame, and stays there if the player is paused. @param {number} frame counted from 0 */
  seekToFrame(frame) {
    this.#session.playback.seek({ frame: finite(frame, 'frame') });
  }
  /** Pauses and steps forward by this many frames, or back if negative. @param {number} frames */
  stepFrame(frames = 1) {
    this.#session.playback.step(finite(frames, 'frames'));
  }
  /**
   * Facts about the clips that are shown: format, joints, unit, warnings and more. The first is the player's own, the others are those of
   * its `<marey-clip>`. Empty without a clip. The same list each time, which follows the stage.
   */
  get clips() {
    const { info, state } = this.#session;
    this.#clips.splice(0, Infinity, ...(info ? [info, ...state.others] : []));
    return this.#clips;
  }

  /**
   * The position of a joint in the pose that is shown, in the file's own axes and units, with X negated for files of The Sims;
   * null if there is no such joint.
   * @param {string | number} joint its name (the first joint of that name), or its index in `clips[0].joints`
   * @returns {{ x: number, y: number, z: number } | null}
   */
  jointPosition(joint) {
    const session = this.#session;
    const index = typeof joint === 'number' ? joint : (session.info?.joints.findIndex(({ name }) => name === joint) ?? -1);
    if (!session.info?.joints[index]) return null;
    const [x, y, z] = session.host.read((stage) => stage.jointState(index), new Float32Array());
    return x === undefined ? null : { x, y, z };
  }

  /** The index of the selected joint; -1 for none. */
  get selectedJoint() {
    return this.#session.view.selected;
  }
  set selectedJoint(index) {
    this.#session.view.select(this.#session.info?.joints[index] ? index : -1);
  }
  /** What the reader repaired or left out. */
  get warnings() {
    return this.#session.info?.warnings ?? [];
  }
  /** The camera as a short text; setting it restores that camera. */
  get cameraState() {
    return this.#session.view.camera;
  }
  set cameraState(text) {
    this.#session.view.setCamera(text);
    if (!this.#session.shown || this.#session.replacing) this.#session.applyIntent({ camera: text });
  }

  /** The loop's first and last second, or null for the whole clip. @returns {[number, number] | null} */
  get loopRange() {
    return this.#session.get('range');
  }
  set loopRange(range) {
    this.#session.set('range', range);
  }
  /** The seconds of the chronophotograph’s figures. Setting at least two chooses them by hand; fewer end the chronophotograph. @returns {number[]} */
  get momentTimes() {
    return [...(this.#session.state.moments?.moments ?? [])];
  }
  set momentTimes(seconds) {
    if (seconds?.length > 1) this.setAttribute('moments', seconds.join(' '));
    else this.removeAttribute('moments');
  }
  /** Pictures drawn so far: tests of idleness count them. */
  get drawCount() {
    return this.#session.host.number('drawCount');
  }
  /** The figure's bounds on the canvas, in CSS pixels: left, top, right, bottom. */
  get figureBox() {
    return this.#session.host.read((stage) => Array.from(stage.figureBox()), [0, 0, 0, 0]);
  }
}

/** The value of `srcObject` as a list. @param {unknown} object @returns {(File | Blob)[] | null} */
function filesOf(object) {
  if (object === null || object === undefined) return null;
  const files = object instanceof Blob ? [object] : object instanceof FileList || Array.isArray(object) ? [...object] : [];
  if (!files.length || !files.every((file) => file instanceof Blob))
    throw new TypeError('srcObject takes a File, a Blob, or a list of files');
  return files;
}

/** @param {unknown} value @param {string} name */
function finite(value, name) {
  const number = Number(value);
  if (!Number.isFinite(number)) throw new TypeError(`${name} takes a finite number`);
  return number;
}

/** @param {unknown} value @param {string} name */
function inRange(value, name) {
  const rate = finite(value, name);
  if (Math.abs(rate) > RATE_LIMITS.most || (rate !== 0 && Math.abs(rate) < RATE_LIMITS.least)) {
    throw new DOMException(
      `${name} ${rate} is not supported: it goes from ${RATE_LIMITS.least} to ${RATE_LIMITS.most}, and backwards`,
      'NotSupportedError',
    );
  }
  return rate;
}

/** An object like TimeRanges, with one range or none. @param {number} end @param {number} [start] */
function ranges(end, start = 0) {
  const length = end > start ? 1 : 0;
  const at = (/** @type {number} */ value) => (/** @type {number} */ index) => {
    if (index < 0 || index >= length) throw new DOMException('no such range', 'IndexSizeError');
    return value;
  };
  return { length, start: at(start), end: at(end) };
}

// Minifying renames the class.
Object.defineProperty(MareyPlayer, 'name', { value: 'MareyPlayer' });
for (const [name, value] of Object.entries(MareyPlayer))
  if (typeof value === 'number') Object.defineProperty(MareyPlayer.prototype, name, { value, enumerable: true });
