/** The style sheet of a gallery's wall: the wall's, and what differs in a page of its own. */
import { css as wall } from '../wall/styles.js';
import site from './site.css';

/** @returns {CSSStyleSheet} */
export function css() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(wall + site);
  return sheet;
}
