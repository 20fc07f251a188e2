/** A button that saves the whole clip as a packed file, also for clips too long for a link. */
import { h } from '../player/base/dom.js';
import { lazy } from '../player/base/parts.js';
import { save } from './downloads.js';
import { slowly } from './form.js';
import { X } from './strings.js';

const packers = lazy(() => import('./packed-link.js'));

/** @param {import('../player/session/session.js').Session} session */
export function packedFile(session) {
  return h(
    'div',
    { class: 'packed-file' },
    h('p', { class: 'about' }, X.link.fileNote),
    slowly(session, X.link.saveFile, async () => {
      const { packFile } = await packers();
      const made = await packFile(session, { quality: 'faithful' });
      save(session, [made], X.said.saved(made.name));
    }),
  );
}
