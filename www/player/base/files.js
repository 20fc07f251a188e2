/** Addresses of files that no `import` names, written out for bundlers. The page sends them to the worker. */
import { locate } from './wasm.js';

/** The folder of the files, set by pages without a bundler that handles them. @type {string | URL | undefined} */
let base;

/** The absolute address. @param {URL} url as the script computes it */
export function fileAt(url) {
  // Node has no document, and fetches nothing.
  const page = globalThis.document?.baseURI ?? import.meta.url;
  // Some bundlers inline small files as `data:`; Turbopack gives an `href` without an origin.
  if (!base || url.protocol === 'data:') return new URL(url.href, page).href;
  return new URL(/** @type {string} */ (url.pathname.split('/').pop()), new URL(base, page)).href;
}

export const workerAddress = () => fileAt(new URL('./worker.js', import.meta.url));

/** @type {() => import('./wasm.js').Files} */
export const moduleFiles = () => ({
  marey_web: [fileAt(new URL('./marey_web.js', import.meta.url)), fileAt(new URL('./marey_web.wasm', import.meta.url))],
  marey_gpu: [fileAt(new URL('./marey_gpu.js', import.meta.url)), fileAt(new URL('./marey_gpu.wasm', import.meta.url))],
  marey_mocap: [fileAt(new URL('./marey_mocap.js', import.meta.url)), fileAt(new URL('./marey_mocap.wasm', import.meta.url))],
  marey_hanim: [fileAt(new URL('./marey_hanim.js', import.meta.url)), fileAt(new URL('./marey_hanim.wasm', import.meta.url))],
  marey_arrays: [fileAt(new URL('./marey_arrays.js', import.meta.url)), fileAt(new URL('./marey_arrays.wasm', import.meta.url))],
  marey_link: [fileAt(new URL('./marey_link.js', import.meta.url)), fileAt(new URL('./marey_link.wasm', import.meta.url))],
  marey_pack: [fileAt(new URL('./marey_pack.js', import.meta.url)), fileAt(new URL('./marey_pack.wasm', import.meta.url))],
  marey_compare: [fileAt(new URL('./marey_compare.js', import.meta.url)), fileAt(new URL('./marey_compare.wasm', import.meta.url))],
  marey_retarget: [fileAt(new URL('./marey_retarget.js', import.meta.url)), fileAt(new URL('./marey_retarget.wasm', import.meta.url))],
  marey_rigs: [fileAt(new URL('./marey_rigs.js', import.meta.url)), fileAt(new URL('./marey_rigs.wasm', import.meta.url))],
  marey_targets: [fileAt(new URL('./marey_targets.js', import.meta.url)), fileAt(new URL('./marey_targets.wasm', import.meta.url))],
  marey_body: [fileAt(new URL('./marey_body.js', import.meta.url)), fileAt(new URL('./marey_body.wasm', import.meta.url))],
  marey_study: [fileAt(new URL('./marey_study.js', import.meta.url)), fileAt(new URL('./marey_study.wasm', import.meta.url))],
  marey_labels: [fileAt(new URL('./marey_labels.js', import.meta.url)), fileAt(new URL('./marey_labels.wasm', import.meta.url))],
  marey_gltf: [fileAt(new URL('./marey_gltf.js', import.meta.url)), fileAt(new URL('./marey_gltf.wasm', import.meta.url))],
  marey_fbx: [fileAt(new URL('./marey_fbx.js', import.meta.url)), fileAt(new URL('./marey_fbx.wasm', import.meta.url))],
  marey_markers: [fileAt(new URL('./marey_markers.js', import.meta.url)), fileAt(new URL('./marey_markers.wasm', import.meta.url))],
  marey_write: [fileAt(new URL('./marey_write.js', import.meta.url)), fileAt(new URL('./marey_write.wasm', import.meta.url))],
});

/** Sets the folder of the files. @param {string | URL | undefined} folder */
export function setBase(folder) {
  base = folder;
  locate(moduleFiles());
}

setBase(undefined);
