/**
 * The style sheet of the comparison, a file for each part.
 * The order of the files matters: among rules of equal specificity the last one wins.
 */
import compare from './compare.css';
import legend from './legend.css';
import alignMenu from './align-menu.css';
import lanes from './lanes.css';
import sideBySide from './side-by-side.css';

export const css = compare + legend + alignMenu + lanes + sideBySide;
