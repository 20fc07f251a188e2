/** The built wasm modules in Node: the readers, the packer, what compares, what puts motions on other figures, and the stage, without worker and page. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DIST, asset } from './server.mjs';

/** @typedef {import('./fixtures.mjs').Bytes} Bytes */

// The modules of www/ that run in a worker expect `self`.
/** @type {any} */ (globalThis).self ??= globalThis;

/** @param {string} part @param {(bytes: Uint8Array) => Uint8Array} [change] of the module's bytes, for a test */
export async function module(part, change = (bytes) => bytes) {
  const { makeGlue } = await import(pathToFileURL(join(DIST, asset(`${part}.js`))).href);
  const glue = makeGlue();
  const bytes = change(await readFile(join(DIST, asset(`${part}.wasm`))));
  const exports = await glue.default({ module_or_path: await WebAssembly.compile(/** @type {Uint8Array<ArrayBuffer>} */ (bytes)) });
  return { glue, exports, memory: /** @type {WebAssembly.Memory} */ (exports.memory) };
}

/** @param {string} name of a file @param {Uint8Array} bytes of it @param {Pick<Awaited<ReturnType<typeof modules>>, 'web' | 'mocap' | 'hanim' | 'arrays' | 'gltf' | 'fbx' | 'markers'>} made */
export function readerOf(name, bytes, { web, mocap, hanim, arrays, gltf, fbx, markers }) {
  const head = bytes.subarray(0, 1024);
  if (web.glue.isBvh(name, head)) return web;
  return [arrays, gltf, fbx, markers, mocap].find(({ glue }) => glue.reads(name, head)) ?? hanim;
}

/** The packets of a reader. @param {any} glue @param {string} name @param {Uint8Array[]} pieces of the file @param {Bytes[]} [beside] @returns {Uint8Array[]} */
export function packetsOf(glue, name, pieces, beside = []) {
  const parser = new glue.ClipParser(
    name,
    pieces.reduce((sum, { length }) => sum + length, 0),
  );
  try {
    for (const companion of beside) if (companion.bytes.length) parser.addCompanion?.(companion.name, companion.bytes);
    const packets = [...pieces.map((piece) => parser.push(piece)), parser.finish()];
    for (let more = parser.more?.(); more?.length; more = parser.more()) packets.push(more);
    return packets.filter((packet) => packet?.length);
  } finally {
    parser.free();
  }
}

/** Packs a BVH file into a link. @param {Pick<Awaited<ReturnType<typeof modules>>, 'web' | 'pack'>} made @param {string} name @param {string} text @param {number} mean allowed error, millimetres @returns {string} */
export const linkOf = ({ web, pack }, name, text, mean) =>
  pack.glue.packMotion(new Uint8Array(Buffer.concat(packetsOf(web.glue, name, [Buffer.from(text)]))), { behaviour: 0, mean }).text;

/** @param {Parameters<typeof module>[1]} [change] */
export async function modules(change) {
  const names = /** @type {const} */ ([
    'web',
    'mocap',
    'hanim',
    'arrays',
    'gltf',
    'fbx',
    'markers',
    'link',
    'pack',
    'compare',
    'retarget',
    'study',
  ]);
  const [web, mocap, hanim, arrays, gltf, fbx, markers, link, pack, compare, retarget, study] = await Promise.all(
    names.map((name) => module(`marey_${name}`, change)),
  );
  return { web, mocap, hanim, arrays, gltf, fbx, markers, link, pack, compare, retarget, study };
}
