/**
 * The button with the small QR code, which shows it large. Its library is fetched when there is something to draw.
 * What stands in it is what fits: see `qrContent`.
 */
import { h } from '../player/dom.js';
import { icon } from '../controls/icons.js';
import { lazy } from '../player/parts.js';
import { X } from './strings.js';

/** The place of the tiny version on the slider. */
const TINY = 0;
const drawings = lazy(() => import('./qr.js'));
/** More characters than this make modules that cameras do not tell apart on a screen. */
const MOST = 1300;
/** Left for what the link says of the view, which may change after the motion was packed. */
const SPARE = 60;
/** A motion that is off by more on average is another motion, millimetres. */
const COARSE_MM = 15;

/** @typedef {{ text: string, note: string, about?: string }} Content text: '' where there is none to draw */

/**
 * What a QR code can hold: the short link; or the tiny version of the motion, or, where that is too long, the clip's address if it has
 * one, or else the motion as well as it fits.
 * @param {import('./packing.js').Packing} packing
 * @param {{ inside: boolean, address: string, link: (text: string) => string }} what address: of a clip that has one, as a link
 * @returns {Content}
 */
export function qrContent(packing, { inside, address, link }) {
  const { qrAddress, qrFits, qrLink, qrLong, qrTiny, qrAbout, qrError, qrTooLong, qrWaits } = X.link;
  if (!inside) return address.length > MOST ? { text: '', note: qrLong(address.length) } : { text: address, note: qrLink };
  const tiny = packing.of(TINY);
  if (!tiny) return { text: '', note: qrWaits };
  if ('error' in tiny) return { text: '', note: '' };
  const whole = link(tiny.packed.text);
  if (whole.length <= MOST) return { text: whole, note: qrTiny, about: qrAbout(whole.length) };
  if (address && address.length <= MOST) return { text: address, note: qrAddress };
  const fitted = packing.fit(Math.floor(((MOST - SPARE - link('').length) * 3) / 4));
  if (!fitted) return { text: '', note: qrWaits };
  const text = 'packed' in fitted && fitted.packed.meanMm <= COARSE_MM ? link(fitted.packed.text) : '';
  if (!text || text.length > MOST || !('packed' in fitted)) return { text: '', note: qrTooLong(whole.length) };
  return { text, note: qrFits(fitted.packed.meanMm), about: qrError(fitted.packed.meanMm) };
}

/** @param {import('../controls/controls.js').Controls} ui */
export function qrButton(ui) {
  let text = '';
  let drawn = '';
  const small = h('span', { class: 'small-qr' });
  const about = h('small', {});
  const note = h('p', { class: 'about', id: 'qr-note' });
  const button = h('button', { type: 'button', 'aria-label': X.link.qr, 'aria-describedby': 'qr-note', onclick: async () => (await drawings()).showLarge(ui, text) },
    icon('qr'), h('span', { class: 'word' }, X.link.qr), about, small);
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
      // Nothing is to come: then there is no place for it either.
      root.toggleAttribute('data-none', !text && content.note !== X.link.qrWaits);
      const wanted = text;
      if (drawn === wanted) return;
      drawn = wanted;
      if (!wanted) { small.replaceChildren(); return; }
      const made = await drawings().catch(() => null);
      if (made && drawn === wanted) small.replaceChildren(made.drawing(wanted).root);
    },
  };
}
