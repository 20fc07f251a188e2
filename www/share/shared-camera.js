/** The camera as it would be with the panel closed, since the panel takes room from the figure. */
import { NAMES } from '../player/base/settings.js';

/** @param {import('../player/session/session.js').Session} session @param {boolean} [packed] without the file's cameras @returns {string} */
export function sharedCamera(session, packed = false) {
  const [top, bottom] = covered(session);
  return session.host.read((stage) => {
    const twin = stage.twin();
    twin.swap(stage);
    try {
      twin.set(NAMES.indexOf('smooth'), 0, 0);
      twin.setInsets(top, 0, bottom, 0);
      if (packed && twin.camera().startsWith('view:')) twin.orbit(0, 0);
      return twin.camera();
    } finally {
      twin.swap(stage);
      twin.free();
    }
  }, session.view.camera);
}

/** CSS pixels that controls cover. @param {import('../player/session/session.js').Session} session @returns {[top: number, bottom: number]} */
export function covered(session) {
  const element = /** @type {import('../player/element/element.js').MareyPlayer} */ (session.element);
  const [top, bar] = ['.top', '.bar'].map(
    (each) => /** @type {HTMLElement | null | undefined} */ (element.shadowRoot?.querySelector(each)),
  );
  const tall = bar?.offsetHeight ?? 0;
  return [element.controls && top ? top.offsetTop + top.offsetHeight : 0, tall && tall + 12];
}
