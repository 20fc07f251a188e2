/** The menu of the tools, in words, with what each is for and its key. */
import { h, setAttr } from '../player/base/dom.js';
import { tools } from '../player/element/rooms.js';
import { icon } from './icons.js';
import { findAnything } from './keys.js';
import { menu } from './menu.js';
import { C } from './strings.js';

/** @typedef {import('../player/element/rooms.js').Tool} Tool */

/** The key that calls a tool, in capitals; '' without one. @param {Tool} tool */
const keyOf = ({ key, press }) => (key ?? press?.[0] ?? '').toUpperCase();

/** @param {import('./controls.js').Controls} ui @param {(tool: Tool) => void} use @param {(tool: Tool) => boolean} uses whether it is in use */
export function toolsMenu(ui, use, uses) {
  const { session } = ui;
  const all = tools().filter(({ words }) => words.title);
  const choose = (/** @type {number} */ index) => (index < all.length ? use(all[index]) : findAnything(ui));
  const { root, opener, list, fill, mark } = menu(ui, 'tools', C.tools, 't', choose, 'menuitemcheckbox');
  opener.className = 'btn worded';
  opener.replaceChildren(icon('tools'), h('span', { class: 'word' }, C.tools));
  setAttr(opener, 'aria-label', C.tools);
  fill([
    ...all.map((tool) => [
      icon(tool.icon ?? ''),
      h('span', { class: 'name-of-tool' }, tool.words.title ?? '', h('small', {}, tool.words.about ?? '')),
      h('kbd', { 'aria-hidden': 'true' }, keyOf(tool)),
    ]),
    [
      icon('find'),
      h('span', { class: 'name-of-tool' }, C.findAnything),
      h('span', { 'aria-hidden': 'true' }, h('kbd', {}, 'Ctrl'), ' ', h('kbd', {}, 'K')),
    ],
  ]);
  [...list.children].forEach((item, index) => setAttr(item, 'aria-keyshortcuts', all[index] ? keyOf(all[index]) : 'Control+K'));
  setAttr(/** @type {Element} */ (list.lastElementChild), 'role', 'menuitem');
  const update = () => {
    const { still } = session.playback;
    mark(
      (index) => Boolean(all[index] && uses(all[index])),
      (index) => !all[index] || (!(all[index].moves && still) && Boolean(all[index].offered?.(session) ?? true)),
    );
    setAttr(opener, 'data-on', all.some(uses));
  };
  for (const signal of /** @type {const} */ (['setting', 'clip', 'actors', 'page'])) session.on(signal, update);
  update();
  return { root, opener, update };
}
