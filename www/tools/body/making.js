/** Makes bodies in a worker, and turns their joints in the frames of the page's stages. */
import { lazy } from '../../player/base/parts.js';
import { instantiate, wasmModule } from '../../player/base/wasm.js';
import { call } from '../../player/loading/remote.js';

/** @typedef {import('../../types.d.ts').BodyTurner} BodyTurner */

/** Bytes of a number. */
const FLOAT = 4;
/** Floats in a row of joints. */
const ROW = 4096;

/** What turns the joints of each body, by its number, for as long as the body's clip is there. @type {Map<number, WeakRef<BodyTurner>>} */
const turners = new Map();
/** @type {WeakMap<object, BodyTurner>} */
const byClip = new WeakMap();
let last = 0;

const turning = lazy(async () => {
  const { glue } = await instantiate(await wasmModule('marey_body'), 'marey_body');
  return /** @type {import('../../types.d.ts').BodyGlue} */ (/** @type {unknown} */ (glue));
});

/**
 * Makes the body of a clip: packets for its stages. Rejects with the reason for a figure that is no person.
 * @param {Uint8Array} packets all of the clip's @param {import('../../types.d.ts').ComparedOptions} options @param {object} clip the body is drawn for as long as this is kept
 * @returns {Promise<Uint8Array>}
 */
export async function made(packets, options, clip) {
  const number = (last += 1);
  const [body, { BodyTurner }] = await Promise.all([call('marey_body', 'makeBody', [packets, { ...options, number }]), turning()]);
  const turner = new BodyTurner(body);
  byClip.set(clip, turner);
  turners.set(number, new WeakRef(turner));
  for (const [old, kept] of turners) if (!kept.deref()) turners.delete(old);
  return body;
}

/** Lets an instance's frames show bodies with their joints turned. @param {import('../../player/recovery/instance.js').Instance} instance */
export function turnIn(instance) {
  instance.turnBody = ({ body, figures, jointRows, jointsAt }, frame) => {
    const turner = turners.get(body)?.deref();
    const length = turner?.length() ?? 0;
    for (let figure = 0; figure < figures; figure += 1) turner?.turn(frame.floats(jointsAt + FLOAT * figure * jointRows * ROW, length));
  };
}
