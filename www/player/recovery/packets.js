/** The packets of one clip: those that the stage has not taken yet and, except for large clips, those that it has. */

/** Packets of clips up to this size are kept for a new instance. For larger clips the file is read again. */
const KEEP_BYTES = 32e6;

export class Packets {
  /** @type {(Uint8Array | undefined)[]} */
  #list = [];
  #next = 0;
  bytes = 0;

  /** No packet has been discarded. */
  get retained() {
    return this.bytes <= KEEP_BYTES || this.#next === 0;
  }
  /** The stage has not taken all packets. */
  get waiting() {
    return this.#next < this.#list.length;
  }

  /** @param {Uint8Array} packet */
  add(packet) {
    this.#list.push(packet);
    this.bytes += packet.byteLength;
    if (!this.retained) this.#list.fill(undefined, 0, this.#next);
  }

  #take() {
    const packet = /** @type {Uint8Array} */ (this.#list[this.#next]);
    this.#next += 1;
    if (!this.retained) this.#list[this.#next - 1] = undefined;
    return packet;
  }

  /**
   * Hands all waiting packets to the stage. Returns the bits of the results, or null if the stage died. Throws the stage's refusal.
   * @param {Pick<import('./live-stage.js').LiveStage, 'change'>} host @param {boolean} fresh the packets begin another clip
   */
  push(host, fresh) {
    let bits = 0;
    if (fresh && this.waiting) host.change((stage) => stage.resetClip());
    while (this.waiting) {
      const bytes = this.#take();
      /** @type {unknown} */
      let refusal;
      const result =
        host.change((stage) => {
          try {
            return stage.pushPacket(bytes);
          } catch (error) {
            // The host handles traps, and gets more memory in another instance.
            if (/** @type {{ code?: unknown }} */ (error).code !== 'pack.too-long') throw error;
            refusal = error;
            return -1;
          }
        }, -1) ?? -1;
      if (refusal) throw refusal;
      if (result < 0) return null;
      bits |= result;
    }
    return bits;
  }

  /** All packets in one buffer. Only if `retained`. */
  async whole() {
    return new Uint8Array(await new Blob(/** @type {BlobPart[]} */ (this.#list)).arrayBuffer());
  }

  /** Starts over from the first packet, for another stage. Only if `retained`. */
  rewind() {
    this.#next = 0;
  }
}
