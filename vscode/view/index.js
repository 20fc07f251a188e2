/** The page in the webview: shows what the extension sends, and asks it to save files. */
import { keepKeys } from './keys.js';
import { Memory } from './memory.js';
import { followTheme } from './theme.js';

/** @typedef {import('../src/messages.d.ts').FromPage} FromPage */
/** @typedef {import('../src/messages.d.ts').SentFile} SentFile */
/** @typedef {import('../src/messages.d.ts').ToPage} ToPage */

const host = acquireVsCodeApi();
const player = /** @type {MareyPlayer} */ (document.querySelector('marey-player'));
const notice = /** @type {HTMLElement} */ (document.querySelector('[role="alert"]'));
const memory = new Memory(player, host);
const tell = (/** @type {FromPage} */ message) => host.postMessage(message);
const file = (/** @type {SentFile} */ { name, bytes }) => new File([bytes], name);

followTheme(player);
keepKeys();

/** Why the file cannot be read at all; '' if it can. @param {string} text */
function explain(text) {
  notice.textContent = text;
  notice.hidden = !text;
  player.hidden = Boolean(text);
}

/** @param {Extract<ToPage, { kind: 'files' }>} message */
function show({ main, others, compared, again }) {
  memory.begin(compared, again);
  player.srcObject = main.map(file);
  // The list `clips` has only what is shown by now.
  for (const clip of player.querySelectorAll('marey-clip')) clip.remove();
  for (const files of others) player.clips.add(files.map(file));
}

addEventListener('message', ({ data }) => {
  const message = /** @type {ToPage} */ (data);
  explain(message.kind === 'unreadable' ? message.text : '');
  if (message.kind === 'files') show(message);
});

// A webview downloads nothing: VS Code asks where to.
player.addEventListener('beforesave', async (event) => {
  event.preventDefault();
  const { files } = /** @type {CustomEvent<{ files: File[] }>} */ (event).detail;
  const sent = files.map(async (each) => ({ name: each.name, bytes: new Uint8Array(await each.arrayBuffer()) }));
  tell({ kind: 'save', files: await Promise.all(sent) });
});

tell({ kind: 'ready', compared: memory.compared });
