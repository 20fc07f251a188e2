/** Copy buttons, which confirm in place. Nothing is copied unasked. */
import { h } from '../player/base/dom.js';
import { icon } from '../controls/icons.js';
import { S } from '../player/words/strings.js';
import { X } from './strings.js';

/** How long a button shows its confirmation. */
const ANSWERED_MS = 2000;

/**
 * @param {import('../player/session/session.js').Session} session @param {object} about @param {string} about.label
 * @param {string} [about.look] classes @param {boolean} [about.bare] shows only the icon
 * @param {import('../controls/icons.js').IconName} about.sign @param {() => string} about.text
 * @param {(text: string) => void} about.byHand selects the text, if the browser does not copy
 * @param {HTMLElement} about.voice live region for screen readers @param {string} about.said
 */
export function copyButton(session, { label, look = '', bare = false, sign, text, byHand, voice, said }) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const face = (/** @type {string} */ name, /** @type {import('../controls/icons.js').IconName} */ drawing, /** @type {string} */ word) =>
    h('span', { class: `face ${name}` }, icon(drawing), h('span', { class: bare ? 'unseen' : '' }, word));
  // Both faces always take up space, so that the button keeps its width.
  const button = h(
    'button',
    {
      type: 'button',
      class: `copy ${look}`,
      ...(bare && { title: label }),
      onclick: async () => {
        const copied = text();
        try {
          await navigator.clipboard.writeText(copied);
        } catch {
          byHand(copied);
          session.say(S.say.copyFailed);
          return;
        }
        button.toggleAttribute('data-done', true);
        voice.textContent = said;
        clearTimeout(timer);
        timer = setTimeout(() => {
          button.removeAttribute('data-done');
          voice.textContent = '';
        }, ANSWERED_MS);
      },
    },
    face('ask', sign, label),
    face('done', 'tick', X.link.copied),
  );
  return button;
}
