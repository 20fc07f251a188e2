/** One file from source to packets. Used by the worker, and on the page where a worker is refused. */
import { faultOf } from './errors.js';
import { Tell } from './messages.js';
import { read } from './source.js';

/** @typedef {import('../types.d.ts').Glue} Glue */
/** @typedef {import('../types.d.ts').Source} Source */

const PROGRESS_MS = 100;

/**
 * @param {Glue} glue
 * @param {Source} source
 * @param {(message: any, transfer?: Transferable[]) => void} tell
 * @param {AbortController} abort
 */
export async function parseJob(glue, source, tell, abort) {
  /** @type {import('../types.d.ts').ClipParser | undefined} */
  let parser;
  let told = 0;
  let introduced = false;

  /** @param {Uint8Array | undefined} bytes */
  const packet = (bytes) => {
    if (!parser || !bytes || bytes.length === 0) return;
    // The glue hands out a copy of its own, so the whole buffer can be given away.
    const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
    const info = introduced ? undefined : parser.info();
    introduced = true;
    tell({ tell: Tell.PACKET, bytes: own, info }, [/** @type {ArrayBuffer} */ (own.buffer)]);
  };

  try {
    await read(source, abort, (chunk, loaded, total) => {
      packet(parser?.push(chunk));
      const now = performance.now();
      if (now - told < PROGRESS_MS) return undefined;
      told = now;
      tell({ tell: Tell.PROGRESS, loaded, total });
      return undefined;
    }, (total) => { parser = new glue.ClipParser(source.name, total); });
    packet(parser?.finish());
    tell({ tell: Tell.DONE, info: parser?.info() });
    parser?.free();
  } catch (error) {
    tell({ tell: Tell.FAILED, fault: faultOf(error) });
  }
}
