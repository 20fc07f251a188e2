/** The readers of all formats but BVH. */
import { instantiate, wasmModule } from './wasm.js';

/** @typedef {import('../../types.d.ts').ReaderGlue} ReaderGlue */
/** @typedef {import('./wasm.js').Part} Part */

/** Makes a function that returns the glue of other parts, as the readers of all formats but BVH. It makes one instance of each. */
export function otherReaders() {
  /** @type {Map<Part, Promise<ReaderGlue>>} */
  const made = new Map();
  return (/** @type {Part} */ part) => {
    const readers =
      made.get(part) ??
      wasmModule(part)
        .then((module) => instantiate(module, part))
        .then(({ glue }) => glue);
    made.set(part, readers);
    return readers;
  };
}
