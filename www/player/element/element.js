/** `<marey-player>`: the public face of a player, shaped like HTMLMediaElement. */
import { setBase } from '../base/files.js';
import { reducedMotion } from '../base/motion.js';
import { takeOver } from '../base/options.js';
import { canPlayType } from '../loading/media-types.js';
import { Session } from '../session/session.js';
import { sessions } from '../session/sessions.js';
import { NETWORK, READY } from '../session/state.js';
import { setWords } from '../words/words.js';
import { OBSERVED, applyAttribute, attributeIntent, saysTheSame, updateAutoplay, setRates } from './attributes.js';
import { ClipList } from './clip-list.js';
import { PlayerError } from './media-error.js';
import { finite, inRange, ranges, spanOf } from './media-values.js';
import { ReflectedElement } from './reflected.js';
import { callRooms, exporting, panels } from './rooms.js';
import { Shell } from './shell.js';
import { filesOf, loadSource } from './sources.js';
import { followTheme } from './theme.js';

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
 * @csspart gait - gait and joint angles above the timeline
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
  static observedAttributes = OBSERVED;

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
    takeOver(this);
  }

  /** Created on first use, so that properties may be set before the element is in a document. */
  get #session() {
    if (this.#created) return this.#created;
    const shell = new Shell(this);
    const session = new Session(this, shell.box);
    this.#created = session;
    sessions.set(this, session);
    session.defaultIntent = () => attributeIntent(this);
    session.mayRead = () =>
      (this.loading === 'eager' || session.near) && (this.preload !== 'none' || session.state.autoplay || !session.playback.paused);
    if (!session.lacks) callRooms(this, shell.shadow, session);
    shell.attach(session);
    followTheme(this, shell.root, session);
    return session;
  }

  connectedCallback() {
    const session = this.#session;
    if (this.#attached) return;
    this.#attached = true;
    if (session.lacks) {
      session.fail(session.lacks, '');
      return;
    }
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
        updateAutoplay(this, session);
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
    const session = this.#session;
    // A source that failed, or gave way to another clip, is loaded again.
    const { failure, requested } = session;
    const again =
      name === 'src' && (failure || !requested || !(this.#object || this.src.includes(requested.url ?? requested.written ?? ' ')));
    if (!again && saysTheSame(name, before, value)) return;
    applyAttribute(this, session, name, value);
    session.signal('attribute', name);
  }

  // Loading, as in HTMLMediaElement

  /** The renderer that draws now; `none` if none draws, or none yet. @returns {import('../../types.d.ts').Rung | 'none'} */
  get currentRenderer() {
    return this.#session.host.current ?? 'none';
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
    loadSource(this, this.#session, files);
  }

  /** Loads `src` or `srcObject` again from the start. */
  load() {
    loadSource(this, this.#session, filesOf(this.#object));
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
    return this.#session.playback.atEnd && !this.loop && !this.seeking;
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
    setRates(this.#session, this.#session.state.defaultRate, inRange(rate, 'playbackRate'));
  }
  get defaultPlaybackRate() {
    return this.#session.state.defaultRate;
  }
  set defaultPlaybackRate(rate) {
    setRates(this.#session, inRange(rate, 'defaultPlaybackRate'), this.playbackRate);
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
    const loud = finite(volume, 'volume');
    if (loud < 0 || loud > 1) throw new DOMException('volume goes from 0 to 1', 'IndexSizeError');
    this.#volume = loud;
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
    if (name === null || name === undefined) this.removeAttribute('behaviour');
    else this.setAttribute('behaviour', name);
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
    this.#session.set('range', spanOf(range, 'loopRange'));
  }
  /** The seconds of the chronophotograph’s figures. Setting at least two chooses them by hand; fewer end the chronophotograph. @returns {number[]} */
  get momentTimes() {
    return [...(this.#session.state.tools.moments?.moments ?? [])];
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

// Minifying renames the class.
Object.defineProperty(MareyPlayer, 'name', { value: 'MareyPlayer' });
for (const [name, value] of Object.entries(MareyPlayer))
  if (typeof value === 'number') Object.defineProperty(MareyPlayer.prototype, name, { value, enumerable: true });
