/** Gestures on the curves, beside those of the timeline: a drag moves the window, a click goes to a moment, the pointer reads the numbers there. */

/** A press that moved less is a click. */
const SLOP = 4;

/** @param {import('./plot.js').Subject & { plot: import('./plot.js').Plot }} subject */
export function listenOnPlot({ plot, timeline: { zoom }, ui: { session } }) {
  const { surface } = plot;
  /** @type {{ id: number, x: number, from: number, moved: boolean } | null} */
  let press = null;

  /** @param {PointerEvent} event */
  const x = ({ clientX }) => clientX - surface.getBoundingClientRect().left;

  surface.addEventListener('pointerdown', (event) => {
    if (event.button || !event.isPrimary) return;
    press = { id: event.pointerId, x: x(event), from: zoom.from, moved: false };
    surface.setPointerCapture(event.pointerId);
  });
  surface.addEventListener('pointermove', (event) => {
    if (press && event.pointerId === press.id && !plot.pinching) {
      const by = press.x - x(event);
      press.moved ||= Math.abs(by) > SLOP;
      if (press.moved && zoom.zoomed) {
        plot.point(NaN);
        zoom.centre(press.from + zoom.size / 2 + (by / plot.width) * zoom.size);
      }
    }
    if (event.pointerType !== 'touch' && !(press?.moved && zoom.zoomed)) plot.point(x(event));
  });
  const up = (/** @type {PointerEvent} */ event) => {
    if (!press || event.pointerId !== press.id) return;
    if (event.type === 'pointerup' && !press.moved && !plot.pinching) {
      session.playback.seek({ seconds: session.playback.secondsAt(zoom.place(press.x / plot.width)) });
    }
    press = null;
  };
  surface.addEventListener('pointerup', up);
  surface.addEventListener('pointercancel', up);
  surface.addEventListener('pointerleave', () => plot.point(NaN));
}
