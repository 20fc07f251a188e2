/** One file from source to packets. Used by the worker, and on the page where a worker is refused. */
import { FORLORN, MareyError, faultOf, named } from './faults.js';
import { Tell } from './messages.js';
import { read, readWhole } from './source.js';

/** @typedef {import('../types.d.ts').ClipParser} ClipParser */
/** @typedef {import('../types.d.ts').Fault} Fault */
/** @typedef {import('../types.d.ts').Source} Source */
/** @typedef {{ glue: import('../types.d.ts').Glue | Promise<import('../types.d.ts').Glue>, others: (part: import('./wasm.js').Part) => Promise<import('../types.d.ts').ReaderGlue>, breathe?: () => Promise<void> }} Readers others: of other modules, each made once; breathe: lets others have the thread now and then */

const PROGRESS_MS = 100;
/** What a slow source has sent is shown so soon; a fast one fills packets sooner. */
const GROW_MS = 500;
const NOTHING = new Uint8Array();
/** Files beside a clip that no reader takes: pictures of its skin. */
export const IMAGE = /\.(png|jpe?g|gif|webp|bmp|avif)$/i;
/** The format is told from so many bytes, or from all of a shorter file. */
const HEAD_BYTES = 1024;

/**
 * @param {Readers} readers
 * @param {Source} source
 * @param {(message: any, transfer?: Transferable[]) => void} tell
 * @param {AbortController} abort
 */
export async function parseJob({ glue: first, others, breathe }, source, tell, abort) {
  /** @type {ClipParser | undefined} */
  let parser;
  /** What came before there was a parser. @type {Uint8Array[]} */
  const early = [];
  /** A file beside this one that is no longer there. It is only missed where it was needed. @type {Fault | undefined} */
  let lost;
  /** What is wrong where a file cannot be read that the server calls a web page. The bytes decide whether it can. @type {Fault | undefined} */
  let page;
  let size = 0;
  let whole = 0;
  let told = 0;

  /** @param {Uint8Array | undefined} bytes */
  const packet = (bytes) => {
    if (!parser || !bytes || bytes.length === 0) return;
    // The glue hands out a copy of its own, so the whole buffer can be given away.
    const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
    tell({ tell: Tell.PACKET, bytes: own }, [/** @type {ArrayBuffer} */ (own.buffer)]);
  };

  /** The parser for what has come so far. */
  const begin = async () => {
    const glue = await first;
    const bytes = head(early);
    return glue.isBvh(source.name, bytes) ? start(new glue.ClipParser(source.name, whole)) : beginWithOthers(bytes);
  };

  /** The module that reads what starts with these bytes, or says what it is instead. @param {Uint8Array} bytes */
  const readerOf = async (bytes) => {
    const start = String.fromCharCode(...bytes);
    if (isPacked(source.name, start)) return others('marey_link');
    const scene = isScene(source.name, start);
    const likely = await others(scene ? 'marey_hanim' : 'marey_mocap');
    return likely.reads?.(source.name, bytes) ? likely : others(scene ? 'marey_mocap' : 'marey_hanim');
  };

  /** @param {Uint8Array} bytes */
  const beginWithOthers = async (bytes) => {
    const [reader, companions] = await Promise.all([readerOf(bytes), Promise.all((source.companions ?? []).filter(({ name }) => !IMAGE.test(name)).map(bytesOf))]);
    const made = new reader.ClipParser(source.name, whole);
    for (const { name, bytes } of companions) {
      size += bytes.byteLength;
      if (bytes.byteLength) made.addCompanion(name, bytes);
    }
    if (source.wears) made.wear?.(source.wears);
    start(made);
  };

  /** @param {ClipParser} made */
  const start = (made) => {
    parser = made;
    for (const chunk of early.splice(0)) packet(parser.push(chunk));
  };

  /** @param {import('../types.d.ts').Companion} companion */
  const bytesOf = async (companion) => {
    try {
      const { bytes, page: html } = await readWhole(companion, abort.signal);
      if (html) page = named('html', 'html', { file: companion.name }).fault;
      return { name: companion.name, bytes };
    } catch (error) {
      const fault = { ...faultOf(error), file: companion.name };
      // An address was asked for by name; of files at hand any may have been moved.
      if (companion.url && fault.code !== 'empty') throw new MareyError(fault);
      lost ??= fault;
      return { name: companion.name, bytes: new Uint8Array() };
    }
  };

  const grow = setInterval(() => packet(parser?.push(NOTHING)), GROW_MS);
  try {
    await read(source, abort, (chunk, loaded, total, html) => {
      if (html) page = named('html', 'html').fault;
      size += chunk.byteLength;
      whole = total;
      const now = performance.now();
      if (now - told >= PROGRESS_MS) {
        told = now;
        tell({ tell: Tell.PROGRESS, loaded, total });
      }
      if (parser) {
        packet(parser.push(chunk));
        return breathe?.();
      }
      early.push(chunk);
      return loaded >= HEAD_BYTES ? begin() : undefined;
    });
    if (!parser) await begin();
    packet(parser?.finish());
    tell({ tell: Tell.DONE, summary: parser?.summary(), loaded: size });
    parser?.free();
  } catch (error) {
    const fault = faultOf(error);
    if (fault.kind !== 'trap') parser?.free();
    tell({ tell: Tell.FAILED, fault: lost && FORLORN.test(fault.code ?? '') ? lost : page && fault.kind === 'parse' ? page : fault });
  } finally {
    clearInterval(grow);
  }
}

/** Motion that Marey packed: a file of it whatever it is called, or the text of a link. @param {string} name @param {string} start */
const isPacked = (name, start) => /\.marey$/i.test(name) || start.startsWith('Marey\x1A');

/**
 * Whether it looks like a scene in X3D or VRML, so that the right module is fetched first. The module itself knows it for certain. In UTF-16 there are
 * zeros between the letters; what gzip has packed is told by its name.
 * @param {string} name
 * @param {string} start
 */
const isScene = (name, start) => (start.startsWith('\x1F\x8B') ? /\.(x3dv?z|wrz|(x3d.?|wrl|json)\.gz)$/i.test(name) : /^[^!-~]*([<{]|#VRML|#X3D)/.test(start.replaceAll('\0', '')));

/** Enough of the first bytes in one piece. @param {Uint8Array[]} chunks */
function head(chunks) {
  if (chunks.length === 1) return chunks[0].subarray(0, HEAD_BYTES);
  return Uint8Array.from(chunks.flatMap((chunk) => [...chunk.subarray(0, HEAD_BYTES)])).subarray(0, HEAD_BYTES);
}
