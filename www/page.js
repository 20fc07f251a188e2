/** The page: one player in the whole window, everything that is dropped, picked, pasted or linked ends in it. */
import './marey-player.js';
import { follow, parameters } from './player/link.js';
import { Clips } from './page/clips.js';
import { acceptDrops } from './page/drop.js';
import { W } from './page/words.js';

const player = /** @type {import('./player/element.js').MareyPlayer} */ (document.querySelector('marey-player'));
const clips = new Clips(player);

/** Follows the address; without one in it, the samples are the welcome. */
function open() {
  const linked = follow(player, parameters(location), (error, name) => player.fail(error, name));
  if (!linked && clips.empty) {
    clips.add(W.samples.map(([name, file]) => ({ name, url: new URL(`samples/${file}`, document.baseURI).href })));
  }
}

acceptDrops(player, (files) => clips.addFiles(files));
addEventListener('hashchange', open);
player.addEventListener('loadedmetadata', () => { document.title = `${player.clips[0]?.name ?? ''} \u00b7 Marey`; });
open();
