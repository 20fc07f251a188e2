/** Parses on the page itself, if no worker can start. */
import { otherReaders } from '../base/other-readers.js';
import { instantiate, wasmModule } from '../base/wasm.js';
import { MareyError, faultOf } from '../words/errors.js';
import { withPorts } from './file-transfer.js';
import { Tell } from './messages.js';
import { parseJob } from './parse-job.js';

/** How long parsing may block the page. */
const BUSY_MS = 8;

/** The page's own instance of the module. @type {Promise<import('../../types.d.ts').Glue> | undefined} */
let pageGlue;
let pageReaders = otherReaders();

export const parses = () => Boolean(pageGlue);

/** @param {import('../../types.d.ts').Source} source @param {import('./parse-client.js').Listener} listener @returns {Promise<import('../../types.d.ts').ClipSummary>} */
export async function parseOnPage(source, { signal, progress, packet }) {
  const module = await wasmModule().catch((error) => {
    throw new MareyError(faultOf(error));
  });
  pageGlue ??= instantiate(module).then(({ glue }) => glue);
  const glue = await pageGlue;
  signal.throwIfAborted();
  const abort = new AbortController();
  signal.addEventListener('abort', () => abort.abort(signal.reason));
  let since = performance.now();
  const unblock = async () => {
    if (performance.now() - since < BUSY_MS) return;
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    since = performance.now();
  };
  const files = withPorts(source);
  return new Promise((resolve, reject) => {
    parseJob(
      { glue, others: (part) => pageReaders(part), unblock },
      files.source,
      (message) => {
        if (message.tell === Tell.FAILED && (message.fault.kind === 'trap' || message.fault.kind === 'load')) {
          pageGlue = undefined;
          pageReaders = otherReaders();
        }
        if (signal.aborted) reject(signal.reason);
        else if (message.tell === Tell.PROGRESS) progress?.(message.loaded, message.total);
        else if (message.tell === Tell.PACKET) packet?.(message.bytes);
        else if (message.tell === Tell.DONE) resolve(message.summary);
        else if (message.tell === Tell.FAILED) reject(new MareyError(message.fault));
      },
      abort,
    ).finally(files.stop);
  });
}
