/** A button that shows the chosen item, and its menu. */
import { h, setAttr, setText } from '../player/base/dom.js';

/**
 * @param {import('./controls.js').Controls} ui @param {string} kind a CSS class @param {string} label
 * @param {string} keys "" for none @param {(index: number) => void} choose @param {string} [role] of the items
 */
export function menu(ui, kind, label, keys, choose, role = 'menuitemradio') {
  /** @type {HTMLButtonElement[]} */
  let items = [];
  let first = 0;
  const words = h('bdi');
  const opener = h(
    'button',
    {
      type: 'button',
      class: 'pill',
      part: 'button',
      title: label,
      'aria-haspopup': 'menu',
      'aria-expanded': 'false',
      'aria-keyshortcuts': keys || undefined,
      onclick: () => (list.hidden ? open() : close(true)),
    },
    words,
  );
  const list = h('div', { class: 'menu', part: 'menu', role: 'menu', 'aria-label': label, hidden: true, onkeydown: key });
  const root = h('div', { class: `choice ${kind}`, onfocusout: leave }, list, opener);

  function open() {
    list.hidden = false;
    setAttr(opener, 'aria-expanded', 'true');
    items[first].focus();
  }

  /** @param {boolean} back */
  function close(back) {
    list.hidden = true;
    setAttr(opener, 'aria-expanded', 'false');
    if (back) opener.focus();
  }

  /** @param {FocusEvent} event */
  function leave(event) {
    if (!list.hidden && !root.contains(/** @type {Node | null} */ (event.relatedTarget))) close(false);
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const shown = items.filter((item) => !item.hidden);
    const at = shown.indexOf(/** @type {HTMLButtonElement} */ (ui.shadow.activeElement));
    const moves = /** @type {Record<string, number>} */ ({
      ArrowDown: (at + 1) % shown.length,
      ArrowUp: (at + shown.length - 1) % shown.length,
      Home: 0,
      End: shown.length - 1,
    });
    if (event.key in moves) shown[moves[event.key]].focus();
    else if (event.key === 'Escape') close(true);
    else if (event.key !== 'Enter' && event.key !== ' ') return;
    event.stopPropagation();
    if (event.key in moves || event.key === 'Escape') event.preventDefault();
  }

  return {
    root,
    opener,
    list,
    /** @param {(Node | string)[][]} choices the content of each item */
    fill(choices) {
      close(false);
      items = choices.map((content, index) =>
        h(
          'button',
          {
            type: 'button',
            role,
            tabindex: '-1',
            onclick: () => {
              choose(index);
              close(true);
            },
          },
          ...content,
        ),
      );
      list.replaceChildren(...items);
    },
    /** @param {number} chosen -1: none @param {string} text @param {string} spoken @param {number} [otherwise] focused first if none is chosen */
    update(chosen, text, spoken, otherwise = 0) {
      first = chosen < 0 ? otherwise : chosen;
      setText(words, text);
      setAttr(opener, 'aria-label', spoken);
      items.forEach((item, index) => setAttr(item, 'aria-checked', String(index === chosen)));
    },
    /** Marks what is in use, and takes away what cannot be used now. @param {(index: number) => boolean} on @param {(index: number) => boolean} may */
    mark(on, may) {
      items.forEach((item, index) => {
        setAttr(item, 'aria-checked', String(on(index)));
        item.hidden = !may(index);
      });
      first = Math.max(
        0,
        items.findIndex((item) => !item.hidden),
      );
    },
  };
}
