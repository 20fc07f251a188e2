/** The icon for saving, added to the player's when gait and joint angles load. */
import { PATHS as family } from '../../controls/icons.js';

export const PATHS = { save: 'M12 4v11M8 11.5l4 3.5 4-3.5M5 19.5h14' };

Object.assign(family, PATHS);
