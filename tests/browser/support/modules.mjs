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

/** @param {string} name of a file @param {Uint8Array} bytes of it @param {Pick<Awaited<ReturnType<typeof modules>>, 'web' | 'mocap' | 'hanim'>} made */
export function readerOf(name, bytes, { web, mocap, hanim }) {
  const head = bytes.subarray(0, 1024);
  return web.glue.isBvh(name, head) ? web : mocap.glue.reads(name, head) ? mocap : hanim;
}

export async function modules() {
  const [web, mocap, hanim, link, pack] = await Promise.all(['marey_web', 'marey_mocap', 'marey_hanim', 'marey_link', 'marey_pack'].map(module));
  return { web, mocap, hanim, link, pack };
}
