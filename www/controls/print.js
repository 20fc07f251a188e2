/** On paper there is the picture, and nothing else. A canvas of WebGPU is not printed: a copy is, in its place, and finer. */

/** @param {import('./controls.js').Controls} ui */
export function preparePrints({ session, stage }) {
  session.on('print', () => {
    // Below the fold nothing may have been drawn yet.
    const copy = session.shown && session.host.snapshot(2);
    if (!copy) return;
    copy.className = 'print';
    stage.append(copy);
    addEventListener('afterprint', () => copy.remove(), { once: true });
  });
}
