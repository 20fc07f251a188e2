/** The page: one player in the whole window, which opens every clip that is dropped, picked, pasted or linked. */
import './marey-player.js';
import { offer } from './controls/page-parts.js';
import { cut } from './player/base/dom.js';
import { earlyAdapter } from './player/drawing/adapter.js';
import { useEarlyRequest } from './player/loading/file-transfer.js';
import { faultOf } from './player/words/errors.js';
import { nameOf, vetted } from './player/session/link.js';
import { parameters } from './player/base/parameters.js';
import { part } from './player/base/parts.js';
import { sessionOf } from './player/session/sessions.js';
import { acceptDrops } from './page/drop.js';
import { storedPath } from './page/stored-path.js';
import { openLink } from './page/links.js';
import { welcomeInsets } from './page/welcome-insets.js';
import { SAMPLES, sampleAt } from './page/samples.js';
import { N } from './page/first-words.js';

/** @typedef {import('./types.d.ts').Source} Source */

const head = globalThis.mareyHead;
// Requested first: a software adapter takes long.
earlyAdapter(head?.adapter);
useEarlyRequest(head?.clip);

const player = /** @type {import('./player/element/element.js').MareyPlayer} */ (document.querySelector('marey-player'));
const session = sessionOf(player);
/** The list of clips; its script shares code with the controls. */
const script = part(async () => {
  await import('./controls/index.js');
  return import('./page/clips.js');
});
/** @type {import('./page/clips.js').Clips | undefined} */
let clips;
let pastes = 0;
/** Contains the welcome or the list of clips; `data-mode` tells which. */
const box = /** @type {HTMLElement} */ (player.querySelector('.clips'));
offer(session, { insets: (size) => box.dataset.mode === 'welcome' && welcomeInsets(size, box.matches(':dir(rtl)')) });

/** Sets the box's mode before its content has loaded. @param {import('./page/clips.js').Mode} mode */
function announce(mode) {
  box.dataset.mode = mode;
  session.signal('page', 'room');
}

/** The samples. @type {Source[]} */
let sampleSources;

const samples = () =>
  SAMPLES.map(([name, file, ...beside]) => ({
    name: N[name],
    url: sampleAt(file),
    companions: beside.map((other) => ({ name: other, url: sampleAt(other) })),
  }));

/** The list of clips; null if its script fails to load, which the player reports. */
async function list() {
  if (session.lacks) return null;
  const module = await script(player);
  if (!module) return null;
  if (!clips) {
    clips = new module.Clips(box, session);
    clips.addSamples(sampleSources);
  }
  return clips;
}

/** @param {Source[]} sources */
const add = async (sources) => (await list())?.add(sources);
/** @param {File[]} files @param {FileSystemDirectoryEntry[]} [folders] @param {boolean} [beside] */
const addFiles = async (files, folders, beside) => (await list())?.addFiles(files, folders, beside);

/** Opens the clip in the address. Without one the first sample plays beside the welcome; a link that fails leaves the samples. */
function open() {
  sampleSources ??= samples();
  const linked = openLink(session, parameters(location));
  if (clips) return;
  if (linked) announce('linked');
  else if (storedPath() !== null) {
    // Clips kept from an earlier visit replace the welcome.
    box.dataset.mode = 'list';
    list();
  } else if (!session.failure) session.load(sampleSources[0]);
}

/** Opens pasted text: a clip, the address of one, or a link to this page. @param {string} text */
function paste(text) {
  if (!/^https?:\S+$/i.test(text)) {
    addFiles([new File([text], N.pasted((pastes += 1)))]);
    return;
  }
  try {
    const url = vetted(text, document.baseURI);
    if (url.hash && url.href.split('#')[0] === location.href.split('#')[0]) location.hash = url.hash;
    else add([{ name: nameOf(url), url: url.href, untrusted: true }]);
  } catch (error) {
    session.fail(faultOf(error), text);
  }
}

// Callers of `customElements.whenDefined()` that set words of another language run first.
queueMicrotask(() => {
  offer(session, { chooseFiles: async () => (await list())?.choose() });
  session.on('controls', list);
  player.addEventListener('error', () => {
    if (!session.shown && !clips) announce('welcome');
  });
  player.addEventListener('loadedmetadata', () => {
    document.title = cut(`${player.clips[0]?.name ?? ''} \u00b7 Marey`);
  });
  acceptDrops(session, addFiles, paste);
  addEventListener('hashchange', open);
  open();
});
