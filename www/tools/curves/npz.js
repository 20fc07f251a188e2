/** Writes arrays of numbers for NumPy: a zip archive, uncompressed, of files in the format NPY 1.0 (numpy.lib.format). */

/** @typedef {Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer>} Numbers */

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** @param {Uint8Array} bytes */
function crc32(bytes) {
  let crc = -1;
  for (const byte of bytes) crc = CRC[(crc ^ byte) & 255] ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** An array with one axis. @param {Numbers} numbers little-endian, as all platforms of browsers have them @returns {Uint8Array<ArrayBuffer>} */
export function npy(numbers) {
  const kind = numbers instanceof Float64Array ? '<f8' : '<i4';
  const text = `{'descr': '${kind}', 'fortran_order': False, 'shape': (${numbers.length},), }`;
  // The numbers begin at a multiple of 64 bytes.
  const header = text.padEnd(Math.ceil((text.length + 11) / 64) * 64 - 11);
  const out = new Uint8Array(header.length + 11 + numbers.byteLength);
  out.set([0x93, ...[...'NUMPY'].map((letter) => letter.charCodeAt(0)), 1, 0, (header.length + 1) & 255, (header.length + 1) >> 8]);
  out.set(new TextEncoder().encode(`${header}\n`), 10);
  out.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), header.length + 11);
  return out;
}

/** Little-endian numbers of 2 or 4 bytes. @param {[value: number, bytes: 2 | 4][]} numbers @returns {Uint8Array<ArrayBuffer>} */
const packed = (numbers) =>
  Uint8Array.from(numbers.flatMap(([value, bytes]) => Array.from({ length: bytes }, (_, at) => (value >>> (8 * at)) & 255)));

/** An archive of arrays by name (APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12, 4.3.16). @param {[name: string, numbers: Numbers][]} arrays @returns {Blob} */
export function npz(arrays) {
  /** @type {BlobPart[]} */
  const files = [];
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const list = [];
  let at = 0;
  for (const [name, numbers] of arrays) {
    const [bytes, title] = [npy(numbers), new TextEncoder().encode(`${name}.npy`)];
    // Version 2.0, names in UTF-8, not compressed, 1980-01-01.
    /** @type {[number, 2 | 4][]} */
    const about = [
      [20, 2],
      [0x800, 2],
      [0, 2],
      [0, 2],
      [33, 2],
      [crc32(bytes), 4],
      [bytes.length, 4],
      [bytes.length, 4],
      [title.length, 2],
      [0, 2],
    ];
    files.push(packed([[0x04034b50, 4], ...about]), title, bytes);
    list.push(packed([[0x02014b50, 4], [20, 2], ...about, [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]]), title);
    at += 30 + title.length + bytes.length;
  }
  const size = list.reduce((sum, part) => sum + part.length, 0);
  const end = packed([
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [arrays.length, 2],
    [arrays.length, 2],
    [size, 4],
    [at, 4],
    [0, 2],
  ]);
  return new Blob([...files, ...list, end], { type: 'application/npz' });
}
