/** Mends a player's motion. Faults are found and mended in a worker that keeps the clip; the stage gets the result in place of the clip. */
import { batched } from '../../player/base/batched.js';
import { once } from '../../player/element/shell.js';
import { Remote } from '../../player/loading/remote.js';
import { optionsOf, packetsOf } from '../../player/session/packets-of.js';
import { faultOf } from '../../player/words/errors.js';
import { NONE, USUAL } from './steps.js';
import { F } from './strings.js';

/** @typedef {import('../../player/recovery/packets.js').Packets} Packets */
/** @typedef {import('../../types.d.ts').MendReport} MendReport */
/** @typedef {import('../../types.d.ts').Source} Source */
/** The module's answer. @typedef {{ report?: MendReport, packets?: Uint8Array, uneven?: number }} Made */
/** The motion as its file has it. @typedef {{ source: Source, info: import('../../types.d.ts').ClipInfo, packets: Packets }} Own */

/** The settings that say how the file is read, or which of its motions plays. @type {string[]} */
const OF_READING = ['behaviour', 'frameTime', 'positions', 'unit', 'up'];

/** Mends a player's motions. */
export const mendingOf = once((/** @type {import('../../controls/controls.js').Controls} */ ui) => new Mending(ui));

export class Mending {
  steps = NONE;
  /** @type {MendReport | null} */
  report = null;
  /** Why nothing can be found; '' if it can. */
  fault = '';
  /** The rate at which a motion of uneven keys is best resampled; 0 for others. */
  uneven = 0;
  /** Called when something has changed. */
  changed = () => {};
  /** @type {Own | null} */
  #own = null;
  /** How the file was read for what is known. */
  #reading = '';
  /** Whether the usual steps were done with this clip. */
  #begun = false;
  #open = false;
  /** Ends what the worker does. @type {AbortController | null} */
  #job = null;
  /** Keeps the clip. @type {Remote | null} */
  #remote = null;
  /** Another result is wanted than the one that the worker works for. */
  #again = false;

  /** @param {import('../../controls/controls.js').Controls} ui */
  constructor(ui) {
    const { session } = ui;
    this.ui = ui;
    this.session = session;
    session.on('load', (begun) => {
      // Its result would take the place of the clip that comes.
      if (begun?.purpose === 'new') this.#end();
      this.#later();
    });
    session.on('clip', () => this.#later());
    session.on('setting', (name) => {
      if (OF_READING.includes(name)) this.#later();
    });
  }

  /** The worker looks, or mends. */
  get works() {
    return this.#job !== null;
  }

  /** Why there is nothing to look at; '' if there is. @returns {'' | 'waits' | 'still' | 'onto'} */
  get lacks() {
    const { complete, info, playback, source } = this.session;
    if (!complete || !info || !source) return 'waits';
    return source.onto ? 'onto' : playback.still ? 'still' : '';
  }

  /** Who looks at it, if somebody does. @param {(() => void) | null} changed */
  watch(changed) {
    this.#open = changed !== null;
    this.changed = changed ?? (() => {});
    this.#follow();
  }

  /** The motion as it was; null before it is known. */
  get own() {
    return this.#own;
  }

  /** The frame of the report at which the motion on the stage begins: 0 unless it is a loop that was cut out. */
  get cut() {
    const loop = this.report?.steps.find(({ step }) => step === 'loop');
    return loop?.outcome === 'done' ? (loop.values.first ?? 0) : 0;
  }

  /** Seconds of the file before the motion on the stage begins. */
  get begins() {
    const { report, session } = this;
    if (!report) return 0;
    return report.firstFrame * (session.get('frameTime') || this.#own?.info.frameTime || 0) + this.cut / report.rate;
  }

  #later = batched(() => this.#follow());

  /** Follows the clip on the stage. */
  #follow() {
    const { session } = this;
    const { info, shown, source, state } = session;
    // A clip that failed leaves the one before on the stage.
    if (this.lacks || !shown || !source || !info || state.load || state.failure) {
      this.changed();
      return;
    }
    const { own = source, ownInfo = info, packets = shown.packets } = source.mended ?? {};
    const reading = JSON.stringify(this.#options());
    // The file itself may have been opened again.
    const isOther = own !== this.#own?.source || Boolean(this.report?.changed && !source.mended);
    if (isOther) {
      this.steps = NONE;
      this.#begun = false;
    }
    if (isOther || reading !== this.#reading) {
      this.#end();
      this.#own = { source: own, info: ownInfo, packets: /** @type {Packets} */ (packets) };
      this.#reading = reading;
      this.report = null;
      if (source.mended && !isOther) this.#run();
    }
    if (this.#open && !this.report && !this.works && !this.fault) this.#begin();
    this.changed();
  }

  /** Does what is usual with a clip, once. */
  #begin() {
    if (this.#begun) {
      this.#run();
      return;
    }
    this.#begun = true;
    this.steps = USUAL;
    const { history } = this.ui;
    const { press } = history;
    this.#run(() => {
      if (!this.report?.changed) return;
      history.within(press, () => this.#note(NONE, USUAL, F.title));
    });
  }

  #end() {
    this.#job?.abort(new DOMException('', 'AbortError'));
    this.#job = null;
    this.#remote?.end(new DOMException('', 'AbortError'));
    this.#remote = null;
    this.fault = '';
    this.uneven = 0;
  }

  /** Sets some of the steps. @param {Partial<typeof NONE>} steps @param {string} words what the visitor has set */
  set(steps, words) {
    const before = this.steps;
    this.#put({ ...before, ...steps });
    this.#note(before, this.steps, words);
  }

  /** @param {typeof NONE} steps */
  #put(steps) {
    this.steps = steps;
    this.#run();
  }

  /** @param {typeof NONE} before @param {typeof NONE} after @param {string} words */
  #note(before, after, words) {
    this.ui.history.note(
      {
        of: this,
        name: 'mend',
        ofClip: true,
        from: JSON.stringify(before),
        to: JSON.stringify(after),
        undo: () => this.#put(before),
        redo: () => this.#put(after),
      },
      words,
    );
  }

  /** Looks again, after an error. */
  retry() {
    this.#end();
    this.#run();
  }

  /** How the motion's file is read. */
  #options() {
    const { session } = this;
    return optionsOf({
      behaviour: session.get('behaviour'),
      frameTime: session.get('frameTime'),
      positions: session.get('positions'),
      unit: session.get('unit'),
      up: session.get('up'),
    });
  }

  /** Mends by the steps as they are, and as they are when that is done. @param {() => void} [then] */
  async #run(then) {
    const own = this.#own;
    if (!own) return;
    this.#again = true;
    this.changed();
    if (this.#job) return;
    const job = (this.#job = new AbortController());
    const { signal } = job;
    try {
      /** @type {Made} */
      let made = {};
      this.#remote ??= await studied(own, this.#options(), signal);
      while (this.#again) {
        this.#again = false;
        made = await this.#remote.call('mendMotion', [this.steps]);
        signal.throwIfAborted();
      }
      this.#job = null;
      this.fault = '';
      this.uneven = made.uneven ?? 0;
      this.report = made.report ?? null;
      this.#show(own, made.packets);
      then?.();
    } catch (error) {
      // Another clip has its own job.
      if (job !== this.#job) return;
      this.#end();
      this.report = null;
      this.fault = faultOf(error).message;
    }
    this.changed();
  }

  /** Gives the stage the mended motion, or the one in the file where nothing is changed. @param {Own} own @param {Uint8Array | undefined} packets */
  #show(own, packets) {
    const { session, steps } = this;
    if (!packets) {
      if (session.source?.mended) session.exchange(own.source);
      return;
    }
    const options = this.#options();
    /** The first reader takes these packets; later ones, for a lost stage, make them again. @type {Uint8Array | undefined} */
    let ready = packets;
    /** @param {Pick<import('../../player/loading/parse-client.js').Listener, 'signal' | 'packet'>} listener */
    const read = async ({ signal, packet }) => {
      const bytes = ready ?? (await mended(own, options, steps, signal));
      ready = undefined;
      if (bytes) packet?.(bytes);
    };
    const { source, info, packets: ownPackets } = own;
    // Nobody reads it from there.
    const made = { ...source, url: undefined, written: undefined, blob: undefined };
    const { begins } = this;
    session.exchange({ ...made, mended: { own: source, ownInfo: info, packets: ownPackets, begins, read } });
  }
}

/** A worker that keeps a clip. @param {Own} own @param {import('../../types.d.ts').ComparedOptions} options @param {AbortSignal} signal */
async function studied({ packets, source }, options, signal) {
  const bytes = await packetsOf({ shown: { packets, source } }, signal);
  signal.throwIfAborted();
  const remote = new Remote('marey_study');
  signal.addEventListener('abort', () => remote.end(signal.reason));
  await remote.call('studyClip', [bytes, options]);
  return remote;
}

/** The packets of a mended clip. @param {Own} own @param {import('../../types.d.ts').ComparedOptions} options @param {import('../../types.d.ts').MendSteps} steps @param {AbortSignal} signal */
async function mended(own, options, steps, signal) {
  const remote = await studied(own, options, signal);
  try {
    const { packets } = /** @type {Made} */ (await remote.call('mendMotion', [steps]));
    return packets;
  } finally {
    remote.end(new DOMException('', 'AbortError'));
  }
}
