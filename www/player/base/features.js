/** What the player cannot do without. Some protected modes, and browsers that only tests have, lack some of it. */
import { named } from '../words/faults.js';

const NEEDED = /** @type {const} */ ([
  'WebAssembly',
  'ResizeObserver',
  'IntersectionObserver',
  'MutationObserver',
  'AbortController',
  'MessageChannel',
  'matchMedia',
]);

/** The fault for the first feature that is missing; null if all are there. */
export function lackingFeature() {
  const lacks = document.adoptedStyleSheets ? NEEDED.find((name) => !globalThis[name]) : 'adoptedStyleSheets';
  return lacks ? named('load', 'lacks', { code: 'lacks', about: lacks }).fault : null;
}
