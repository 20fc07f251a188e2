/** Packs motion as text for links, or as a small file. */
import { fileName } from './downloads.js';
import { packetsOf } from '../player/session/packets-of.js';
import { call } from '../player/loading/remote.js';

/** @typedef {import('../player/session/session.js').Session} Session */
/** @typedef {import('../types.d.ts').Packed} Packed */
/** @typedef {import('../types.d.ts').PackOptions} PackOptions */
/**
 * Mean or 99th percentile error in millimetres for a figure 1.8 m tall, or most bytes.
 * @typedef {'tiny' | 'standard' | 'faithful' | { mean: number } | { p99: number } | { bytes: number }} Quality
 */

/** What the words mean. */
export const TIERS = { tiny: { mean: 5 }, standard: { mean: 1.5 }, faithful: { p99: 2 } };

/** @param {Quality} quality */
const numbers = (quality) => (typeof quality === 'string' ? TIERS[quality] : quality);

/** @param {Session} session @param {PackOptions} options @param {AbortSignal} signal @returns {Promise<Packed>} */
async function packed(session, options, signal) {
  const [frameTime, positions] = [session.get('frameTime'), session.get('positions')];
  const wanted = { ...options, ...(frameTime && { frameTime }), ...(positions !== 'auto' && { positions }) };
  return call('marey_pack', 'packMotion', [await packetsOf(session, signal), wanted], signal);
}

/**
 * Packs a range, and all of each clip beside it, whose texts are further lines; times in a link count from the start of the range.
 * Rejects with a sentence for the visitor.
 * @param {Session} session @param {{ part: [from: number, to: number], quality: Quality, signal?: AbortSignal }} options part: seconds
 */
export async function pack(session, { part: [from, to], quality, signal = new AbortController().signal }) {
  const own = await packed(session, { behaviour: session.get('behaviour'), from, to, ...numbers(quality) }, signal);
  const texts = [own.text];
  for (const { element } of session.state.others) {
    const { clip } = /** @type {import('../actors/clip-element.js').MareyClip} */ (element);
    if (!clip) continue;
    const options = {
      behaviour: clip.behaviour,
      ...numbers(quality),
      ...(clip.reading.frameTime && { frameTime: clip.reading.frameTime }),
    };
    const { text } = await call(
      'marey_pack',
      'packMotion',
      [await packetsOf({ shown: { packets: clip.load.packets, source: clip.source } }, signal), options],
      signal,
    );
    texts.push(text);
  }
  return { ...own, text: texts.join('\n') };
}

/** Packs the whole clip as a `.marey` file, with its own marks. @param {Session} session @param {{ quality: Quality, signal?: AbortSignal }} options */
export async function packFile(session, { quality, signal = new AbortController().signal }) {
  const { bytes } = await packed(session, { behaviour: 0, file: true, marks: session.get('marks') ?? '', ...numbers(quality) }, signal);
  return new File([bytes], fileName(session.info?.name ?? '', '', 'model/marey'));
}
