/** The button with the small QR code, which shows it large. Its library is fetched when there is something to draw. */
import { h } from '../player/dom.js';
import { icon } from '../controls/icons.js';
import { lazy } from '../player/parts.js';
import { X } from './strings.js';

const drawings = lazy(() => import('./qr.js'));
/** More characters than this make modules that cameras do not tell apart on a screen. */
const MOST = 1300;

/** @param {import('../controls/controls.js').Controls} ui */
export function qrButton(ui) {
  let text = '';
  let drawn = '';
  const small = h('span', { class: 'small-qr' });
  const about = h('small', {});
  const note = h('p', { class: 'about', id: 'qr-note' });
  const button = h('button', { type: 'button', 'aria-label': X.link.qr, 'aria-describedby': 'qr-note', onclick: async () => (await drawings()).showLarge(ui, text) },
    icon('qr'), h('span', { class: 'word' }, X.link.qr), about, small);
  return {
    root: h('div', { class: 'qr' }, button),
    note,
    /** @param {string | null} link none yet @param {boolean} packed it is the tiny version of it */
    async show(link, packed) {
      text = link ?? '';
      const tooLong = text.length > MOST;
      button.disabled = !text || tooLong;
      const why = !text ? X.link.qrWaits : tooLong ? X.link.qrTooLong(text.length) : '';
      button.title = why;
      note.textContent = why || (packed ? X.link.qrTiny : X.link.qrLink);
      about.textContent = packed && text ? X.link.qrAbout(text.length) : '';
      const wanted = button.disabled ? '' : text;
      if (drawn === wanted) return;
      drawn = wanted;
      if (!wanted) { small.replaceChildren(); return; }
      const made = await drawings().catch(() => null);
      if (made && drawn === wanted) small.replaceChildren(made.drawing(wanted).root);
    },
  };
}
