/** The built modules, fed in node with files that are cut or damaged: a clip that the stage takes, or a refusal with its place. Never a trap. */
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { cases, casesOf, random } from './support/fixtures.mjs';
import { modules } from './support/modules.mjs';
import { DIST } from './support/server.mjs';

/** @typedef {import('./support/fixtures.mjs').Bytes} Bytes */

// What comes of a file is in what is thrown; stacks are most of the time it takes.
Error.stackTraceLimit = 0;
/** @type {any} */ (globalThis).self ??= globalThis;
const { parseJob } = await import('../../www/player/parse-job.js');
const { web, formats, link } = await modules();

/** Cuts of a long file are made at the first bytes, the last ones, and every so many between them. */
const WHOLE = 400;
const STEP = 7;
/** Those of a sample, which is a hundred times as long. */
const SAMPLE_CUTS = 50;
const FLIPS = 100_000;
/** One clip in so many is put on a stage; one file in so many goes through all that the worker does. */
const STAGED = 20;
const WORKED = 100;

let count = 0;
const stage = new web.glue.Stage();

/** Reads the last of some files. Throws where that is not as it should be. @param {Bytes[]} files @returns {Promise<'clip' | 'refused'>} */
async function outcome(files) {
  const { name, bytes } = files[files.length - 1];
  const beside = files.slice(0, -1);
  count += 1;
  if (count % WORKED === 0) return worked(files);
  const { glue } = web.glue.isBvh(name, bytes.subarray(0, 1024)) ? web : formats;
  const parser = new glue.ClipParser(name, bytes.length);
  try {
    for (const companion of beside) if (companion.bytes.length) parser.addCompanion(companion.name, companion.bytes);
    const half = bytes.length >> 1;
    const packets = [parser.push(bytes.subarray(0, half)), parser.push(bytes.subarray(half)), parser.finish()];
    if (count % STAGED === 0) show(packets);
    return 'clip';
  } catch (/** @type {any} */ error) {
    assert.equal(error.name, 'ParseError', `${error}`);
    assert.ok(error.code && error.message && Number.isFinite(error.byte), JSON.stringify(error));
    return 'refused';
  } finally {
    parser.free();
  }
}

/** @param {(Uint8Array | undefined)[]} packets */
function show(packets) {
  stage.resetClip();
  for (const packet of packets) if (packet?.length) stage.pushPacket(packet);
  stage.resize(320, 200, 1);
  stage.seek(0.5);
  stage.frame(count);
  const { joints } = stage.info();
  assert.ok(joints.length > 0);
  for (const joint of [0, joints.length - 1]) assert.ok(stage.jointState(joint).every(Number.isFinite), 'a joint is nowhere');
}

/** The same by the worker's own job. @param {Bytes[]} files @returns {Promise<'clip' | 'refused'>} */
async function worked(files) {
  const sources = files.map(({ name, bytes }) => ({ name, blob: new Blob([bytes]) }));
  const source = { .../** @type {{ name: string, blob: Blob }} */ (sources.pop()), companions: sources };
  /** @type {any} */
  let told;
  await parseJob({ glue: web.glue, others: async () => formats.glue }, source, (message) => { told = message; }, new AbortController());
  if (told.summary) {
    assert.ok(told.summary.frameCount >= 1, JSON.stringify(told));
    return 'clip';
  }
  const { fault } = told;
  assert.ok(fault?.kind === 'parse' && fault.code && (fault.code === 'empty' || Number.isFinite(fault.byte)), JSON.stringify(told));
  return 'refused';
}

/** Links are no files: they have a module and a test of their own. */
const LINKS = 'link';
const all = cases().filter(({ format }) => format !== LINKS);

test('every fixture under wasm is read, or refused, as natively', async () => {
  assert.ok(all.length > 450, `${all.length}`);
  for (const { format, name, refused, files } of all) assert.equal(await outcome(files), refused ? 'refused' : 'clip', `${format}/${name}`);
});

test('every link is read under wasm, and refused where it is cut', () => {
  const links = casesOf(LINKS);
  assert.ok(links.length >= 12, `${links.length}`);
  const read = (/** @type {Uint8Array} */ bytes) => {
    const parser = new link.glue.ClipParser('clip.marey', bytes.length);
    try {
      parser.push(bytes);
      return parser.finish();
    } finally {
      parser.free();
    }
  };
  for (const { name, files: [{ bytes }] } of links) {
    const text = bytes.subarray(0, new TextDecoder().decode(bytes).trimEnd().length);
    show([read(text)]);
    for (let end = 0; end < text.length; end += end < WHOLE || end >= text.length - WHOLE ? 1 : STEP) {
      assert.throws(() => read(text.subarray(0, end)), ({ name: kind, code }) => kind === 'ParseError' && /^link\./.test(code), `${name}[..${end}]`);
    }
  }
});

test('files cut anywhere are read or refused with a place under wasm', async () => {
  const seen = new Set();
  let cuts = 0;
  for (const { format, name, files } of all) {
    const last = files[files.length - 1];
    if (seen.has(`${format}/${last.name}`)) continue;
    seen.add(`${format}/${last.name}`);
    const { length } = last.bytes;
    for (let end = 0; end < length; end += end < WHOLE || end >= length - WHOLE ? 1 : STEP) {
      cuts += 1;
      try {
        await outcome([...files.slice(0, -1), { name: last.name, bytes: last.bytes.slice(0, end) }]);
      } catch (error) {
        throw new Error(`${format}/${name}, ${last.name}[..${end}]: ${error}`);
      }
    }
  }
  assert.ok(cuts > 100_000, `${cuts}`);
});

test('the samples cut anywhere, too', async () => {
  const below = random(0x5eed0301);
  const folder = join(DIST, 'samples');
  const files = await Promise.all((await readdir(folder)).filter((name) => !name.endsWith('.png')).map(async (name) => ({ name, bytes: new Uint8Array(await readFile(join(folder, name))) })));
  const beside = files.filter(({ name }) => /\.(asf|skel)$/.test(name));
  assert.ok(files.length > 10 && beside.length > 1, `${files.length}`);
  for (const { name, bytes } of files) {
    for (let cut = 0; cut < SAMPLE_CUTS; cut += 1) await outcome([...beside, { name, bytes: bytes.slice(0, below(bytes.length)) }]);
  }
});

test('a hundred thousand files with a bit the other way round are read or refused with a place under wasm', async () => {
  const below = random(0x5eed0300);
  const counts = { clip: 0, refused: 0 };
  for (let round = 0; round < FLIPS; round += 1) {
    const { format, name, files } = all[below(all.length)];
    const which = below(files.length);
    const bytes = files[which].bytes.slice();
    const at = bytes.length ? below(bytes.length) : 0;
    if (bytes.length) bytes[at] ^= 1 << below(8);
    try {
      counts[await outcome(files.map((file, index) => (index === which ? { ...file, bytes } : file)))] += 1;
    } catch (error) {
      throw new Error(`${format}/${name}, ${files[which].name} byte ${at} = ${bytes[at]}: ${error}`);
    }
  }
  assert.ok(counts.clip > FLIPS / 10 && counts.refused > FLIPS / 50, JSON.stringify(counts));
  const bytes = web.memory.buffer.byteLength + formats.memory.buffer.byteLength;
  assert.ok(bytes < 64e6, `${bytes} bytes of memory`);
});
