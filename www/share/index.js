/** What the element hands out: pictures, filmstrips, films. Fetched when somebody asks for the first of them. */
export { PLAIN, film, formats } from './film.js';
export { filmstrip, row } from './filmstrip.js';
export { convert } from './motion-file.js';
export { picture, shot, still } from './picture.js';
