/** The page's icons, added to the player's. */
import { PATHS as family } from '../controls/icons.js';

export const PATHS = {
  add: 'M12 5v14M5 12h14',
  chevron: 'm6.5 9.5 5.5 5.5 5.5-5.5',
  grid: 'M4.5 4.5H10V10H4.5zM14 4.5h5.5V10H14zM4.5 14H10v5.5H4.5zM14 14h5.5v5.5H14z',
  sidebar: 'M5.5 5h13A1.5 1.5 0 0 1 20 6.5v11a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 17.5v-11A1.5 1.5 0 0 1 5.5 5M9.5 5v14',
};

Object.assign(family, PATHS);
