/** A menu of the clip's behaviours. */
import { h, setAttr } from '../player/base/dom.js';
import { clock } from '../player/words/format.js';
import { menu } from '../controls/menu.js';
import { P } from './strings.js';

/** @param {import('../controls/controls.js').Controls} ui */
export function behaviourMenu(ui) {
  const { session } = ui;
  const { root, opener, fill, update } = menu(ui, 'behaviours', P.behaviours.title, 'b Shift+B', (index) =>
    ui.history.chooseBehaviour(index),
  );
  /** @type {unknown} */
  let filled = null;

  return {
    root,
    /** Updates the menu for the session's clip and behaviour. */
    clip() {
      const { info } = session;
      const { behaviours: names } = session.playback;
      root.hidden = names.length < 2;
      if (!info || root.hidden) return;
      if (info !== filled) {
        filled = info;
        const longest = Math.max(...info.behaviours.map(({ duration }) => duration));
        fill(
          info.behaviours.map(({ duration }, index) => [
            h('bdi', { title: names[index] }, names[index]),
            h('small', { dir: 'auto' }, P.behaviours.length(clock(duration, longest))),
          ]),
        );
      }
      const at = session.get('behaviour');
      update(at, names[at], P.behaviours.now(names[at]));
      setAttr(opener, 'title', P.behaviours.now(names[at]));
    },
  };
}
