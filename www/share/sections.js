/** The panel's sections for pictures, films and files, loaded when the first of them is opened. */
export { filmSection } from './film-section.js';
export { filmstripSection } from './filmstrip-section.js';
export { motionSection } from './motion-section.js';
export { pictureSection } from './picture-section.js';
