/** One of the other clips on a stage of its own, beside the player's, with a camera that follows that of the player. */
import { BEYOND, HIDDEN, OWN, actor } from '../../actors/cast.js';
import { momentOf } from '../../actors/moment.js';
import { h, setAttr } from '../../player/base/dom.js';
import { NAMES } from '../../player/base/settings.js';
import { packetsOf } from '../../player/session/packets-of.js';

/** @typedef {import('../../actors/clip-element.js').MareyClip} MareyClip */
/** @typedef {import('../../actors/other-clip.js').OtherClip} OtherClip */
/** @typedef {import('../../player/session/session.js').Session} Session */
/** @typedef {{ read: <T>(read: (stage: import('../../types.d.ts').WasmStage) => T, otherwise: T) => T }} Readable */

const NOWHERE = new Float32Array();
const AXES = ['x', 'y', 'z', '-x', '-y', '-z'];
const POSITIONS = ['auto', 'replace', 'add'];
/** How the stage shows a figure that waits for its clip to begin, or has ended: lost saturation, and share of its opacity. */
const [GREYED, OPACITY] = [0.5, 0.4];
/** A camera's move below this is that of the followed figure: degrees and metres. */
const STILL = 0.003;

/** Height of a figure, and its hips at moments: x, y, z each. @param {Readable} host @param {...number} moments */
function hipsOf(host, ...moments) {
  const [height = 0, , ...places] = host.read((stage) => stage.carriers(new Float64Array(moments)), NOWHERE);
  return { height, places };
}

export class SideView {
  /** The clip that the stage has, or is about to have. @type {OtherClip | null} */
  #clip = null;
  #full = false;
  #settings = '';
  #cast = '';
  /** The camera relative to the figure, as last set. @type {number[]} */
  #camera = [];
  #projection = '';
  /** What covers its edges, CSS pixels. @type {[top: number, right: number, bottom: number, left: number]} */
  #insets = [0, 0, 0, 0];
  #ended = false;

  /** @param {Session} session the player's @param {MareyClip} element */
  constructor(session, element) {
    this.session = session;
    this.element = element;
    /** As the actors of the player's stage have it: radians, and its colours. */
    this.turn = 0;
    /** @type {number[]} */
    this.tint = [];
    this.root = h('div', { class: 'side-view', role: 'img' });
    // An import of the class would cost every page the bytes that share it with this part.
    const Host = /** @type {typeof import('../../player/drawing/stage-host.js').StageHost} */ (session.host.constructor);
    this.host = new Host(this.root, {
      stage: () => this.#fill(),
      content: () => Promise.resolve(),
      picture() {},
      noPicture() {},
      frame() {},
      resized() {},
      printing() {},
      pace() {},
    });
    this.host.renderer = /** @type {import('../../player/element/element.js').MareyPlayer} */ (session.element).renderer;
  }

  get left() {
    return this.root.offsetLeft;
  }

  /** The clip's time while the player's clock shows `time`, and whether the clip plays then. @param {number} time */
  moment(time) {
    return momentOf(this.element, time, this.host.number('duration'));
  }

  /** Gives the stage the clip. */
  async #fill() {
    const clip = this.#clip;
    this.#full = false;
    if (!clip?.complete) return;
    const {
      job: { signal },
    } = clip.load;
    const packets = await packetsOf({ shown: clip.load }, signal).catch((error) => {
      if (!signal.aborted) console.warn('Marey:', error);
      return null;
    });
    if (!packets || clip !== this.#clip || this.#ended || this.#full) return;
    const { host } = this;
    host.change((stage) => {
      // The columns were divided before there was a stage.
      stage.setInsets(...this.#insets);
      stage.resetClip();
      stage.pushPacket(packets);
    });
    host.clipBytes = packets.byteLength;
    host.newClip();
    host.pacing.joints = clip.info?.joints.length ?? 0;
    this.#full = true;
    this.#settings = this.#cast = '';
    this.#camera = [];
    this.update();
  }

  /** Call when the clip, or what is shown of it, has changed. */
  update() {
    const { element, host, session } = this;
    const { clip } = element;
    setAttr(this.root, 'aria-label', element.label || clip?.source.name || '');
    if (clip !== this.#clip) {
      this.#clip = clip;
      this.#full = false;
    }
    if (!this.#full) {
      if (clip?.complete && host.ready) this.#fill();
      return;
    }
    if (!clip) return;
    const {
      reading: { frameTime, positions, up },
      unit,
    } = clip;
    const { highlight: _, range: __, ...values } = session.settings.values;
    const settings = JSON.stringify([values, clip.reading, unit]);
    if (settings !== this.#settings) {
      this.#settings = settings;
      host.change((stage) => {
        session.settings.applyAll(stage);
        const own = {
          behaviour: clip.behaviour,
          rate: 1,
          loop: 0,
          frameTime,
          range: NaN,
          unit,
          up: AXES.indexOf(up),
          positions: POSITIONS.indexOf(positions),
          highlight: -1,
          simple: 2,
          ground: 0,
          follow: session.host.number('follows'),
        };
        for (const [name, value] of Object.entries(own)) stage.set(NAMES.indexOf(/** @type {keyof typeof own} */ (name)), value, value);
      });
      this.#camera = [];
      this.light();
    }
    this.time();
  }

  /** Call when another joint is chosen. */
  light() {
    const { chosen } = this.session.state;
    const joint = chosen?.element === this.element ? chosen.highlight : -1;
    if (this.#full) this.host.change((stage) => stage.set(NAMES.indexOf('highlight'), joint, 0));
  }

  /** Call when the time or the player's camera has changed. */
  time() {
    const { element, host, session } = this;
    if (!this.#full) return;
    const { at, plays } = this.moment(session.playback.time);
    const [r, g, b, share, greyed, right, opacity] = this.tint;
    const tint = plays ? [r, g, b, share, greyed, right, opacity] : [r, g, b, share, GREYED, right, opacity * OPACITY];
    const cast = actor({ kind: plays || element.beyond === BEYOND[0] ? OWN : HIDDEN, turn: this.turn, tint });
    if (String(cast) !== this.#cast) {
      this.#cast = String(cast);
      host.change((stage) => stage.setActors(new Float64Array(cast), NaN));
    }
    if (Math.abs(host.number('time') - at) > 1e-6) host.change((stage) => stage.seek(at));
    this.#follow(at);
  }

  /** Looks at the figure as the player's camera looks at its own. @param {number} at the clip's time */
  #follow(at) {
    const { host, session } = this;
    const [yaw, pitch, distance, x, y, z, projection = ''] = session.view.camera
      .split(',')
      .map((part, index) => (index < 6 ? Number(part) : part));
    const numbers = /** @type {number[]} */ ([yaw, pitch, distance, x, y, z]);
    if (!numbers.every(Number.isFinite)) return;
    const follows = session.host.number('follows') === 1;
    if (follows !== (host.number('follows') === 1)) {
      host.change((stage) => stage.set(NAMES.indexOf('follow'), Number(follows), 0));
      this.#camera = [];
    }
    const own = hipsOf(session.host, follows ? session.playback.time : 0, 0);
    const other = hipsOf(host, follows ? at : 0, 0);
    if (!(own.height > 0 && other.height > 0)) return;
    // In sizes of the figure, from its hips.
    const size = other.height / own.height;
    const camera = [
      numbers[0],
      numbers[1],
      numbers[2] * size,
      (numbers[3] - own.places[0]) * size,
      (numbers[4] - own.places[4]) * size,
      (numbers[5] - own.places[2]) * size,
    ];
    if (
      projection === this.#projection &&
      this.#camera.length &&
      camera.every((value, index) => Math.abs(value - this.#camera[index]) < STILL)
    )
      return;
    this.#camera = camera;
    this.#projection = String(projection);
    const [sine, cosine] = [Math.sin(this.turn), Math.cos(this.turn)];
    const [hipsX, , hipsZ, , hipsY] = other.places;
    const target = [camera[3] + hipsX * cosine + hipsZ * sine, camera[4] + hipsY, camera[5] + hipsZ * cosine - hipsX * sine];
    const text = [camera[0], camera[1], camera[2], ...target].map((value) => value.toFixed(3)).join();
    host.change((stage) => stage.setCamera(projection ? `${text},${projection}` : text));
  }

  /** Shows it in a part of the player. @param {number} left CSS pixels @param {number} width @param {[top: number, right: number, bottom: number, left: number]} insets */
  place(left, width, insets) {
    const { root } = this;
    root.style.setProperty('left', `${left}px`);
    root.style.setProperty('width', `${width}px`);
    this.#insets = insets;
    this.host.change((stage) => stage.setInsets(...insets));
  }

  end() {
    const { host } = this;
    this.#ended = true;
    host.hide();
    host.change((stage) => stage.clear());
    host.clipBytes = 0;
    this.root.remove();
  }
}
