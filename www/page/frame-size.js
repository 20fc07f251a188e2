/** The preferred size of a frame: the aspect ratio from its address or, without a picture, the height of its details. */
import { parameters } from '../player/base/parameters.js';
import { sessionOf } from '../player/session/sessions.js';

/** @typedef {import('../player/element/element.js').MareyPlayer} MareyPlayer */
/** @typedef {import('../frame.d.ts').FrameSize} FrameSize */

/** @param {string | undefined} text */
const pixels = (text) => (Number(text) > 0 && Number.isFinite(Number(text)) ? Number(text) : null);

/** Height of the player with the details unrolled; null if they are closed. @param {MareyPlayer} player */
function contentHeight({ shadowRoot, clientHeight }) {
  const body = shadowRoot?.querySelector('[data-panel="details"] .body');
  return body ? Math.ceil(clientHeight - body.clientHeight + body.scrollHeight) : null;
}

/** @param {MareyPlayer} player @returns {FrameSize} */
export function sizeOf(player) {
  const values = parameters(location);
  const [width, height] = [pixels(values.get('width')), pixels(values.get('height'))];
  if (player.renderer === 'none') return { ratio: null, width, height: contentHeight(player) ?? height };
  return { ratio: width && height && width / height, width, height };
}

/** Reports the size now and after changes. @param {MareyPlayer} player @param {(size: FrameSize) => void} tell @param {AbortSignal} signal */
export function watchSize(player, tell, signal) {
  let last = '';
  const check = () => {
    const size = sizeOf(player);
    const text = JSON.stringify(size);
    if (text !== last) tell(size);
    last = text;
  };
  const session = sessionOf(player);
  const unsubscribes = /** @type {const} */ (['clip', 'size', 'attribute']).map((name) => session.on(name, () => queueMicrotask(check)));
  addEventListener('hashchange', check, { signal });
  // The details open and close, and their sections fold.
  const changes = new MutationObserver(() => {
    if (player.renderer === 'none') check();
  });
  if (player.shadowRoot)
    changes.observe(player.shadowRoot, { childList: true, subtree: true, attributes: true, attributeFilter: ['open', 'hidden'] });
  signal.addEventListener('abort', () => {
    changes.disconnect();
    for (const end of unsubscribes) end();
  });
  check();
}
