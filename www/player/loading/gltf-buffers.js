/** The files with the numbers of a `.gltf` that has an address: its text names them. Fetched with the first one that lacks them. */
import { answerOf } from './file-transfer.js';
import { nameOf, request } from './request.js';

/** @typedef {import('../../types.d.ts').Companion} Companion */
/** @typedef {import('../../types.d.ts').Source} Source */

/** Most files that one may name: exporters write one or two. */
const MOST = 32;

/**
 * The source with the files that it names as companions. Those have to be on the server that the `.gltf` came from, as a visitor agrees to
 * servers one by one. Null if it names none, or cannot be had again.
 * @param {Source} source @param {AbortSignal} signal @returns {Promise<Source | null>}
 */
export async function withBuffers(source, signal) {
  try {
    const response = await request(source, signal);
    await answerOf(source, response);
    const blob = await response.blob();
    // Relative addresses begin where redirects have led.
    const urls = addressesIn(JSON.parse(await blob.text()), response.url);
    const companions = urls.map((url) => ({ name: nameOf(url), url: url.href, untrusted: source.untrusted }));
    // The text is there: without its address it is not requested again.
    return companions.length ? { ...source, url: undefined, blob, companions: [...(source.companions ?? []), ...companions] } : null;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

/** The addresses of a scene's buffers. @param {{ buffers: { uri?: string }[] }} scene @param {string} base @returns {URL[]} */
function addressesIn({ buffers }, base) {
  const urls = buffers.flatMap(({ uri }) => (uri && !uri.startsWith('data:') ? [new URL(uri, base)] : []));
  return urls.filter(({ origin }) => origin === new URL(base).origin).slice(0, MOST);
}
