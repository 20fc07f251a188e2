/**
 * The style sheet of the page without its list, a file for each part.
 * The order of the files matters: among rules of equal specificity the last one wins.
 */
import clips from './clips.css';
import welcome from './welcome.css';
import samples from './samples.css';
import forms from './forms.css';
import top from './top.css';
import sizes from './sizes.css';
import phone from './phone.css';
import preferences from './preferences.css';
import print from './print.css';

export const css = clips + welcome + samples + forms + top + sizes + phone + preferences + print;
