/** Draws the path and the times of a chronophotograph into a picture of it, as the player shows them, with a scale and what the colours mean. */
import { TINT_NUMBERS } from '../../actors/cast.js';
import { clock } from '../../player/words/format.js';
import { onScreen, yawOf } from './on-screen.js';
import { M } from './strings.js';

const COLOURS = {
  dark: {
    under: 'rgb(10 14 22 / .75)',
    path: '#c9d3e6',
    dot: '#fff',
    last: '#3cc9b8',
    text: '#b9c2d4',
    lastText: '#e9ecf4',
    // As `src/look/theme.rs` has them.
    left: '#2cb5a6',
    right: '#e8a03c',
    halo: 'rgb(16 21 30 / .7)',
  },
  light: {
    under: 'rgb(255 255 255 / .8)',
    path: '#5a6275',
    dot: '#2c3446',
    last: '#0f7f74',
    text: '#3c465c',
    lastText: '#1a2132',
    left: '#17a697',
    right: '#e69624',
    halo: 'rgb(255 255 255 / .7)',
  },
};
const FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

/** Of the line of scale, legend and speed, CSS pixels from the edges. */
const MARGIN = 24;
/** A sign of the legend, and the gap after it. */
const SIGN = 10;
const GAP = 6;
/** The bar of the scale has about this share of the width at most. */
const BAR = 0.3;

/** @param {import('../../player/session/session.js').Session} session @param {import('./choose.js').ChosenMoments} chosen @param {import('../../shown.d.ts').PaintedLook} look @returns {import('../../shown.d.ts').Painter} */
export const paint = (session, chosen, { theme, width, height }) => ({
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
    drawLegend(context, {
      ratio: studio.ratio,
      size: [width, height],
      colours: COLOURS[theme],
      sides: sidesOf(session, chosen.recoloured(theme), theme),
      metre: (isScaled(session) && studio.read((stage) => metreOf(chosen, stage))) || 0,
      fact: chosen.path.length ? M.speed(speedOf(session, chosen)) : M.inRow,
    });
  },
});

/** Whether lengths are known. @param {import('../../player/session/session.js').Session} session */
const isScaled = (session) => {
  const { unit } = session.info ?? {};
  return Boolean(unit && (unit.from !== 'guess' || unit.confidence || session.get('unit')));
};

/** CSS pixels of a metre across the picture, at the figure in the middle. @param {import('./choose.js').ChosenMoments} chosen @param {import('../../types.d.ts').WasmStage} stage */
function metreOf({ places }, stage) {
  const yaw = yawOf(stage.camera());
  const [x, y, z] = places[places.length >> 1];
  const [from, , to] = stage.toScreen(new Float32Array([x, y, z, x + Math.cos(yaw), y, z - Math.sin(yaw)]));
  return Math.abs(to - from) || 0;
}

/** Metres a second along the path. @param {import('../../player/session/session.js').Session} session @param {import('./choose.js').ChosenMoments} chosen */
function speedOf({ playback }, { path, ofClip }) {
  const [from, to] = ofClip ? [0, playback.duration] : playback.span;
  const way = path.slice(1).reduce((sum, [x, , z], index) => sum + Math.hypot(x - path[index][0], z - path[index][2]), 0);
  return way / (to - from);
}

/** The colours of limbs in the last figure, left and right; none for a figure without sides. @param {import('../../player/session/session.js').Session} session @param {number[]} numbers of the figures @param {'dark' | 'light'} theme */
function sidesOf({ info }, numbers, theme) {
  const [red, green, blue, share, , right] = numbers.slice(-TINT_NUMBERS);
  const tinted = (/** @type {number} */ light) => `rgb(${red * light} ${green * light} ${blue * light})`;
  return /** @type {const} */ (['left', 'right'])
    .filter((side) => info?.joints.some((joint) => joint.side === side))
    .map((side) => ({ words: M.sides[side], colour: share < 1 ? COLOURS[theme][side] : tinted(side === 'left' ? 1 : right) }));
}

/**
 * The scale at the left, and what the colours mean and the speed at the right, as the SVG has them.
 * @param {CanvasRenderingContext2D} context
 * @param {{ ratio: number, size: [width: number, height: number], colours: typeof COLOURS['dark'], sides: { words: string, colour: string }[], metre: number, fact: string }} how
 * metre: CSS pixels, 0 if lengths are unknown
 */
function drawLegend(context, { ratio, size: [width, height], colours, sides, metre, fact }) {
  const y = height - MARGIN;
  context.save();
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  Object.assign(context, { font: FONT, textBaseline: 'middle', textAlign: 'left', strokeStyle: colours.halo, lineJoin: 'round' });
  const write = (/** @type {string} */ words, /** @type {number} */ x) => {
    Object.assign(context, { lineWidth: 3, strokeStyle: colours.halo, fillStyle: colours.text });
    context.strokeText(words, x, y);
    context.fillText(words, x, y);
  };
  if (metre > 0) {
    const most = (BAR * width) / metre;
    const length = most >= 1 && most < 6 ? 1 : 10 ** Math.floor(Math.log10(most));
    const end = MARGIN + length * metre;
    context.beginPath();
    for (const x of [MARGIN, end]) {
      context.moveTo(x, y - 4);
      context.lineTo(x, y + 4);
    }
    context.moveTo(MARGIN, y);
    context.lineTo(end, y);
    Object.assign(context, { lineWidth: 1.5, strokeStyle: colours.path });
    context.stroke();
    write(M.bar(length), end + GAP);
  }
  let x = width - MARGIN - context.measureText(fact).width;
  write(fact, x);
  for (const { words, colour } of sides.reverse()) {
    x -= 2 * GAP + context.measureText(words).width;
    write(words, x);
    x -= SIGN + GAP;
    context.fillStyle = colour;
    context.fillRect(x, y - SIGN / 2, SIGN, SIGN);
  }
  context.restore();
}

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
