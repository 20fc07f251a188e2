/** The tabs of all panels. */
import { h } from '../player/base/dom.js';
import { C } from '../controls/strings.js';

/** @typedef {import('../controls/panels.js').PanelName} PanelName */

/** @type {PanelName[]} */
const NAMES = ['details', 'settings', 'share', 'help'];

/** @param {import('../controls/controls.js').Controls} ui @param {string} open the one that is open, which may be a tool's @param {string} title of that @param {(name: PanelName) => void} go opens another one */
export function tabs({ element, root, session }, open, title, go) {
  const own = NAMES.filter((name) =>
    name === 'details' ? session.info || open === name : name !== 'share' || element.hasAttribute('share'),
  );
  const names = own.some((name) => name === open) ? own : [...own, open];
  const all = names.map((name) =>
    h(
      'button',
      {
        type: 'button',
        role: 'tab',
        'data-panel': name,
        'aria-selected': String(name === open),
        tabindex: name === open ? '0' : '-1',
        onclick: () => {
          if (name !== open) go(/** @type {PanelName} */ (name));
        },
      },
      name === open ? title : C[/** @type {PanelName} */ (name)],
    ),
  );
  const onkeydown = (/** @type {KeyboardEvent} */ event) => {
    const by = ({ ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0) * (root.matches(':dir(rtl)') ? -1 : 1);
    const to = { Home: 0, End: all.length - 1 }[event.key] ?? (by && (names.indexOf(open) + by + all.length) % all.length);
    if (!by && !(event.key === 'Home' || event.key === 'End')) return;
    event.preventDefault();
    event.stopPropagation();
    all[to].click();
  };
  return h('div', { class: 'panel-tabs', role: 'tablist', onkeydown }, ...all);
}
