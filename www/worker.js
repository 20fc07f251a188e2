/** The reader: its own instance of the page's compiled module, one file at a time. */
import { faultOf } from './player/errors.js';
import { Ask, Tell } from './player/messages.js';
import { parseJob } from './player/parse-job.js';
import { formatReaders, instantiate } from './player/wasm.js';

/** @typedef {import('./types.d.ts').Glue} Glue */
/** @typedef {import('./types.d.ts').ReaderGlue} ReaderGlue */

/** `self` as a worker sees it; the page's types name it otherwise. */
const scope = /** @type {{ postMessage(message: any, transfer?: Transferable[]): void, onmessage: any }} */ (/** @type {unknown} */ (self));

/** @type {Promise<Glue> | undefined} */
let glue;
/** @type {Promise<ReaderGlue> | undefined} */
let others;

scope.onmessage = async (/** @type {MessageEvent} */ { data }) => {
  if (data.ask !== Ask.PARSE) return;
  const tell = (/** @type {any} */ message, /** @type {Transferable[]} */ transfer = []) =>
    scope.postMessage({ ...message, job: data.job }, transfer);
  const alive = setInterval(() => tell({ tell: Tell.ALIVE }), 1000);
  try {
    glue ??= instantiate(data.module, 1);
    // A failure is kept here, but the page keeps no worker that had one.
    await parseJob({ glue: await glue, others: () => (others ??= formatReaders(1)) }, data.source, tell, new AbortController());
  } catch (error) {
    tell({ tell: Tell.FAILED, fault: faultOf(error) });
  } finally {
    clearInterval(alive);
  }
};

scope.postMessage({ tell: Tell.HELLO });
