import { parse } from '../loading/parse-client.js';

/**
 * Reads a file, or a motion on another figure.
 * @param {import('../../types.d.ts').Source} source @param {import('../loading/parse-client.js').Listener} listener @returns {Promise<unknown>}
 */
export const readSource = (source, listener) => (source.onto ? source.onto.read(listener) : parse(source, listener));
