/** Faults as plain data, and the sentence each of them becomes. */
import { S } from './strings.js';

/** @typedef {import('../types.d.ts').Fault} Fault */

/** An error that carries a fault; everything the element reports is one of these. */
export class MareyError extends Error {
  /** @param {Fault} fault */
  constructor(fault) {
    super(fault.message);
    this.name = 'MareyError';
    this.fault = fault;
  }
}

/**
 * @param {Fault['kind']} kind
 * @param {string} message
 * @param {Partial<Fault>} [more]
 */
export const fault = (kind, message, more) => new MareyError({ ...more, kind, message });

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
    return { kind: 'load', message: /policy|csp|unsafe-eval/i.test(message) ? S.errors.csp : message };
  }
  if (error?.name === 'ParseError') {
    const { code, format, file, line, column, byte, excerpt } = error;
    return { kind: 'parse', message, code, format, file: file || undefined, line, column, byte, excerpt };
  }
  if (error?.name === 'NoWebGpu') return { kind: 'nogpu', message };
  if (error?.name === 'GpuError') return { kind: 'gpu', message };
  if (error?.name === 'NotReadableError' || error?.name === 'NotFoundError') return { kind: 'read', message: S.errors.read };
  return { kind: 'load', message };
}

/** @param {Fault} fault */
export function place(fault) {
  if (fault.line) return fault.column ? S.errors.lineColumn(fault.line, fault.column) : S.errors.line(fault.line);
  return fault.byte ? S.errors.byte(fault.byte) : '';
}

/**
 * "walk.bvh, line 214, column 7: expected a number, found “x”." What is wrong in another file is said of that one.
 * @param {Fault} fault
 * @param {string} name
 */
export function sentence(fault, name) {
  const where = [fault.file || name, place(fault)].filter(Boolean).join(', ');
  const what = fault.message.trim();
  return `${where}: ${what}${/[.!?”"]$/.test(what) ? '' : '.'}`;
}

/**
 * What a sound file waits for, if that is all: the skeleton of a motion, by name where one is told; somebody to wear a skin.
 * @param {Fault} fault
 * @returns {{ what: 'skeleton' | 'wearer', name: string } | null}
 */
export function missing(fault) {
  if (fault.code === 'obj.alone') return { what: 'wearer', name: '' };
  if (fault.code !== 'amc.needs-skeleton') return null;
  // A file may call it anything, at any length.
  const name = /: drop (.+) too$/.exec(fault.message)?.[1] ?? '';
  return { what: 'skeleton', name: name.length > 80 ? `${name.slice(0, 79)}\u2026` : name };
}

/** HTMLMediaElement's error codes. @param {Fault} fault */
export function mediaErrorCode(fault) {
  if (fault.kind === 'network' || fault.kind === 'status' || fault.kind === 'stalled') return 2;
  return fault.kind === 'trap' || fault.kind === 'gpu' || fault.kind === 'hang' ? 3 : 4;
}
