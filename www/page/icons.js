/** The page's icons, added to the player's. */
import { PATHS as family } from '../controls/icons.js';

export const PATHS = {
  add: 'M12 5v14M5 12h14',
  compare: 'M6.5 5.5a2 2 0 1 0 4 0 2 2 0 1 0-4 0M8.5 7.5V14M5 10.5l3.5.8 3.5-.8M8.5 14 6 20M8.5 14l2.5 6M15.5 8v8M11.5 12h8',
  chevron: 'm6.5 9.5 5.5 5.5 5.5-5.5',
  grid: 'M4.5 4.5H10V10H4.5zM14 4.5h5.5V10H14zM4.5 14H10v5.5H4.5zM14 14h5.5v5.5H14z',
  find: 'M4.5 10.5a6 6 0 1 0 12 0 6 6 0 1 0-12 0M15 15l4.5 4.5',
  sidebar: 'M5.5 5h13A1.5 1.5 0 0 1 20 6.5v11a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 17.5v-11A1.5 1.5 0 0 1 5.5 5M9.5 5v14',
};

Object.assign(family, PATHS);
