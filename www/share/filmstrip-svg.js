/** Filmstrips for print: the skeleton as SVG. Colour, brightness and outline distinguish left from right. */
import { clock, short } from '../player/words/format.js';
import { drawn } from './picture.js';
import { Studio } from './studio.js';
import { X } from './strings.js';
import { vectorDevice } from './vector-figure.js';

/** @typedef {import('./vector-figure.js').Drawing} Drawing */
/** @typedef {import('./vector-figure.js').Shape} Shape */

/** Print colours. The dashed outline is visible without colour. @type {Record<Shape['side'], Record<string, string>>} */
const INKS = {
  left: { fill: '#c9ece7', stroke: '#0b6158', 'stroke-dasharray': '2.4 1.2' },
  right: { fill: '#c9780f', stroke: '#5d3504' },
  middle: { fill: '#aab1c0', stroke: '#3a4152' },
};
const LINE_PX = 0.7;
const LABEL_PX = 22;
const FONT_PX = 12;
/** Margin around a figure, as a share of the row's height. */
const ROOM = 0.04;

/**
 * @param {import('../player/session/session.js').Session} session @param {import('./studio.js').Look} look @param {number[]} times
 * @param {{ height: number, labels: boolean, from: number, to: number, background: boolean | string }} how @returns {Promise<Blob>}
 */
export async function strip(session, look, times, { height, labels, from, to, background }) {
  /** @type {Drawing[]} */
  const drawings = [];
  /** @type {Drawing | null} */
  let now = null;
  const settings = { ...look.settings, patterns: 1, skin: 0, segments: 0 };
  const studio = new Studio(
    session,
    { ...look, scale: 1, settings },
    vectorDevice((drawing) => {
      now = drawing;
    }),
  );
  try {
    for (const time of times)
      await drawn(
        studio,
        () => {
          if (now) drawings.push(now);
        },
        time,
      );
  } finally {
    studio.close();
  }
  const boxes = drawings.map(boxOf);
  // All figures share one ground line, jumping ones are above it.
  const above = Math.max(...boxes.map(({ top }, index) => drawings[index].ground - top));
  const below = Math.max(0, ...boxes.map(({ bottom }, index) => bottom - drawings[index].ground));
  const room = ROOM * (above + below);
  const scale = height / (above + below + 2 * room);
  const cell = (Math.max(...boxes.map(({ left, right }) => right - left)) + 2 * room) * scale;
  const ground = (above + room) * scale;
  const width = cell * times.length;
  const tall = height + (labels ? LABEL_PX : 0);
  const { duration } = session.playback;
  const name = session.info?.name ?? '';

  const text = (/** @type {string} */ words) =>
    words
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
  const n = (/** @type {number} */ value) => short(value, 2);
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${n(width)}" height="${n(tall)}" viewBox="0 0 ${n(width)} ${n(tall)}" role="img">`,
    `<title>${text(X.strip(name, times.length))}</title>`,
    `<desc>${text(X.stripAbout(clock(from, duration), clock(to, duration)))}</desc>`,
    ...(typeof background === 'string'
      ? [`<rect width="${n(width)}" height="${n(tall)}" fill="${text(background).replaceAll('"', '')}"/>`]
      : []),
    `<line x1="0" y1="${n(ground)}" x2="${n(width)}" y2="${n(ground)}" stroke="#8b94a8" stroke-width="1"/>`,
  ];
  for (const [index, { shapes, ground: floor }] of drawings.entries()) {
    const { left, right } = boxes[index];
    const [x, y] = [(index + 0.5) * cell - ((left + right) / 2) * scale, ground - floor * scale];
    const at = (/** @type {import('./vector-figure.js').Point} */ point) => `${n(x + point[0] * scale)},${n(y + point[1] * scale)}`;
    lines.push(`<g stroke-width="${LINE_PX}" stroke-linejoin="round">`);
    for (const shape of shapes) {
      const ink = Object.entries(INKS[shape.side])
        .map(([key, value]) => ` ${key}="${value}"`)
        .join('');
      if ('outline' in shape) lines.push(`<polygon points="${shape.outline.map(at).join(' ')}"${ink}/>`);
      else {
        const [cx, cy] = at(shape.at).split(',');
        const [rx, ry] = shape.radii.map((radius) => n(radius * scale));
        const turn = rx === ry ? '' : ` transform="rotate(${n(shape.turn)} ${cx} ${cy})"`;
        lines.push(
          rx === ry
            ? `<circle cx="${cx}" cy="${cy}" r="${rx}"${ink}/>`
            : `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}"${turn}${ink}/>`,
        );
      }
    }
    lines.push('</g>');
    if (labels)
      lines.push(
        `<text x="${n((index + 0.5) * cell)}" y="${n(height + LABEL_PX - 7)}" font-family="sans-serif" font-size="${FONT_PX}" text-anchor="middle" fill="#3a4152">${text(X.moment(times[index]))}</text>`,
      );
  }
  return new Blob([`${lines.join('\n')}\n</svg>\n`], { type: 'image/svg+xml' });
}

/** @param {Drawing} drawing */
function boxOf({ shapes }) {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  const include = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ rx, /** @type {number} */ ry) => {
    box.left = Math.min(box.left, x - rx);
    box.right = Math.max(box.right, x + rx);
    box.top = Math.min(box.top, y - ry);
    box.bottom = Math.max(box.bottom, y + ry);
  };
  for (const shape of shapes) {
    if ('outline' in shape) for (const [x, y] of shape.outline) include(x, y, 0, 0);
    else {
      const turn = (shape.turn * Math.PI) / 180;
      const [a, b] = shape.radii;
      include(...shape.at, Math.hypot(a * Math.cos(turn), b * Math.sin(turn)), Math.hypot(a * Math.sin(turn), b * Math.cos(turn)));
    }
  }
  return Number.isFinite(box.left) ? box : { left: 0, top: 0, right: 1, bottom: 1 };
}
