/** What the views of a comparison show, as plain data, and what follows from it. */

/** @typedef {import('../../player/session/session.js').Session} Session */
/**
 * A clip of the comparison. Its times are seconds on its own clock.
 * @typedef {object} ComparedClip
 * @property {string} name
 * @property {number} duration
 * @property {number} frameTime
 * @property {number} offset when it starts, seconds on a clock that all clips share
 * @property {number} [speed] of another clip, beside that of the clock
 * @property {boolean} hidden
 * @property {boolean} removable the visitor has chosen it
 * @property {ArrayLike<number>} [left] when the left foot comes down
 * @property {ArrayLike<number>} [right]
 */
/**
 * How clips are brought together. `place`: what is in the same place, the hips while all figures stay over one spot; `facing`: all face the
 * same way as they start.
 * @typedef {object} Alignment
 * @property {'world' | 'hips' | 'contact' | 'joint'} place
 * @property {boolean} facing
 * @property {boolean} scaled other figures are as large as makes their legs as long as those of the first
 * @property {'zero' | 'match' | 'contact' | 'own' | 'warp'} start
 * @property {number | null} [match] of the best match: the correlation of the clip that fits least, from -1 to 1; null if none was found
 */
/**
 * The difference of the first clip and another one. `kind`: index into `measures`; `pairs`: the names of the pairs of joints.
 * @typedef {object} Difference
 * @property {'measuring' | 'measured' | 'no-joints' | 'no-moments' | 'failed'} state
 * @property {number} other index of the other clip
 * @property {0 | 1 | 2} kind
 * @property {import('../../types.d.ts').Compared | null} compared kept while it is measured anew
 * @property {string[]} pairs
 * @property {ArrayLike<number>} joints of the first clip, by pair
 */
/**
 * @typedef {object} CompareState
 * @property {ComparedClip[]} clips two to four
 * @property {[from: number, to: number]} clock the part of the shared clock that the whole timeline has
 * @property {number | null} solo index of the only clip that is shown
 * @property {boolean} side side by side
 * @property {number} shift how far the first clip's lane has been dragged, seconds
 * @property {Alignment & { readonly place: Alignment['place'], stands: 'world' | 'contact' | 'joint' }} alignment stands: where figures are that do not stay in place
 * @property {Difference} difference
 * @property {number} time seconds since the first clip's start
 */
/**
 * @typedef {object} CompareCallbacks
 * @property {(index: number, seconds: number, done: boolean) => void} setOffset not `done` while it is dragged
 * @property {(index: number) => void} [dropped] it has been dragged
 * @property {(index: number, speed: number) => void} setSpeed
 * @property {(index: number, on: boolean) => void} setHidden
 * @property {(index: number | null) => void} setSolo
 * @property {(index: number) => void} [remove]
 * @property {() => void} [add]
 * @property {(on: boolean) => void} setSide
 * @property {(alignment: Partial<Alignment>) => void} align
 * @property {(kind: 0 | 1 | 2) => void} setKind
 * @property {(seconds: number, pair?: number) => void} seek `seconds` as `time`; `pair`: selects its joint
 * @property {(way: 1 | -1) => void} step goes to the next or the previous peak
 * @property {() => number[]} [marks] on the timeline, to which lanes snap: seconds in order
 * @property {(what: 'moments' | 'joints') => void} saveTable as CSV
 * @property {() => void} close
 */

/** How clips are brought together when nobody has said it. @param {Session} session @returns {CompareState} */
export const initially = (session) => ({
  clips: [],
  clock: [0, 1],
  solo: null,
  side: false,
  shift: 0,
  time: 0,
  alignment: {
    stands: 'world',
    // Only the player's option knows whether the figures stay in place.
    get place() {
      return session.get('inPlace') ? 'hips' : this.stands;
    },
    facing: false,
    scaled: false,
    start: 'own',
  },
  difference: { state: 'measuring', other: 1, kind: session.get('inPlace') ? 1 : 0, compared: null, pairs: [], joints: [] },
});

/** What links call the measures of the difference. */
const MEASURES = ['', 'root-relative', 'rigid'];

/**
 * How the clips are compared, for a link: what is not the default, words with commas.
 * @param {CompareState} state
 */
export const linkOf = ({ alignment: { place, facing, scaled, start }, difference: { kind }, side }) =>
  [
    side && 'side',
    place !== 'world' && `at-${place}`,
    facing && 'facing',
    scaled && 'scaled',
    start !== 'own' && `from-${start}`,
    MEASURES[kind],
  ]
    .filter(Boolean)
    .join(',');

/**
 * Takes over what a link says. Where and when the clips are it says by itself, and whether the figures stay in place. Returns the start that it
 * tells, which has to be found or looked at.
 * @param {CompareState} state @param {string} text @returns {Alignment['start'] | null}
 */
export function takeLink({ alignment, difference }, text) {
  const words = text.split(',');
  const after = (/** @type {string} */ prefix, /** @type {string[]} */ known) => known.find((word) => words.includes(prefix + word));
  alignment.stands = /** @type {'contact' | 'joint' | undefined} */ (after('at-', ['contact', 'joint'])) ?? alignment.stands;
  alignment.start = /** @type {Alignment['start'] | undefined} */ (after('from-', ['zero', 'match', 'contact', 'warp'])) ?? alignment.start;
  alignment.facing ||= words.includes('facing');
  alignment.scaled ||= words.includes('scaled');
  difference.kind = /** @type {0 | 1 | 2} */ (
    Math.max(
      difference.kind,
      MEASURES.findIndex((word) => word && words.includes(word)),
    )
  );
  return alignment.start === 'match' || alignment.start === 'contact' || alignment.start === 'zero' ? alignment.start : null;
}

export const LETTERS = ['A', 'B', 'C', 'D'];

/** How long after the first clip of the list another one starts; of that clip itself, after the second one. @param {readonly ComparedClip[]} clips @param {number} index */
export const startsAfter = (clips, index) => clips[index].offset - (clips[index ? 0 : 1]?.offset ?? clips[index].offset);
