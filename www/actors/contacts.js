/** Finds when feet come down on the ground, with the module that compares clips. Fetched with the first figures at contacts. */
import { optionsOf, packetsOf } from '../player/session/packets-of.js';
import { Remote } from '../player/loading/remote.js';

/** @typedef {import('../player/session/session.js').Session} Session */
/** @typedef {NonNullable<Session['shown']>} Shown */

/** The contacts of each clip that was asked for last. @type {WeakMap<Shown, { key: string, times: Promise<number[]> }>} */
const known = new WeakMap();

/** When feet come down, in order; empty if no feet are found. @param {Shown} shown read to its end @param {ReturnType<typeof optionsOf>} options @returns {Promise<number[]>} seconds */
export function contactsOf(shown, options) {
  const key = JSON.stringify(options);
  const before = known.get(shown);
  if (before?.key === key) return before.times;
  const times = find(shown, options);
  known.set(shown, { key, times });
  // After a failure the next search tries again.
  times.catch(() => known.delete(shown));
  return times;
}

/** @param {Shown} shown @param {ReturnType<typeof optionsOf>} options */
async function find(shown, options) {
  const packets = await packetsOf({ shown }, new AbortController().signal);
  const remote = new Remote('marey_compare');
  try {
    /** @type {{ left: Float64Array, right: Float64Array }} */
    const { left, right } = await remote.call('touchDowns', [await remote.call('addClip', [packets, options])]);
    return [...left, ...right].sort((a, b) => a - b);
  } finally {
    remote.end(new DOMException('', 'AbortError'));
  }
}
