/** What the element hands out: pictures, filmstrips, films. Fetched when somebody asks for the first of them. */
export { film, formats } from './film.js';
export { filmstrip } from './filmstrip.js';
export { convert } from './motion-file.js';
export { picture } from './picture.js';
