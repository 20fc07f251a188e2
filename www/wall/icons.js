/** The wall's icons, added to the player's. */
import { PATHS as family } from '../controls/icons.js';

export const PATHS = {
  sort: 'M7 5v14M4 16l3 3 3-3M13 6.5h7M13 12h5M13 17.5h3',
  warn: 'M12 4.5 21 19.5H3zM12 10v4.5M12 17h.01',
  back: 'M14.5 6 8.5 12l6 6',
  forth: 'm9.5 6 6 6-6 6',
  'open-large': 'M13.5 5H19v5.5M19 5l-7.5 7.5M10 6.5H6.5A1.5 1.5 0 0 0 5 8v9.5A1.5 1.5 0 0 0 6.5 19H16a1.5 1.5 0 0 0 1.5-1.5V14',
  columns:
    'M5.5 5h4a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1M14.5 5h4a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1',
};

Object.assign(family, PATHS);
