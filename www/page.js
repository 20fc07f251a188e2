/** The page: one player in the whole window, everything that is dropped, picked, pasted or linked ends in it. */
import './marey-player.js';
import { faultOf } from './player/errors.js';
import { nameOf, parameters, vetted } from './player/link.js';
import { part } from './player/parts.js';
import { sessionOf } from './player/sessions.js';
import { acceptDrops } from './page/drop.js';
import { openLink } from './page/links.js';
import { W } from './page/words.js';

/** @typedef {import('./types.d.ts').Source} Source */

const player = /** @type {import('./player/element.js').MareyPlayer} */ (document.querySelector('marey-player'));
const session = sessionOf(player);
/** The list of clips, which comes with the controls and has much in common with them. */
const script = part(async () => {
  await import('./controls/index.js');
  return import('./page/clips.js');
});
/** @type {import('./page/clips.js').Clips | undefined} */
let clips;
/** What is to stand in an empty list. @type {Source[]} */
let offered = [];
let pastes = 0;

/** What welcomes a visitor: the names among the words, the files, and those they need. */
const SAMPLES = /** @type {const} */ ([['walk', 'walk.bvh'], ['jump', 'jump.bvh'], ['dance', 'dance.bvh'], ['march', 'march.amc', 'march.asf', 'march.obj'],
  ['stroll', 'stroll.anim', 'adult.skel'], ['wave', 'wave.x3d'], ['human', 'human-loa2.x3d']]);

function samples() {
  const at = (/** @type {string} */ file) => new URL(`samples/${file}`, document.baseURI).href;
  return SAMPLES.map(([name, file, ...beside]) => ({ name: W[name], url: at(file), companions: beside.map((other) => ({ name: other, url: at(other) })) }));
}

/** Null where its script does not come, which is told. */
async function list() {
  const module = await script(player);
  if (!module) return null;
  clips ??= new module.Clips(/** @type {HTMLElement} */ (player.querySelector('.clips')), session);
  if (clips.empty && offered.length) clips.offer(offered);
  return clips;
}

/** @param {Source[]} sources */
const add = async (sources) => (await list())?.add(sources);
/** @param {File[]} files */
const addFiles = async (files) => (await list())?.addFiles(files);

/** Follows the address; without a clip in it, the samples are the welcome. A link that fails leaves them in the list. */
function open() {
  if (openLink(session, parameters(location)) || (clips && !clips.empty)) return;
  offered = samples();
  if (!session.failure) session.load(offered[0], { eager: true });
  if (clips) list();
}

/** Pasted text is a clip, or the address of one. @param {string} text */
function paste(text) {
  if (!/^https?:\S+$/i.test(text)) {
    addFiles([new File([text], W.pasted(pastes += 1))]);
    return;
  }
  try {
    const url = vetted(text, document.baseURI);
    add([{ name: nameOf(url), url: url.href, guarded: true }]);
  } catch (error) {
    session.fail(faultOf(error), text);
  }
}

// Who waits for the element to be defined, to say the words of another language, comes first.
queueMicrotask(() => {
  session.chooseFiles = async () => (await list())?.choose();
  session.on('controls', list);
  player.addEventListener('error', () => {
    if (session.shown || (clips && !clips.empty)) return;
    offered = samples();
    if (clips) list();
  });
  player.addEventListener('loadedmetadata', () => { document.title = `${player.clips[0]?.name ?? ''} \u00b7 Marey`; });
  acceptDrops(session, addFiles, paste);
  addEventListener('hashchange', open);
  open();
});
