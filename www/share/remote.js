/** Calls a module's export in a worker of its own, or on the page's thread if workers are forbidden. */
import { MareyError, faultOf } from '../player/words/errors.js';
import { moduleFiles } from '../player/base/files.js';
import { Ask, Tell } from '../player/loading/messages.js';
import { startWorker } from '../player/loading/parse-client.js';
import { instantiate, wasmModule } from '../player/base/wasm.js';

/** @typedef {import('../player/base/wasm.js').Part} Part */

/** @param {Part} part @param {string} name of the export @param {unknown[]} args @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function call(part, name, args, signal) {
  signal?.throwIfAborted();
  try {
    return await inWorker(part, name, args, signal);
  } catch (error) {
    if (error !== NO_WORKER) throw error;
    const { glue } = await instantiate(await wasmModule(part), part);
    return /** @type {typeof glue & import('../types.d.ts').Functions} */ (glue)[name](...args);
  }
}

const NO_WORKER = Symbol('no worker');

/** @type {(...asked: Parameters<typeof call>) => Promise<unknown>} */
const inWorker = (part, name, args, signal) => new Promise((resolve, reject) => {
  /** @type {Worker} */
  let worker;
  try {
    worker = startWorker();
  } catch {
    reject(NO_WORKER);
    return;
  }
  let started = false;
  const end = () => {
    worker.terminate();
    signal?.removeEventListener('abort', abort);
  };
  const abort = () => {
    end();
    reject(signal?.reason);
  };
  signal?.addEventListener('abort', abort);
  worker.onerror = () => {
    end();
    reject(started ? new MareyError(faultOf(new WebAssembly.RuntimeError())) : NO_WORKER);
  };
  worker.onmessage = ({ data }) => {
    if (data.tell === Tell.HELLO) started = true;
    if (data.tell !== Tell.DONE && data.tell !== Tell.FAILED) return;
    end();
    if (data.tell === Tell.DONE) resolve(data.value);
    else reject(new MareyError(data.fault));
  };
  worker.postMessage({ ask: Ask.FILES, files: moduleFiles() });
  worker.postMessage({ ask: Ask.CALL, job: 0, part, name, args });
});
