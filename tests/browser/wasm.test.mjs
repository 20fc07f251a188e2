// of: marey_web, marey_mocap, marey_hanim, marey_arrays, marey_link, marey_pack, marey_write
/** The built modules in Node, given truncated or damaged files: each gives a clip that the stage accepts or a refusal with its place, never a trap. */
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { DEEP } from '../support/deep.mjs';
import { amc, asf } from './support/acclaim.mjs';
import { walker } from './support/clips.mjs';
import { cases, casesOf, random } from './support/fixtures.mjs';
import { x3d } from './support/hanim.mjs';
import { modules, packetsOf, readerOf } from './support/modules.mjs';
import { DIST } from './support/server.mjs';

/** @typedef {import('./support/fixtures.mjs').Bytes} Bytes */

// Errors carry the outcome; recording stacks would take most of the time.
Error.stackTraceLimit = 0;
const { parseJob } = await import('../../www/player/loading/parse-job.js');
const { web, mocap, hanim, arrays, gltf, fbx, markers, link } = await modules();

/** A long file is cut within this many bytes of both ends, and at intervals between them. */
const WHOLE = 400;
const STEP = 7;
/** One in so many of these cuts is tried; the Rust tests cut at every byte. */
const EVERY = DEEP ? 1 : 9;
/** The number of cuts of a sample, which is a hundred times as long. */
const SAMPLE_CUTS = DEEP ? 50 : 15;
const FLIPS = DEEP ? 100_000 : 5_000;
/** One clip in this many is put on a stage, and one file in this many goes through the worker's whole job. */
const STAGED = 20;
const WORKED = 100;

let count = 0;
const stage = new web.glue.Stage();

/** Reads the last of the files. Throws where the outcome is not valid. @param {Bytes[]} files @returns {Promise<'clip' | 'refused'>} */
async function outcome(files) {
  const { name, bytes } = files[files.length - 1];
  count += 1;
  if (count % WORKED === 0) return worked(files);
  const half = bytes.length >> 1;
  try {
    const packets = packetsOf(
      readerOf(name, bytes, { web, mocap, hanim, arrays, gltf, fbx, markers }).glue,
      name,
      [bytes.subarray(0, half), bytes.subarray(half)],
      files.slice(0, -1),
    );
    if (count % STAGED === 0) show(packets);
    return 'clip';
  } catch (/** @type {any} */ error) {
    assert.equal(error.name, 'ParseError', `${error}`);
    assert.ok(error.code && error.message && Number.isFinite(error.byte), JSON.stringify(error));
    return 'refused';
  }
}

/** The same, with the files named in the error. @param {Bytes[]} files @param {() => string} about */
const outcomeOf = (files, about) =>
  outcome(files).catch((error) => {
    throw new Error(`${about()}: ${error}`);
  });

/** Where a file of this length is cut. @param {number} length */
function* cutsOf(length) {
  // The first cut depends on the length, so that files which are alike have different ones.
  let at = length;
  for (let end = 0; end < length; end += end < WHOLE || end >= length - WHOLE ? 1 : STEP) {
    at += 1;
    if (at % EVERY === 0) yield end;
  }
}

/** @param {Uint8Array[]} packets */
function show(packets) {
  stage.resetClip();
  for (const packet of packets) stage.pushPacket(packet);
  stage.resize(320, 200, 1);
  stage.seek(0.5);
  stage.frame(count);
  const { joints } = stage.info();
  assert.ok(joints.length > 0);
  for (const joint of [0, joints.length - 1])
    assert.ok(stage.jointState(joint).every(Number.isFinite), 'the position of a joint is not finite');
}

/** The last message of the worker's own job, and the modules that it fetched. @param {Bytes[]} files */
async function job(files) {
  const sources = files.map(({ name, bytes }) => ({ name, blob: new Blob([bytes]) }));
  const source = { .../** @type {{ name: string, blob: Blob }} */ (sources.pop()), companions: sources };
  /** @type {any} */
  let last;
  /** @type {string[]} */
  const fetched = [];
  const others = async (/** @type {string} */ part) => {
    fetched.push(part);
    return /** @type {any} */ ({
      marey_mocap: mocap,
      marey_hanim: hanim,
      marey_arrays: arrays,
      marey_gltf: gltf,
      marey_fbx: fbx,
      marey_markers: markers,
      marey_link: link,
    })[part].glue;
  };
  await parseJob(
    { glue: web.glue, others },
    source,
    (message) => {
      last = message;
    },
    new AbortController(),
  );
  return { last, fetched };
}

/** The outcome of the worker's own job. @param {Bytes[]} files @returns {Promise<'clip' | 'refused'>} */
async function worked(files) {
  const { last } = await job(files);
  if (last.summary) {
    assert.ok(last.summary.frameCount >= 1, JSON.stringify(last));
    return 'clip';
  }
  const { fault } = last;
  assert.ok(fault?.kind === 'parse' && fault.code && (fault.code === 'empty' || Number.isFinite(fault.byte)), JSON.stringify(last));
  return 'refused';
}

const LINKS = 'link';
const all = cases().filter(({ format }) => format !== LINKS);

test('every fixture is read or refused under wasm as it is natively', async () => {
  assert.ok(all.length > 450, `${all.length}`);
  for (const { format, name, refused, files } of all) assert.equal(await outcome(files), refused ? 'refused' : 'clip', `${format}/${name}`);
});

const MOCAP = ['marey_mocap'];
const HANIM = ['marey_hanim'];
const ARRAYS = ['marey_arrays'];
const GLTF = ['marey_gltf'];
const FBX = ['marey_fbx'];
const MARKERS = ['marey_markers'];

test('each reader module is asked only for its own formats', async () => {
  /** @type {Record<string, string[]>} */
  const own = { bvh: MOCAP, acclaim: MOCAP, skel: MOCAP, hanim: HANIM, arrays: ARRAYS, gltf: GLTF, c3d: MARKERS, trc: MARKERS, fbx: FBX };
  /** @type {string[]} */
  const others = [];
  for (const { format, name, files } of all) {
    const { fetched } = await job(files);
    if (fetched.length && `${fetched}` !== `${own[format]}`) others.push(`${format}/${name}: ${fetched}`);
  }
  assert.deepEqual(others, ['bvh/x_html: marey_hanim', 'bvh/x_json: marey_gltf']);
});

test('the content decides which module reads a file, also of a gzip-compressed one', async () => {
  const text = (/** @type {string} */ name, /** @type {string} */ letters) => ({ name, bytes: new TextEncoder().encode(letters) });
  const packed = (/** @type {Bytes} */ { name, bytes }, as = `${name}.gz`) => ({ name: as, bytes: new Uint8Array(gzipSync(bytes)) });
  const scene = text('a.x3d', x3d());
  const skeleton = text('a.asf', asf());
  const motion = text('a.amc', amc());
  const named = (/** @type {Bytes} */ file, /** @type {string} */ name) => ({ ...file, name });
  /** @type {[string[], ...Bytes[]][]} */
  const outcomes = [
    [HANIM, scene],
    [HANIM, named(scene, 'a.amc')],
    [HANIM, skeleton, motion, scene],
    [HANIM, packed(scene)],
    [HANIM, packed(scene, 'a.x3dz')],
    [MOCAP, skeleton, motion],
    [MOCAP, skeleton, named(motion, 'a.x3d')],
    [MOCAP, scene, skeleton, motion],
    [MOCAP, skeleton, packed(motion)],
    [MOCAP, packed(text('a.bvh', walker()))],
    [MOCAP, text('a.txt', `# by hand\n${walker()}`)],
    // Only the module fetched first can decompress enough of it.
    [[...MOCAP, ...HANIM], packed(scene, 'a.gz')],
    [[...HANIM, ...MOCAP], skeleton, packed(motion, 'a.x3dz')],
    [[...HANIM, ...MOCAP], packed(text('a.bvh', walker()), 'a.wrz')],
  ];
  for (const [modules, ...files] of outcomes) {
    const { last: end, fetched } = await job(files);
    const about = files.map(({ name }) => name).join(', ');
    assert.ok(end.summary, `${about}: ${end.fault?.message}`);
    assert.deepEqual(fetched, modules, about);
  }
});

test('each module refuses a file of no format in the same words', () => {
  const foreign = [
    '\x89PNG\r\n\x1a\n',
    '<!doctype html><p>',
    '<svg>',
    '{ "asset": {} }',
    'PK\x03\x04',
    'no motion',
    '\0\x01\x02\x03',
    ' ',
    'xof 0303txt',
    '\x1F\x8B',
  ];
  for (const name of ['a.bvh', 'a.amc', 'a.x3d', 'a.skel', 'a']) {
    for (const start of foreign) {
      const bytes = Uint8Array.from(start, (letter) => letter.charCodeAt(0));
      /** @type {any[]} */
      const refusals = [mocap, hanim]
        .filter(({ glue }) => glue.reads(name, bytes))
        .map(({ glue }) => {
          try {
            return packetsOf(glue, name, [bytes]);
          } catch (/** @type {any} */ { code, message, format, line, column, byte, excerpt }) {
            return { code, message, format, line, column, byte, excerpt };
          }
        });
      assert.ok(refusals.length && refusals[0].code, `${name} ${JSON.stringify(start)}`);
      if (refusals.length > 1) assert.deepEqual(refusals[0], refusals[1], `${name} ${JSON.stringify(start)}`);
    }
  }
});

test('every link is read under wasm, and refused where it is cut', () => {
  const links = casesOf(LINKS);
  assert.ok(links.length >= 12, `${links.length}`);
  for (const {
    name,
    files: [{ bytes }],
  } of links) {
    const text = bytes.subarray(0, new TextDecoder().decode(bytes).trimEnd().length);
    const upTo = (/** @type {number} */ end) => packetsOf(link.glue, 'clip.marey', [text.subarray(0, end)]);
    show(upTo(text.length));
    for (const end of cutsOf(text.length))
      assert.throws(
        () => upTo(end),
        ({ name: kind, code }) => kind === 'ParseError' && /^link\./.test(code),
        `${name}[..${end}]`,
      );
  }
});

test('files cut anywhere are read, or refused with a place, under wasm', async () => {
  const seen = new Set();
  let cuts = 0;
  for (const { format, name, files } of all) {
    const last = files[files.length - 1];
    if (seen.has(`${format}/${last.name}`)) continue;
    seen.add(`${format}/${last.name}`);
    for (const end of cutsOf(last.bytes.length)) {
      cuts += 1;
      await outcomeOf(
        [...files.slice(0, -1), { name: last.name, bytes: last.bytes.slice(0, end) }],
        () => `${format}/${name}, ${last.name}[..${end}]`,
      );
    }
  }
  assert.ok(cuts > 100_000 / EVERY, `${cuts}`);
});

test('samples cut anywhere are, too', async () => {
  const below = random(0x5eed0301);
  const folder = join(DIST, 'samples');
  const files = await Promise.all(
    (await readdir(folder))
      .filter((name) => !name.endsWith('.png'))
      .map(async (name) => ({ name, bytes: new Uint8Array(await readFile(join(folder, name))) })),
  );
  const beside = files.filter(({ name }) => /\.(asf|skel)$/.test(name));
  assert.ok(files.length > 10 && beside.length > 1, `${files.length}`);
  for (const { name, bytes } of files) {
    for (let cut = 0; cut < SAMPLE_CUTS; cut += 1) await outcome([...beside, { name, bytes: bytes.slice(0, below(bytes.length)) }]);
  }
});

test(`${FLIPS} files with a flipped bit are read, or refused with a place, under wasm`, async () => {
  const below = random(0x5eed0300);
  const counts = { clip: 0, refused: 0 };
  for (let round = 0; round < FLIPS; round += 1) {
    const { format, name, files } = all[below(all.length)];
    const which = below(files.length);
    const bytes = files[which].bytes.slice();
    const at = bytes.length ? below(bytes.length) : 0;
    if (bytes.length) bytes[at] ^= 1 << below(8);
    counts[
      await outcomeOf(
        files.map((file, index) => (index === which ? { ...file, bytes } : file)),
        () => `${format}/${name}, ${files[which].name} byte ${at} = ${bytes[at]}`,
      )
    ] += 1;
  }
  assert.ok(counts.clip > FLIPS / 10 && counts.refused > FLIPS / 50, JSON.stringify(counts));
  const bytes = [web, mocap, hanim, arrays].reduce((sum, { memory }) => sum + memory.buffer.byteLength, 0);
  assert.ok(bytes < 64e6, `${bytes} bytes of memory`);
});
