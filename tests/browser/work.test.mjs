/** The built modules in Node, with a counter of their work: whatever is odd about a file, twice as much of it is at most twice the work. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEEP } from '../support/deep.mjs';
import { modules, packetsOf, readerOf } from './support/modules.mjs';
import { ODD } from './support/odd/index.mjs';
import { WORK, counting } from './support/work-counter.mjs';

/** @typedef {import('./support/fixtures.mjs').Bytes} Bytes */

// Refusals are thrown; recording stacks would take most of the time.
Error.stackTraceLimit = 0;
const made = await modules(counting);
const stage = new made.web.glue.Stage();
const FIRST = 50_000;
const DOUBLINGS = 4;
/**
 * Work may grow by this factor where a file becomes twice as long: sorting takes more than twice. It is judged over two doublings, because lists grow in
 * steps, of which one doubling may meet one more than the next.
 */
const MOST = 2.2;
/** Work for each byte: by the factors alone a reader may look again and again at a part of limited length. */
const MOST_A_BYTE = 3_000;
/** So many bytes more count, because the limits of copies, which a small file may reach, allow as much work at any size. */
const SMALL = 150_000;
/** Less work for each byte is none: the bytes were hardly looked at once. */
const LEAST_A_BYTE = 3;
/** One in so many of the files is tried, each in one of two ways: at once, and in pieces of so many bytes. */
const EVERY = DEEP ? 1 : 15;
const PIECES = [Infinity, 7];

/** The work of all that a file passes through: the module that reads it, and the stage that gets its packets. */
const worked = () =>
  [made.web, made.mocap, made.hanim, made.arrays, made.link].reduce((sum, { exports }) => sum + Number(exports[WORK].value), 0);

/** The work of reading the last of some files. @param {Bytes[]} files @param {number} piece */
function workOf(files, piece) {
  const { name, bytes } = files[files.length - 1];
  const reader = name.endsWith('.marey') ? made.link : readerOf(name, bytes, made);
  const size = Math.min(piece, bytes.length);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size));
  const before = worked();
  try {
    const packets = packetsOf(reader.glue, name, pieces, files.slice(0, -1));
    stage.resetClip();
    for (const packet of packets) stage.pushPacket(packet);
  } catch (/** @type {any} */ error) {
    assert.equal(error.name, 'ParseError', `${error}`);
  }
  return worked() - before;
}

/** What is wrong with the work for one kind of file; undefined if nothing is. @param {(size: number) => Bytes[]} make @param {number} piece */
function fault(make, piece) {
  /** @type {number[]} */
  const works = [];
  for (let size = FIRST; size <= FIRST * 2 ** DOUBLINGS; size *= 2) {
    const files = make(size);
    const length = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
    const each = workOf(files, piece) / length;
    works.push(each);
    const factor = each / (works[works.length - 3] ?? Infinity);
    if (4 * factor > MOST ** 2 && each > LEAST_A_BYTE)
      return `four times as much, ${length} bytes, takes ${(4 * factor).toFixed(2)} times the work`;
    if (each * length > MOST_A_BYTE * (length + SMALL)) return `each of ${length} bytes takes a work of ${each.toFixed(0)}`;
  }
  return undefined;
}

for (const grammar of new Set(ODD.map((odd) => odd.grammar))) {
  test(`twice as much of an odd ${grammar} takes at most about twice the work`, () => {
    const tried = ODD.filter((odd) => odd.grammar === grammar).filter((_, index) => index % EVERY === 0);
    const wrong = tried.flatMap(({ what, make }, index) => {
      const ways = DEEP ? PIECES : [PIECES[index % PIECES.length]];
      const found = ways.map((piece) => ({ piece, found: fault(make, piece) }));
      return found.filter((one) => one.found).map((one) => `${what}, in pieces of ${one.piece}: ${one.found}`);
    });
    assert.deepEqual(wrong, []);
  });
}
