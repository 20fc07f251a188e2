/** Which curves a joint has, and which are shown. */
import { WHATS } from './words.js';
import { named } from '../../player/words/joints.js';

/** @typedef {import('../../types.d.ts').JointInfo} JointInfo */
/** @typedef {import('./words.js').What} What */
/** @typedef {import('./words.js').Request} Request */

/** @param {Request} request */
export const keyOf = ({ joint, what }) => (joint ? `${joint}:${what}` : what);

/** The joint of a name; -1 if there is none. @param {JointInfo[]} joints @param {string} name */
export const jointNamed = (joints, name) => named(joints, [name])[0] ?? -1;

/** The axes of a joint's rotation channels as R = Ri Rj Rk: "zxy". BVH lists them so; Acclaim begins with the rotation that is applied first. @param {string} channels */
export function rotationOrder(channels) {
  const acclaim = [...channels.matchAll(/\br([xyz])\b/gi)].map(([, axis]) => axis).reverse();
  return [...acclaim, ...[...channels.matchAll(/([xyz])rotation/gi)].map(([, axis]) => axis)].join('').toLowerCase();
}

/**
 * The curves of a joint: of its channels those that the file has.
 * @param {Pick<JointInfo, 'channels' | 'endSite'>} joint @param {boolean} described some joint of the clip has channels; else every joint may turn @returns {What[]}
 */
export function whatsOf({ channels, endSite }, described) {
  const order = rotationOrder(channels);
  const turns = order || /rotation/i.test(channels) || (!described && !endSite);
  const placed = [...channels.matchAll(/\bt([xyz])\b|([xyz])position/gi)].map(([, one, other]) => (one ?? other).toLowerCase());
  return WHATS.filter((what) => {
    if (/^[xyz]$/.test(what)) return turns && (!order || order.includes(what));
    if (/^t[xyz]$/.test(what)) return placed.includes(what[1]) || /translation/i.test(channels);
    return turns || (what !== 'angular' && what !== 'angle');
  });
}

/**
 * What is shown of the chosen joint: what is requested; else its channels; its place and its speed if it has none.
 * @param {What[]} whats that it has @param {What[]} requested @param {boolean} open nothing was requested @returns {What[]}
 */
export function shownOf(whats, requested, open) {
  const its = whats.filter((what) => requested.includes(what));
  if (its.length || (!open && !requested.length)) return its;
  const channels = whats.filter((what) => /^[xyz]$/.test(what));
  return channels.length ? (open ? channels : []) : whats.filter((what) => /^(px|height|pz|speed)$/.test(what));
}
