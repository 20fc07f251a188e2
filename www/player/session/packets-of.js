/** Provides a clip's packets to the modules that write and measure. */
import { readSource } from './read-source.js';

/**
 * All packets; a large clip is parsed again.
 * @param {{ shown: Pick<import('./state.js').Shown, 'packets' | 'source'> | null }} session @param {AbortSignal} signal
 */
export async function packetsOf({ shown }, signal) {
  if (!shown) return new Uint8Array();
  if (shown.packets.retained) return shown.packets.whole();
  return packetsOfSource(shown.source, signal);
}

/** All packets of a file. @param {import('../../types.d.ts').Source} source @param {AbortSignal} signal */
export async function packetsOfSource(source, signal) {
  /** @type {Uint8Array[]} */
  let packets = [];
  await readSource(source, {
    signal,
    packet: (bytes) => {
      packets.push(bytes);
    },
    restart: () => {
      packets = [];
    },
  });
  return new Uint8Array(await new Blob(/** @type {BlobPart[]} */ (packets)).arrayBuffer());
}

/**
 * How a clip is read, for the modules that measure it.
 * @param {{ behaviour: number, frameTime: number, positions: string | undefined, unit: number, up: string }} reading @returns {import('../../types.d.ts').ComparedOptions}
 */
export const optionsOf = ({ behaviour, frameTime, positions, unit, up }) => ({
  behaviour,
  ...(frameTime && { frameTime }),
  ...((positions === 'add' || positions === 'replace') && { positions }),
  ...(unit && { sourceMetres: unit }),
  ...(up && { sourceUp: up }),
});
