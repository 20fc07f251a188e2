/** Zip archives made for the tests, valid and otherwise, as text of one byte a character. */
import { crc32, deflateRawSync } from 'node:zlib';

/** @typedef {{ name: string, text: string, method?: number, flags?: number, size?: number, crc?: number, stored?: boolean }} Member size and crc: what the archive declares, where that is false */

/** @param {Member[]} members @param {{ count?: number, before?: string, shared?: boolean }} [how] before: bytes in front of the archive; shared: the list has the first member's bytes for all */
export function zip(members, { count = members.length, before = '', shared = false } = {}) {
  /** @type {Buffer[]} */
  const files = [Buffer.from(before, 'latin1')];
  /** @type {Buffer[]} */
  const list = [];
  let at = 0;
  for (const { name, text, stored = false, method = stored ? 0 : 8, flags = 0, ...says } of members) {
    const data = Buffer.from(text, 'latin1');
    const packed = stored ? data : deflateRawSync(data);
    const named = Buffer.from(name);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(flags | (1 << 11), 2);
    head.writeUInt16LE(method, 4);
    // 1 May 2020, noon.
    head.writeUInt16LE(12 << 11, 6);
    head.writeUInt16LE((40 << 9) | (5 << 5) | 1, 8);
    head.writeUInt32LE(says.crc ?? crc32(data), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(says.size ?? data.length, 18);
    head.writeUInt16LE(named.length, 22);
    const isThere = shared && list.length > 0;
    if (!isThere) files.push(Buffer.from('PK\x03\x04', 'latin1'), head, named, packed);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(isThere ? 0 : at, 10);
    list.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), head, tail, named);
    if (!isThere) at += 30 + named.length + packed.length;
  }
  const listed = Buffer.concat(list);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...files, listed, Buffer.from('PK\x05\x06', 'latin1'), end]).toString('latin1');
}
