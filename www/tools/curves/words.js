/** The text of the attribute `curves`: which curves are shown. */

/** A curve of a joint; without one: of the chosen joint. @typedef {{ joint: string, what: What }} Request */
/** @typedef {'x' | 'y' | 'z' | 'tx' | 'ty' | 'tz' | 'px' | 'height' | 'pz' | 'speed' | 'angular' | 'acceleration' | 'angle'} What */

/** What a curve may show, in the order of the chips: Euler angles, what follows from the place on the stage, position channels, and the rest. */
export const WHATS = /** @type {const} */ ([
  'x',
  'y',
  'z',
  'height',
  'speed',
  'angular',
  'angle',
  'acceleration',
  'px',
  'pz',
  'tx',
  'ty',
  'tz',
]);
/** Words for several curves or for none, and another word for one. @type {Record<string, What[]>} */
const WORDS = { rotation: ['x', 'y', 'z'], position: ['px', 'height', 'pz'], py: ['height'], none: [] };
for (const what of WHATS) WORDS[what] = [what];
const WORD = `(${Object.keys(WORDS).join('|')})(?=[\\s,]|$)`;
/** A word, or a name with a colon and a word behind it. */
const PART = new RegExp(`${WORD}|([^,]*?):${WORD}`, 'iy');

/**
 * Reads `RightHand:y LeftLeg:angle speed`: names of joints, each with a colon and a word behind it; a word alone is about the chosen joint. Spaces
 * or commas are between these parts; names may contain spaces.
 * @param {string} text @returns {{ requests: Request[], wrong: string[], none: boolean }} wrong: what is no part; none: the word `none` is there
 */
export function parseCurves(text) {
  /** @type {Request[]} */
  const requests = [];
  /** @type {string[]} */
  const wrong = [];
  let none = false;
  for (let at = 0; at < text.length;) {
    PART.lastIndex = at;
    const part = /[\s,]/.test(text[at]) ? null : PART.exec(text);
    if (part) {
      const word = (part[1] ?? part[3]).toLowerCase();
      none ||= word === 'none';
      requests.push(...WORDS[word].map((what) => ({ joint: (part[2] ?? '').trim(), what })));
      at = PART.lastIndex;
    } else {
      const [gap] = /** @type {RegExpExecArray} */ (/^[\s,]+|^[^\s,]+/.exec(text.slice(at)));
      if (gap.trim().replaceAll(',', '')) wrong.push(gap);
      at += gap.length;
    }
  }
  return { requests, wrong, none };
}
