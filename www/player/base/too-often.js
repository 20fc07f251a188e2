const MINUTE_MS = 60_000;

/** Records an event now, and tells whether more than `most` happened within a minute. @param {number[]} times @param {number} most */
export function tooOften(times, most) {
  const now = performance.now();
  while (times.length && now - times[0] > MINUTE_MS) times.shift();
  times.push(now);
  return times.length > most;
}
