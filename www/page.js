/** The page: one player in the whole window, everything that is dropped, picked, pasted or linked ends in it. */
import './marey-player.js';
import { follow, nameOf, parameters, vetted } from './player/link.js';
import { Clips } from './page/clips.js';
import { acceptDrops } from './page/drop.js';
import { W } from './page/words.js';

const player = /** @type {import('./player/element.js').MareyPlayer} */ (document.querySelector('marey-player'));
const clips = new Clips(player);
let pastes = 0;

/** Follows the address; without one in it, the samples are the welcome. */
function open() {
  const linked = follow(player, parameters(location), (error, name) => player.fail(error, name));
  if (!linked && clips.empty) {
    clips.add(W.samples.map(([name, file]) => ({ name, url: new URL(`samples/${file}`, document.baseURI).href })));
  }
}

/** Pasted text is a clip, or the address of one. @param {string} text */
function paste(text) {
  if (!/^https?:\S+$/i.test(text)) {
    clips.addFiles([new File([text], W.pasted(pastes += 1))]);
    return;
  }
  try {
    const url = vetted(text, document.baseURI);
    clips.add([{ name: nameOf(url), url: url.href, guarded: true }]);
  } catch (error) {
    player.fail(error, text);
  }
}

acceptDrops(player, (files) => clips.addFiles(files), paste);
addEventListener('hashchange', open);
player.addEventListener('loadedmetadata', () => { document.title = `${player.clips[0]?.name ?? ''} \u00b7 Marey`; });
open();
