/** A menu of the cameras in the file. */
import { h, setAttr } from '../player/base/dom.js';
import { menu } from '../controls/menu.js';
import { P } from './strings.js';

/** Precedes the name of a file's camera in the text form of cameras. */
const PREFIX = 'view:';

/** Index of the file's camera in use, -1 for none. @param {import('../player/session/session.js').Session} session */
export const cameraNow = ({ info, view: { camera } }) =>
  camera.startsWith(PREFIX) ? (info?.viewpoints.indexOf(camera.slice(PREFIX.length)) ?? -1) : -1;

/** @param {import('../player/session/session.js').Session} session @param {number} index -1 resets the view */
export const lookThrough = ({ info, view }, index) => view.setCamera(index < 0 ? 'home' : `${PREFIX}${info?.viewpoints[index]}`);

/** @param {import('../controls/controls.js').Controls} ui */
export function cameraMenu(ui) {
  const { session } = ui;
  const { root, opener, fill, update } = menu(ui, 'cameras', P.cameras.title, '', (index) => lookThrough(session, index));
  /** @type {unknown} */
  let filled = null;

  return {
    root,
    /** Updates the menu for the session's clip and camera. */
    update() {
      const { info } = session;
      root.hidden = !info?.viewpoints.length;
      if (!info || root.hidden) return;
      const { viewpoints: names } = info;
      if (filled !== info) {
        filled = info;
        fill(names.map((name) => [h('bdi', { title: name }, name)]));
      }
      const at = cameraNow(session);
      const now = at < 0 ? P.cameras.title : P.cameras.now(names[at]);
      update(at, at < 0 ? P.cameras.title : names[at], now);
      setAttr(opener, 'title', now);
    },
  };
}
