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
/** @type {Clips} */
let clips;
let pastes = 0;

/** What welcomes a visitor: the names among the words, the files, and those they need. */
const SAMPLES = /** @type {const} */ ([['walk', 'walk.bvh'], ['jump', 'jump.bvh'], ['dance', 'dance.bvh'], ['march', 'march.amc', 'march.asf', 'march.obj'],
  ['stroll', 'stroll.anim', 'adult.skel'], ['wave', 'wave.x3d'], ['human', 'human-loa2.x3d']]);

function samples() {
  const at = (/** @type {string} */ file) => new URL(`samples/${file}`, document.baseURI).href;
  return SAMPLES.map(([name, file, ...beside]) => ({ name: W[name], url: at(file), companions: beside.map((other) => ({ name: other, url: at(other) })) }));
}

/** Follows the address; without a clip in it, the samples are the welcome. A link that fails leaves them in the list. */
function open() {
  const linked = openLink(session, parameters(location));
  if (!clips.empty) return;
  if (!linked && !session.failure) clips.add(samples());
  else if (!linked) clips.offer(samples());
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
    session.fail(faultOf(error), text);
  }
}

// Who waits for the element to be defined, to say the words of another language, comes first.
queueMicrotask(() => {
  clips = new Clips(player, session);
  player.addEventListener('error', () => { if (clips.empty && !session.shown) clips.offer(samples()); });
  player.addEventListener('loadedmetadata', () => { document.title = `${player.clips[0]?.name ?? ''} \u00b7 Marey`; });
  acceptDrops(session, (files) => clips.addFiles(files), paste);
  addEventListener('hashchange', open);
  open();
});
