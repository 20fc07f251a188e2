/**
 * The style sheet of the share panel, a file for each part.
 * The order of the files matters: among rules of equal specificity the last one wins.
 */
import dialog from './dialog.css';
import linkChoices from './link-choices.css';
import quality from './quality.css';
import link from './link.css';
import embedTabs from './embed-tabs.css';
import qr from './qr.css';
import exports from './exports.css';
import preview from './preview.css';
import sizes from './sizes.css';
import phone from './phone.css';
import preferences from './preferences.css';

export const css = dialog + linkChoices + quality + link + embedTabs + qr + exports + preview + sizes + phone + preferences;
