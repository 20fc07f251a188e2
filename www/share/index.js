/** The element's exports (pictures, filmstrips, films, files), loaded on first use. */
export { PLAIN, film, formats } from './film.js';
export { filmstrip, row } from './filmstrip.js';
export { convert } from './motion-file.js';
export { picture, pictureCanvas, currentPicture } from './picture.js';
