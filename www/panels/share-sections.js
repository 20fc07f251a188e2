/** The sections of the share panel about pictures, films and files: what is in one is fetched and made when it is opened. */
import { h } from '../player/dom.js';
import { part } from '../player/parts.js';
import { P } from './strings.js';

const scripts = part(() => import('../share/sections.js'));

/**
 * @param {import('../player/session.js').Session} session
 * @param {import('../controls/controls.js').Controls} ui
 * @returns {Node[]}
 */
export function sections(session, ui) {
  if (!session.info) return [];
  const names = /** @type {const} */ (['picture', 'filmstrip', 'film', 'motion']);
  return [h('h3', {}, P.shareBox.exports), ...names.map((name) => {
    const inside = h('div', { class: 'form' });
    const fold = h('details', { class: 'fold', name: 'exports', 'data-section': name, ontoggle: async () => {
      if (!fold.open || inside.firstChild) return;
      const made = await scripts(ui.element);
      if (!made) fold.open = false;
      else if (!inside.firstChild) inside.append(made[`${name}Section`](session, ui));
    } }, h('summary', {}, P.shareBox.sections[name]), inside);
    return fold;
  })];
}
