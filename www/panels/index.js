/** All panels, the lane of marks and their style: fetched together when the first of them is needed. */
import css from './panels.css';
import laneCss from '../controls/lane.css';
// Loaded already, since it asks for this file. Saying so lets the bundler keep the player in one piece instead of two:
// what panels share with it would be a file of its own, and two files compress worse.
import '../player/element.js';
import './icons.js';
import { build as details } from './details.js';
import { build as help } from './help.js';
import { build as settings } from './settings.js';
import { build as share } from './share.js';

export { faultCard } from './fault-card.js';
export { Lane } from '../controls/lane.js';
export { behaviourMenu } from './behaviours.js';

export const panels = { settings, details, share, help };

export const sheet = new CSSStyleSheet();
sheet.replaceSync(css + laneCss);
