/** Fetches the panels. They share code with the controls, which `xtask/link.mjs` bundles only there. */
import { part } from './parts.js';

export const panels = part(async () => {
  await import('../controls/index.js');
  return import('../panels/index.js');
});
