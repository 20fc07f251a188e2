/** The reader: its own instance of the page's compiled module, one file at a time. */
import { faultOf } from './player/errors.js';
import { Ask, Tell } from './player/messages.js';
import { parseJob } from './player/parse-job.js';
import { instantiate } from './player/wasm.js';

/** @typedef {import('./types.d.ts').Glue} Glue */

/** `self` as a worker sees it; the page's types name it otherwise. */
const scope = /** @type {{ postMessage(message: any, transfer?: Transferable[]): void, onmessage: any }} */ (/** @type {unknown} */ (self));

/** @type {Promise<Glue> | undefined} */
let glue;

scope.onmessage = async (/** @type {MessageEvent} */ { data }) => {
  if (data.ask !== Ask.PARSE) return;
  const tell = (/** @type {any} */ message, /** @type {Transferable[]} */ transfer = []) =>
    scope.postMessage({ ...message, job: data.job }, transfer);
  const alive = setInterval(() => tell({ tell: Tell.ALIVE }), 1000);
  try {
    glue ??= instantiate(data.module, 1);
    await parseJob(await glue, data.source, tell, new AbortController());
  } catch (error) {
    tell({ tell: Tell.FAILED, fault: faultOf(error) });
  } finally {
    clearInterval(alive);
  }
};

scope.postMessage({ tell: Tell.HELLO });
