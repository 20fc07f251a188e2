/** Icons of the curves, added to the player's when they load. */
import { PATHS as family } from '../../controls/icons.js';

export const PATHS = {
  copy: 'M9 9h10v11H9zM5.5 15H5V4h10v1.5',
  plus: 'M12 5v14M5 12h14',
  save: 'M12 4v11M8 11.5l4 3.5 4-3.5M5 19.5h14',
};

Object.assign(family, PATHS);
