/** The system's file dialogue. */
import { h } from '../player/dom.js';
import { EXTENSIONS } from './known.js';

/** @param {(files: File[]) => void} take */
export function pickFiles(take) {
  const input = h('input', { type: 'file', multiple: true, accept: [...EXTENSIONS, '.zip', 'text/plain', 'application/octet-stream'].join(), onchange: () => take([...input.files ?? []]) });
  input.click();
}
