/**
 * The style sheet of the panels and of the lane of marks, a file for each part.
 * The order of the files matters: among rules of equal specificity the last one wins.
 */
import panel from './panel.css';
import rows from './rows.css';
import settings from './settings.css';
import details from './details.css';
import rung from './rung.css';
import tree from './tree.css';
import jointValues from './joint-values.css';
import notice from './notice.css';
import warnings from './warnings.css';
import help from './help.css';
import faultCard from './fault-card.css';
import behaviours from './behaviours.css';
import sizes from './sizes.css';
import preferences from './preferences.css';
import lane from './lane.css';

export const css =
  panel +
  rows +
  settings +
  details +
  rung +
  tree +
  jointValues +
  notice +
  warnings +
  help +
  faultCard +
  behaviours +
  sizes +
  preferences +
  lane;
