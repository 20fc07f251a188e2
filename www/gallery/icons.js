/** The icons of a gallery's wall: a few of the page's, beside those of the wall. */
import '../wall/icons.js';
import { PATHS as family } from '../controls/icons.js';

Object.assign(family, {
  find: 'M4.5 10.5a6 6 0 1 0 12 0 6 6 0 1 0-12 0M15 15l4.5 4.5',
  chevron: 'm6.5 9.5 5.5 5.5 5.5-5.5',
});
