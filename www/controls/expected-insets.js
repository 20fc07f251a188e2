/** What the controls will cover, so that the figure does not jump when they come. */
import { LOW_PX, NARROW_PX, SLIM_PX } from './breakpoints.js';
import { pageInsets } from './page-parts.js';

/** @param {import('../player/session/session.js').Session} session @returns {import('./page-parts.js').Insets} bottom: from the player's edge */
export function expectedInsets(session) {
  const { width, height } = session.host.size;
  const [top, right, below, left] = pageInsets(session);
  const narrow = width <= NARROW_PX;
  const bar = height <= SLIM_PX ? 44 : narrow ? 140 : matchMedia('(pointer: coarse)').matches ? 100 : 94;
  const title = height <= LOW_PX ? 26 : narrow ? 31 : 35;
  return [top || title, right, bar + 12 + below, left];
}
