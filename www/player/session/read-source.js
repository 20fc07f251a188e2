import { parse } from '../loading/parse-client.js';

/**
 * Reads a file, or what was made of a motion: on another figure, or mended.
 * @param {import('../../types.d.ts').Source} source @param {import('../loading/parse-client.js').Listener} listener @returns {Promise<unknown>}
 */
export const readSource = (source, listener) => (source.onto ?? source.mended)?.read(listener) ?? parse(source, listener);
