/** Reads one file into packets, in the worker or, if a worker is refused, on the page. */
import { NEEDS_COMPANION, MareyError, faultOf, named } from '../words/faults.js';
import { ARRAYS, FBX, GLTF, MARKERS, PACKED_SCENE, PICTURE } from './kinds.js';
import { Tell } from './messages.js';
import { read, readWhole } from './source.js';

/** @typedef {import('../../types.d.ts').ClipParser} ClipParser */
/** @typedef {import('../../types.d.ts').Fault} Fault */
/** @typedef {import('../../types.d.ts').Source} Source */
/** @typedef {{ glue: import('../../types.d.ts').Glue | Promise<import('../../types.d.ts').Glue>, others: (part: import('../base/wasm.js').Part) => Promise<import('../../types.d.ts').ReaderGlue>, unblock?: () => Promise<void> }} Readers others: instances of other modules, each made once; unblock: yields the thread now and then */

const PROGRESS_MS = 100;
/** How often frames from a slow source are sent; a fast source fills packets sooner. */
const GROW_MS = 500;
const NOTHING = new Uint8Array();
/** The format is recognized from this many first bytes, or from a whole shorter file. */
const HEAD_BYTES = 1024;

/**
 * @param {Readers} readers @param {Source} source @param {(message: any, transfer?: Transferable[]) => void} tell
 * @param {AbortController} abort
 */
export async function parseJob({ glue: first, others, unblock }, source, tell, abort) {
  /** @type {ClipParser | undefined} */
  let parser;
  /** Chunks that came before the parser was made. @type {Uint8Array[]} */
  const early = [];
  /** Fault of a companion that is gone. Reported only if it was needed. @type {Fault | undefined} */
  let missingCompanion;
  /** Fault of a file that the server calls a web page. Reported only if it cannot be parsed. @type {Fault | undefined} */
  let htmlFault;
  let size = 0;
  let fileSize = 0;
  let reportedAt = 0;

  /** @param {Uint8Array | undefined} bytes */
  const packet = (bytes) => {
    if (!parser || !bytes || bytes.length === 0) return;
    // The glue returns a copy, so its whole buffer may be transferred.
    const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
    tell({ tell: Tell.PACKET, bytes: own }, [/** @type {ArrayBuffer} */ (own.buffer)]);
  };

  /** Starts the parser for the bytes so far. */
  const begin = async () => {
    const glue = await first;
    const bytes = head(early);
    return glue.isBvh(source.name, bytes) ? start(new glue.ClipParser(source.name, fileSize)) : beginWithOthers(bytes);
  };

  /** The module that reads a file with these first bytes, or that can say what it is. @param {Uint8Array} bytes */
  const readerOf = async (bytes) => {
    const start = String.fromCharCode(...bytes);
    if (isPacked(source.name, start)) return others('marey_link');
    const world = worldOf(source.name, start);
    /** @type {[likely: import('../base/wasm.js').Part, other: import('../base/wasm.js').Part]} */
    const [likely, other] = isArrays(source.name, start)
      ? ['marey_arrays', 'marey_mocap']
      : world
        ? [world, 'marey_hanim']
        : isScene(source.name, start)
          ? ['marey_hanim', 'marey_mocap']
          : ['marey_mocap', 'marey_hanim'];
    const reader = await others(likely);
    return reader.reads?.(source.name, bytes) ? reader : others(other);
  };

  /** @param {Uint8Array} bytes */
  const beginWithOthers = async (bytes) => {
    const [reader, companions] = await Promise.all([
      readerOf(bytes),
      Promise.all((source.companions ?? []).filter(({ name }) => !PICTURE.test(name)).map(bytesOf)),
    ]);
    const made = new reader.ClipParser(source.name, fileSize);
    for (const { name, bytes } of companions) {
      size += bytes.byteLength;
      if (bytes.byteLength) made.addCompanion?.(name, bytes);
    }
    if (source.skinFile) made.chooseSkin?.(source.skinFile);
    made.readArraysAs?.(source.joints ?? '', source.axes ?? '', source.holds ?? '');
    start(made);
  };

  /** @param {ClipParser} made */
  const start = (made) => {
    parser = made;
    if (source.skipReference) made.skipReference?.();
    for (const chunk of early.splice(0)) packet(parser.push(chunk));
  };

  /** @param {import('../../types.d.ts').Companion} companion */
  const bytesOf = async (companion) => {
    try {
      const { bytes, html } = await readWhole(companion, abort.signal);
      if (html) htmlFault = named('html', 'html', { file: companion.name }).fault;
      return { name: companion.name, bytes };
    } catch (error) {
      const fault = { ...faultOf(error), file: companion.name };
      // A companion with an address was requested by name; of local files any may have been moved.
      if (companion.url && fault.code !== 'empty') throw new MareyError(fault);
      missingCompanion ??= fault;
      return { name: companion.name, bytes: new Uint8Array() };
    }
  };

  const grow = setInterval(() => packet(parser?.push(NOTHING)), GROW_MS);
  try {
    await read(source, abort, (chunk, loaded, total, html) => {
      if (html) htmlFault = named('html', 'html').fault;
      size += chunk.byteLength;
      fileSize = total;
      const now = performance.now();
      if (now - reportedAt >= PROGRESS_MS) {
        reportedAt = now;
        tell({ tell: Tell.PROGRESS, loaded, total });
      }
      if (parser) {
        packet(parser.push(chunk));
        return unblock?.();
      }
      early.push(chunk);
      return loaded >= HEAD_BYTES ? begin() : undefined;
    });
    if (!parser) await begin();
    packet(parser?.finish());
    for (let bytes = parser?.more?.(); bytes?.length; bytes = parser?.more?.()) {
      packet(bytes);
      await unblock?.();
    }
    tell({ tell: Tell.DONE, summary: parser?.summary(), loaded: size });
    parser?.free();
  } catch (error) {
    const fault = faultOf(error);
    if (fault.kind !== 'trap') parser?.free();
    tell({
      tell: Tell.FAILED,
      fault:
        missingCompanion && NEEDS_COMPANION.test(fault.code ?? '')
          ? missingCompanion
          : htmlFault && fault.kind === 'parse'
            ? htmlFault
            : fault,
    });
  } finally {
    clearInterval(grow);
  }
}

/** Whether this is packed motion: a file of any name, or the text of a link. @param {string} name @param {string} start */
const isPacked = (name, start) => /\.marey$/i.test(name) || start.startsWith('Marey\x1A');

/** Whether a file looks like arrays of NumPy, an archive of them, or a pickle. @param {string} name @param {string} start */
const isArrays = (name, start) => ARRAYS.test(name) || /^(\x93NUMPY|PK\x03\x04|\x80[\x02-\x05])/.test(start);

/** The module for glTF, FBX or markers, if a file looks like one: a guess, too. @param {string} name @param {string} start @returns {import('../base/wasm.js').Part | null} */
const worldOf = (name, start) =>
  /^(Kaydara|; FBX)/.test(start) || (FBX.test(name) && !start.startsWith('glTF'))
    ? 'marey_fbx'
    : start.startsWith('PathFileType') || MARKERS.test(name)
      ? 'marey_markers'
      : GLTF.test(name) || /^glTF|^\s*\{[^]*"(asset|accessors|bufferView.?|nodes|primitives|channels)"/.test(start)
        ? 'marey_gltf'
        : null;

/**
 * Whether a file looks like X3D or VRML: a guess which module to fetch first; the module decides. UTF-16 has zeros between the
 * letters; a gzipped file is recognized by its name.
 * @param {string} name @param {string} start
 */
const isScene = (name, start) =>
  start.startsWith('\x1F\x8B') ? PACKED_SCENE.test(name) : /^[^!-~]*([<{]|#VRML|#X3D)/.test(start.replaceAll('\0', ''));

/** The first HEAD_BYTES of the file in one piece. @param {Uint8Array[]} chunks */
function head(chunks) {
  if (chunks.length === 1) return chunks[0].subarray(0, HEAD_BYTES);
  return Uint8Array.from(chunks.flatMap((chunk) => [...chunk.subarray(0, HEAD_BYTES)])).subarray(0, HEAD_BYTES);
}
