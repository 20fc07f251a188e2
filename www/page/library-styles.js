/**
 * The style sheet of the list, a file for each part. It comes after that of the page.
 * The order of the files matters: among rules of equal specificity the last one wins.
 */
import library from './library.css';
import filter from './filter.css';
import groups from './groups.css';
import rows from './rows.css';
import bars from './bars.css';
import rowButtons from './row-buttons.css';
import keep from './keep.css';
import touch from './library-touch.css';
import phone from './library-phone.css';
import preferences from './library-preferences.css';

export const css = library + filter + groups + rows + bars + rowButtons + keep + touch + phone + preferences;
