/** The page: one player in the whole window, everything that is dropped, picked, pasted or linked ends in it. */
import './marey-player.js';
import { earlyAdapter } from './player/adapter.js';
import { takeOver } from './player/bring.js';
import { faultOf } from './player/errors.js';
import { nameOf, vetted } from './player/link.js';
import { parameters } from './player/parameters.js';
import { part } from './player/parts.js';
import { sessionOf } from './player/sessions.js';
import { acceptDrops } from './page/drop.js';
import { kept } from './page/kept.js';
import { openLink } from './page/links.js';
import { welcomeRoom } from './page/room.js';
import { SAMPLES, sampleAt } from './page/samples.js';
import { W } from './page/words.js';

/** @typedef {import('./types.d.ts').Source} Source */

const asked = globalThis.mareyHead;
// It takes its time where the processor stands in for it.
earlyAdapter(asked?.adapter);
takeOver(asked?.clip);

const player = /** @type {import('./player/element.js').MareyPlayer} */ (document.querySelector('marey-player'));
const session = sessionOf(player);
/** The list of clips, which comes with the controls and has much in common with them. */
const script = part(async () => {
  await import('./controls/index.js');
  return import('./page/clips.js');
});
/** @type {import('./page/clips.js').Clips | undefined} */
let clips;
let pastes = 0;
/** Where the welcome and the list stand, or neither: it says which. */
const box = /** @type {HTMLElement} */ (player.querySelector('.clips'));
session.room = (size) => box.dataset.mode === 'welcome' && welcomeRoom(size, box.matches(':dir(rtl)'));

/** Says what will stand in the box, before it does. @param {import('./page/clips.js').Mode} mode */
function announce(mode) {
  box.dataset.mode = mode;
  session.signal('size');
}

/** The samples. @type {Source[]} */
let offered;

const samples = () => SAMPLES.map(([name, file, ...beside]) => (
  { name: W[name], url: sampleAt(file), companions: beside.map((other) => ({ name: other, url: sampleAt(other) })) }));

/** Null where its script does not come, which is told. */
async function list() {
  const module = await script(player);
  if (!module) return null;
  if (!clips) {
    clips = new module.Clips(box, session);
    clips.offer(offered);
  }
  return clips;
}

/** @param {Source[]} sources */
const add = async (sources) => (await list())?.add(sources);
/** @param {File[]} files @param {FileSystemDirectoryEntry[]} [folders] */
const addFiles = async (files, folders) => (await list())?.addFiles(files, folders);

/** Follows the address. Without a clip in it the first sample plays beside the welcome; a link that fails leaves the samples. */
function open() {
  offered ??= samples();
  const linked = openLink(session, parameters(location));
  if (clips) return;
  if (linked) announce('linked');
  else if (kept() !== null) {
    // One's own clips come back in place of the welcome.
    box.dataset.mode = 'list';
    list();
  } else if (!session.failure) session.load(offered[0]);
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
  player.addEventListener('error', () => { if (!session.shown && !clips) announce('welcome'); });
  player.addEventListener('loadedmetadata', () => { document.title = `${player.clips[0]?.name ?? ''} \u00b7 Marey`; });
  acceptDrops(session, addFiles, paste);
  addEventListener('hashchange', open);
  open();
});
