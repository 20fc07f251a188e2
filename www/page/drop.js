/** Drag and drop, and paste: delivers files, folders, and texts. */
import { h } from '../player/base/dom.js';
import { N } from './first-words.js';

/** Looking up an item takes half a millisecond. Among more items only those without extension are looked up, and at most this many. */
const MAX_LOOKUPS = 400;

/**
 * @param {import('../player/session/session.js').Session} session @param {(files: File[], folders: FileSystemDirectoryEntry[], beside: boolean) => void} take beside: Shift was held
 * @param {(text: string) => void} takeText pasted, or the address of a link that was dropped
 */
export function acceptDrops(session, take, takeText) {
  const zone = h('div', { class: 'zone', 'aria-hidden': 'true' }, N.drop);
  session.element.append(zone);
  let depth = 0;
  const over = (/** @type {boolean} */ on) => {
    if (on) zone.dataset.over = '';
    else {
      depth = 0;
      delete zone.dataset.over;
    }
  };
  // A browser would leave the page for a dropped link.
  const carries = (/** @type {DragEvent} */ { dataTransfer }) => dataTransfer?.types.some((type) => /^(Files|text\/uri-list)$/.test(type));

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
  addEventListener('drop', (event) => {
    if (!carries(event) || !event.dataTransfer) return;
    event.preventDefault();
    over(false);
    finish(event.dataTransfer, event.dataTransfer.getData('URL'), event.shiftKey);
  });
  addEventListener('paste', (event) => {
    const target = /** @type {HTMLElement} */ (event.composedPath()[0]);
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || !event.clipboardData) return;
    const text = event.clipboardData.getData('text/plain').trim();
    event.preventDefault();
    finish(event.clipboardData, text);
  });

  /** @param {DataTransfer} data @param {string} text @param {boolean} [beside] */
  function finish(data, text, beside = false) {
    const { files, folders } = contentOf(data);
    if (files.length || folders.length) take(files, folders, beside);
    else if (text) takeText(text);
    else session.say(N.nothing);
  }
}

/** Reads all items synchronously, because the browser empties the list after the event. @param {DataTransfer} data */
function contentOf(data) {
  /** @type {File[]} */
  const files = [];
  /** @type {FileSystemDirectoryEntry[]} */
  const folders = [];
  const items = [...data.items].filter(({ kind }) => kind === 'file');
  let lookups = 0;
  for (const item of items) {
    const file = item.getAsFile();
    const plain = items.length > MAX_LOOKUPS && file && /\.\w+$/.test(file.name);
    const entry = plain || (lookups += 1) > MAX_LOOKUPS ? null : item.webkitGetAsEntry?.();
    if (entry?.isDirectory) folders.push(/** @type {FileSystemDirectoryEntry} */ (entry));
    else if (file) files.push(file);
  }
  return { files, folders };
}
