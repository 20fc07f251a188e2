/** Extracts motion files of a zip archive (APPNOTE.TXT 6.3). Stated sizes are not trusted: bytes are counted as they come. */
import { fault } from '../player/words/errors.js';
import { Z } from './finds-words.js';
import { byName, wanted } from './folder.js';
import { MAY_LABEL, NAMED } from './file-kinds.js';

/** Most files in an archive. */
const MAX_ENTRIES = 100_000;
/** Most bytes unpacked from one archive and kept. */
const MAX_BYTES = 512e6;
/** Most bytes unpacked from one archive, with the files that turn out to hold no motion. */
const MAX_WORK = 4 * MAX_BYTES;
/** Most bytes of the central directory. */
const MAX_DIRECTORY = 64e6;

const END = { sign: 0x06054b50, bytes: 22, comment: 0xffff };
const END64 = { sign: 0x06064b50, locator: 0x07064b50, bytes: 56, locatorBytes: 20 };
const ENTRY = { sign: 0x02014b50, bytes: 46 };
const LOCAL = { sign: 0x04034b50, bytes: 30 };
/** Placeholders for values stored in the 64-bit extension. */
const [IN_64, IN_64_SHORT] = [0xffffffff, 0xffff];
const ENCRYPTED = 1;
const UTF8 = 1 << 11;
const [STORED, DEFLATED] = [0, 8];

/** @typedef {import('./finds.js').Found} Found */
/** @typedef {{ path: string, flags: number, method: number, crc: number, packed: number, size: number, at: number, date: number }} Entry */

/** @param {string} message @param {string} code */
const refuse = (message, code) => fault('parse', message, { code: `zip.${code}` });

/** The motion files by folder and name; each is unpacked when it is opened. @param {File} archive @returns {Promise<Found[]>} */
export async function contentOf(archive) {
  const entries = (await readDirectory(archive)).filter(({ path }) => !/(^|\/)(\.|__MACOSX\/)|\/$/.test(path));
  const candidates = entries.filter(({ path }) => NAMED.test(path) || MAY_LABEL.test(path));
  // Texts are many things.
  if (candidates.every(({ path }) => /\.txt$/i.test(path)))
    throw entries.some(({ path }) => /\.(zip|7z|rar|tar|tgz)$/i.test(path)) ? refuse(Z.nested, 'nested') : refuse(Z.none, 'nothing');
  // Files that share bytes would be unpacked again and again.
  if (candidates.reduce((sum, { packed }) => sum + packed, 0) > archive.size) throw refuse(Z.broken, 'damaged');
  let left = MAX_BYTES;
  let work = MAX_WORK;
  /** Unpacks one file after the other, because they share the limit. @type {Promise<unknown>} */
  let last = Promise.resolve();
  /** @param {Entry} entry @param {string} name */
  const open = async (entry, name) => {
    const file = new File([await unpack(archive, entry, Math.min(left, work))], name, { lastModified: entry.date });
    work -= file.size;
    if (!MAY_LABEL.test(name) && !(await wanted(file))) return null;
    left -= file.size;
    return file;
  };
  return byName(candidates.map((entry) => ({ name: entry.path, entry }))).map(({ name: path, entry }) => {
    const name = path.split('/').at(-1) ?? '';
    return {
      name,
      folder: [archive.name, ...path.split('/').slice(0, -1)].join('/'),
      archive: archive.name,
      open() {
        const file = last.then(() => open(entry, name));
        last = file.catch(() => {});
        return file;
      },
    };
  });
}

/** @param {Blob} blob @param {number} from @param {number} to */
const view = async (blob, from, to) => new DataView(await blob.slice(from, to).arrayBuffer());

/** A 64-bit number. @param {DataView} data @param {number} at */
const uint64 = (data, at) => Number(data.getBigUint64(at, true));

/** The central directory. @param {File} archive @returns {Promise<Entry[]>} */
async function readDirectory(archive) {
  const tail = await view(archive, Math.max(0, archive.size - END.bytes - END.comment), archive.size);
  let end = tail.byteLength - END.bytes;
  while (end >= 0 && tail.getUint32(end, true) !== END.sign) end -= 1;
  if (end < 0) throw refuse(Z.cut, 'cut');
  try {
    const where = await locateDirectory(archive, tail, end);
    if (where.count > MAX_ENTRIES || where.bytes > MAX_DIRECTORY) throw refuse(Z.entries(MAX_ENTRIES), 'entries');
    const data = await view(archive, where.start, where.start + where.bytes);
    /** @type {Entry[]} */
    const entries = [];
    for (let at = 0; entries.length < where.count && data.getUint32(at, true) === ENTRY.sign;) {
      const [name, extra, comment] = [28, 30, 32].map((field) => data.getUint16(at + field, true));
      entries.push(entryAt(data, at, name, extra, where.shift));
      at += ENTRY.bytes + name + extra + comment;
    }
    if (entries.length < where.count) throw refuse(Z.broken, 'damaged');
    return entries;
  } catch (error) {
    throw error instanceof RangeError ? refuse(Z.broken, 'damaged') : error;
  }
}

/**
 * Locates the central directory. `shift`: bytes before the archive, by which all offsets must be corrected.
 * @param {File} archive @param {DataView} tail @param {number} end offset of the last record in `tail`
 */
async function locateDirectory(archive, tail, end) {
  const [disk, first] = [4, 6].map((field) => tail.getUint16(end + field, true));
  let [count, bytes, start] = [tail.getUint16(end + 10, true), tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)];
  let before = archive.size - tail.byteLength + end;
  if (count === IN_64_SHORT || bytes === IN_64 || start === IN_64) {
    const locator = end - END64.locatorBytes;
    if (locator >= 0 && tail.getUint32(locator, true) === END64.locator) {
      before = uint64(tail, locator + 8);
      const record = await view(archive, before, before + END64.bytes);
      if (record.getUint32(0, true) !== END64.sign) throw refuse(Z.broken, 'damaged');
      [count, bytes, start] = [32, 40, 48].map((field) => uint64(record, field));
    }
  } else if (disk !== first || disk) throw refuse(Z.parts, 'parts');
  const shift = Math.max(0, before - start - bytes);
  return { count, bytes, start: start + shift, shift };
}

/** @param {DataView} data @param {number} at @param {number} name @param {number} extra their lengths @param {number} shift @returns {Entry} */
function entryAt(data, at, name, extra, shift) {
  const flags = data.getUint16(at + 8, true);
  const raw = new Uint8Array(data.buffer, at + ENTRY.bytes, name);
  let [packed, size, offset] = [20, 24, 42].map((field) => data.getUint32(at + field, true));
  for (let field = at + ENTRY.bytes + name, stop = field + extra; field + 4 <= stop; field += 4 + data.getUint16(field + 2, true)) {
    if (data.getUint16(field, true) !== 1) continue;
    // Contains only the values that did not fit, in this order.
    let value = field + 4;
    const next = () => uint64(data, (value += 8) - 8);
    if (size === IN_64) size = next();
    if (packed === IN_64) packed = next();
    if (offset === IN_64) offset = next();
  }
  return {
    path: text(raw, flags).replaceAll('\\', '/'),
    flags,
    method: data.getUint16(at + 10, true),
    crc: data.getUint32(at + 16, true),
    packed,
    size,
    at: offset + shift,
    date: time(data.getUint16(at + 12, true), data.getUint16(at + 14, true)),
  };
}

/** @param {Uint8Array} raw @param {number} flags */
function text(raw, flags) {
  try {
    return new TextDecoder('utf-8', { fatal: !(flags & UTF8) }).decode(raw);
  } catch {
    // Older archives use some machine's code page. The letters of names matter little.
    return new TextDecoder('windows-1252').decode(raw);
  }
}

/** Converts a DOS date and time (local) to milliseconds. @param {number} clock @param {number} day */
const time = (clock, day) =>
  new Date(1980 + (day >> 9), ((day >> 5) & 15) - 1, day & 31, clock >> 11, (clock >> 5) & 63, (clock & 31) * 2).getTime();

/** The bytes of one file. @param {File} archive @param {Entry} entry @param {number} most */
async function unpack(archive, { path, flags, method, crc, packed, size, at }, most) {
  if (flags & ENCRYPTED) throw refuse(Z.encrypted, 'encrypted');
  if (method !== STORED && method !== DEFLATED) throw refuse(Z.method(method), 'method');
  if (size > most) throw refuse(Z.large(MAX_BYTES), 'large');
  const damaged = () => refuse(Z.damaged(path.split('/').at(-1) ?? ''), 'damaged');
  const local = await view(archive, at, at + LOCAL.bytes);
  if (local.byteLength < LOCAL.bytes || local.getUint32(0, true) !== LOCAL.sign) throw damaged();
  const start = at + LOCAL.bytes + local.getUint16(26, true) + local.getUint16(28, true);
  const body = archive.slice(start, start + packed).stream();
  const reader = (method === DEFLATED ? body.pipeThrough(new DecompressionStream('deflate-raw')) : body).getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const chunks = [];
  let length = 0;
  let check = -1;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw damaged();
    });
    if (done) break;
    length += value.byteLength;
    // More bytes than stated: a zip bomb, or damage.
    if (length > size) {
      reader.cancel();
      throw damaged();
    }
    check = crc32(value, check);
    chunks.push(value);
  }
  if (length !== size || ~check >>> 0 !== crc) throw damaged();
  return new Blob(chunks);
}

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** @param {Uint8Array} bytes @param {number} check so far */
function crc32(bytes, check) {
  let value = check;
  for (let at = 0; at < bytes.length; at += 1) value = TABLE[(value ^ bytes[at]) & 255] ^ (value >>> 8);
  return value;
}
