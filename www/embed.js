/** The bare player in a frame. It fetches nothing more before somebody comes near it. */
import './marey-player.js';
import { FrameApi } from './page/frame-api.js';
import { Frame } from './page/frame.js';

const player = /** @type {import('./player/element.js').MareyPlayer} */ (document.querySelector('marey-player'));
// The page around may speak as soon as it knows that it is heard; what the address says comes first.
new FrameApi(player, new Frame(player));
