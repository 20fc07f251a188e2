/** What the element hands out: pictures, filmstrips, films. Fetched when somebody asks for the first of them. */
export { picture } from './picture.js';
