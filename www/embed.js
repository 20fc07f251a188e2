/** The bare player in a frame. It fetches nothing more until the player is near the viewport. */
import './marey-player.js';
import { FrameApi } from './page/frame-api.js';
import { Frame } from './page/frame.js';

const player = /** @type {import('./player/element/element.js').MareyPlayer} */ (document.querySelector('marey-player'));
// Applies the address's parameters (`Frame`) before the embedding page may send messages (`FrameApi`).
new FrameApi(player, new Frame(player));
