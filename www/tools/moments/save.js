/** Saves the chronophotograph as a picture. Fetched when one is saved. */
import { reasonOf } from '../../share/refusal.js';
import { X } from '../../share/strings.js';
import { fileName, fileOf, save as download } from '../../share/downloads.js';

/** The pixels of a picture for paper, for each of the player's. */
const SCALE = 2;

/** Saves it, or says why that failed. @param {import('../../controls/controls.js').Controls} ui @param {'image/png' | 'image/svg+xml'} type */
export async function save({ element, session }, type) {
  try {
    const blob = await element.picture({ type, scale: SCALE });
    const name = fileName(session.info?.name ?? '', 'moments', blob.type);
    download(session, [fileOf(blob, name)], X.said.saved(name));
  } catch (error) {
    session.say(X.said.failed(reasonOf(error)));
  }
}
