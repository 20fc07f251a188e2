/** What `error` of a player is: shaped like a MediaError, with what is known beside the message. */
import { sentence } from './errors.js';

/** @typedef {import('../types.d.ts').Fault} Fault */

export class PlayerError {
  static MEDIA_ERR_ABORTED = 1;
  static MEDIA_ERR_NETWORK = 2;
  static MEDIA_ERR_DECODE = 3;
  static MEDIA_ERR_SRC_NOT_SUPPORTED = 4;

  #fault;
  #message;
  #code;

  /**
   * @param {Fault} fault
   * @param {string} name of the file, '' for the player itself
   * @param {number} code
   */
  constructor(fault, name, code) {
    this.#fault = fault;
    this.#message = sentence(fault, name);
    this.#code = code;
  }

  /** As HTMLMediaElement numbers them. */
  get code() { return this.#code; }
  /** A sentence for people, with the file and the place. */
  get message() { return this.#message; }
  /** The reader's own name for it, such as `bvh.bad-number`. */
  get reason() { return this.#fault.code; }
  /** 'parse', 'network', 'status', .. */
  get kind() { return this.#fault.kind; }
  /** The companion where it went wrong, if it was not in the file itself. */
  get file() { return this.#fault.file; }
  /** Counted from 1, in a text. */
  get line() { return this.#fault.line; }
  get column() { return this.#fault.column; }
  /** Counted from 0, in a file that is no text. */
  get byte() { return this.#fault.byte; }
  /** What the server answered. */
  get status() { return this.#fault.status; }
}

for (const [name, value] of Object.entries(PlayerError).filter(([each]) => each.startsWith('MEDIA_ERR_'))) {
  Object.defineProperty(PlayerError.prototype, name, { value, enumerable: true });
}

/**
 * 1 where somebody stopped it, 4 where nothing of it could be played, as a media element says; 2 or 3 where it broke after its beginning.
 * @param {Fault} fault
 * @param {'nothing' | 'metadata'} after
 */
export function codeOf({ kind }, after) {
  if (kind === 'aborted') return PlayerError.MEDIA_ERR_ABORTED;
  if (kind === 'gpu') return PlayerError.MEDIA_ERR_DECODE;
  if (after === 'nothing') return PlayerError.MEDIA_ERR_SRC_NOT_SUPPORTED;
  return kind === 'network' || kind === 'status' || kind === 'stalled' ? PlayerError.MEDIA_ERR_NETWORK : PlayerError.MEDIA_ERR_DECODE;
}
