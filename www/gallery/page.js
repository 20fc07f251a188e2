/** The script of a clip's page: cards of other clips play, and keys go to the neighbours. The page works without it. */
import { Playing } from './playing.js';
import { joinSpans } from './spans.js';

const playing = new Playing(new URL('.', import.meta.url), document.querySelector('main')?.dataset.look ?? 'auto');

joinSpans(document);

/** @param {Event} event */
function enter(event) {
  const card = event.target instanceof Element ? event.target.closest('.card') : null;
  const [place, motion] = [card?.querySelector('.poster'), card?.getAttribute('data-motion')];
  if (card && place && motion) playing.play(place, motion, card.querySelector('img')?.src ?? '');
  else playing.stop();
}

document.addEventListener('pointerover', (event) => {
  if (event.pointerType !== 'touch') enter(event);
});
document.addEventListener('focusin', enter);
document.addEventListener('focusout', () => playing.stop());
document.documentElement.addEventListener('pointerleave', () => playing.stop());
document.addEventListener('keydown', (event) => {
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    (event.target instanceof Element && event.target.closest('input, select, marey-player'))
  )
    return;
  const step = { '[': 'prev', ']': 'next' }[event.key];
  /** @type {HTMLElement | null} */ (step ? document.querySelector(`a[rel="${step}"]`) : null)?.click();
});
