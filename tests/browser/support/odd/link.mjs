/** Odd packed motion: files and texts of links. Whatever is in them, the checksum is right. */
import { fill } from './parts.mjs';

/** @typedef {import('./parts.mjs').Make} Make */

const START = 0xb704ce;

/** The checksum of OpenPGP. @param {Uint8Array} bytes */
function crc24(bytes) {
  let crc = START;
  for (const byte of bytes) {
    crc ^= byte << 16;
    for (let bit = 0; bit < 8; bit += 1) {
      crc <<= 1;
      if (crc & 0x1000000) crc ^= 0x1864cfb;
    }
  }
  return crc & 0xffffff;
}

/** A packed motion with this payload. @param {Uint8Array} payload */
export function packed(payload) {
  const head = [1];
  let rest = payload.length;
  for (; rest >= 128; rest >>= 7) head.push((rest & 127) | 128);
  head.push(rest);
  const crc = crc24(Buffer.from([...head, ...payload]));
  return Buffer.concat([Buffer.from([...head, crc >> 16, (crc >> 8) & 255, crc & 255]), payload]);
}

const MAGIC = Buffer.from('Marey\x1a\r\n', 'latin1');
const file = (/** @type {Uint8Array} */ payload, behind = '') => Buffer.concat([MAGIC, packed(payload), Buffer.from(behind, 'latin1')]);

/** Bytes that differ, from a seed. @param {number} size @param {number} seed */
function noise(size, seed) {
  let state = seed;
  return Uint8Array.from({ length: size }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
}

/** @type {Record<string, Make>} */
export const MAREY = {
  zeros: (size) => file(Buffer.alloc(size)),
  ones: (size) => file(Buffer.alloc(size, 255)),
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((seed) => [`noise ${seed}`, (/** @type {number} */ size) => file(noise(size, seed))])),
  'marks behind it': (size) => file(Buffer.alloc(100), fill('x', size)),
  'the text of a link': (size) => packed(noise(size, 9)).toString('base64url'),
  'a text of blanks': (size) => fill('A ', size),
  'a text of percent codes': (size) => fill('%41', size),
  'a text in brackets': (size) => fill('(', size) + 'AAAA' + fill(')', size),
};
