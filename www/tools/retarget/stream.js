/**
 * Plays a motion on another figure while its file is still being read. The module understands the figures by the first frames and plays
 * each part as it comes; when the file is whole, everything is played once more, with what the whole motion tells.
 */
import { Remote } from '../../player/loading/remote.js';
import { recall } from './remembered.js';

/** @typedef {import('../../types.d.ts').Retargeted} Retargeted */

export class Stream {
  #remote = new Remote('marey_retarget');
  /** The calls so far, one after the other. @type {Promise<unknown>} */
  #calls;
  /** The stage shows the figure. */
  #shows = false;
  #over = false;

  /**
   * @param {import('../../player/session/session.js').Session} session
   * @param {import('../../player/session/load.js').Load} load whose first frames are on the stage
   * @param {import('../../types.d.ts').ClipInfo} info of the motion with its own body
   * @param {Promise<Uint8Array>} figure all packets of it
   * @param {import('../../types.d.ts').RetargetOptions} options
   * @param {() => void} onShow called before the figure is shown
   */
  constructor(session, load, info, figure, options, onShow) {
    this.session = session;
    this.load = load;
    this.info = info;
    this.unit = session.get('unit');
    /** Those of the motion with its own body. */
    this.packets = load.packets;
    this.#calls = this.#start(figure, options, load.packets.whole(), onShow);
    // A motion that cannot be played is reported when it is whole.
    this.#calls.catch(() => this.end());
    load.divert = (bytes) => {
      if (this.#shows) this.packets.add(bytes);
      else load.give(bytes);
      if (this.#over) return;
      this.#calls = this.#calls.then(() => this.#push(bytes, onShow));
      this.#calls.catch(() => this.end());
    };
  }

  /** @param {Promise<Uint8Array>} figure @param {import('../../types.d.ts').RetargetOptions} options @param {Promise<Uint8Array>} past @param {() => void} onShow */
  async #start(figure, options, past, onShow) {
    const target = await figure;
    await this.#remote.call('startRetarget', [target, options]);
    await this.#push(await past, onShow);
  }

  /** @param {Uint8Array} bytes @param {() => void} onShow */
  async #push(bytes, onShow) {
    const { load, session } = this;
    /** @type {Retargeted | { packets: Uint8Array } | undefined} */
    const made = await this.#remote.call('pushRetarget', [bytes]);
    if (!made || this.#over || load !== session.state.load) return;
    // What was corrected in an earlier visit is corrected when the motion is whole.
    if ('pairs' in made && recall(made.pairs)) this.end();
    if (this.#over) return;
    if (!this.#shows) {
      this.#shows = true;
      session.view.remember();
      onShow();
      const { divert } = load;
      load.restart();
      load.divert = divert;
    }
    load.give(made.packets);
  }

  /** All of the motion on the figure; undefined if it has to be played from its packets. @param {AbortSignal} signal @returns {Promise<Retargeted | undefined>} */
  async finish(signal) {
    try {
      await this.#calls;
      if (this.#over) return undefined;
      signal.throwIfAborted();
      return await this.#remote.call('finishRetarget', []);
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  }

  end() {
    this.#over = true;
    this.#remote.end(new DOMException('', 'AbortError'));
  }
}
