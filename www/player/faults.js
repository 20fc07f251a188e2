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
 * Reads whatever was thrown. A trap is told apart by its type: after it the instance must never be called again.
 * @param {any} error
 * @returns {Fault}
 */
export function faultOf(error) {
  if (error instanceof MareyError) return error.fault;
  const message = String(error?.message ?? error);
  if (error instanceof WebAssembly.RuntimeError) return { kind: 'trap', message };
  if (error instanceof WebAssembly.CompileError) {
    return /policy|csp|unsafe-eval/i.test(message) ? named('load', 'csp').fault : { kind: 'load', message };
  }
  if (error?.name === 'ParseError') {
    const { code, format, file, line, column, byte, excerpt } = error;
    return { kind: 'parse', message, code, format, file: file || undefined, line, column, byte, excerpt };
  }
  if (error?.name === 'NoWebGpu') return { kind: 'nogpu', message };
  if (error?.name === 'GpuError') return { kind: 'gpu', message };
  if (error?.name === 'WriteError') return { kind: 'write', message };
  if (/^Not(Readable|Found|Allowed)Error$/.test(error?.name)) return named('read', 'read', { detail: message }).fault;
  return named('load', 'load', { detail: message }).fault;
}

/** Refusals that a companion would have prevented. */
export const FORLORN = /\.(needs-skeleton|needs-keys|no-fit)$/;
