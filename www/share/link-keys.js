/** The link parameters that the player writes. All others in an address are kept. */
import { BESIDE, ROWS, SOURCES } from '../player/base/options.js';

export const LINK_KEYS = [
  ...SOURCES,
  ...BESIDE,
  ...ROWS.flatMap(({ attribute, link, kept }) => (link && !kept ? [attribute] : [])),
  'base',
  't',
  'paused',
  'compare',
];
