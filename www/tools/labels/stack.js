/** Which lane each span is in, so that none covers another. Pure. */

/** @typedef {import('../../types.d.ts').ClipLabel} ClipLabel */
/** A label of a span, seconds. @typedef {{ label: ClipLabel, from: number, to: number, lane: number }} Span */

/** Spans that touch within a millisecond do not overlap. */
const TOUCH = 1e-3;

/**
 * Puts each span into the first lane that is free, in the order of their beginnings; the longer of two that begin together comes first.
 * @param {ClipLabel[]} labels of spans @param {number} begin @param {number} end of the clip, seconds @param {number} most lanes
 * @returns {{ spans: Span[], lanes: number, hidden: Span[] }} hidden: found no lane
 */
export function stack(labels, begin, end, most) {
  const all = labels
    .map((label) => ({ label, from: Math.min(end, Math.max(begin, label.from ?? begin)), to: Math.min(end, label.to ?? end), lane: -1 }))
    .filter(({ label, from, to }) => !isBeyond(label, end) && to >= from)
    .sort((a, b) => a.from - b.from || b.to - a.to);
  /** Where each lane is free again. @type {number[]} */
  const free = [];
  for (const span of all) {
    const lane = free.findIndex((at) => at <= span.from + TOUCH);
    span.lane = lane < 0 ? free.length : lane;
    if (span.lane >= most) span.lane = -1;
    else free[span.lane] = Math.max(span.to, span.from + TOUCH);
  }
  return { spans: all.filter(({ lane }) => lane >= 0), lanes: free.length, hidden: all.filter(({ lane }) => lane < 0) };
}

/** Whether a label holds for the whole clip. @param {ClipLabel} label */
export const isWhole = ({ from, to }) => from === undefined && to === undefined;

/** Whether a label holds at a moment. @param {{ from?: number, to?: number }} label @param {number} time seconds */
export const holdsAt = ({ from = 0, to = Infinity }, time) => time >= from && (time < to || (time <= to && to <= from));

/** Whether a label begins after the clip's end. @param {{ from?: number }} label @param {number} end seconds */
export const isBeyond = ({ from = 0 }, end) => from > end + TOUCH;

/** One of six tints, the same for the same text. @param {string} text */
export function tintOf(text) {
  let sum = 7;
  for (const letter of text.toLowerCase()) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65521;
  return sum % 6;
}
