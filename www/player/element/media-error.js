/** A player's `error`: shaped like a MediaError, with more facts beside the message. */
import { sentence } from '../words/errors.js';

const ABORTED = 1;
const NETWORK = 2;
const DECODE = 3;
const SRC_NOT_SUPPORTED = 4;

export class PlayerError {
  static MEDIA_ERR_ABORTED = ABORTED;
  static MEDIA_ERR_NETWORK = NETWORK;
  static MEDIA_ERR_DECODE = DECODE;
  static MEDIA_ERR_SRC_NOT_SUPPORTED = SRC_NOT_SUPPORTED;

  #failure;
  #fault;
  #file;
  #hint;

  /** @param {Omit<import('../session/state.js').Failure, 'intent'>} failure @param {() => Promise<string>} hint */
  constructor(failure, hint) {
    this.#failure = failure;
    this.#fault = failure.fault;
    this.#file = fileOf(failure);
    this.#hint = hint;
  }

  /** A code of MediaError, 1 to 4. */
  get code() {
    return codeOf(this.#failure);
  }
  /** A sentence for people, with the file and the position in it. */
  get message() {
    return sentence(this.#fault, this.#failure.name);
  }
  /** The code of the fault, such as `bvh.bad-number`. */
  get reason() {
    return this.#fault.code;
  }
  /** 'parse', 'network', 'status', .. */
  get kind() {
    return this.#fault.kind;
  }
  /** The companion with the fault, if it is not in the file itself. */
  get file() {
    return this.#fault.file;
  }
  /** Counted from 1, in text files. */
  get line() {
    return this.#fault.line;
  }
  get column() {
    return this.#fault.column;
  }
  /** Counted from 0, in binary files. */
  get byte() {
    return this.#fault.byte;
  }
  /** The HTTP status. */
  get status() {
    return this.#fault.status;
  }
  /** The file's address as written in the attribute or link. */
  get address() {
    return this.#file?.written;
  }
  /** The file's absolute address. */
  get url() {
    return this.#file?.url;
  }
  /** What may be wrong with the address or the server, in words for the page's author; '' if nothing more is known. */
  hint() {
    return this.#hint();
  }
}

// The static fields are all that `Object.entries` lists.
for (const [name, value] of Object.entries(PlayerError)) Object.defineProperty(PlayerError.prototype, name, { value, enumerable: true });

/**
 * As media elements: 1 if reading was cancelled, 4 if nothing could be played, 2 or 3 if a failure followed later.
 * @param {Pick<import('../session/state.js').Failure, 'fault' | 'after'>} failure
 */
function codeOf({ fault: { kind }, after }) {
  if (kind === 'aborted') return ABORTED;
  if (kind === 'gpu') return DECODE;
  if (after === 'nothing') return SRC_NOT_SUPPORTED;
  return /^(network|status|stalled)$/.test(kind) ? NETWORK : DECODE;
}

/** The file with the fault: the clip's own or a companion. @param {Pick<import('../session/state.js').Failure, 'fault' | 'source'>} failure */
export const fileOf = ({ fault, source }) => source?.companions?.find(({ name }) => name === fault.file) ?? source;
