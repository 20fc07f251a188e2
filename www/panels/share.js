/** The share panel, which loads its content when first opened. */
import { h } from '../player/base/dom.js';
import { dialog } from '../player/element/rooms.js';
import { adopt } from '../player/element/shell.js';

/**
 * The exports of the script with the panel's content.
 * @typedef {object} DialogRoom
 * @property {CSSStyleSheet} sheet
 * @property {(session: Session, ui: Controls) => { content: Node, focus: HTMLElement | null, dispose: () => void }} dialog
 */
/** @typedef {import('../player/session/session.js').Session} Session */
/** @typedef {import('../controls/controls.js').Controls} Controls */

/**
 * @param {import('../player/session/session.js').Session} session @param {import('../controls/controls.js').Controls} ui
 * @returns {import('../controls/panels.js').Panel}
 */
export function build(session, ui) {
  const content = h('div', { class: 'share-body' });
  let open = true;
  let dispose = () => {};
  dialog(ui.element).then((room) => {
    if (!open) return;
    const made = /** @type {DialogRoom | null} */ (room);
    if (!made) {
      ui.panels.close();
      return;
    }
    adopt(ui.shadow, made.sheet);
    const { content: inside, focus, dispose: end } = made.dialog(session, ui);
    dispose = end;
    // While loading, the focus is on the panel's close button.
    const waits = ui.panels.root?.contains(ui.shadow.activeElement);
    content.append(inside);
    if (waits) focus?.focus();
    ui.insets.measure();
  });
  return {
    content,
    dispose() {
      open = false;
      dispose();
    },
  };
}
