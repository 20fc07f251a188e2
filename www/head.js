/** Inlined into the page's head: requests adapter and clip early. `page.js` requests them itself if a policy blocks this script. */
import { storedPath } from './page/stored-path.js';
import { FIRST, sampleAt } from './page/samples.js';
import { LONGEST, valuesOf } from './player/base/address-values.js';
import { request } from './player/loading/request.js';

/** @returns {Promise<import('./player/drawing/adapter.js').Adapter | null>} */
const askForAdapter = async () => navigator.gpu?.requestAdapter() ?? null;

const values = valuesOf(location, new Set(['url']));
const address = values.get('url')?.split('\n')[0];
const packed = values.get('clip');

/** Requests the clip that the page opens first. Undefined if there is none, or if the visitor must consent to its host. */
function askForClip() {
  if (packed || !(address || storedPath() === null)) return undefined;
  try {
    const { href: url, origin } = new URL(address || sampleAt(FIRST), document.baseURI);
    // Another host may be contacted only after the visitor has agreed, and too long an address is refused.
    if (origin !== location.origin || (address && address.length > LONGEST)) return undefined;
    const abort = new AbortController();
    const response = request({ name: '', url, untrusted: Boolean(address) }, abort.signal);
    response.catch(() => {});
    return { url, abort, response };
  } catch {
    // The code that opens the address reports the error.
    return undefined;
  }
}

// Making the first canvas waits for the browser's GPU process: do that now, while the page is idle. Canvas 2D draws the first picture.
document.createElement('canvas').getContext('2d', { willReadFrequently: true })?.putImageData(new ImageData(1, 1), 0, 0);
// The script of the welcome and the list is fetched early, unless the clip of a link comes first.
if (!address && !packed)
  document.addEventListener('readystatechange', () => document.head.append(document.querySelector('template')?.content ?? ''), {
    once: true,
  });
// Browsers refuse to load modules from a disk: the page then shows what to do.
document.documentElement.toggleAttribute('data-disk', location.protocol === 'file:');
globalThis.mareyHead = { adapter: askForAdapter(), clip: askForClip() };
