import type { MareyPlayer } from '../../../www/player/element.js';

declare global {
  /** In the pages of the tests of the contract. */
  var media: ReturnType<typeof import('./media.mjs').mediaTools>;
  interface HTMLElementTagNameMap {
    'marey-player': MareyPlayer;
  }
}
