/**
 * Where the player's own files are that no `import` names. Each address is written out, so that the build and bundlers find the
 * file and may move it. The worker is told them: to it no bundler speaks.
 */
import { locate } from './wasm.js';

/** The folder that a page has put the files in, where no bundler does. @type {string | URL | undefined} */
let base;

/** A whole address. @param {URL} url as the script would have it */
function at(url) {
  // There is no document in Node, where nothing is fetched.
  const page = globalThis.document?.baseURI ?? import.meta.url;
  // Some bundlers write small files into the script; Turbopack gives an `href` without an origin.
  if (!base || url.protocol === 'data:') return new URL(url.href, page).href;
  return new URL(/** @type {string} */ (url.pathname.split('/').pop()), new URL(base, page)).href;
}

export const workerAddress = () => at(new URL('./worker.js', import.meta.url));

/** @type {() => import('./wasm.js').Files} */
export const moduleFiles = () => ({
  marey_web: [at(new URL('./marey_web.js', import.meta.url)), at(new URL('./marey_web.wasm', import.meta.url))],
  marey_mocap: [at(new URL('./marey_mocap.js', import.meta.url)), at(new URL('./marey_mocap.wasm', import.meta.url))],
  marey_hanim: [at(new URL('./marey_hanim.js', import.meta.url)), at(new URL('./marey_hanim.wasm', import.meta.url))],
  marey_link: [at(new URL('./marey_link.js', import.meta.url)), at(new URL('./marey_link.wasm', import.meta.url))],
  marey_pack: [at(new URL('./marey_pack.js', import.meta.url)), at(new URL('./marey_pack.wasm', import.meta.url))],
  marey_write: [at(new URL('./marey_write.js', import.meta.url)), at(new URL('./marey_write.wasm', import.meta.url))],
});

/**
 * From now on the files are looked for in this folder.
 * @param {string | URL | undefined} folder
 */
export function setBase(folder) {
  base = folder;
  locate(moduleFiles());
}

setBase(undefined);
