/** The panels, and all that comes with them. They have much in common with the controls, and take it from there: `xtask/link.mjs`. */
import { part } from './parts.js';

export const panels = part(async () => {
  await import('../controls/index.js');
  return import('../panels/index.js');
});
