/** Faults as plain data that can cross from the worker. The worker has no words: it names the word, and the page says it. */

/** @typedef {import('../../types.d.ts').Fault} Fault */
/** @typedef {typeof import('./strings.js').ERRORS} Words */
/** What a thrown value may have. @typedef {{ name?: unknown, message?: unknown } | null | undefined} Thrown */

/** @type {Record<string, string | ((...about: any[]) => string)>} */
let words = {};

/** @param {Words} table */
export const useWords = (table) => {
  words = table;
};

/** @param {Fault} fault */
function messageOf({ word = '', about }) {
  const text = words[word] ?? '';
  return typeof text === 'function' ? text(about) : text;
}

/** An error that carries a fault; the element reports only these. */
export class MareyError extends Error {
  /** @param {Fault} fault */
  constructor(fault) {
    const message = fault.message || messageOf(fault);
    super(message);
    this.name = 'MareyError';
    this.fault = { ...fault, message };
  }
}

/** @param {Fault['kind']} kind @param {string} message @param {Partial<Fault>} [more] */
export const fault = (kind, message, more) => new MareyError({ ...more, kind, message });

/** Names the word only: the worker has no texts. @param {Fault['kind']} kind @param {keyof Words} word @param {Partial<Fault>} [more] */
export const named = (kind, word, more) => new MareyError({ ...more, kind, word, message: '' });

/**
 * The fault of anything thrown. A browser's own message becomes only a detail, since its wording varies. A trap is recognized by
 * its type: after it the instance must never be called again.
 * @param {unknown} error @returns {Fault}
 */
export function faultOf(error) {
  if (error instanceof MareyError) return error.fault;
  const thrown = /** @type {Thrown} */ (error);
  const message = String(thrown?.message ?? error);
  const detail = { detail: message };
  if (error instanceof WebAssembly.RuntimeError) return named('trap', 'load', detail).fault;
  if (error instanceof WebAssembly.CompileError && /policy|csp|unsafe-eval/i.test(message)) return named('load', 'csp').fault;
  if (thrown?.name === 'ParseError') {
    const { code, format, file, line, column, byte, excerpt } = /** @type {import('../../types.d.ts').ParseError} */ (error);
    return { kind: 'parse', message, code, format, file: file || undefined, line, column, byte, excerpt };
  }
  if (thrown?.name === 'NoWebGpu') return named('nogpu', 'noGpu').fault;
  if (thrown?.name === 'GpuError') return gpuFault(error);
  if (thrown?.name === 'WriteError') return { kind: 'write', message };
  if (/** @type {{ test(text: unknown): boolean }} */ (/^Not(Readable|Found|Allowed)Error$/).test(thrown?.name))
    return named('read', 'read', detail).fault;
  return named('load', 'load', detail).fault;
}

/** The fault of an error thrown while drawing. @param {unknown} error @returns {Fault} */
export const gpuFault = (error) =>
  error instanceof MareyError
    ? error.fault
    : named('gpu', 'gpu', { detail: String(/** @type {Thrown} */ (error)?.message ?? error) }).fault;

/** Codes of the faults that a companion would have prevented. */
export const NEEDS_COMPANION = /\.(needs-skeleton|needs-keys|no-fit|normalized)$/;
