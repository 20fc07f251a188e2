/** Faults as plain data that can cross from the worker. It has no words: it names them, and the page speaks. */

/** @typedef {import('../types.d.ts').Fault} Fault */
/** @typedef {typeof import('./strings.js').ERRORS} Words */

/** @type {Record<string, string | ((...about: any[]) => string)>} */
let words = {};

/** @param {Words} table */
export const useWords = (table) => { words = table; };

/** @param {Fault} fault */
function worded({ word = '', about }) {
  const text = words[word] ?? '';
  return typeof text === 'function' ? text(about) : text;
}

/** An error that carries a fault; everything the element reports is one of these. */
export class MareyError extends Error {
  /** @param {Fault} fault */
  constructor(fault) {
    const message = fault.message || worded(fault);
    super(message);
    this.name = 'MareyError';
    this.fault = { ...fault, message };
  }
}

/**
 * @param {Fault['kind']} kind
 * @param {string} message
 * @param {Partial<Fault>} [more]
 */
export const fault = (kind, message, more) => new MareyError({ ...more, kind, message });

/**
 * The same where there may be no words.
 * @param {Fault['kind']} kind
 * @param {keyof Words} word
 * @param {Partial<Fault>} [more] `about` is what the word is about
 */
export const named = (kind, word, more) => new MareyError({ ...more, kind, word, message: '' });

/**
 * Reads whatever was thrown. What a browser says of it, in words that nobody here chose, is only a detail. A trap is told apart by
 * its type: after it the instance must never be called again.
 * @param {any} error
 * @returns {Fault}
 */
export function faultOf(error) {
  if (error instanceof MareyError) return error.fault;
  const message = String(error?.message ?? error);
  const saying = { detail: message };
  if (error instanceof WebAssembly.RuntimeError) return named('trap', 'load', saying).fault;
  if (error instanceof WebAssembly.CompileError && /policy|csp|unsafe-eval/i.test(message)) return named('load', 'csp').fault;
  if (error?.name === 'ParseError') {
    const { code, format, file, line, column, byte, excerpt } = error;
    return { kind: 'parse', message, code, format, file: file || undefined, line, column, byte, excerpt };
  }
  if (error?.name === 'NoWebGpu') return named('nogpu', 'noGpu').fault;
  if (error?.name === 'GpuError') return gpuFault(error);
  if (error?.name === 'WriteError') return { kind: 'write', message };
  if (/^Not(Readable|Found|Allowed)Error$/.test(error?.name)) return named('read', 'read', saying).fault;
  return named('load', 'load', saying).fault;
}

/** Of what was thrown while something was drawn. @param {any} error @returns {Fault} */
export const gpuFault = (error) => (error instanceof MareyError ? error.fault : named('gpu', 'gpu', { detail: String(error?.message ?? error) }).fault);

/** Refusals that a companion would have prevented. */
export const FORLORN = /\.(needs-skeleton|needs-keys|no-fit)$/;
