/** Packed motion as bytes: unwraps and wraps the payload, so that a test can change it and still have a valid checksum. */

/** The CRC-24 of OpenPGP. @param {Uint8Array} bytes */
function crc(bytes) {
  let sum = 0xb704ce;
  for (const byte of bytes) {
    sum ^= byte << 16;
    for (let bit = 0; bit < 8; bit += 1) {
      sum <<= 1;
      if (sum & 0x1000000) sum ^= 0x1864cfb;
    }
  }
  return sum;
}

/** The bytes after version, length and checksum. @param {Buffer} bytes */
export const payloadOf = (bytes) => bytes.subarray(1 + bytes.subarray(1).findIndex((byte) => byte < 0x80) + 1 + 3);

/** A link with a valid length and checksum. @param {Uint8Array} payload */
export function wrapped(payload) {
  const head = [1];
  let rest = payload.length;
  for (; rest >= 0x80; rest >>= 7) head.push((rest & 0x7f) | 0x80);
  head.push(rest);
  const sum = crc(Buffer.concat([Buffer.from(head), payload]));
  return Buffer.concat([Buffer.from([...head, (sum >> 16) & 255, (sum >> 8) & 255, sum & 255]), payload]);
}
