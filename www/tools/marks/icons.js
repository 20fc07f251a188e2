/** Icons of the marks, added to the player's when they load. */
import { PATHS } from '../../controls/icons.js';

Object.assign(PATHS, {
  remove: 'M6 7h12M9.5 7V4.5h5V7M8 7l.8 12.5h6.4L16 7',
});
