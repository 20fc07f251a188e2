/** The share panel's icons, added to the player's when it loads. */
import { PATHS as family } from '../controls/icons.js';

export const PATHS = {
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-.8.8M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l.8-.8',
  tick: 'm5 12.5 4.5 4.5L19 7.5',
  copy: 'M9 9h10v11H9zM5.5 15H5V4h10v1.5',
  code: 'm8.5 7.5-5 4.5 5 4.5M15.5 7.5l5 4.5-5 4.5',
  qr: 'M4.5 4.5h5v5h-5zM14.5 4.5h5v5h-5zM4.5 14.5h5v5h-5zM14.5 14.5h2M19.5 14.5v2M14.5 19.5h2M19.5 19.5h.01',
  picture: 'M4.5 5h15v14h-15zM4.5 16l4.5-4.5 4 4 2.5-2.5 4 4M15 9h.01',
  film: 'M4.5 5h15v14h-15zM10 9.2v5.6l4.6-2.8z',
  strip: 'M3.5 6.5h17v11h-17zM9.2 6.5v11M14.8 6.5v11',
  file: 'M6 3.5h8l4.5 4.5v12.5H6zM14 3.5V8h4.5',
};

Object.assign(family, PATHS);
