/** The system's file dialog. */
import { h } from '../player/base/dom.js';
import { EXTENSIONS } from './file-kinds.js';

/** @param {(files: File[]) => void} take */
export const pickFiles = (take) =>
  pick({ multiple: true, accept: [...EXTENSIONS, '.zip', '.csv', '.tsv', 'text/plain', 'application/octet-stream'].join() }, take);

/** Picks a folder. @param {(files: File[]) => void} take */
export const pickFolder = (take) => pick({ webkitdirectory: true }, take);

/** @param {Record<string, any>} how @param {(files: File[]) => void} take */
function pick(how, take) {
  const input = h('input', { type: 'file', ...how, onchange: () => take([...(input.files ?? [])]) });
  input.click();
}
