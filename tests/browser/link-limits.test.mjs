// of: marey_link, page
/** Links damaged by accident or on purpose, and the largest possible ones: their module takes 16 MB at most, and always terminates. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEEP, onlyDeep } from '../support/deep.mjs';
import { casesOf, random } from './support/fixtures.mjs';
import { linkOf, modules } from './support/modules.mjs';
import { payloadOf, wrapped } from './support/packed.mjs';

// Errors carry the outcome; recording stacks would take most of the time.
Error.stackTraceLimit = 0;

const MOST_BYTES = 16 * 2 ** 20;
const ROUNDS = DEEP ? 20_000 : 5_000;
/** The limits of a link's frames and motion; see LINK_LIMITS. */
const FRAMES = 20_000;
const TURNED = 18;
const PIECE = 65_536;

const made = await modules();

/** Reads a text in the instance that read all texts before, as the worker does. @param {string} text @returns {'clip' | string} or the code of the refusal */
function read(text) {
  const parser = new made.link.glue.ClipParser('', text.length);
  try {
    for (let at = 0; at < text.length; at += PIECE) parser.push(Buffer.from(text.slice(at, at + PIECE)));
    return parser.finish().length > 0 ? 'clip' : 'nothing';
  } catch (/** @type {any} */ error) {
    assert.ok(error.name === 'ParseError' && /^link\./.test(error.code), `${error}`);
    assert.match(error.message, /^[^.\n]{20,140}$/, 'one sentence');
    return error.code;
  } finally {
    parser.free();
  }
}

/** Wasm memory never shrinks: its size is the most that was ever used. @param {number} first bytes */
const within = (first) => {
  const grown = made.link.memory.buffer.byteLength - first;
  assert.ok(grown <= MOST_BYTES, `${grown} bytes`);
  return grown;
};

function longest() {
  /** @type {(left: number, word?: string) => string} */
  const chain = (left, word = 'ROOT') =>
    left
      ? `${word} j${left}\n{\nOFFSET 0 10 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n${chain(left - 1, 'JOINT')}}\n`
      : 'End Site\n{\nOFFSET 0 10 0\n}\n';
  const row = (/** @type {number} */ frame) => `${((20 * frame) / FRAMES).toFixed(3)} 0 0 `.repeat(TURNED);
  const rows = Array.from({ length: FRAMES }, (_, frame) => row(frame)).join('\n');
  return linkOf(made, 'long.bvh', `HIERARCHY\n${chain(TURNED)}MOTION\nFrames: ${FRAMES}\nFrame Time: 0.01\n${rows}\n`, 50);
}

test('a text longer than any link is refused', () => {
  const first = made.link.memory.buffer.byteLength;
  for (const letter of ['A', '%', ' ', '\u200b', '%41'])
    assert.match(read(letter.repeat(8e6 / letter.length)), /^link\.(too-large|foreign|empty)$/);
  within(first);
});

test('a short link may unpack to the largest motion that a link may hold', { skip: onlyDeep }, () => {
  const first = made.link.memory.buffer.byteLength;
  const text = longest();
  assert.ok(text.length < 1000, `${text.length} characters`);
  assert.equal(read(text), 'clip');
  assert.ok(within(first) > FRAMES * TURNED * 16, 'the motion is in memory');
  assert.equal(read(text), 'clip');
  within(first);
});

test('links that are cut, flipped and spliced but have a valid checksum are read or refused', () => {
  const first = made.link.memory.buffer.byteLength;
  const below = random(0x5eed0014);
  const payloads = casesOf('link').map(({ files: [{ bytes }] }) =>
    payloadOf(Buffer.from(Buffer.from(bytes).toString().trim(), 'base64url')),
  );
  assert.ok(payloads.length >= 12, `${payloads.length}`);
  const outcomes = new Map();
  for (let round = 0; round < ROUNDS; round += 1) {
    let bytes = Buffer.from(payloads[below(payloads.length)]);
    for (let times = 0; times <= below(2); times += 1) bytes = damaged(bytes, payloads, below);
    const outcome = read(wrapped(bytes).toString('base64url'));
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  within(first);
  assert.ok(
    outcomes.get('clip') > 100 && outcomes.get('link.damaged') > 100 && outcomes.get('link.too-large') > 10,
    JSON.stringify([...outcomes]),
  );
});

/** @param {Buffer<ArrayBuffer>} bytes @param {Buffer[]} others @param {(n: number) => number} below @returns {Buffer<ArrayBuffer>} */
function damaged(bytes, others, below) {
  const at = below(bytes.length || 1);
  switch (below(6)) {
    case 0:
      return bytes.subarray(0, at);
    case 1:
      bytes[at] ^= 1 << below(8);
      return bytes;
    case 2:
      bytes[at] = below(256);
      return bytes;
    case 3: {
      const other = others[below(others.length)];
      return Buffer.concat([bytes.subarray(0, at), other.subarray(below(other.length))]);
    }
    // Runs of the same byte are long runs of the likeliest bits.
    case 4:
      return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(below(300), [0, 255, below(256)][below(3)])]);
    default:
      for (let index = at; index < bytes.length; index += 1) bytes[index] = below(256);
      return bytes;
  }
}
