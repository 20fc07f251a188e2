/** All panels, the lane of marks and their styles: loaded together when the first of them is needed. */
import css from './panels.css';
import './icons.js';
import { build as details } from './details.js';
import { build as help } from './help.js';
import { build as settings } from './settings.js';
import { build as share } from './share.js';

export { faultCard } from './fault-card.js';
export { hint } from './likely.js';
export { paint, pictureFiles } from './pictures.js';
export { Lane } from './lane.js';
export { behaviourMenu } from './behaviours.js';
export { cameraMenu } from './cameras.js';
export { tabs } from './tabs.js';
export { stepNamed } from './step-names.js';

export const panels = { settings, details, share, help };

export const sheet = new CSSStyleSheet();
sheet.replaceSync(css);
