/** Icons of the measures, added to the player's when they load. */
import { PATHS as family } from '../controls/icons.js';

export const PATHS = {
  copy: 'M9 9h10v11H9zM5.5 15H5V4h10v1.5',
  ruler: 'M3.5 15.5l12-12 5 5-12 12zM7 12l2 2M10 9l3 3M13 6l2 2',
  save: 'M12 4v11M8 11.5l4 3.5 4-3.5M5 19.5h14',
};

Object.assign(family, PATHS);
