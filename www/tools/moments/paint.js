/** Draws the path and the times of a chronophotograph into a picture of it, as the player shows them. */
import { clock } from '../../player/words/format.js';
import { onScreen, yawOf } from './on-screen.js';

const COLOURS = {
  dark: {
    under: 'rgb(10 14 22 / .75)',
    path: '#c9d3e6',
    dot: '#fff',
    last: '#3cc9b8',
    text: '#b9c2d4',
    lastText: '#e9ecf4',
    halo: 'rgb(16 21 30 / .7)',
  },
  light: {
    under: 'rgb(255 255 255 / .8)',
    path: '#5a6275',
    dot: '#2c3446',
    last: '#0f7f74',
    text: '#3c465c',
    lastText: '#1a2132',
    halo: 'rgb(255 255 255 / .7)',
  },
};
const FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

/** @param {import('../../player/session/session.js').Session} session @param {import('./choose.js').ChosenMoments} chosen @param {import('../../shown.d.ts').PaintedLook} look @returns {import('../../shown.d.ts').Painter} */
export const paint = (session, chosen, { theme }) => ({
  draw(context, studio) {
    const seen = studio.read((stage) => onScreen(chosen, yawOf(stage.camera()), (points) => stage.toScreen(points)));
    const shell = session.element.shadowRoot?.querySelector('.root');
    if (seen)
      drawMoments(context, seen, {
        ratio: studio.ratio,
        theme,
        duration: session.playback.duration,
        path: !shell?.hasAttribute('data-no-path'),
        times: !shell?.hasAttribute('data-no-times'),
      });
  },
});

/**
 * @param {CanvasRenderingContext2D} context of the picture @param {ReturnType<typeof onScreen>} seen
 * @param {{ ratio: number, theme: 'dark' | 'light', duration: number, path: boolean, times: boolean }} how ratio: pixels per CSS pixel
 */
function drawMoments(context, { marks, path: points }, { ratio, theme, duration, path, times }) {
  const colours = COLOURS[theme];
  context.save();
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  Object.assign(context, { lineCap: 'round', lineJoin: 'round', textAlign: 'center', textBaseline: 'middle' });
  if (path) {
    context.beginPath();
    for (const [x, y] of points) context.lineTo(x, y);
    for (const [width, colour] of /** @type {const} */ ([
      [4, colours.under],
      [1.5, colours.path],
    ])) {
      Object.assign(context, { lineWidth: width, strokeStyle: colour });
      context.stroke();
    }
  }
  const first = marks.findIndex(({ named }) => named);
  for (const [
    index,
    {
      moment,
      place: [x, y],
      label: [labelX, labelY],
      named,
    },
  ] of marks.entries()) {
    if (!(x === x && labelX === labelX)) continue;
    const last = index === marks.length - 1;
    if (path && times && named) {
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(x + (labelX - x) * 0.72, y + (labelY - y) * 0.72);
      Object.assign(context, { lineWidth: 1, strokeStyle: colours.path, globalAlpha: 0.5 });
      context.stroke();
      context.globalAlpha = 1;
    }
    if (path) {
      context.beginPath();
      context.arc(x, y, 2.5, 0, 7);
      context.fillStyle = last ? colours.last : colours.dot;
      context.fill();
    }
    if (!times || !named) continue;
    const time = clock(moment, duration);
    const text = index === first && duration < 60 ? `${time} s` : time;
    Object.assign(context, {
      font: last ? `bold ${FONT}` : FONT,
      lineWidth: 3,
      strokeStyle: colours.halo,
      fillStyle: last ? colours.lastText : colours.text,
    });
    context.strokeText(text, labelX, labelY);
    context.fillText(text, labelX, labelY);
  }
  context.restore();
}
