/** What the player shows over its stage, for pictures and films: trails with a legend of their speeds, measures, the path and the times of a chronophotograph. */
import { lazy } from '../player/base/parts.js';
import { drawMoments } from './moments-on-paper.js';

/** @typedef {import('../player/session/session.js').Session} Session */
/** @typedef {import('./studio.js').Studio} Studio */

export const trailsOnPaper = lazy(() => import('./trails-on-paper.js'));

/**
 * Returns what draws it into a picture that the studio has just drawn.
 * @param {Session} session @param {{ width: number, height: number, theme?: 'dark' | 'light' }} look CSS pixels
 * @param {[from: number, to: number]} [span] the part of the clip whose speeds the legend covers, seconds; by default those of the picture's moment
 * @returns {Promise<(context: CanvasRenderingContext2D, studio: Studio, time?: number) => void>} time: of the picture, seconds; by default the current one
 */
export async function overlay(session, { width, height, theme = session.get('theme') }, span) {
  // Contacts of the feet may still be searched for.
  await session.state.moments?.ready;
  const paper = session.state.trails && (await trailsOnPaper());
  return (context, studio, time = session.playback.time) => {
    const { ratio } = studio;
    const trails = studio.trails(time);
    if (trails) paper?.drawTrailsOnPaper(context, session, trails, { width, height, theme, ratio, span });
    studio.measures(context, time, { width, height });
    const moments = studio.moments();
    if (!moments) return;
    const shell = session.element.shadowRoot?.querySelector('.root');
    drawMoments(context, moments, {
      ratio,
      theme,
      duration: session.playback.duration,
      path: !shell?.hasAttribute('data-no-path'),
      times: !shell?.hasAttribute('data-no-times'),
    });
  };
}
