/** The built wasm modules in node: the readers, what packs, and the stage as the worker and the page have them, without either. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DIST, asset } from './server.mjs';

/** @typedef {import('../../../www/types.d.ts').ClipParser} ClipParser */
/** @typedef {import('./fixtures.mjs').Bytes} Bytes */

/** @param {string} part */
async function module(part) {
  const { makeGlue } = await import(pathToFileURL(join(DIST, asset(`${part}.js`))).href);
  const glue = makeGlue();
  const { memory } = await glue.default({ module_or_path: await WebAssembly.compile(await readFile(join(DIST, asset(`${part}.wasm`)))) });
  return { glue, memory: /** @type {WebAssembly.Memory} */ (memory) };
}

export async function modules() {
  const [web, formats, link, pack] = await Promise.all([module('marey_web'), module('marey_formats'), module('marey_link'), module('marey_pack')]);
  return { web, formats, link, pack };
}
