/** Gestures on the timeline: the wheel and two fingers zoom it around their position; horizontally they move the window. */
import { takesWheel, wheelPixels } from './gestures.js';

/** Zoom per pixel of a wheel, and of a trackpad's pinch. */
const WHEEL = 0.0025;
const PINCH = 0.01;
const MOST_PX = 300;

/** @param {import('./controls.js').Controls} ui @param {import('./timeline.js').Timeline} timeline */
export function listenOnTimeline(ui, { root, zoom, session, pinch }) {
  /** The horizontal position of an event, from 0 to 1. @param {{ clientX: number }} event */
  const at = ({ clientX }) => {
    const { left, width } = root.getBoundingClientRect();
    return Math.max(0, Math.min(1, (clientX - left) / width));
  };

  root.addEventListener(
    'wheel',
    (event) => {
      const [across, along] = wheelPixels(event);
      if (!event.ctrlKey && Math.abs(across) > Math.abs(along)) {
        if (!zoom.zoomed) return;
        zoom.pan(across / zoom.width);
      } else {
        // Other people's pages keep scrolling under a passing pointer, and where there is nothing to zoom.
        if (!takesWheel(ui, event)) return;
        const { zoomed } = zoom;
        zoom.zoom(Math.exp(-Math.max(-MOST_PX, Math.min(MOST_PX, along)) * (event.ctrlKey ? PINCH : WHEEL)), at(event));
        if (!zoomed && !zoom.zoomed && !event.ctrlKey) return;
      }
      event.preventDefault();
    },
    { passive: false },
  );

  root.addEventListener('dblclick', (event) => {
    if (!(event.target instanceof Element && event.target.closest('.lane'))) zoom.whole();
  });

  /** The fingers' horizontal positions. @type {Map<number, number>} */
  const fingers = new Map();
  /** The places of the clip under two fingers. @type {[number, number] | null} */
  let places = null;
  let before = 0;

  root.addEventListener(
    'pointerdown',
    (event) => {
      if (event.pointerType !== 'touch' || (event.target instanceof Element && event.target.closest('.overview'))) return;
      if (!fingers.size) before = session.playback.time;
      fingers.set(event.pointerId, at(event));
      if (fingers.size !== 2) return;
      const [one, other] = [...fingers.values()];
      places = [zoom.place(one), zoom.place(other)];
      pinch(true);
      // Undoes the seek of the first finger.
      session.playback.seek({ seconds: before });
    },
    { capture: true },
  );

  root.addEventListener('pointermove', (event) => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, at(event));
    const [one, other] = [...fingers.values()];
    if (places && fingers.size === 2) zoom.stretch(places, [one, other]);
  });

  const up = (/** @type {PointerEvent} */ event) => {
    if (!fingers.delete(event.pointerId)) return;
    places = null;
    if (!fingers.size) pinch(false);
  };
  root.addEventListener('pointerup', up);
  root.addEventListener('pointercancel', up);
}
