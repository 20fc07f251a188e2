/** The speed button and its menu. */
import { h, setAttr, setText } from './dom.js';
import { SPEEDS } from './settings.js';
import { speed } from './format.js';
import { S } from './strings.js';

/** @param {import('./interface.js').Interface} ui */
export function speedMenu(ui) {
  const { core } = ui;
  const rates = [-1, ...SPEEDS];
  const opener = h('button', {
    type: 'button', class: 'pill', 'aria-haspopup': 'menu', 'aria-expanded': 'false', 'aria-keyshortcuts': '< >',
    onclick: () => (menu.hidden ? open() : close(true)),
  });
  const items = rates.map((rate) => h('button', {
    type: 'button', role: 'menuitemradio', tabindex: '-1',
    onclick: () => { core.setRate(rate); close(true); },
  }, speed(rate)));
  const menu = h('div', { class: 'menu', role: 'menu', 'aria-label': S.speed, hidden: true, onkeydown: key }, ...items);
  const root = h('div', { class: 'speed', onfocusout: leave }, menu, opener);

  function open() {
    menu.hidden = false;
    setAttr(opener, 'aria-expanded', 'true');
    const checked = items[rates.indexOf(core.get('rate'))] ?? items[rates.indexOf(1)];
    checked.focus();
  }

  /** @param {boolean} back */
  function close(back) {
    menu.hidden = true;
    setAttr(opener, 'aria-expanded', 'false');
    if (back) opener.focus();
  }

  /** @param {FocusEvent} event */
  function leave(event) {
    if (!menu.hidden && !root.contains(/** @type {Node | null} */ (event.relatedTarget))) close(false);
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const at = items.indexOf(/** @type {HTMLButtonElement} */ (ui.shadow.activeElement));
    const moves = /** @type {Record<string, number>} */ ({
      ArrowDown: (at + 1) % items.length, ArrowUp: (at + items.length - 1) % items.length, Home: 0, End: items.length - 1,
    });
    if (event.key in moves) items[moves[event.key]].focus();
    else if (event.key === 'Escape') close(true);
    else if (event.key !== 'Enter' && event.key !== ' ') return;
    event.stopPropagation();
    if (event.key in moves || event.key === 'Escape') event.preventDefault();
  }

  return {
    root,
    /** @param {number} rate @param {string} text */
    update(rate, text) {
      setText(opener, text);
      setAttr(opener, 'aria-label', S.speedNow(text));
      setAttr(opener, 'title', S.speed);
      rates.forEach((other, index) => setAttr(items[index], 'aria-checked', String(other === rate)));
    },
  };
}
