/** A stage's numbers, read from the module's memory after `frame`, or after `report`, which updates them without a step. */

/** The length of each field, in the order of memory; `report.rs` documents them. */
const FIELDS = {
  time: 1,
  duration: 1,
  // Seconds, 0 or less.
  begin: 1,
  frame: 1,
  frameCount: 1,
  frameTime: 1,
  behaviour: 1,
  gridSpacing: 1,
  // CSS x, y of both ends of one edge of a grid square.
  groundEdge: 4,
  // The highlighted joint: CSS x, y; position x, y, z; quaternion x, y, z, w.
  jointScreen: 2,
  jointWorld: 3,
  jointRotation: 4,
  // x, y, z while it is shown.
  massCentre: 3,
  // 1 while the camera follows the figure.
  follows: 1,
  drawCount: 1,
  bytes: 1,
};

/** @typedef {keyof typeof FIELDS} Field */

/** The offset of each field. @type {Map<string, number>} */
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

  /** @param {WebAssembly.Memory} memory of the stage's instance @param {import('../../types.d.ts').WasmStage} stage */
  constructor(memory, stage) {
    this.#memory = memory;
    this.#at = stage.reportAt();
  }

  /** @param {Field} name */
  get(name) {
    return this.#view()[/** @type {number} */ (STARTS.get(name))];
  }

  /** The numbers of a longer field; NaN without a value. @param {Field} name */
  list(name) {
    const start = /** @type {number} */ (STARTS.get(name));
    return this.#view().slice(start, start + FIELDS[name]);
  }

  #view() {
    // Growing the memory detaches its buffer and empties the view.
    if (!this.#numbers.length) this.#numbers = new Float64Array(this.#memory.buffer, this.#at, length);
    return this.#numbers;
  }
}
