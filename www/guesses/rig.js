/** Which rig the names of a clip follow, and what other programs make of its file: found by a module of its own, for clips that a visitor has opened. */
import { call } from '../player/loading/remote.js';
import { packetsOf } from '../player/session/packets-of.js';

/** @typedef {import('../player/session/session.js').Session} Session */
/** @typedef {import('../types.d.ts').RigFound} RigFound */

/** The letters of a larger file are not looked at, bytes. */
const MOST = 64e6;
/** The first bytes of a compressed file. */
const GZIP = [0x1f, 0x8b];

/** By what is shown: read again, a file has the same names. @type {WeakMap<object, Promise<RigFound | null>>} */
const all = new WeakMap();

/** The rig of the clip that is shown; null if it has none, is still being read, or cannot be read again. @param {Session} session @returns {Promise<RigFound | null>} */
export async function rigOf(session) {
  const { complete } = session;
  // Mending leaves the names as they are.
  const source = session.source?.mended?.own ?? session.source;
  if (!source || !complete) return null;
  const asked = all.get(source) ?? find(session).catch(() => null);
  all.set(source, asked);
  return asked;
}

/** @param {Session} session @returns {Promise<RigFound | null>} */
async function find(session) {
  const { info } = session;
  // What is said about arrays is about their own orders of joints.
  if (!info || info.format === 'NumPy') return null;
  const { blob, mended, onto } = session.source ?? {};
  const file = mended?.own.blob ?? blob;
  const isText = info.format === 'BVH' && !onto && file && file.size <= MOST;
  const text = isText ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array();
  const isPacked = GZIP.every((byte, at) => text[at] === byte);
  const packets = await packetsOf(session, new AbortController().signal);
  return call('marey_rigs', 'rigOf', [packets, isPacked ? new Uint8Array() : text]);
}
