/** The panels' icons, added to the player's when the first panel loads. */
import { PATHS as family } from '../controls/icons.js';

export const PATHS = {
  figure: 'M9.8 5.2a2.2 2.2 0 1 0 4.4 0 2.2 2.2 0 1 0-4.4 0M12 7.4v6.6M6.5 10l5.5 1 5.5-1M12 14l-3.2 6.5M12 14l3.2 6.5',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  left: 'm14.5 6-6 6 6 6',
  right: 'm9.5 6 6 6-6 6',
  up: 'm6 14.5 6-6 6 6',
  down: 'm6 9.5 6 6 6-6',
  warn: 'M12 4.5 21 19.5H3zM12 10.5v4M12 17h.01',
};

Object.assign(family, PATHS);
