/**
 * A frame as plain bytes, as the stage leaves it in the module's memory for renderers that are not wgpu. What each number means,
 * its units and spaces are told in `web/src/render/plain.rs`; a test there compares the two lists.
 */

/** 32-bit words, in this order. */
const FIELDS = [
  'width',
  'height',
  'transparent',
  'uniformsAt',
  'instancesAt',
  'bones',
  'thrown',
  'instanceCount',
  'hidden',
  'verticesAt',
  'vertexCount',
  'indicesAt',
  'boneFirst',
  'boneCount',
  'ballFirst',
  'ballCount',
  'simpleFirst',
  'simpleCount',
  'skin',
  'jointsAt',
  'jointRows',
  'influencesAt',
  'influenceRows',
  'cornersAt',
  'cornerCount',
  'trianglesAt',
  'firstTriangle',
  'endTriangle',
  'texturedAt',
  'texturedCount',
];

/** Bytes of an element of each array. */
export const INSTANCE_BYTES = 48;
export const VERTEX_BYTES = 48;
export const CORNER_BYTES = 44;
export const UNIFORM_BYTES = 352;
/** Vertices of a simple bone, its indices, and how many of them are one draw. */
export const SIMPLE_VERTICES = 6;
export const SIMPLE_INDICES = 24;
export const SIMPLE_TOGETHER = 128;
/** Floats in a row of the textures of joints and of influences. */
export const ROW_FLOATS = 4096;

/** @typedef {{ [field: string]: number }} Table */

/**
 * A frame of a stage. Everything is read where it lies: what is kept beyond the next step of the stage has to be copied.
 */
export class PlainFrame {
  #memory;
  #at;

  /**
   * @param {WebAssembly.Memory} memory of the module that the stage is in
   * @param {number} at what `attachPlain` returned
   */
  constructor(memory, at) {
    this.#memory = memory;
    this.#at = at;
  }

  /** The numbers of the table, by name. @returns {Table} */
  table() {
    const words = this.words(this.#at, FIELDS.length);
    return Object.fromEntries(FIELDS.map((name, index) => [name, words[index]]));
  }

  /** @param {number} at @param {number} length @returns {Uint8Array<ArrayBuffer>} */
  bytes(at, length) { return new Uint8Array(this.#memory.buffer, at, length); }

  /** @param {number} at @param {number} length @returns {Uint32Array<ArrayBuffer>} */
  words(at, length) { return new Uint32Array(this.#memory.buffer, at, length); }

  /** @param {number} at @param {number} length @returns {Uint16Array<ArrayBuffer>} */
  halves(at, length) { return new Uint16Array(this.#memory.buffer, at, length); }

  /** @param {number} at @param {number} length @returns {Float32Array<ArrayBuffer>} */
  floats(at, length) { return new Float32Array(this.#memory.buffer, at, length); }
}
