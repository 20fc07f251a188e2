/** Prepares a player to be drawn, even if it was never scrolled into view. */
import { refusal } from './refusal.js';

/** @typedef {import('../player/session/session.js').Session} Session */

export const noPicture = () => refusal(new DOMException('there is no picture yet', 'InvalidStateError'));

/**
 * Resolves once the clip can be drawn, visible or not. Starts loading a clip that waits to become visible or to be played.
 * @param {Session} session @returns {Promise<void>} @throws an InvalidStateError without a clip, a renderer or layout on the page
 */
export async function drawable(session) {
  if (session.drawn) return;
  const { element, host, state } = session;
  /** @type {(() => void)[]} */
  let unsubscribes = [];
  try {
    await new Promise((resolve, reject) => {
      const check = () => {
        const { width, height } = host.size;
        // An element that is not displayed has no size.
        if (session.failure || session.pictureFault || !session.requested || !element.getClientRects().length) reject(noPicture());
        else if (session.deferred) session.read();
        else if (session.shown && !session.replacing && !state.pending && host.drawing && width && height) resolve(undefined);
      };
      // Some events fire before the state that they announce is complete.
      unsubscribes = /** @type {const} */ (['load', 'clip', 'fault', 'size', 'play']).map((name) =>
        session.on(name, () => queueMicrotask(check)),
      );
      check();
      host.show();
    });
  } finally {
    for (const off of unsubscribes) off();
  }
  // The first picture initializes the camera.
  host.snapshot(1);
}
