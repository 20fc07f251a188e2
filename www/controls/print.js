/** Prints only the picture: a copy at twice the resolution, since browsers do not print a WebGPU canvas. */

/** @param {import('./controls.js').Controls} ui */
export function preparePrints({ session, stage }) {
  session.on('print', () => {
    // A player far from the viewport may not have been drawn yet.
    const copy = session.shown && session.host.snapshot(2);
    if (!copy) return;
    copy.className = 'print';
    stage.append(copy);
    addEventListener('afterprint', () => copy.remove(), { once: true });
  });
}
