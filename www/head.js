/**
 * Stands in the head of the page, written into it: what takes long is asked for before any script has come. `page.js` takes it
 * over; where a policy forbids this script, that asks by itself.
 */
import { kept } from './page/kept.js';
import { FIRST, sampleAt } from './page/samples.js';
import { parameters } from './player/parameters.js';
import { request } from './player/request.js';

/** @returns {Promise<import('./player/adapter.js').Adapter | null>} */
const askForAdapter = async () => /** @type {any} */ (navigator).gpu?.requestAdapter() ?? null;

/** The clip that the page will open, if it may do so without asking anybody. */
function askForClip() {
  const values = parameters(location);
  const address = values.get('url');
  if (values.get('clip') || !(address || kept() === null)) return undefined;
  try {
    const { href: url, origin } = new URL(address || sampleAt(FIRST), document.baseURI);
    // Another host learns of it only after somebody has agreed.
    if (origin !== location.origin) return undefined;
    const abort = new AbortController();
    const response = request({ name: '', url, guarded: Boolean(address) }, abort.signal);
    response.catch(() => {});
    return { url, abort, response };
  } catch {
    // What is wrong with the address is told by who opens it.
    return undefined;
  }
}

const adapter = askForAdapter();
// What draws first while a GPU takes its time.
adapter.then((found) => {
  if (found && !found.info?.isFallbackAdapter) return;
  for (const href of SLOW_SCRIPTS) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  // The first canvas waits for the browser's GPU process: better now, while there is nothing else to do.
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  context?.putImageData(new ImageData(1, 1), 0, 0);
}, () => {});
// Browsers load no modules from a disk: the page says what to do.
document.documentElement.toggleAttribute('data-disk', location.protocol === 'file:');
globalThis.mareyHead = { adapter, clip: askForClip() };
