/** Whatever is dropped or pasted on the page, as a list of files. */
import { h } from '../player/dom.js';
import { part } from '../player/parts.js';
import { W } from './words.js';

const MOST_FILES = 500;

const folder = part(() => import('./folder.js'));

/**
 * @param {import('../player/session.js').Session} session
 * @param {(files: File[]) => void} take
 * @param {(text: string) => void} takeText
 */
export function acceptDrops(session, take, takeText) {
  const zone = h('div', { class: 'zone', 'aria-hidden': 'true' }, W.drop);
  session.element.append(zone);
  let depth = 0;
  const over = (/** @type {boolean} */ on) => {
    if (on) zone.dataset.over = '';
    else { depth = 0; delete zone.dataset.over; }
  };
  const carries = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes('Files') ?? false;

  addEventListener('dragenter', (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    depth += 1;
    over(true);
  });
  addEventListener('dragover', (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
  });
  addEventListener('dragleave', () => {
    depth -= 1;
    if (depth <= 0) over(false);
  });
  addEventListener('drop', async (event) => {
    if (!carries(event) || !event.dataTransfer) return;
    event.preventDefault();
    over(false);
    finish(await filesOf(session.element, event.dataTransfer), '');
  });
  addEventListener('paste', async (event) => {
    const target = /** @type {HTMLElement} */ (event.composedPath()[0]);
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || !event.clipboardData) return;
    const text = event.clipboardData.getData('text/plain').trim();
    const files = filesOf(session.element, event.clipboardData);
    event.preventDefault();
    finish(await files, text);
  });

  /** @param {File[] | null} files @param {string} text */
  function finish(files, text) {
    if (!files) return;
    if (files.length) take(files);
    else if (text) takeText(text);
    else session.say(W.nothing);
  }
}

/** Null where a folder cannot be looked into. @param {EventTarget} player @param {DataTransfer} data */
async function filesOf(player, data) {
  // Both must be read before the first await: afterwards the browser has emptied the list.
  const items = [...data.items];
  const entries = items.map((item) => (item.kind === 'file' ? item.webkitGetAsEntry?.() ?? null : null));
  const plain = items.map((item) => (item.kind === 'file' ? item.getAsFile() : null));
  /** @type {File[]} */
  const files = [];
  for (const [index, entry] of entries.entries()) {
    const file = plain[index];
    if (entry?.isDirectory) {
      // In a folder everything else is passed over; a file dropped by itself is always tried.
      const module = await folder(player);
      if (!module) return null;
      files.push(...await module.walk(/** @type {FileSystemDirectoryEntry} */ (entry), MOST_FILES));
    } else if (file) files.push(file);
  }
  return files.slice(0, MOST_FILES);
}
