/**
 * The actors of a stage: its own figure and those beside it. Each part of the player that shows some gives its own; a chronophotograph takes
 * the place of all others.
 */

/** @typedef {import('../player/session/session.js').Session} Session */
/** @typedef {import('../types.d.ts').Actors} Actors */

/** Kinds of actors, as `crates/stage` numbers them. */
export const STANDS = 0;
export const PLAYS = 1;
export const OWN = 2;
export const HIDDEN = 3;
/** What actors do beyond their clip. */
export const BEYOND = /** @type {const} */ (['hold', 'leave', 'loop']);
/** Or they are not drawn at all, and only lengthen the clock. */
export const UNSEEN = BEYOND.length;

/** A figure's own colours, unchanged: colour, share of it, lost saturation, brightness of right limbs, opacity. */
const PLAIN = [0, 0, 0, 0, 0, 1, 1];

/**
 * The numbers of an actor, as `setActors` takes them.
 * @param {{ clip?: number, kind: number, at?: number, rate?: number, beyond?: number, x?: number, z?: number, turn?: number, highlighted?: number, tint?: number[] }} actor
 * clip: 0 for the stage's own; at: its moment, or when it starts, seconds; x, z: metres; turn: radians; highlighted: a joint, -1 for none
 */
export const actor = ({ clip = 0, kind, at = 0, rate = 1, beyond = 0, x = 0, z = 0, turn = 0, highlighted = -1, tint = PLAIN }) => [
  clip,
  kind,
  at,
  rate,
  beyond,
  x,
  z,
  turn,
  highlighted,
  ...tint,
];

/**
 * Shows a part's actors on the stage beside those of other parts.
 * @param {Session} session @param {string} part @param {Actors | null} actors null for none
 */
export function cast(session, part, actors) {
  const all = session.state.actors;
  if (actors) all[part] = actors;
  else delete all[part];
  session.host.change((stage) => put(stage, all));
}

/** The part that takes the place of all others, if there is one. @param {Record<string, Actors>} all */
export const alone = (all) => Object.values(all).find(({ yaw }) => yaw !== undefined);

/** @param {import('../types.d.ts').WasmStage} stage @param {Record<string, Actors>} all */
export function put(stage, all) {
  const { clips, ...others } = all;
  const one = alone(all);
  // The clips come first: the numbers of those beside the own one are their indices.
  const numbers = one
    ? [...one.numbers, ...unseen(clips?.numbers ?? [])]
    : [clips ?? [], ...Object.values(others)].flatMap(({ numbers: each = [] }) => each);
  stage.setActors(new Float64Array(numbers), one?.yaw ?? NaN);
}

/** The clips beside the own one, which go on only in the length of the clock. @param {number[]} clips */
function unseen(clips) {
  const kept = [];
  for (let at = 0; at < clips.length; at += ACTOR_NUMBERS) {
    const numbers = clips.slice(at, at + ACTOR_NUMBERS);
    if (numbers[1] === PLAYS) kept.push(...numbers.map((number, index) => (index === BEYOND_AT ? UNSEEN : number)));
  }
  return kept;
}

/** Where the own figure stands among the clips: metres and radians. @param {Session} session */
export function ownPlace({
  state: {
    actors: { clips },
  },
}) {
  for (let at = 0; at < (clips?.numbers.length ?? 0); at += ACTOR_NUMBERS) {
    const [, kind, , , , x, z, turn] = clips.numbers.slice(at, at + ACTOR_NUMBERS);
    if (kind === OWN || kind === HIDDEN) return { x, z, turn };
  }
  return { x: 0, z: 0, turn: 0 };
}

/** Numbers of each actor, and which of them says what it does beyond its clip. */
export const ACTOR_NUMBERS = 16;
const BEYOND_AT = 4;
/** The last of them, which are its look. */
export const TINT_NUMBERS = PLAIN.length;
