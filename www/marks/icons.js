/** Icons of the marks, added to the player's when they load. */
import { PATHS as family } from '../controls/icons.js';

export const PATHS = {
  copy: 'M9 9h10v11H9zM5.5 15H5V4h10v1.5',
  mark: 'M7 20.5V4.5h10.5l-3 4 3 4H7',
  plus: 'M12 5v14M5 12h14',
  save: 'M12 4v11M8 11.5l4 3.5 4-3.5M5 19.5h14',
  remove: 'M6 7h12M9.5 7V4.5h5V7M8 7l.8 12.5h6.4L16 7',
};

Object.assign(family, PATHS);
