/** The panels' style, fetched with the first of them. */
import css from './panels.css';

export const sheet = new CSSStyleSheet();
sheet.replaceSync(css);
