/** The wasm modules, compiled once, instantiated as often as needed: stage and BVH; WebGPU; other readers; writers; motion in links; comparisons; other figures; labels. */
import { missingPart, retryUrl, importFrom, updatedFault } from './parts.js';

/** @typedef {import('../../types.d.ts').Glue} Glue */
/** @typedef {'marey_web' | 'marey_gpu' | 'marey_mocap' | 'marey_hanim' | 'marey_arrays' | 'marey_write' | 'marey_link' | 'marey_pack' | 'marey_compare' | 'marey_retarget' | 'marey_rigs' | 'marey_targets' | 'marey_body' | 'marey_study' | 'marey_labels' | 'marey_gltf' | 'marey_fbx' | 'marey_markers'} Part */

/** @typedef {{ makeGlue: () => any, build: string }} Script */
/** @typedef {Record<Part, [glue: string, module: string | Uint8Array<ArrayBuffer>]>} Files addresses, or a gzipped module */

/** @type {Files} */
let files;
/** Glue scripts contained in a player of one file. @type {Partial<Record<Part, Script>>} */
export const inside = {};

/** Sets the files, before any is used. @param {Files} found */
export const locate = (found) => {
  files = found;
};

/** @type {Map<Part, Promise<WebAssembly.Module>>} */
const compiled = new Map();
/** @type {Map<Part, Promise<Script>>} */
const scripts = new Map();
let failures = 0;

/** The compiled module. After a failure the next caller tries again. @param {Part} [part] */
export function wasmModule(part = 'marey_web') {
  const module =
    compiled.get(part) ??
    compile(part).catch((error) => {
      compiled.delete(part);
      throw error;
    });
  compiled.set(part, module);
  return module;
}

/** @param {Part} part */
async function compile(part) {
  const file = files[part][1];
  if (typeof file !== 'string')
    return WebAssembly.compile(await new Response(new Blob([file]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer());
  const response = await fetch(file, { credentials: 'same-origin' }).catch(() => {
    throw missingPart(0);
  });
  if (!response.ok || /\bhtml\b/.test(response.headers.get('content-type') ?? '')) throw missingPart(response.status);
  const spare = response.clone();
  try {
    return await WebAssembly.compileStreaming(response);
  } catch (error) {
    // Servers that send the wrong type, and some web views, fail only at streaming compilation.
    if (error instanceof WebAssembly.CompileError) throw error;
    return WebAssembly.compile(await spare.arrayBuffer());
  }
}

/** The script that makes the glue. After a failure another address is tried, since browsers may cache failures. @param {Part} [part] */
export function glueScript(part = 'marey_web') {
  const included = inside[part];
  const script =
    scripts.get(part) ??
    (included ? Promise.resolve(included) : importFrom(retryUrl(files[part][0], failures))).catch((error) => {
      failures += 1;
      scripts.delete(part);
      throw error;
    });
  scripts.set(part, script);
  return script;
}

/**
 * Makes an instance. Needs no network if the part had an instance before.
 * @param {WebAssembly.Module} module @param {Part} [part] @returns {Promise<{ glue: Glue, memory: WebAssembly.Memory }>}
 */
export async function instantiate(module, part = 'marey_web') {
  const { makeGlue, build } = await glueScript(part);
  const [own] = WebAssembly.Module.customSections(module, 'build');
  if (new TextDecoder().decode(own) !== build) throw updatedFault();
  const glue = makeGlue();
  const { memory } = await glue.default({ module_or_path: module });
  return { glue, memory };
}
