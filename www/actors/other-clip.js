/** A clip beside the player's own: reads it, gives it to the stage, and tells its facts. */
import { NAMES } from '../player/base/settings.js';
import { Load } from '../player/session/load.js';

/** @typedef {import('../player/session/session.js').Session} Session */
/** @typedef {import('../types.d.ts').ClipInfo} ClipInfo */
/** @typedef {import('../types.d.ts').Fault} Fault */
/** @typedef {import('../types.d.ts').Source} Source */
/** @typedef {import('../types.d.ts').WasmStage} WasmStage */
/** @typedef {{ unit: number, up: string, frameTime: number, positions: string, behaviour: string }} Reading how its file is read, as the player's attributes of these names say */

/** Bit of a packet's result: it began a clip. */
const NEW_CLIP = 1;
const POSITIONS = ['auto', 'replace', 'add'];
const AXES = ['x', 'y', 'z', '-x', '-y', '-z'];

export class OtherClip {
  /** Its place among the other clips of the stage. */
  index = -1;
  /** @type {ClipInfo | null} */
  info = null;
  complete = false;
  /** @type {unknown} */
  error = null;
  /** Its moments at every step of the clock, which it follows in place of its offset and speed. @type {{ step: number, moments: Float32Array } | null} */
  warp = null;
  /** Factor of its size on the stage. */
  scale = 1;
  #begun = false;
  /** A stage of its own, which has the clip while calls act on it; of this instance. @type {WasmStage | null} */
  #side = null;
  /** @type {import('../player/recovery/instance.js').Instance | null} */
  #instance = null;

  /** @param {Session} session @param {Source} source @param {Reading} reading @param {() => void} changed something to be shown has changed */
  constructor(session, source, reading, changed) {
    this.session = session;
    this.source = source;
    this.reading = reading;
    this.changed = changed;
    this.load = new Load(source, {});
  }

  /** A stage whose calls act on this clip. */
  get host() {
    const { host } = this.session;
    const { instance } = host;
    if (instance && instance !== this.#instance) {
      this.#instance = instance;
      this.#side = host.read((stage) => stage.twin(), null);
    }
    const side = /** @type {WasmStage} */ (this.#side);
    /** @template T @param {(stage: WasmStage) => T} act @returns {(stage: WasmStage) => T} */
    const withClip = (act) => (stage) => {
      stage.lend(this.index, side);
      try {
        return act(side);
      } finally {
        stage.lend(this.index, side);
      }
    };
    return {
      /** @template T @param {(stage: WasmStage) => T} read @param {T} otherwise @returns {T} */
      read: (read, otherwise) => host.read(withClip(read), otherwise),
      /** @template T @param {(stage: WasmStage) => T} change @param {T} [otherwise] */
      change: (change, otherwise) => host.change(withClip(change), otherwise),
    };
  }

  get behaviour() {
    return Math.max(0, this.info?.behaviours.findIndex(({ name }) => name === this.reading.behaviour) ?? 0);
  }
  /** Of the behaviour that plays, seconds. */
  get duration() {
    return this.info?.behaviours[this.behaviour]?.duration ?? 0;
  }

  /** Reads the file. Settles when it is whole, or failed. */
  async read() {
    try {
      await this.load.read({ stalled() {}, progress() {}, packet: () => this.#flush(), restart() {} });
      this.#flush();
      this.complete = true;
      this.info = this.host.read((stage) => stage.info(), undefined) ?? this.info;
    } catch (error) {
      if (!this.load.job.signal.aborted) this.error = error;
    }
    this.changed();
  }

  /** Gives up what is still being read, and the stage of its own. */
  stop() {
    this.load.job.abort(new DOMException('', 'AbortError'));
    if (this.#instance && !this.#instance.dead) this.#side?.free();
    this.#side = this.#instance = null;
  }

  /** Gives the stage, a fresh one, all of the clip. */
  restore() {
    this.#begun = false;
    if (this.load.packets.retained) {
      this.load.packets.rewind();
      this.#flush();
    } else {
      this.stop();
      this.load = new Load(this.source, {});
      this.read();
    }
  }

  #flush() {
    if (!this.session.host.ready || this.index < 0) return;
    const bits = this.load.packets.push(this.host, !this.#begun);
    // The stage has died; the next one gets all packets again.
    if (bits === null) return;
    this.#begun = true;
    if (!(bits & NEW_CLIP)) return;
    this.info = this.host.read((stage) => stage.info(), undefined) ?? null;
    this.apply();
    this.changed();
  }

  /** Lets it follow a warp in time. @param {number} step seconds of the clock @param {Float32Array} moments its own, seconds; none ends the warp */
  follow(step, moments) {
    if (!moments.length && !this.warp) return;
    this.warp = moments.length ? { step, moments } : null;
    this.host.change((stage) => stage.setWarp(step, moments));
  }

  /** Its moment along the warp while the clock shows `time`; undefined without a warp. @param {number} time */
  momentAlong(time) {
    return this.warp?.moments[Math.min(Math.round(time / this.warp.step), this.warp.moments.length - 1)];
  }

  /** The unit in which the stage shows it, metres; 0: the file's own, or the guess. */
  get unit() {
    const {
      reading: { unit },
      scale,
    } = this;
    return scale === 1 ? unit : (unit || this.info?.unit.metres || 0) * scale;
  }

  /** Shows it larger or smaller than its file says. @param {number} scale */
  setScale(scale) {
    if (scale === this.scale) return;
    this.scale = scale;
    this.apply();
    this.changed();
  }

  /** Applies how its file is to be read, and its warp. */
  apply() {
    const {
      reading: { up, frameTime, positions },
      unit,
    } = this;
    /** @param {'behaviour' | 'unit' | 'up' | 'frameTime' | 'positions'} name @param {number} value */
    const set = (name, value) => this.host.change((stage) => stage.set(NAMES.indexOf(name), value, 0));
    set('behaviour', this.behaviour);
    set('unit', unit);
    set('up', AXES.indexOf(up));
    set('frameTime', frameTime);
    set('positions', POSITIONS.indexOf(positions));
    const { warp } = this;
    if (warp) this.follow(warp.step, warp.moments);
  }
}
