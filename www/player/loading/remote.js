/** Calls exports of a module in a worker of its own, or on the page's thread if workers are forbidden. */
import { MareyError, faultOf } from '../words/errors.js';
import { moduleFiles } from '../base/files.js';
import { instantiate, wasmModule } from '../base/wasm.js';
import { Ask, Tell } from './messages.js';
import { startWorker } from './parse-client.js';

/** @typedef {import('../base/wasm.js').Part} Part */
/** @typedef {import('../../types.d.ts').Functions} Functions */
/** @typedef {{ name: string, args: unknown[], resolve: (value: any) => void, reject: (reason: unknown) => void }} Call */

/** An instance of a module, which keeps its state from call to call. */
export class Remote {
  /** Without one the page's thread calls. @type {Worker | undefined} */
  #worker;
  #started = false;
  /** What all calls are rejected with. */
  #end = /** @type {{ reason: unknown } | null} */ (null);
  /** The instance on the page. @type {Promise<Functions> | undefined} */
  #here;
  #last = 0;
  /** By the number in their messages. @type {Map<number, Call>} */
  #calls = new Map();

  /** @param {Part} part */
  constructor(part) {
    this.part = part;
    /** @type {Worker} */
    let worker;
    try {
      worker = startWorker();
    } catch {
      return;
    }
    this.#worker = worker;
    worker.onerror = () => this.#broken();
    worker.onmessage = ({ data: { tell, job, value, fault } }) => {
      if (tell === Tell.HELLO) this.#started = true;
      const call = this.#calls.get(job);
      if (!call || (tell !== Tell.DONE && tell !== Tell.FAILED)) return;
      this.#calls.delete(job);
      if (tell === Tell.DONE) call.resolve(value);
      else call.reject(new MareyError(fault));
    };
    worker.postMessage({ ask: Ask.FILES, files: moduleFiles() });
  }

  /** @param {string} name of the export @param {unknown[]} args @returns {Promise<any>} */
  async call(name, args) {
    if (this.#end) throw this.#end.reason;
    const worker = this.#worker;
    if (!worker) return this.#onPage(name, args);
    return new Promise((resolve, reject) => {
      const job = (this.#last += 1);
      this.#calls.set(job, { name, args, resolve, reject });
      worker.postMessage({ ask: Ask.CALL, job, part: this.part, name, args });
    });
  }

  /** @param {string} name @param {unknown[]} args */
  async #onPage(name, args) {
    this.#here ??= wasmModule(this.part)
      .then((module) => instantiate(module, this.part))
      .then(({ glue }) => /** @type {Functions} */ (/** @type {unknown} */ (glue)));
    return (await this.#here)[name](...args);
  }

  #broken() {
    if (this.#started) {
      this.end(new MareyError(faultOf(new WebAssembly.RuntimeError())));
      return;
    }
    // No worker can start.
    this.#worker = undefined;
    for (const { name, args, resolve } of this.#calls.values()) resolve(this.#onPage(name, args));
    this.#calls.clear();
  }

  /** Ends the worker. @param {unknown} reason what the calls without an answer are rejected with, and later ones */
  end(reason) {
    this.#worker?.terminate();
    this.#end = { reason };
    for (const { reject } of this.#calls.values()) reject(reason);
    this.#calls.clear();
  }
}

/** Calls one export of a new instance. @param {Part} part @param {string} name @param {unknown[]} args @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function call(part, name, args, signal) {
  signal?.throwIfAborted();
  const remote = new Remote(part);
  const end = () => remote.end(signal?.reason);
  signal?.addEventListener('abort', end);
  try {
    return await remote.call(name, args);
  } finally {
    signal?.removeEventListener('abort', end);
    end();
  }
}
