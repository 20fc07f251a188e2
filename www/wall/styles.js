/**
 * The style sheet of the wall, a file for each part.
 * The order of the files matters: among rules of equal specificity the last one wins.
 */
import wall from './wall.css';
import header from './header.css';
import cards from './cards.css';
import large from './large.css';
import tray from './tray.css';
import phone from './phone.css';
import preferences from './preferences.css';

export const css = wall + header + cards + large + tray + phone + preferences;
