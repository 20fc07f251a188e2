/** The reader: a worker with its own instance of the page's compiled module. It parses several files at once as their bytes arrive. */
import { faultOf } from './player/words/faults.js';
import { Ask, Tell } from './player/loading/messages.js';
import { parseJob } from './player/loading/parse-job.js';
import { otherReaders } from './player/base/other-readers.js';
import { glueScript, instantiate, locate } from './player/base/wasm.js';

/** @typedef {import('./types.d.ts').Glue} Glue */

/** `self`, with a worker's type: the page's types declare it as a window. */
const scope = /** @type {{ postMessage(message: any, transfer?: Transferable[]): void, onmessage: any }} */ (/** @type {unknown} */ (self));

/** @type {(module: WebAssembly.Module) => void} */
let setModule;
/** @type {Promise<Glue>} */
const glue = new Promise((resolve) => {
  setModule = (module) => resolve(instantiate(module).then((made) => made.glue));
});
// The clips that await the module report the error.
glue.catch(() => {});
const others = otherReaders();
/** One abort controller for each clip being read. @type {Map<number, AbortController>} */
const jobs = new Map();

scope.onmessage = async (/** @type {MessageEvent} */ { data }) => {
  const { ask, job } = data;
  if (ask === Ask.FILES) {
    locate(data.files);
    // Fetches the glue while the module is on its way.
    glueScript().catch(() => {});
  }
  if (ask === Ask.MODULE) setModule(data.module);
  if (ask === Ask.CANCEL) jobs.get(job)?.abort(new DOMException('', 'AbortError'));
  if (ask === Ask.CALL) call(data);
  if (ask !== Ask.PARSE) return;
  const abort = new AbortController();
  jobs.set(job, abort);
  const tell = (/** @type {object} */ message, /** @type {Transferable[]} */ transfer = []) =>
    scope.postMessage({ ...message, job }, transfer);
  const alive = setInterval(() => tell({ tell: Tell.ALIVE }), 1000);
  try {
    // A failed `glue` promise stays rejected, but the page drops a worker whose module failed.
    await parseJob({ glue, others }, data.source, tell, abort);
  } catch (error) {
    tell({ tell: Tell.FAILED, fault: faultOf(error) });
  } finally {
    clearInterval(alive);
    jobs.delete(job);
  }
};

/** Calls an export of a module, of which it keeps the instance. @param {{ job: number, part: import('./player/base/wasm.js').Part, name: string, args: unknown[] }} message */
async function call({ job, part, name, args }) {
  try {
    const module = /** @type {import('./types.d.ts').ReaderGlue & import('./types.d.ts').Functions} */ (await others(part));
    scope.postMessage({ tell: Tell.DONE, job, value: module[name](...args) });
  } catch (error) {
    scope.postMessage({ tell: Tell.FAILED, job, fault: faultOf(error) });
  }
}

scope.postMessage({ tell: Tell.HELLO });
