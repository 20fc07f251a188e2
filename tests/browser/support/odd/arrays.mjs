/** Odd arrays of NumPy, archives of them, and pickles. */
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { fill, numbered } from './parts.mjs';

/** @typedef {import('./parts.mjs').Make} Make */
/** @typedef {{ name: string, data: string, packed?: string, method?: number }} Entry data: unpacked; packed: as it is stored */

/** @param {string} shape @param {string} data @param {{ type?: string, header?: string, version?: number }} [how] */
function npy(
  shape,
  data,
  { type = '<f4', header = `{'descr': '${type}', 'fortran_order': False, 'shape': (${shape}), }\n`, version = 1 } = {},
) {
  const length = Buffer.alloc(version > 1 ? 4 : 2);
  if (version > 1) length.writeUInt32LE(header.length);
  else length.writeUInt16LE(header.length & 65535);
  return `\x93NUMPY${String.fromCharCode(version)}\0${length.toString('latin1')}${header}${data}`;
}
const zeros = (/** @type {number} */ count) => '\0\0\x80\x3f'.repeat(count);
const POSITIONS = npy('2, 5, 3', zeros(30));

/** An archive. @param {Entry[]} entries @param {{ shared?: boolean, comment?: string }} [how] shared: all entries are the first one's bytes */
function npz(entries, { shared = false, comment = '' } = {}) {
  const files = [];
  const list = [];
  let at = 0;
  let from = 0;
  for (const { name, data, packed = data, method = 0 } of entries) {
    const sizes = Buffer.alloc(16);
    sizes.writeUInt32LE(crc32(Buffer.from(data, 'latin1')), 0);
    sizes.writeUInt32LE(packed.length, 4);
    sizes.writeUInt32LE(data.length, 8);
    sizes.writeUInt16LE(name.length, 12);
    const head = `\x14\0\0\0${String.fromCharCode(method)}\0\0\0\0\0${sizes.toString('latin1')}`;
    const place = Buffer.alloc(14);
    if (!shared || !files.length) {
      from = at;
      files.push(`PK\x03\x04${head}${name}${packed}`);
      at += files[files.length - 1].length;
    }
    place.writeUInt32LE(from, 10);
    list.push(`PK\x01\x02\x14\0${head}${place.toString('latin1')}${name}`);
  }
  const listed = list.join('');
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length & 65535, 4);
  end.writeUInt16LE(entries.length & 65535, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  end.writeUInt16LE(comment.length, 16);
  return `${files.join('')}${listed}PK\x05\x06${end.toString('latin1')}${comment}`;
}
const deflated = (/** @type {string} */ data) => ({
  data,
  packed: deflateRawSync(Buffer.from(data, 'latin1'), { level: 9 }).toString('latin1'),
  method: 8,
});
/** As many entries as fit. @param {number} size @param {(n: number) => Entry} part @param {number} [each] bytes of one in the archive */
function entries(size, part, each) {
  const first = part(0);
  const one = each ?? 76 + 2 * first.name.length + (first.packed ?? first.data).length;
  return Array.from({ length: Math.max(1, Math.floor(size / one)) }, (_, n) => part(n));
}
const SMALL = npy('', zeros(1));
const LONG = deflated(npy('20000, 5, 3', zeros(300_000)));

/** @type {Record<string, Make>} */
export const NPY = {
  zeros: (size) => npy(`${Math.floor(size / 60)}, 5, 3`, fill('\0', size)),
  'no numbers': (size) => npy(`${Math.floor(size / 60)}, 5, 3`, fill('\xff', size)),
  'as many joints as fit': (size) => npy(`2, ${Math.floor(size / 24)}, 3`, zeros(size / 4)),
  'as many clips as fit': (size) => npy(`${Math.floor(size / 36)}, 1, 3, 3`, zeros(size / 4)),
  'clips of three joints': (size) => npy(`${Math.floor(size / 72)}, 2, 3, 3`, zeros(size / 4)),
  'vectors of clips': (size) => npy(`${Math.floor(size / 1052)}, 1, 263`, zeros(size / 4)),
  'a header of blanks': (size) => npy('', '', { header: fill(' ', size), version: 2 }),
  'a header of quotes': (size) => npy('', '', { header: fill("'", Math.min(size, 9_900)) }),
  'axes without end': (size) => npy(fill('1,', Math.min(size, 9_000)), ''),
  'bytes behind it': (size) => POSITIONS + fill('x', size),
  'joints at one place': (size) => npy(`${Math.floor(size / 6144)}, 512, 3`, fill('\0', size)),
};

/** @type {Record<string, Make>} */
export const NPZ = {
  'small members': (size) => npz(entries(size, (n) => ({ name: `a${n}.npy`, data: SMALL }))),
  'small members of one name': (size) => npz(entries(size, () => ({ name: 'a.npy', data: SMALL }))),
  'members of positions': (size) => npz(entries(size, (n) => ({ name: `a${n}.npy`, data: POSITIONS }))),
  'empty members': (size) => npz(entries(size, () => ({ name: '.npy', data: '' }))),
  'members of other kinds': (size) => npz(entries(size, (n) => ({ name: `a${n}.txt`, data: 'x' }))),
  'deflated members': (size) => npz(entries(size, (n) => ({ name: `a${n}.npy`, ...deflated(SMALL) }))),
  'members of the same bytes': (size) =>
    npz(
      entries(size, (n) => ({ name: `a${n}.npy`, data: POSITIONS }), 54),
      { shared: true },
    ),
  'large members of the same bytes': (size) =>
    npz(
      entries(size / 2, (n) => ({ name: `a${n}.npy`, data: npy(`${Math.floor(size / 120)}, 5, 3`, zeros(size / 8)) }), 54),
      { shared: true },
    ),
  'members that unpack to much': (size) =>
    npz(
      entries(size, (n) => ({ name: `a${n}.npy`, ...LONG }), 54),
      { shared: true },
    ),
  'members that unpack to much, each its own': (size) => npz(entries(size, (n) => ({ name: `a${n}.npy`, ...LONG }))),
  'members with long names': (size) => npz(entries(size, (n) => ({ name: `${fill('x', 60_000)}${n}.npy`, data: SMALL }))),
  'a comment of ends': (size) => npz([{ name: 'a.npy', data: POSITIONS }], { comment: fill('PK\x05\x06', Math.min(size, 65_000)) }),
  'pickles in members': (size) => npz(entries(size, (n) => ({ name: `a${n}.npy`, data: npy('', '\x80\x04K\x01.', { type: '|O' }) }))),
  'texts of clips': (size) =>
    npz([
      { name: 'positions.npy', data: npy(`${Math.floor(size / 80)}, 1, 3, 3`, zeros(9 * Math.floor(size / 80))) },
      { name: 'text.npy', data: npy(`${Math.floor(size / 80)},`, fill('same walk', 9 * Math.floor(size / 80)), { type: '|S9' }) },
    ]),
};

const long = (/** @type {number} */ number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes.toString('latin1');
};
/** @type {Record<string, Make>} */
export const PICKLE = {
  numbers: (size) => `\x80\x04](${fill('K\x01', size)}e.`,
  'numbers one by one': (size) => `\x80\x04]${fill('K\x01a', size)}.`,
  'lists in lists': (size) => `\x80\x04${fill(']', size)}${fill('a', size / 2)}.`,
  'lists of lists': (size) => `\x80\x04](${fill(']', size)}e.`,
  marks: (size) => `\x80\x04${fill('(', size)}.`,
  'marks and tuples': (size) => `\x80\x04${fill('(t', size)}.`,
  memos: (size) => `\x80\x04K\x01${numbered(size, (n) => `r${long(n)}`)}.`,
  'memos from the end': (size) => `\x80\x04K\x01${numbered(size, (n) => `r${long(Math.max(0, Math.floor(size / 5) - n))}`)}.`,
  'memos by turns': (size) => `\x80\x04K\x01${fill('\x94', size)}.`,
  'a value recalled': (size) => `\x80\x04]q\x00(${fill('h\x00', size)}e.`,
  'lists of one list': (size) => `\x80\x04](${fill('K\x01', size / 4)}eq\x00](${fill('h\x00', size / 2)}e.`,
  'lists that hold lists again and again': (size) =>
    `\x80\x04](K\x01K\x02eq\x00${numbered(size, (n) => `](h${String.fromCharCode(n % 200)}h${String.fromCharCode(n % 200)}eq${String.fromCharCode((n + 1) % 200)}`)}.`,
  'dictionaries of a text': (size) => `\x80\x04}(${fill('\x8c\x01aK\x01', size)}u.`,
  'dictionaries in dictionaries': (size) => `\x80\x04}${fill('\x8c\x01a}', size)}${fill('s', size / 4)}.`,
  'long keys in dictionaries': (size) => {
    const key = `X${long(size / 16)}${fill('k', size / 16)}`;
    return `\x80\x04}(${key}}(${key}}(${key}}(${numbered(size / 2, (n) => `X${long(6)}${String(n).padStart(6, '0')}K\x01`)}uuu.`;
  },
  'a text without end': (size) => `\x80\x04X${long(size)}${fill('x', size / 2)}`,
  'lines without end': (size) => `\x80\x04c${fill('x', size)}`,
  'names of functions': (size) => `\x80\x04${fill('cnumpy\ndtype\n', size)}.`,
  types: (size) => `\x80\x04${fill('cnumpy\ndtype\n\x8c\x02f4\x85R', size)}.`,
  'types that are built again': (size) =>
    `\x80\x04cnumpy\ndtype\n\x8c\x02f4\x85R(K\x03\x8c\x01<NNNK\x00K\x00K\x00tq\x00b${fill('h\x00b', size)}.`,
  'functions with many arguments': (size) => `\x80\x04(${fill('K\x01', size / 2)}tq\x00${fill('cnumpy\ndtype\nh\x00R', size / 2)}.`,
  'bytes that are encoded again': (size) =>
    `\x80\x04X${long(size / 2)}${fill('x', size / 2)}q\x00${fill('c_codecs\nencode\nh\x00\x8c\x06latin1\x86R0', size / 2)}.`,
  pops: (size) => `\x80\x04${fill('K\x010', size)}K\x01.`,
  protocols: (size) => fill('\x80\x04', size) + 'K\x01.',
};

/** @type {Record<string, Make>} */
export const GZIP = {
  'small members': (size) => ({ 'a.bvh.gz': Buffer.concat(Array(Math.floor(size / 24)).fill(gzipSync('a '))) }),
  'empty members': (size) => ({ 'a.bvh.gz': Buffer.concat(Array(Math.floor(size / 20)).fill(gzipSync(''))) }),
  'zeros behind it': (size) => ({ 'a.bvh.gz': Buffer.concat([gzipSync('HIERARCHY'), Buffer.alloc(size)]) }),
  'a name without end': (size) => ({
    'a.bvh.gz': Buffer.concat([Buffer.from('\x1f\x8b\x08\x08\0\0\0\0\0\x03', 'latin1'), Buffer.alloc(size, 65)]),
  }),
};
