/** Copying: nothing is copied unasked, and the button that was pressed answers in its own place. */
import { h } from '../player/dom.js';
import { icon } from '../controls/icons.js';
import { S } from '../player/strings.js';
import { X } from './strings.js';

/** How long it says that it did. */
const ANSWERED_MS = 2000;

/**
 * @param {import('../player/session.js').Session} session
 * @param {object} about
 * @param {string} about.label
 * @param {string} [about.look] classes
 * @param {boolean} [about.bare] the icon alone
 * @param {import('../controls/icons.js').IconName} about.sign
 * @param {() => string} about.text
 * @param {(text: string) => void} about.byHand shows the text selected, where the browser does not copy
 * @param {HTMLElement} about.voice says to screen readers that it did
 * @param {string} about.said
 */
export function copyButton(session, { label, look = '', bare = false, sign, text, byHand, voice, said }) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const face = (/** @type {string} */ name, /** @type {import('../controls/icons.js').IconName} */ drawing, /** @type {string} */ word) =>
    h('span', { class: `face ${name}` }, icon(drawing), h('span', { class: bare ? 'unseen' : '' }, word));
  // Both faces have their place all the time: the button keeps its width.
  const button = h('button', { type: 'button', class: `copy ${look}`, ...(bare && { title: label }), onclick: async () => {
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
  } }, face('ask', sign, label), face('done', 'tick', X.link.copied));
  return button;
}
