/** The system's file dialogue. */
import { h } from '../player/dom.js';

/** @param {(files: File[]) => void} take */
export function pickFiles(take) {
  const input = h('input', { type: 'file', multiple: true, accept: '.bvh,.asf,.amc,.obj,text/plain,application/octet-stream', onchange: () => take([...input.files ?? []]) });
  input.click();
}
