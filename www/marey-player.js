/** Defines `<marey-player>`, and says where the scripts are that come after it. Importing it twice, or on a server, does no harm. */
import { expectedInsets } from './controls/expected-insets.js';
import { MareyPlayer } from './player/element/element.js';
import { register } from './player/element/rooms.js';
import { TOOLS } from './tools.js';

/** @type {() => Promise<import('./player/element/rooms.js').Panels & import('./controls/panels.js').PanelsRoom>} */
const panels = () => import('./panels/index.js');
/** @type {() => Promise<import('./controls/title.js').GuessesRoom>} */
const guesses = () => import('./guesses/index.js');
/** @type {() => Promise<import('./panels/share.js').DialogRoom>} */
const dialog = () => import('./share/dialog.js');

register({
  controls: () => import('./controls/index.js'),
  expectedInsets,
  guesses,
  panels,
  dialog,
  exports: () => import('./share/index.js'),
  tools: TOOLS,
  actors: () => import('./actors/index.js'),
  sync: () => import('./sync/index.js'),
  palette: () => import('./palette/index.js'),
  retarget: () => import('./tools/retarget/index.js'),
});

if (globalThis.customElements && !customElements.get('marey-player')) customElements.define('marey-player', MareyPlayer);

export { MareyPlayer };
