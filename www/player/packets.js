/** The packets of one clip: those that the stage still has to take, and, of all but the largest clips, those it took. */

/** So much of a clip is kept, so that a new instance gets it without reading the file again. Larger files are read again. */
const KEEP_BYTES = 32e6;

export class Packets {
  /** @type {(Uint8Array | undefined)[]} */
  #list = [];
  #next = 0;
  bytes = 0;

  /** All packets are still here. */
  get kept() { return this.bytes <= KEEP_BYTES || this.#next === 0; }
  /** Some wait to be taken. */
  get waiting() { return this.#next < this.#list.length; }

  /** @param {Uint8Array} packet */
  add(packet) {
    this.#list.push(packet);
    this.bytes += packet.byteLength;
    if (!this.kept) this.#list.fill(undefined, 0, this.#next);
  }

  /** The next one for the stage. */
  #take() {
    const packet = /** @type {Uint8Array} */ (this.#list[this.#next]);
    this.#next += 1;
    if (!this.kept) this.#list[this.#next - 1] = undefined;
    return packet;
  }

  /**
   * Gives the stage what it still has to take. Returns the bits of what came of it, or null where the stage died of it. Throws
   * what the stage has against them.
   * @param {import('./live-stage.js').LiveStage} host
   * @param {boolean} fresh they begin another clip
   */
  push(host, fresh) {
    let came = 0;
    if (fresh && this.waiting) host.change((stage) => stage.resetClip());
    while (this.waiting) {
      const bytes = this.#take();
      /** @type {unknown} */
      let refusal;
      const told = host.change((stage) => {
        try {
          return stage.pushPacket(bytes);
        } catch (error) {
          // A trap is the stage's own matter, and another instance has more memory.
          if (/** @type {any} */ (error).code !== 'pack.too-long') throw error;
          refusal = error;
          return -1;
        }
      }, -1) ?? -1;
      if (refusal) throw refusal;
      if (told < 0) return null;
      came |= told;
    }
    return came;
  }

  /** All of them in one piece. Only where they are kept. */
  async whole() { return new Uint8Array(await new Blob(/** @type {BlobPart[]} */ (this.#list)).arrayBuffer()); }

  /** From the first one on again, for another stage. Only where they are kept. */
  rewind() { this.#next = 0; }
}
