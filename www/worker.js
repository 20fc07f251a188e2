/** The reader: its own instance of the page's compiled module. It reads several files at once, each as its bytes come. */
import { faultOf } from './player/faults.js';
import { Ask, Tell } from './player/messages.js';
import { parseJob } from './player/parse-job.js';
import { glueScript, instantiate, locate, otherReaders, wasmModule } from './player/wasm.js';

/** @typedef {import('./types.d.ts').Glue} Glue */

/** `self` as a worker sees it; the page's types name it otherwise. */
const scope = /** @type {{ postMessage(message: any, transfer?: Transferable[]): void, onmessage: any }} */ (/** @type {unknown} */ (self));

/** @type {(module: WebAssembly.Module) => void} */
let arm;
/** @type {Promise<Glue>} */
const glue = new Promise((resolve) => { arm = (module) => resolve(instantiate(module).then((made) => made.glue)); });
// The clips that wait for it tell what is wrong.
glue.catch(() => {});
const others = otherReaders();
/** The clips being read. @type {Map<number, AbortController>} */
const jobs = new Map();

scope.onmessage = async (/** @type {MessageEvent} */ { data }) => {
  const { ask, job } = data;
  if (ask === Ask.FILES) {
    locate(data.files);
    // While the module is on its way.
    glueScript().catch(() => {});
  }
  if (ask === Ask.MODULE) arm(data.module);
  if (ask === Ask.CANCEL) jobs.get(job)?.abort(new DOMException('', 'AbortError'));
  if (ask === Ask.CALL) call(data);
  if (ask !== Ask.PARSE) return;
  const abort = new AbortController();
  jobs.set(job, abort);
  const tell = (/** @type {any} */ message, /** @type {Transferable[]} */ transfer = []) => scope.postMessage({ ...message, job }, transfer);
  const alive = setInterval(() => tell({ tell: Tell.ALIVE }), 1000);
  try {
    // A failure is kept here, but the page keeps no worker that had one.
    await parseJob({ glue, others }, data.source, tell, abort);
  } catch (error) {
    tell({ tell: Tell.FAILED, fault: faultOf(error) });
  } finally {
    clearInterval(alive);
    jobs.delete(job);
  }
};

/** @param {{ job: number, part: import('./player/wasm.js').Part, name: string, args: unknown[] }} asked */
async function call({ job, part, name, args }) {
  try {
    const { glue } = await instantiate(await wasmModule(part), part);
    scope.postMessage({ tell: Tell.DONE, job, value: /** @type {any} */ (glue)[name](...args) });
  } catch (error) {
    scope.postMessage({ tell: Tell.FAILED, job, fault: faultOf(error) });
  }
}

scope.postMessage({ tell: Tell.HELLO });
