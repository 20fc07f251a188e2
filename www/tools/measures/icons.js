/** The icon of measures, added to the player's when it loads. */
import { PATHS } from '../../controls/icons.js';

Object.assign(PATHS, { ruler: 'M3.5 15.5l12-12 5 5-12 12zM7 12l2 2M10 9l3 3M13 6l2 2' });
