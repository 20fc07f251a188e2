/** A button with a small QR code that opens a large one. Loads the QR library when there is something to draw. */
import { h } from '../player/base/dom.js';
import { icon } from '../controls/icons.js';
import { lazy } from '../player/base/parts.js';
import { X } from './strings.js';

/** Slider position of the tiny version. */
const TINY = 0;
const drawings = lazy(() => import('./qr.js'));
/** Most characters: with more, cameras cannot resolve the modules on a screen. */
const MAX_CHARACTERS = 1300;
/** Characters reserved for parameters of the view, which may change after packing. */
const RESERVED = 60;
/** Largest acceptable mean error, millimetres. */
const COARSE_MM = 15;

/** @typedef {{ text: string, note: string, about?: string }} Content text: '' if there is none */

/**
 * The content of the QR code: the short link; or the tiny version of the motion; if that is too long, the clip's address, or else
 * the motion in the best quality that fits.
 * @param {import('./packing.js').Packing} packing
 * @param {{ inside: boolean, address: string, link: (text: string) => string }} what address: the link to a clip with an address
 * @returns {Content}
 */
export function qrContent(packing, { inside, address, link }) {
  const { qrAddress, qrFits, qrLink, qrLong, qrTiny, qrAbout, qrError, qrTooLong, qrWaits } = X.link;
  if (!inside) return address.length > MAX_CHARACTERS ? { text: '', note: qrLong(address.length) } : { text: address, note: qrLink };
  const tiny = packing.result(TINY);
  if (!tiny) return { text: '', note: qrWaits };
  if ('error' in tiny) return { text: '', note: '' };
  const whole = link(tiny.packed.text);
  if (whole.length <= MAX_CHARACTERS) return { text: whole, note: qrTiny, about: qrAbout(whole.length) };
  if (address && address.length <= MAX_CHARACTERS) return { text: address, note: qrAddress };
  const fitted = packing.fit(Math.floor(((MAX_CHARACTERS - RESERVED - link('').length) * 3) / 4));
  if (!fitted) return { text: '', note: qrWaits };
  const text = 'packed' in fitted && fitted.packed.meanMm <= COARSE_MM ? link(fitted.packed.text) : '';
  if (!text || text.length > MAX_CHARACTERS || !('packed' in fitted)) return { text: '', note: qrTooLong(whole.length) };
  return { text, note: qrFits(fitted.packed.meanMm), about: qrError(fitted.packed.meanMm) };
}

/** @param {import('../controls/controls.js').Controls} ui */
export function qrButton(ui) {
  let text = '';
  let drawn = '';
  const small = h('span', { class: 'small-qr' });
  const about = h('small', {});
  const note = h('p', { class: 'about', id: 'qr-note' });
  const button = h(
    'button',
    { type: 'button', 'aria-label': X.link.qr, 'aria-describedby': 'qr-note', onclick: async () => (await drawings()).showLarge(ui, text) },
    icon('qr'),
    h('span', { class: 'word' }, X.link.qr),
    about,
    small,
  );
  const root = h('div', { class: 'qr' }, button);
  return {
    root,
    note,
    /** @param {Content} content */
    async show(content) {
      text = content.text;
      button.disabled = !text;
      button.title = text ? '' : content.note;
      note.textContent = content.note;
      about.textContent = content.about ?? '';
      // If no code will follow, take up no space.
      root.toggleAttribute('data-none', !text && content.note !== X.link.qrWaits);
      const wanted = text;
      if (drawn === wanted) return;
      drawn = wanted;
      if (!wanted) {
        small.replaceChildren();
        return;
      }
      const made = await drawings().catch(() => null);
      if (made && drawn === wanted) small.replaceChildren(made.drawing(wanted).root);
    },
  };
}
