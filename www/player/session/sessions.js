/** The session of each player, for the page's own modules; embedders use the element. */

/** @typedef {import('./session.js').Session} Session */

/** @type {WeakMap<Element, Session>} */
export const sessions = new WeakMap();

/** @param {Element} player */
export const sessionOf = (player) => /** @type {Session} */ (sessions.get(player));
