/** The wasm module: compiled once a page, instantiated as often as needed. */
import { S } from './strings.js';
import { fault } from './errors.js';

/** @typedef {import('../types.d.ts').Glue} Glue */

/** @type {Promise<WebAssembly.Module> | undefined} */
let compiled;

/** The compiled module. A failure is not remembered: the next caller tries again. */
export function wasmModule() {
  compiled ??= compile().catch((error) => {
    compiled = undefined;
    throw error;
  });
  return compiled;
}

async function compile() {
  const response = await fetch(new URL('./marey_web_bg.wasm', import.meta.url).href, { credentials: 'same-origin' });
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
 * A fresh instance. Module scripts are kept by address, so another number means another instance.
 * @param {WebAssembly.Module} module
 * @param {number} number
 * @returns {Promise<Glue>}
 */
export async function instantiate(module, number) {
  const glue = await import(`${new URL('./marey_web.js', import.meta.url).href}?i=${number}`);
  await glue.default({ module_or_path: module });
  return glue;
}
