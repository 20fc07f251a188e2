/** What the page and the worker say to each other. Both ends import this table, so neither can drift. */

export const Ask = Object.freeze({
  /** { files } -> where the modules and their glue are. Comes first. */
  FILES: 'files',
  /** { module } -> read with instances of it. It may come after the first clip was asked for. */
  MODULE: 'module',
  /** { job, source } -> parse this source. */
  PARSE: 'parse',
  /** { job } -> stop reading it. It answers FAILED. */
  CANCEL: 'cancel',
  /** { job, part, name, args } -> call what that module exports by this name. It answers DONE with its `value`, or FAILED. */
  CALL: 'call',
});

export const Tell = Object.freeze({
  /** The script runs. Its absence is how a blocked worker is noticed. */
  HELLO: 'hello',
  /** { job }: not stuck, only waiting. Sent by a timer, so a busy loop silences it. */
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
