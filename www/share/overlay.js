/** What tools show over the player's stage, for pictures and films. */
import { isOn, shownTools, tools } from '../player/element/rooms.js';

/** @typedef {import('../player/session/session.js').Session} Session */
/** @typedef {import('./studio.js').Studio} Studio */

/** Settles once the tools have put on the stage what they show there, such as a body. @param {Session} session */
export async function allShown(session) {
  await Promise.all(tools().map((tool) => isOn(tool, session) && tool.script(session.element)));
  await Promise.all(shownTools(session).map((shown) => shown.ready?.()));
}

/** What draws each of them into pictures. @param {Session} session @param {import('../shown.d.ts').PaintedLook} look */
export async function painters(session, look) {
  await allShown(session);
  return (await Promise.all(shownTools(session).map((tool) => tool.paint?.(session, look)))).filter((painter) => painter !== undefined);
}

/**
 * Returns what draws all of it into a picture that the studio has just drawn.
 * @param {Session} session @param {{ width: number, height: number, theme?: 'dark' | 'light' }} look CSS pixels
 * @param {[from: number, to: number]} [span] the part of the clip that all pictures together show, seconds; by default the picture's moment
 * @returns {Promise<(context: CanvasRenderingContext2D, studio: Studio, time?: number) => void>} time: of the picture, seconds; by default the current one
 */
export async function overlay(session, { width, height, theme = session.get('theme') }, span) {
  const all = await painters(session, { width, height, theme, span });
  return (context, studio, time = session.playback.time) => {
    for (const painter of all) painter.draw(context, studio, time);
  };
}
