/** The messages between page and worker, in one table that both import. */

/**
 * The messages of a worker that parses.
 * @typedef {{ tell: 'hello', job?: undefined }
 *   | { tell: 'alive', job: number }
 *   | { tell: 'progress', job: number, loaded: number, total: number }
 *   | { tell: 'packet', job: number, bytes: Uint8Array }
 *   | { tell: 'done', job: number, summary: import('../../types.d.ts').ClipSummary, loaded: number }
 *   | { tell: 'failed', job: number, fault: import('../../types.d.ts').Fault }} WorkerMessage
 */

export const Ask = Object.freeze({
  /** { files } -> sets the addresses of the modules and their glue. Sent first. */
  FILES: 'files',
  /** { module } -> sets the compiled module. It may follow the first PARSE. */
  MODULE: 'module',
  /** { job, source } -> parses this source. */
  PARSE: 'parse',
  /** { job } -> stops the job, which then answers FAILED. */
  CANCEL: 'cancel',
  /** { job, part, name, args } -> calls this export of that module. It answers DONE with its `value`, or FAILED. */
  CALL: 'call',
});

export const Tell = Object.freeze({
  /** The worker's script runs. Without this message the page assumes a blocked worker. */
  HELLO: 'hello',
  /** { job } The worker waits. Sent by a timer, which a busy loop would stop. */
  ALIVE: 'alive',
  /** { job, loaded, total } */
  PROGRESS: 'progress',
  /** { job, bytes } a packet for the stage. */
  PACKET: 'packet',
  /** { job, summary, loaded }, or { job, value } */
  DONE: 'done',
  /** { job, fault } */
  FAILED: 'failed',
});
