/** A motion and a figure whose names do not say which joint is which part of a body: the visitor names the joints. */
import { actors } from '../../player/element/rooms.js';
import { pairsIn } from './pairs.js';
import { R } from './strings.js';

/** @typedef {import('../../types.d.ts').Source} Source */
/** @typedef {import('../../types.d.ts').RetargetPairs} RetargetPairs */
/** @typedef {import('./pairs.js').Pair} Pair */

const LEG = ['thigh', 'shin', 'foot'];
const ARM = ['arm', 'fore', 'hand'];
const SIDES = ['left', 'right'];

/** The parts that are still needed of one figure: of each limb all or none, and both legs or both arms. @param {Pair[]} pairs @param {number} which */
export function missing(pairs, which) {
  const has = (/** @type {string} */ side, /** @type {string} */ part) =>
    pairs.some((pair) => pair.side === side && pair.part === part && pair.joints[which]);
  const limbs = [LEG, ARM].map((parts) =>
    SIDES.map((side) => ({ side, lacks: parts.filter((part) => !has(side, part)), begun: parts.some((part) => has(side, part)) })),
  );
  const isWhole = (/** @type {typeof limbs[0][0]} */ { lacks }) => !lacks.length;
  const pair = limbs.find((both) => both.every(isWhole)) ?? limbs.find((both) => both.some(({ begun }) => begun)) ?? limbs[0];
  return limbs
    .flatMap((both) => both.filter(({ begun }) => begun || both === pair))
    .flatMap(({ side, lacks }) => lacks.map((part) => ({ side, part })));
}

export class Asking {
  /** What was named, as corrections in `Onto`. */
  mended = '';
  /** The figure beside the motion. @type {import('../../actors/clip-element.js').MareyClip | null} */
  #beside = null;
  /** The part that the module has refused. @type {string[] | null} */
  #refused = null;

  /**
   * @param {import('../../player/element/element.js').MareyPlayer} player @param {import('../../player/session/session.js').Session} session
   * @param {{ figure: Source, own: Source, known: RetargetPairs }} asked
   * @param {{ goBack: () => void, play: (mended: string, lasting: boolean, history?: import('../../change.d.ts').Notes) => void }} on goBack: shows the motion's own body
   */
  constructor(player, session, { figure, own, known }, on) {
    this.player = player;
    this.session = session;
    this.figure = figure;
    this.own = own;
    this.known = known;
    this.on = on;
  }

  /** The pairs with what has been named. */
  get pairs() {
    const named = new Map(
      this.mended
        .split('\n')
        .map((line) => line.split('\t'))
        .map(([which, side, part, joint]) => [[which, side, part].join('\t'), joint]),
    );
    // Those that are needed come first.
    const needed = (/** @type {Pair} */ { part }) => Number([...LEG, ...ARM].includes(part)) + Number(LEG.includes(part));
    const all = pairsIn(this.known.pairs)
      .filter(({ part }) => part !== 'neck')
      .sort((a, b) => needed(b) - needed(a));
    return all.map(
      ({ side, part, joints }) =>
        /** @type {Pair} */ ({
          side,
          part,
          joints: joints.map((joint, which) => named.get([which, side, part].join('\t')) ?? joint),
        }),
    );
  }

  /** Whether a figure has no map of its own. @param {number} which */
  asksFor(which) {
    return Boolean(this.known.needs[which]);
  }

  /** What is still needed, in a sentence; '' if it is enough. */
  get needs() {
    const { figure, own, pairs } = this;
    const names = [own.name, figure.name];
    return (
      names
        .flatMap((name, which) => {
          if (!this.asksFor(which)) return [];
          const lacks = missing(pairs, which).map(({ side, part }) => R.pairs.name(side, part));
          return lacks.length ? [R.ask.needs(name, lacks)] : [];
        })
        .join(' ') || (this.#refused ? R.ask.below(R.pairs.name(this.#refused[0], this.#refused[1])) : '')
    );
  }

  /** The module has refused what was named. Returns whether it was about this figure. @param {Source} figure @param {RetargetPairs} known */
  refused(figure, { needs }) {
    if (figure !== this.figure || !this.mended) return false;
    this.#refused = (needs[0] ?? needs[1] ?? '').split('\t');
    this.session.signal('choose', 'joints');
    return true;
  }

  /** Shows both figures side by side. */
  async begin() {
    const { figure, own, player, session } = this;
    session.dismiss();
    if (session.source?.onto) this.on.goBack();
    const room = await actors(player);
    if (!room || session.state.asking !== this) return;
    const clips = /** @type {import('../../actors/index.js').Actors} */ (/** @type {unknown} */ (room.show(player, session)));
    clips.compare = 'side';
    this.#beside ??= clips.add(figure, { label: figure.name });
    if (own !== session.source) return;
    session.signal('choose', 'joints');
  }

  /** Takes over what was named. @param {string} mended */
  name(mended) {
    this.mended = mended;
    this.#refused = null;
  }

  /** @param {boolean} lasting for later visits, too @param {import('../../change.d.ts').Notes} [history] */
  play(lasting, history) {
    this.on.play(this.mended, lasting, history);
  }

  /** Takes the figure away. */
  end() {
    this.#beside?.remove();
    this.#beside = null;
  }
}
