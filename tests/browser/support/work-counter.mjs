/**
 * Adds a counter of work to a wasm module, so that a test can tell whether it grows faster than its input, without a clock.
 *
 * Each call of a function and each round of a loop counts as one, each copy and each fill of memory as one per 16 bytes. Whatever looks
 * at bytes does so in one of these, in the readers, in the libraries that they use, and in what the compiler adds.
 */

/** The module's export with the counter, a BigInt. */
export const WORK = 'work';

const SECTION = { TYPE: 1, IMPORT: 2, GLOBAL: 6, EXPORT: 7, CODE: 10 };
const IMPORTED_GLOBAL = 3;
const I32 = 0x7f;
const I64 = 0x7e;
const VARIABLE = 1;
const OP = {
  LOOP: 3,
  END: 0x0b,
  GET_GLOBAL: 0x23,
  SET_GLOBAL: 0x24,
  CONST32: 0x41,
  CONST64: 0x42,
  ADD64: 0x7c,
  SHIFT64: 0x88,
  EXTEND64: 0xad,
};
const BYTES_SHIFT = 4;

/** @param {Uint8Array} bytes of a module @returns {Uint8Array} */
export function counting(bytes) {
  const read = new Reader(bytes);
  read.at = 8;
  let globals = 0;
  /** @type {Uint8Array[]} */
  const out = [bytes.subarray(0, 8)];
  while (read.at < bytes.length) {
    const id = read.byte();
    const end = read.number() + read.at;
    const section = new Reader(bytes.subarray(read.at, end));
    read.at = end;
    if (id === SECTION.IMPORT) globals += importedGlobals(section);
    let body = section.bytes;
    if (id === SECTION.GLOBAL) {
      const count = section.number();
      body = joined(leb(count + 2), section.rest(), global(I64, OP.CONST64), global(I32, OP.CONST32));
      globals += count;
    } else if (id === SECTION.EXPORT) {
      const count = section.number();
      const name = new TextEncoder().encode(WORK);
      body = joined(leb(count + 1), section.rest(), leb(name.length), name, [IMPORTED_GLOBAL], leb(globals));
    } else if (id === SECTION.CODE) body = code(section, globals);
    out.push(joined([id], leb(body.length), body));
  }
  return joined(...out);
}

/** @param {number} type @param {number} constant */
const global = (type, constant) => [type, VARIABLE, constant, 0, OP.END];

/** @param {Reader} section */
function importedGlobals(section) {
  let count = 0;
  for (let left = section.number(); left > 0; left -= 1) {
    section.skip(section.number());
    section.skip(section.number());
    const kind = section.byte();
    // A function, a table, a memory, a global.
    if (kind === 1) section.skip(1);
    if (kind === 0) section.number();
    else if (kind === IMPORTED_GLOBAL) section.skip(2);
    else if (section.byte() & 1) section.numbers(2);
    else section.number();
    if (kind === IMPORTED_GLOBAL) count += 1;
  }
  return count;
}

/** The code section with counting functions. @param {Reader} section @param {number} work the index of the counter; the next global is for lengths */
function code(section, work) {
  const one = joined([OP.GET_GLOBAL], leb(work), [OP.CONST64, 1, OP.ADD64, OP.SET_GLOBAL], leb(work));
  const length = leb(work + 1);
  const bytes = joined(
    [OP.SET_GLOBAL],
    length,
    [OP.GET_GLOBAL],
    leb(work),
    [OP.GET_GLOBAL],
    length,
    [OP.EXTEND64, OP.CONST64, BYTES_SHIFT, OP.SHIFT64, OP.ADD64, OP.SET_GLOBAL],
    leb(work),
    [OP.GET_GLOBAL],
    length,
  );
  const count = section.number();
  /** @type {(Uint8Array | number[])[]} */
  const out = [leb(count)];
  for (let left = count; left > 0; left -= 1) {
    const size = section.number();
    const body = new Reader(section.bytes.subarray(section.at, section.at + size));
    section.skip(size);
    for (let locals = body.number(); locals > 0; locals -= 1) {
      body.number();
      body.skip(1);
    }
    /** @type {(Uint8Array | number[])[]} */
    const parts = [body.bytes.subarray(0, body.at), one];
    let copied = body.at;
    while (body.at < size) {
      const at = body.at;
      const kind = instruction(body);
      if (kind === 'loop') parts.push(body.bytes.subarray(copied, body.at), one);
      else if (kind === 'bulk') parts.push(body.bytes.subarray(copied, at), bytes, body.bytes.subarray(at, body.at));
      else continue;
      copied = body.at;
    }
    parts.push(body.bytes.subarray(copied));
    const whole = joined(...parts);
    out.push(leb(whole.length), whole);
  }
  return joined(...out);
}

/** Reads one instruction with its immediates. @param {Reader} read @returns {'loop' | 'bulk' | 'other'} */
function instruction(read) {
  const op = read.byte();
  if (op === OP.LOOP) {
    read.number();
    return 'loop';
  }
  if (op === 0xfc) {
    const bulk = read.number();
    // memory.init, memory.copy, table.init, table.copy; the rest of the bulk instructions; conversions that saturate.
    if ([8, 10, 12, 14].includes(bulk)) read.numbers(2);
    else if (bulk > 8) read.number();
    return bulk === 10 || bulk === 11 ? 'bulk' : 'other';
  }
  if (op === 0xfd) {
    const vector = read.number();
    if (vector === 12 || vector === 13) read.skip(16);
    else if (vector <= 11 || vector === 92 || vector === 93) read.numbers(2);
    else if (vector >= 84 && vector <= 91) {
      read.numbers(2);
      read.skip(1);
    } else if (vector >= 21 && vector <= 34) read.skip(1);
    return 'other';
  }
  if (op === 0x0e) {
    read.numbers(read.number() + 1);
  } else if (op === 0x1c) {
    read.numbers(read.number());
  } else if (op === 0x11 || op === 0x13 || (op >= 0x28 && op <= 0x3e)) {
    read.numbers(2);
  } else if (op === 0x43) {
    read.skip(4);
  } else if (op === 0x44) {
    read.skip(8);
  } else if (ONE_NUMBER.has(op)) {
    read.number();
  } else if (op > 0xd2 || (op > 0x1c && op < 0x20) || (op > 0x04 && op < 0x0b && op !== 0x05)) {
    throw new Error(`unknown instruction 0x${op.toString(16)}`);
  }
  return 'other';
}

/** Blocks, branches, calls, locals, globals, tables, the size of memory, constants, references. */
const ONE_NUMBER = new Set([
  0x02, 0x04, 0x0c, 0x0d, 0x10, 0x12, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x3f, 0x40, 0x41, 0x42, 0xd0, 0xd2,
]);

class Reader {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  byte() {
    this.at += 1;
    return this.bytes[this.at - 1];
  }

  /** @param {number} count of bytes */
  skip(count) {
    this.at += count;
  }

  /** A number in LEB128; of a signed one only its end is right. */
  number() {
    let number = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      number += (byte & 127) * factor;
      if (byte < 128) return number;
    }
  }

  /** @param {number} count of numbers to skip */
  numbers(count) {
    for (let left = count; left > 0; left -= 1) this.number();
  }

  rest() {
    return this.bytes.subarray(this.at);
  }
}

/** @param {number} number */
function leb(number) {
  const bytes = [];
  let rest = number;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}

/** @param {(Uint8Array | number[])[]} parts */
function joined(...parts) {
  const out = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
