import type { MareyPlayer } from '../../../www/player/element.js';

declare global {
  interface HTMLElementTagNameMap {
    'marey-player': MareyPlayer;
  }
}
