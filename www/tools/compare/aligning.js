/** Where, how turned and when the clips have to be to come together. Nothing is set here. */
import { momentOf } from '../../actors/moment.js';
import { NAMES } from '../../player/base/settings.js';

/** @typedef {import('../../actors/clip-element.js').MareyClip} MareyClip */
/** @typedef {import('../../types.d.ts').WasmStage} WasmStage */
/** @typedef {import('./measures.js').Measured} Measured */
/** @typedef {import('./measuring.js').Measuring} Measuring */
/** @typedef {import('./state.js').Alignment} Alignment */
/** @typedef {import('./state.js').ComparedClip} ComparedClip */
/** @typedef {{ read: <T>(read: (stage: WasmStage) => T, otherwise: T) => T }} Readable */
/** Where and when a clip is: values of its options. @typedef {Pick<MareyClip, typeof STAND[number]>} Stand */

/** The options of a clip that say where and when it is. */
export const STAND = /** @type {const} */ (['offset', 'position', 'turn']);
/** @param {MareyClip} element */
export const standOf = (element) => /** @type {Stand} */ (Object.fromEntries(STAND.map((name) => [name, element[name]])));

const NOWHERE = new Float32Array();
const IN_PLACE = NAMES.indexOf('inPlace');
/** For an attribute; `|| 0`: a failed reading is no displacement. @param {number} number */
export const rounded = (number) => Number(number.toFixed(6)) || 0;

/** Where a figure is at a moment of its clip. @param {Readable | undefined} host @param {number} moment seconds */
const carriers = (host, moment) => host?.read((stage) => stage.carriers(new Float64Array([moment])), NOWHERE) ?? NOWHERE;

/** The turn that lets a clip face the way of the first one as they start, degrees. @param {Readable} own @param {MareyClip} element */
export function facing(own, { clip }) {
  return rounded((((carriers(own, 0)[1] ?? 0) - (carriers(clip?.host, 0)[1] ?? 0)) * 180) / Math.PI);
}

/**
 * The place that brings the hips of a clip to those of the first one.
 * @param {Readable} own @param {MareyClip} element @param {number} turn degrees @param {[own: number, other: number]} moments seconds of each clip @returns {[x: number, z: number]}
 */
export function placeAt(own, { clip }, turn, [ownMoment, moment]) {
  const [first, other] = [carriers(own, ownMoment), carriers(clip?.host, moment)];
  return moved([first[2], first[4]], [other[2], other[4]], turn);
}

/**
 * The place that brings a joint of a clip to where that of the first one is now; null if they have no such joint in common.
 * @param {import('../../player/session/session.js').Session} session @param {MareyClip} element @param {Pick<Stand, 'offset' | 'turn'>} stand
 * @param {Measuring} measuring @param {[own: Measured | undefined, other: Measured | undefined]} sources @returns {Promise<Stand['position'] | null>}
 */
export async function placeAtJoint(session, { beyond, clip, speed }, { offset, turn }, measuring, [a, b]) {
  const {
    host,
    playback: { time },
    view: { selected },
  } = session;
  const common = a && b && clip ? await measuring.common(a, b) : null;
  const pair = common ? Array.from(common.a).indexOf(selected) : -1;
  if (!common || !clip || pair < 0) return null;
  const path = (/** @type {Readable} */ of, /** @type {number} */ joint, /** @type {number} */ moment) =>
    of.read((stage) => stage.path(joint, new Float64Array([moment])), NOWHERE);
  // The stage that acts on the clip may be older than the choice to let it travel.
  clip.host.read((stage) => stage.set(IN_PLACE, 0, 0), undefined);
  const moment = momentOf({ beyond, clip, offset, speed }, time).at;
  const [own, other] = [path(host, selected, time), path(clip.host, common.b[pair], moment)];
  return own.length && other.length ? moved([own[0], own[2]], [other[0], other[2]], turn) : null;
}

/**
 * When the clips beside the first one start, seconds after it, and how well that fits.
 * @param {Alignment['start']} start @param {ComparedClip[]} clips @param {number[]} given offsets that the page or a link gave the others
 * @param {Measuring} measuring @param {(Measured | undefined)[]} sources @returns {Promise<{ offsets: number[], match: Alignment['match'] }>}
 */
export async function starts(start, clips, given, measuring, sources) {
  const [own, ...others] = clips;
  /** @type {(number | null)[]} */
  const matches = [];
  const offsets = [];
  for (const [index, clip] of others.entries()) {
    const [a, b] = [sources[0], sources[index + 1]];
    const now = clip.offset - own.offset;
    const best = start === 'match' && a && b ? await measuring.best(a, b) : null;
    const [step, other] =
      start === 'contact' ? [await measuring.steps(a), await measuring.steps(b)].map(({ left }) => left?.[0] ?? 0) : [0, 0];
    if (best !== null) matches.push(best?.correlation ?? null);
    offsets.push(
      {
        zero: 0,
        own: given[index],
        contact: step - other,
        match: best === null ? now : (best?.offset ?? 0),
        warp: now,
      }[start],
    );
  }
  const match = matches.includes(null) ? null : matches.length ? Math.min(.../** @type {number[]} */ (matches)) : undefined;
  return { offsets, match };
}

/**
 * Looks whether clips start as they would if they were brought together so, to a frame. Returns how well that fits, or null if they do not.
 * @param {Alignment['start']} start @param {ComparedClip[]} clips @param {Measuring} measuring @param {(Measured | undefined)[]} sources
 * @returns {Promise<Pick<Alignment, 'match'> | null>}
 */
export async function startSo(start, clips, measuring, sources) {
  const { offsets, match } = await starts(start, clips, [], measuring, sources);
  const [own, ...others] = clips;
  const frame = Math.max(...clips.map(({ frameTime }) => frameTime));
  return others.every(({ offset }, index) => Math.abs(offset - own.offset - offsets[index]) <= frame) ? { match } : null;
}

/**
 * The displacement that brings a point of a figure, once that is turned, to another one on the floor.
 * @param {[x: number, z: number]} own @param {[x: number, z: number]} other @param {number} degrees @returns {[x: number, z: number]}
 */
function moved(own, [x, z], degrees) {
  const turn = (degrees * Math.PI) / 180;
  return [rounded(own[0] - x * Math.cos(turn) - z * Math.sin(turn)), rounded(own[1] - z * Math.cos(turn) + x * Math.sin(turn))];
}
