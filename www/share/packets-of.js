/** A clip as the modules that write take it. */
import { parse } from '../player/parse-client.js';

/**
 * All packets of the clip. Those of the largest are not kept: they are read again.
 * @param {import('../player/session.js').Session} session
 * @param {AbortSignal} signal
 */
export async function packetsOf({ shown }, signal) {
  if (!shown) return new Uint8Array();
  if (shown.packets.kept) return shown.packets.whole();
  /** @type {Uint8Array[]} */
  let packets = [];
  await parse(shown.source, { signal, packet: (bytes) => { packets.push(bytes); }, restart: () => { packets = []; } });
  return new Uint8Array(await new Blob(/** @type {BlobPart[]} */ (packets)).arrayBuffer());
}
