/**
 * Brings one clip at a time to a core: packets wait for the stage, the stage waits for nothing.
 * The source of what is shown is kept, to read it again when the stage had to be made anew.
 */
import { S } from './strings.js';
import { faultOf } from './errors.js';
import { parse } from './parse-client.js';

/** @typedef {import('../types.d.ts').ClipInfo} ClipInfo */
/** @typedef {import('../types.d.ts').Source} Source */
/**
 * @typedef {object} Load
 * @property {Source} source
 * @property {AbortController} job
 * @property {import('./core.js').Resume | null} resume the clip is known, it only returns to a new stage or in another dress
 * @property {boolean} whole nothing is shown before all of it is read, so that it takes the place of the old one between two pictures
 * @property {Uint8Array[]} queue
 * @property {boolean} done all of it has been read
 * @property {boolean} begun some of it is on its way to the stage
 * @property {boolean} shown it stands there
 * @property {boolean} adopted
 * @property {boolean} partial it was adopted before all of it was there
 */

/** What the stage tells of a packet. */
const NEW_CLIP = 1;
/** A file that takes longer to begin does not hold back the empty stage. */
const BEGIN_MS = 300;

export const NETWORK = { EMPTY: 0, IDLE: 1, LOADING: 2, NO_SOURCE: 3 };
export const READY = { NOTHING: 0, METADATA: 1, CURRENT: 2, FUTURE: 3, ENOUGH: 4 };

export class Loader {
  network = NETWORK.EMPTY;
  ready = READY.NOTHING;
  /** What is being read now, for the progress line. @type {{ name: string, loaded: number, total: number } | null} */
  progress = null;
  /** The clip on the stage. @type {Source | null} */
  source = null;
  /** @type {Load | null} */
  #load = null;
  /** Somebody waits for the first packet. */
  #begun = () => {};

  /** @param {import('./core.js').Core} core */
  constructor(core) {
    this.core = core;
  }

  /** @param {Source} source */
  load(source) {
    this.core.fault = null;
    this.core.signal('fault');
    this.#start(source, null, () => this.core.emit('loadstart'));
  }

  /**
   * Reads what is shown once more, beside other companions. Until it is there, and if it cannot be read, everything stays.
   * @param {Source} source
   * @param {import('./core.js').Resume} resume
   */
  reload(source, resume) {
    this.core.fault = null;
    this.core.signal('fault');
    this.#start(source, resume, undefined, true);
  }

  /** Settles when there is something to show, when nothing is on its way, or soon. @returns {Promise<void>} */
  begun() {
    if (!this.#load || this.#load.queue.length) return Promise.resolve();
    return new Promise((resolve) => {
      this.#begun = resolve;
      setTimeout(resolve, BEGIN_MS);
    });
  }

  /** Once more from the source that failed. */
  retry() {
    if (this.failed) this.core.load(this.failed);
  }

  cancel() {
    this.#load?.job.abort(new DOMException('', 'AbortError'));
    this.#load = null;
    this.source = null;
    this.progress = null;
    this.network = NETWORK.EMPTY;
    this.ready = READY.NOTHING;
    this.core.signal('load');
  }

  /** Stops reading, keeps in mind what was read. */
  suspend() {
    this.#load?.job.abort(new DOMException('', 'AbortError'));
  }

  /** Reads again what was on the stage, or on its way there. @param {import('./core.js').Resume} resume */
  resume(resume) {
    const load = this.#load;
    // A clip that was only to change its dress comes back as it was.
    if (load && !load.adopted && !load.whole) this.#start(load.source, load.resume);
    else if (this.source) this.#start(this.source, resume);
  }

  /**
   * @param {Source} source
   * @param {Load['resume']} resume
   * @param {() => void} [begin]
   * @param {boolean} [whole]
   */
  #start(source, resume, begin, whole = false) {
    this.#load?.job.abort(new DOMException('', 'AbortError'));
    /** @type {Load} */
    const load = { source, resume, whole, job: new AbortController(), queue: [], done: false, begun: false, shown: false, adopted: false, partial: false };
    this.#load = load;
    this.network = NETWORK.LOADING;
    this.progress = { name: source.name, loaded: 0, total: 0 };
    this.core.signal('load');
    // Several attributes that are set in a row ask for one clip: the last of them counts, the others are never read.
    Promise.resolve().then(() => {
      load.job.signal.throwIfAborted();
      begin?.();
      return parse(source, this.#listener(load));
    }).then(() => {
      if (load !== this.#load || load.job.signal.aborted) return;
      load.done = true;
      this.flush();
    }, (error) => {
      if (load === this.#load && !load.job.signal.aborted) this.#failed(load, error);
    });
  }

  /** @param {Load} load @returns {import('./parse-client.js').Listener} */
  #listener(load) {
    return {
      signal: load.job.signal,
      progress: (loaded, total) => {
        this.progress = { name: load.source.name, loaded, total };
        this.core.signal('load');
        this.core.emit('progress', { loaded, total });
        if (load.adopted && !load.resume) this.core.emit('durationchange');
      },
      packet: (bytes) => {
        load.queue.push(bytes);
        if (load === this.#load) {
          this.#begun();
          this.flush();
        }
      },
    };
  }

  /** Hands over what has arrived, as far as there is somewhere to hand it. */
  flush() {
    const { core } = this;
    const load = this.#load;
    if (!load || load.job.signal.aborted || !core.host.ready || (load.whole && !load.done)) return;
    for (const bytes of load.queue.splice(0)) {
      const came = core.host.read((stage) => {
        if (!load.begun) stage.resetClip();
        load.begun = true;
        return stage.pushPacket(bytes);
      }, 0);
      if (came & NEW_CLIP) load.shown = true;
      // The stage may have died of it; then this load is over, and another one under way.
      if (load !== this.#load || load.job.signal.aborted) return;
    }
    if (!load.shown) return;
    const info = load.adopted && !load.done ? undefined : core.host.read((stage) => stage.info(), undefined);
    if (info && !load.adopted) this.#adopt(load, info);
    core.host.wake();
    core.settleMoment(load.done);
    if (info && load.done) this.#complete(load, info);
    else core.signal('clip');
  }

  /**
   * @param {Load} load
   * @param {ClipInfo} info
   */
  #adopt(load, info) {
    const { core } = this;
    load.adopted = true;
    const before = this.source;
    this.source = load.source;
    this.ready = READY.METADATA;
    if (load.resume) {
      if (load.whole) core.replace(info);
      core.restore(load.resume);
      this.ready = READY.FUTURE;
      core.go();
      return;
    }
    if (before) core.emit('emptied');
    core.adopt(info);
    load.partial = !info.complete;
    this.fallback = before;
    core.signal('clip');
    core.emit('durationchange');
    core.emit('loadedmetadata');
    this.ready = READY.FUTURE;
    core.emit('loadeddata');
    core.emit('canplay');
    if (core.autoplay && core.paused) core.play().catch(() => {});
    else core.go(true);
  }

  /**
   * @param {Load} load
   * @param {ClipInfo} info
   */
  #complete(load, info) {
    const { core } = this;
    this.#load = null;
    this.fallback = null;
    this.progress = null;
    this.network = NETWORK.IDLE;
    this.ready = READY.ENOUGH;
    core.info = info;
    core.signal('load');
    core.signal('clip');
    if (info.pictures.length) import('../panels/pictures.js').then(({ paint }) => paint(core)).catch(() => {});
    if (load.resume && !load.whole) return;
    if (!load.resume) {
      if (load.partial) core.renewRange();
      core.emit('durationchange');
      core.emit('canplaythrough');
    }
    core.emit('cliploaded', info);
    if (info.warnings.length) core.emit('warning', { warnings: info.warnings, dropped: info.warningsDropped });
  }

  /** The clip that was shown before the one being read. @type {Source | null | undefined} */
  fallback = null;
  /** @type {Source | null} */
  failed = null;

  /**
   * @param {Load} load
   * @param {unknown} error
   */
  #failed(load, error) {
    const { core } = this;
    this.#load = null;
    this.#begun();
    this.failed = load.source;
    this.progress = null;
    this.network = this.source ? NETWORK.IDLE : NETWORK.NO_SOURCE;
    core.signal('load');
    core.fail(faultOf(error), load.source.name || S.player);
    // A file that broke after its first rows had already taken the stage: the last good clip comes back.
    if (load.adopted && this.fallback) {
      const { fallback } = this;
      this.fallback = null;
      this.#start(fallback, null);
    }
  }
}
