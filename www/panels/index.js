/** All panels and their style: fetched together with the first one that opens. */
import css from './panels.css';
import { build as details } from './details.js';
import { build as help } from './help.js';
import { build as settings } from './settings.js';
import { build as share } from './share.js';

export const panels = { settings, details, share, help };

export const sheet = new CSSStyleSheet();
sheet.replaceSync(css);
