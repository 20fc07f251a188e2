/**
 * The style sheet of the controls, a file for each part.
 * The order of the files matters: among rules of equal specificity the last one wins.
 */
import base from './base.css';
import layout from './layout.css';
import buttons from './buttons.css';
import title from './title.css';
import jointLabel from './joint-label.css';
import scale from './scale.css';
import views from './views.css';
import bar from './bar.css';
import timeline from './timeline.css';
import ruler from './ruler.css';
import timelineTip from './timeline-tip.css';
import overview from './overview.css';
import menu from './menu.css';
import cards from './cards.css';
import toast from './toast.css';
import sizes from './sizes.css';
import phone from './phone.css';
import sheet from './sheet.css';
import print from './print.css';
import preferences from './preferences.css';

export const css =
  base +
  layout +
  buttons +
  title +
  jointLabel +
  scale +
  views +
  bar +
  timeline +
  ruler +
  timelineTip +
  overview +
  menu +
  cards +
  toast +
  sizes +
  phone +
  sheet +
  print +
  preferences;
