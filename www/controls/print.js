/** On paper there is the picture, and nothing else. A canvas of WebGPU is not printed: a copy is, in its place. */
import { h } from '../player/dom.js';

/** @param {import('./controls.js').Controls} ui */
export function preparePrints({ session, stage }) {
  session.on('print', () => {
    const { drawn, host } = session;
    const { width, height, ratio } = host.size;
    const canvas = host.drawing && stage.querySelector('canvas');
    if (!drawn || !canvas || !width || !height) return;
    const draw = (/** @type {number} */ scale) => host.change((view) => view.resize(width, height, ratio * scale));
    // In another size it is drawn anew, and finer. The canvas can be read until this task ends.
    draw(2);
    const copy = h('canvas', { class: 'print', width: canvas.width, height: canvas.height });
    copy.getContext('2d')?.drawImage(canvas, 0, 0);
    draw(1);
    stage.append(copy);
    addEventListener('afterprint', () => copy.remove(), { once: true });
  });
}
