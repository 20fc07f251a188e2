const MINUTE_MS = 60_000;

/**
 * Notes that something happened, and tells whether that was too often within a minute.
 * @param {number[]} times
 * @param {number} most
 */
export function tooOften(times, most) {
  const now = performance.now();
  while (times.length && now - times[0] > MINUTE_MS) times.shift();
  times.push(now);
  return times.length > most;
}
