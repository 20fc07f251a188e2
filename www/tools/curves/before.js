/** The curves of a motion as its file has it, while a mended one is on the stage. Fetched with the first one; a stage that is never drawn keeps it. */
import { Settings } from '../../player/base/settings.js';
import { packetsOf } from '../../player/session/packets-of.js';

/** @typedef {import('../../player/session/session.js').Session} Session */
/** @typedef {import('../../types.d.ts').WasmStage} WasmStage */

export class Before {
  /** The motion that it is about. @type {import('../../types.d.ts').Source | null} */
  #own = null;
  /** @type {import('../../player/recovery/instance.js').Instance | null} */
  #instance = null;
  /** Once it has the motion. @type {WasmStage | null} */
  #stage = null;
  /** Ends reading the motion. @type {AbortController | null} */
  #job = null;
  /** The settings are those of the player. */
  #current = false;
  /** The stage is another one. */
  #fresh = false;
  /** Metres by which heights grow. */
  lift = 0;

  /** @param {Session} session @param {import('./source.js').Source} source makes series of what this reads @param {() => void} changed called when they can be had */
  constructor(session, source, changed) {
    this.session = session;
    this.changed = changed;
    source.stage = this;
    this.source = source;
  }

  /** The series of the motion before it was mended, at the frames of the mended one; null without any, or until they are there. @param {boolean} fresh the player's stage is another one */
  update(fresh) {
    const { host, source } = this.session;
    const own = source?.mended?.own ?? null;
    if (own !== this.#own || this.#instance?.dead || (own && host.instance !== this.#instance)) this.#open(own);
    if (!this.#stage) return null;
    if (this.source.update(fresh || this.#fresh)) {
      this.#current = false;
      this.lift = this.#floorAtZero ? -this.#floor : 0;
    }
    this.#fresh = false;
    return this.source;
  }

  /** Generated bodies stand on their soles. This stage has none, so its motion is put on the floor of the player's. */
  get #floorAtZero() {
    return this.session.state.wears && this.session.get('ground') !== 'zero';
  }

  /** Metres from the zero of the mended motion's file to the floor. */
  get #floor() {
    const { session } = this;
    const info = session.host.read((stage) => stage.info(), null);
    return info ? (info.floor.height * (session.get('unit') || info.unit.metres)) / info.unit.metres : 0;
  }

  /** Seconds of the file before the mended motion begins. */
  get begins() {
    return this.session.source?.mended?.begins ?? 0;
  }

  /** @template T @param {(stage: WasmStage) => T} read @param {T} otherwise */
  read(read, otherwise) {
    const stage = this.#stage;
    if (!stage || this.#instance?.dead) return otherwise;
    if (!this.#current) {
      const settings = new Settings();
      settings.values = { ...this.session.settings.values, ...(this.#floorAtZero && { ground: 'zero' }) };
      for (const name of this.source.reading) settings.apply(name, stage);
    }
    this.#current = true;
    try {
      return read(stage);
    } catch (error) {
      this.session.host.trap(error);
      return otherwise;
    }
  }

  /** @param {import('../../types.d.ts').Source | null} own */
  async #open(own) {
    const { session } = this;
    this.#job?.abort();
    if (!this.#instance?.dead) this.#stage?.free();
    this.#stage = null;
    this.#own = own;
    const instance = (this.#instance = own && session.host.instance);
    const mended = session.source?.mended;
    if (!own || !mended || !instance) return;
    const { signal } = (this.#job = new AbortController());
    /** @type {WasmStage | undefined} */
    let stage;
    try {
      const packets = /** @type {import('../../player/recovery/packets.js').Packets} */ (mended.packets);
      const bytes = await packetsOf({ shown: { packets, source: own } }, signal);
      if (signal.aborted || instance.dead) return;
      stage = new instance.glue.Stage();
      stage.pushPacket(bytes);
      this.#stage = stage;
      this.#fresh = true;
      this.changed();
    } catch (error) {
      // The curves of the mended motion are shown without those before.
      if (error instanceof WebAssembly.RuntimeError) session.host.trap(error);
      else if (!instance.dead) stage?.free();
    }
  }
}
