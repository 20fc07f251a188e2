/** Archives among the files that came: their motion files take their place. */
import { faultOf } from '../player/errors.js';
import { part } from '../player/parts.js';
import { Z } from './zip-words.js';

const MOST_FILES = 500;
const ZIP = /\.zip$/i;

const zip = part(() => import('./zip.js'));

/**
 * What is wrong with an archive is shown.
 * @param {import('../player/session.js').Session} session
 * @param {File[]} files
 */
export async function unpacked(session, files) {
  /** @type {File[]} */
  const all = [];
  for (const file of files) {
    if (!ZIP.test(file.name)) {
      all.push(file);
      continue;
    }
    const module = await zip(session.element);
    if (!module) continue;
    session.say(Z.opening(file.name));
    try {
      const { files: inside, found } = await module.unzip(file, MOST_FILES - all.length);
      all.push(...inside);
      if (inside.length < found) session.say(Z.some(inside.length, found));
    } catch (error) {
      session.fail(faultOf(error), file.name);
    }
  }
  return all;
}
