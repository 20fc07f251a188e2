/** What `error` of a player is: shaped like a MediaError, with what is known beside the message. */
import { sentence } from './errors.js';

const ABORTED = 1;
const NETWORK = 2;
const DECODE = 3;
const SRC_NOT_SUPPORTED = 4;

export class PlayerError {
  static MEDIA_ERR_ABORTED = ABORTED;
  static MEDIA_ERR_NETWORK = NETWORK;
  static MEDIA_ERR_DECODE = DECODE;
  static MEDIA_ERR_SRC_NOT_SUPPORTED = SRC_NOT_SUPPORTED;

  #of;
  #fault;
  #file;
  #hint;

  /**
   * @param {Omit<import('./session.js').Failure, 'intent'>} of
   * @param {() => Promise<string>} hint
   */
  constructor(of, hint) {
    this.#of = of;
    this.#fault = of.fault;
    this.#file = fileOf(of);
    this.#hint = hint;
  }

  /** As HTMLMediaElement numbers them. */
  get code() { return codeOf(this.#of); }
  /** A sentence for people, with the file and the place. */
  get message() { return sentence(this.#fault, this.#of.name); }
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
  /** The file's address as it is written, in an attribute or a link. */
  get address() { return this.#file?.written; }
  /** The address that it became. */
  get url() { return this.#file?.url; }
  /** What may be wrong with the address or with the server, in words for the page's author; '' where nothing more is known. */
  hint() { return this.#hint(); }
}

// Its static fields are all that can be listed.
for (const [name, value] of Object.entries(PlayerError)) Object.defineProperty(PlayerError.prototype, name, { value, enumerable: true });

/**
 * 1 where somebody stopped it, 4 where nothing of it could be played, as a media element says; 2 or 3 where it broke after its beginning.
 * @param {Pick<import('./session.js').Failure, 'fault' | 'after'>} failure
 */
function codeOf({ fault: { kind }, after }) {
  if (kind === 'aborted') return ABORTED;
  if (kind === 'gpu') return DECODE;
  if (after === 'nothing') return SRC_NOT_SUPPORTED;
  return /^(network|status|stalled)$/.test(kind) ? NETWORK : DECODE;
}

/** The file that it went wrong in: what was asked for, or one beside it. @param {Pick<import('./session.js').Failure, 'fault' | 'source'>} failure */
export const fileOf = ({ fault, source }) => source?.companions?.find(({ name }) => name === fault.file) ?? source;
