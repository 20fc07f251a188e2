/** The panels, and all that comes with them. */
import { part } from './parts.js';

export const panels = part(() => import('../panels/index.js'));
