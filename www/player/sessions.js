/** The session of each player, for the page's own modules. What embedders use are the element's properties, methods and events. */

/** @typedef {import('./session.js').Session} Session */

/** @type {WeakMap<Element, Session>} */
export const sessions = new WeakMap();

/** @param {Element} player */
export const sessionOf = (player) => /** @type {Session} */ (sessions.get(player));
