/** The panel's sections for pictures, films and files, each loaded and built when first opened. */
import { h } from '../player/base/dom.js';
import { icon } from '../controls/icons.js';
import { part } from '../player/base/parts.js';
import { X } from './strings.js';

const scripts = part(() => import('./sections.js'));

/** @type {readonly (readonly [name: keyof typeof X.link.sections, icon: import('../controls/icons.js').IconName])[]} */
const ROWS = [
  ['picture', 'picture'],
  ['film', 'film'],
  ['filmstrip', 'strip'],
  ['motion', 'file'],
];

/** @param {import('../player/session/session.js').Session} session @param {import('../controls/controls.js').Controls} ui */
export function exports(session, ui) {
  return h(
    'div',
    { class: 'exports', role: 'group', 'aria-label': X.link.exports },
    ...ROWS.map(([name, sign]) => {
      const inside = h('div', { class: 'form' });
      const { title, kinds } = X.link.sections[name];
      const fold = h(
        'details',
        {
          class: 'fold',
          name: 'exports',
          'data-section': name,
          ontoggle: async () => {
            if (!fold.open) return;
            const made = await scripts(ui.element);
            if (!made) fold.open = false;
            else if (!inside.firstChild) inside.append(made[`${name}Section`](session));
            inside.scrollIntoView({ block: 'nearest' });
          },
        },
        h('summary', {}, icon(sign), h('span', {}, title), h('small', {}, kinds)),
        inside,
      );
      return fold;
    }),
  );
}
