/** The icons: a 24 unit grid, round strokes of 1.75, in the colour of the text around them. */
import { svg } from '../player/base/dom.js';

const CIRCLE = 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0';

/** The controls' icons; panels bring their own. */
export const PATHS = {
  play: 'M8.5 6v12l9.5-6z',
  pause: 'M8 6v12M16 6v12',
  prev: 'M6 6v12M18 6.5 10 12l8 5.5z',
  next: 'M18 6v12M6 6.5 14 12l-8 5.5z',
  loop: 'm17 3 3 3-3 3M4 11V9a3 3 0 0 1 3-3h13M7 21l-3-3 3-3M20 13v2a3 3 0 0 1-3 3H4',
  once: 'M4 12h14M13.5 7.5 18 12l-4.5 4.5M20.5 6v12',
  pingpong: 'M4 6v12M20 6v12M7.5 12h9M10 9l-3 3 3 3M14 9l3 3-3 3',
  reverse: 'M7 3 4 6l3 3M20 11V9a3 3 0 0 0-3-3H4M17 21l3-3-3-3M4 13v2a3 3 0 0 0 3 3h13',
  tune: 'M4 7h9M19 7h1M4 17h1M11 17h9M13 7a3 3 0 1 0 6 0 3 3 0 1 0-6 0M5 17a3 3 0 1 0 6 0 3 3 0 1 0-6 0',
  share: 'M12 15V4M8 7.5 12 4l4 3.5M5 13v5a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-5',
  expand:
    'M4 9V5.5A1.5 1.5 0 0 1 5.5 4H9M15 4h3.5A1.5 1.5 0 0 1 20 5.5V9M20 15v3.5a1.5 1.5 0 0 1-1.5 1.5H15M9 20H5.5A1.5 1.5 0 0 1 4 18.5V15',
  shrink: 'M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5',
  help: `${CIRCLE}M9.5 9.5a2.5 2.5 0 1 1 3.8 2.1c-.8.5-1.3 1-1.3 2M12 16.8h.01`,
  info: `${CIRCLE}M12 11.5v5M12 7.8h.01`,
  close: 'm6.5 6.5 11 11M17.5 6.5l-11 11',
  open: 'M4 18.5v-12a1 1 0 0 1 1-1h4.5l2 2.5H19a1 1 0 0 1 1 1v9.5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1z',
  list: 'M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01',
  more: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
  figures:
    'M12.5 5.5a2 2 0 1 0 4 0 2 2 0 1 0-4 0M14.5 7.5V14M10.5 10.5l4 .8 4-.8M14.5 14l-2.7 6.5M14.5 14l2.7 6.5M8 6.5h.01M8 12h.01M8 18h.01M4.5 6.5h.01M4.5 12h.01M4.5 18h.01',
  curves: 'M4 4v16h16M7.5 15.5l3.5-6 3.5 3 5-7',
  gait: 'M3.5 15c3-10 5.5-10 8 0s5.5 5 9-4M13.5 4v16',
  moments: 'M4 6v12M8 5v14M12 4.5v15M16 5v14M20 6v12',
  ruler: 'M3.5 15.5l12-12 5 5-12 12zM7 12l2 2M10 9l3 3M13 6l2 2',
  mark: 'M7 20.5V4.5h10.5l-3 4 3 4H7',
  mend: 'M14 4.5 4.5 14a3.9 3.9 0 0 0 5.5 5.5l9.5-9.5A3.9 3.9 0 0 0 14 4.5M8 10.5l5.5 5.5M10.5 8l5.5 5.5M12 12h.01',
  compare: 'M4 6h7v12H4zM13 6h7v12h-7z',
  bodies:
    'M5.5 5.5a2 2 0 1 0 4 0 2 2 0 1 0-4 0M7.5 7.5V14M4 10.5l3.5.8 3.5-.8M7.5 14l-2 6.5M7.5 14l2 6.5M14.5 5.5a2 2 0 1 0 4 0 2 2 0 1 0-4 0M16.5 7.5V14M13 10.5l3.5.8 3.5-.8M16.5 14l-2 6.5M16.5 14l2 6.5',
  tools: 'M14.5 6.5a4 4 0 0 1 5-3.4l-2.6 2.6 1.4 1.4 2.6-2.6a4 4 0 0 1-5.2 5l-8 8a1.8 1.8 0 0 1-2.6-2.6l8-8a4 4 0 0 1 1.4-.4',
  look: 'M12 3.5l7.5 4.2v8.6L12 20.5l-7.5-4.2V7.7zM4.5 7.7 12 12l7.5-4.3M12 12v8.5',
  find: 'M4.5 10.5a6 6 0 1 0 12 0 6 6 0 1 0-12 0M15 15l4.5 4.5',
  retry: 'M4.5 12a7.5 7.5 0 1 0 2.6-5.7M4.5 4.5v4H8.5',
};

/** One of these, or of an upper room, which adds its icons when it loads. @typedef {keyof typeof PATHS | (string & {})} IconName */

const paths = /** @type {Record<string, string>} */ (PATHS);

/** @param {IconName} name */
export function icon(name) {
  const drawing = svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true', class: 'icon' });
  drawing.append(svg('path', { d: paths[name], class: name === 'play' || name === 'pause' ? 'solid' : 'line' }));
  return drawing;
}

/** Changes an icon in place, so that its button keeps focus and transition. @param {Element} drawing @param {IconName} name */
export function setIcon(drawing, name) {
  const path = /** @type {Element} */ (drawing.firstElementChild);
  if (path.getAttribute('d') !== paths[name]) path.setAttribute('d', paths[name]);
}
