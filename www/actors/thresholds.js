/** The text of the attribute `contacts`: when feet count as standing on the ground. */

/** Metres a second, metres; NaN: the usual thresholds. @typedef {{ speed: number, height: number }} Thresholds */

/** Reads `0.8,0.05`: metres a second and metres; what is missing or no number above 0 is NaN. @param {string} text @returns {Thresholds} */
export function parseContacts(text) {
  const [speed, height] = text.split(',').map((part) => (Number(part) > 0 ? Number(part) : NaN));
  return { speed, height: height ?? NaN };
}
