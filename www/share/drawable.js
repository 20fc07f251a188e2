/** Pictures of a player that nobody has scrolled to. */
import { refusal } from './refusal.js';

/** @typedef {import('../player/session.js').Session} Session */

export const noPicture = () => refusal(new DOMException('there is no picture yet', 'InvalidStateError'));

/**
 * Settles once the clip can be drawn, seen or not. A clip that waits to be seen or played is read now: whoever asks for its picture wants it.
 * @param {Session} session
 * @returns {Promise<void>}
 * @throws an InvalidStateError where there is no clip, no renderer, or no place for the player on the page
 */
export async function drawable(session) {
  if (session.drawn) return;
  const { element, host, playback } = session;
  /** @type {(() => void)[]} */
  let offs = [];
  try {
    await new Promise((resolve, reject) => {
      const look = () => {
        const { width, height } = host.size;
        // A box that is not displayed has no size to draw in.
        if (session.failure || session.pictureFault || !session.asked || !element.getClientRects().length) reject(noPicture());
        else if (session.deferred) session.want();
        else if (session.shown && !session.replacing && !playback.want && host.drawing && width && height) resolve(undefined);
      };
      // Some of these are told before what they tell of is done.
      offs = /** @type {const} */ (['load', 'clip', 'fault', 'size', 'play']).map((name) => session.on(name, () => queueMicrotask(look)));
      look();
      host.show();
    });
  } finally {
    for (const off of offs) off();
  }
  // The camera takes its place with the first picture.
  host.snapshot(1);
}
