/**
 * The wasm modules, each compiled once and instantiated as often as needed: the one that every page loads, which draws and
 * reads BVH, and the readers of the other formats, fetched when the first such file comes.
 */
import { S } from './strings.js';
import { fault } from './errors.js';

/** @typedef {import('../types.d.ts').Glue} Glue */
/** @typedef {import('../types.d.ts').ReaderGlue} ReaderGlue */
/** @typedef {'marey_web' | 'marey_formats'} Part */

/** @type {Map<Part, Promise<WebAssembly.Module>>} */
const compiled = new Map();

/**
 * The compiled module. A failure is not remembered: the next caller tries again.
 * @param {Part} [part]
 */
export function wasmModule(part = 'marey_web') {
  const module = compiled.get(part) ?? compile(part).catch((error) => {
    compiled.delete(part);
    throw error;
  });
  compiled.set(part, module);
  return module;
}

/** @param {Part} part */
async function compile(part) {
  const response = await reach(fetch(new URL(`./${part}_bg.wasm`, import.meta.url).href, { credentials: 'same-origin' }));
  if (!response.ok) throw fault('load', S.errors.module(response.status));
  const spare = response.clone();
  try {
    return await WebAssembly.compileStreaming(response);
  } catch (error) {
    // A server that sends the wrong type, and some web views, only refuse the streaming form.
    if (error instanceof WebAssembly.CompileError) throw error;
    return WebAssembly.compile(await spare.arrayBuffer());
  }
}

/**
 * Fails with words when the network does.
 * @template T
 * @param {Promise<T>} answer
 */
const reach = (answer) => answer.catch((error) => { throw error instanceof TypeError ? fault('load', S.errors.part) : error; });

/**
 * A fresh instance. Module scripts are kept by address, so another number means another instance.
 * @param {WebAssembly.Module} module
 * @param {number} number
 * @param {Part} [part]
 * @returns {Promise<{ glue: Glue, memory: WebAssembly.Memory }>}
 */
export async function instantiate(module, number, part = 'marey_web') {
  const glue = await reach(import(`${new URL(`./${part}.js`, import.meta.url).href}?i=${number}`));
  const { memory } = await glue.default({ module_or_path: module });
  return { glue, memory };
}

/**
 * The readers of every format but BVH.
 * @param {number} number as of `instantiate`
 * @returns {Promise<ReaderGlue>}
 */
export const formatReaders = async (number) => (await instantiate(await wasmModule('marey_formats'), number, 'marey_formats')).glue;
