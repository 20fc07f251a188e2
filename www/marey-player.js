/** Defines `<marey-player>`. Importing it twice, or on a server, does no harm. */
import { MareyPlayer } from './player/element.js';

if (globalThis.customElements && !customElements.get('marey-player')) customElements.define('marey-player', MareyPlayer);

export { MareyPlayer };
