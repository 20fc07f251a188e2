/**
 * What a stage tells at every picture. The module writes it into its memory, from where it is read without a call: after
 * `frame`, and after `report`, which brings it up to date without a step.
 */

/** How many numbers each is. They lie there in this order; what they mean is told in `report.rs`. */
const FIELDS = {
  time: 1,
  duration: 1,
  frame: 1,
  frameCount: 1,
  frameTime: 1,
  behaviour: 1,
  gridSpacing: 1,
  // CSS x, y of both ends of an edge of the grid's squares.
  groundEdge: 4,
  // Of the highlighted joint: CSS x, y; x, y, z; x, y, z, w.
  jointScreen: 2,
  jointWorld: 3,
  jointRotation: 4,
  // x, y, z, while it is shown.
  massCentre: 3,
  // 1 while the camera goes where the figure goes.
  follows: 1,
  drawCount: 1,
  bytes: 1,
};

/** @typedef {keyof typeof FIELDS} Field */

/** Where each begins. @type {Map<string, number>} */
const STARTS = new Map();
let length = 0;
for (const [name, count] of Object.entries(FIELDS)) {
  STARTS.set(name, length);
  length += count;
}

export class Report {
  #memory;
  #at;
  #numbers = new Float64Array();

  /**
   * @param {WebAssembly.Memory} memory of the module that the stage is in
   * @param {import('../types.d.ts').WasmStage} stage
   */
  constructor(memory, stage) {
    this.#memory = memory;
    this.#at = stage.reportAt();
  }

  /** A number. @param {Field} name */
  get(name) { return this.#view()[/** @type {number} */ (STARTS.get(name))]; }

  /** The numbers of a field that has several; NaN where there is none of it. @param {Field} name */
  list(name) {
    const start = /** @type {number} */ (STARTS.get(name));
    return this.#view().slice(start, start + FIELDS[name]);
  }

  #view() {
    // Memory that has grown is another buffer, and a view of the one before is empty.
    if (!this.#numbers.length) this.#numbers = new Float64Array(this.#memory.buffer, this.#at, length);
    return this.#numbers;
  }
}
