/** The share panel, which loads its content when first opened. */
import { h } from '../player/dom.js';
import { part } from '../player/parts.js';
import { adopt } from '../player/shell.js';

const scripts = part(() => import('../share/dialog.js'));

/**
 * @param {import('../player/session.js').Session} session @param {import('../controls/controls.js').Controls} ui
 * @returns {import('../controls/panels.js').Panel}
 */
export function build(session, ui) {
  const content = h('div', { class: 'share-body' });
  let open = true;
  let dispose = () => {};
  scripts(ui.element).then((made) => {
    if (!open) return;
    if (!made) { ui.panels.close(); return; }
    adopt(ui.shadow, made.sheet);
    const { content: inside, focus, dispose: end } = made.dialog(session, ui);
    dispose = end;
    // While loading, the focus is on the panel's close button.
    const waits = ui.panels.root?.contains(ui.shadow.activeElement);
    content.append(inside);
    if (waits) focus?.focus();
    ui.insets.measure();
  });
  return { content, dispose() { open = false; dispose(); } };
}
