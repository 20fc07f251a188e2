/** A frame as plain bytes, which every renderer reads; `crates/stage/src/frame/plain.rs` has units and spaces, and a test of this list. */

/** 32-bit words, in this order. */
const FIELDS = [
  'width',
  'height',
  'transparent',
  'uniformsAt',
  'instancesAt',
  'hidden',
  'bones',
  'casters',
  'instanceCount',
  'verticesAt',
  'vertexCount',
  'indicesAt',
  'boneFirst',
  'boneCount',
  'ballFirst',
  'ballCount',
  'simpleFirst',
  'simpleCount',
  'skinsAt',
  'skinCount',
];
/** Those of each skin. */
const SKIN_FIELDS = [
  'number',
  'body',
  'figures',
  'jointsAt',
  'jointRows',
  'influencesAt',
  'influenceRows',
  'cornersAt',
  'cornerCount',
  'trianglesAt',
  'triangleCount',
  'firstTriangle',
  'endTriangle',
  'texturedAt',
  'texturedCount',
];

/** Bytes of an element of each array. */
export const INSTANCE_BYTES = 48;
export const VERTEX_BYTES = 48;
export const CORNER_BYTES = 44;
export const UNIFORM_BYTES = 368;
/** Simple bones: vertices of one, indices of one, bones per draw call. */
export const SIMPLE_VERTICES = 6;
export const SIMPLE_INDICES = 24;
export const SIMPLE_TOGETHER = 128;
/** Floats in a row of the textures of joints and of influences. */
export const ROW_FLOATS = 4096;
const SKIN_WORDS = SKIN_FIELDS.length;

/** @typedef {{ [field: string]: number }} Table */

/** @param {string[]} names @param {Uint32Array} words @returns {Table} */
const byName = (names, words) => Object.fromEntries(names.map((name, index) => [name, words[index]]));

/** A stage's frame. Its arrays are views of the memory: copy what is to outlive the stage's next step. */
export class PlainFrame {
  #memory;
  #at;

  /** @param {{ memory: WebAssembly.Memory, turnBody?: (skin: Table, frame: PlainFrame) => void }} instance of the stage; turnBody: turns the joints of a generated body @param {number} at address that `attach` returned */
  constructor(instance, at) {
    this.instance = instance;
    this.#memory = instance.memory;
    this.#at = at;
  }

  /** The table: its words, and the same by name. @returns {{ words: Uint32Array<ArrayBuffer>, table: Table }} */
  read() {
    const words = this.words(this.#at, FIELDS.length);
    return { words, table: byName(FIELDS, words) };
  }

  /** The shown skins, each as words and by name. @param {Table} table @returns {{ words: Uint32Array<ArrayBuffer>, table: Table }[]} */
  skins({ skinsAt, skinCount }) {
    return Array.from({ length: skinCount }, (_, skin) => {
      const words = this.words(skinsAt + 4 * SKIN_WORDS * skin, SKIN_WORDS);
      const table = byName(SKIN_FIELDS, words);
      if (table.body) this.instance.turnBody?.(table, this);
      return { words, table };
    });
  }

  /** @param {number} at @param {number} length @returns {Uint8Array<ArrayBuffer>} */
  bytes(at, length) {
    return new Uint8Array(this.#memory.buffer, at, length);
  }

  /** @param {number} at @param {number} length @returns {Uint32Array<ArrayBuffer>} */
  words(at, length) {
    return new Uint32Array(this.#memory.buffer, at, length);
  }

  /** @param {number} at @param {number} length @returns {Uint16Array<ArrayBuffer>} */
  halves(at, length) {
    return new Uint16Array(this.#memory.buffer, at, length);
  }

  /** @param {number} at @param {number} length @returns {Float32Array<ArrayBuffer>} */
  floats(at, length) {
    return new Float32Array(this.#memory.buffer, at, length);
  }
}
