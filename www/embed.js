/** The bare player in a frame: everything it shows comes from its address. */
import './marey-player.js';
import { follow, parameters } from './player/link.js';

const player = /** @type {import('./player/element.js').MareyPlayer} */ (document.querySelector('marey-player'));

function open() {
  const values = parameters(location);
  const sample = new Map([['url', 'samples/walk.bvh'], ...values]);
  follow(player, sample, (error, name) => player.fail(error, name));
}

addEventListener('hashchange', open);
player.addEventListener('loadedmetadata', () => { document.title = `${player.clips[0]?.name ?? ''} \u00b7 Marey`; });
open();
