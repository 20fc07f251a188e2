/** The wall's icons, added to the player's. */
import { PATHS as family } from '../controls/icons.js';

export const PATHS = {
  sort: 'M7 5v14M4 16l3 3 3-3M13 6.5h7M13 12h5M13 17.5h3',
  warn: 'M12 4.5 21 19.5H3zM12 10v4.5M12 17h.01',
  columns: 'M5.5 5h4a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1M14.5 5h4a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1',
};

Object.assign(family, PATHS);
