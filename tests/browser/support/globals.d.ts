import type { MareyPlayer } from '../../../www/player/element/element.js';

declare global {
  /** Types that nearly every test names. */
  type Player = import('./player.mjs').Player;
  type Page = import('playwright-core').Page;
  /** In the pages of the tests of the contract. */
  var media: ReturnType<typeof import('./media.mjs').mediaTools>;
  interface HTMLElementTagNameMap {
    'marey-player': MareyPlayer;
  }
}
