/** The page: one player in the whole window, everything that is dropped, picked, pasted or linked ends in it. */
import './marey-player.js';
import { faultOf } from './player/errors.js';
import { nameOf, parameters, vetted } from './player/link.js';
import { sessionOf } from './player/sessions.js';
import { Clips } from './page/clips.js';
import { acceptDrops } from './page/drop.js';
import { openLink } from './page/links.js';
import { W } from './page/words.js';

const player = /** @type {import('./player/element.js').MareyPlayer} */ (document.querySelector('marey-player'));
const session = sessionOf(player);
const clips = new Clips(player, session);
let pastes = 0;

/** The clips that welcome a visitor, beside what a link shows. */
function samples() {
  const at = (/** @type {string} */ file) => new URL(`samples/${file}`, document.baseURI).href;
  return W.samples.map(([name, file, ...beside]) => ({ name, url: at(file), companions: beside.map((other) => ({ name: other, url: at(other) })) }));
}

/** Follows the address; without a clip in it, the samples are the welcome. A link that fails leaves them in the list. */
function open() {
  const linked = openLink(session, parameters(location));
  if (!clips.empty) return;
  if (!linked && !session.failure) clips.add(samples());
  else if (!linked) clips.offer(samples());
}

player.addEventListener('error', () => { if (clips.empty && !session.shown) clips.offer(samples()); });

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
    session.fail(faultOf(error), text);
  }
}

acceptDrops(session, (files) => clips.addFiles(files), paste);
addEventListener('hashchange', open);
player.addEventListener('loadedmetadata', () => { document.title = `${player.clips[0]?.name ?? ''} \u00b7 Marey`; });
open();
