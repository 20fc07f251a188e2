/**
 * How long a link may be. Chats limit the length of messages: Discord 2,000 characters, Slack 4,000 before it splits a message,
 * Telegram 4,096, WhatsApp 65,536. Mail: programs should support addresses of 8,000 (RFC 9110, 4.1). Browsers, measured: all
 * accept a million, fifteen times the longest packed motion.
 */
import { h } from '../player/base/dom.js';
import { icon } from '../controls/icons.js';
import { X } from './strings.js';

export const LIMITS = { short: 2000, chats: 4000, mail: 8000, link: 64_000 };

/** @param {number} length characters @returns {{ good: string[], bad: string }} */
export function placesFor(length) {
  const { places, tooLong, shorter } = X.link;
  if (length <= LIMITS.short) return { good: [places.browsers, places.mail, places.chats], bad: '' };
  if (length <= LIMITS.chats) return { good: [places.browsers, places.mail, places.most], bad: tooLong(length, shorter(LIMITS.short)) };
  if (length <= LIMITS.mail) return { good: [places.browsers, places.mail], bad: tooLong(length, places.inChats) };
  if (length <= LIMITS.link) return { good: [places.browsers], bad: tooLong(length, places.inMail) };
  return { good: [], bad: tooLong(length, places.inLinks) };
}

/** Two lines of fixed height, so that nothing below moves with the slider. */
export function placesList() {
  const good = h('ul', { class: 'places' });
  const bad = h('p', { class: 'limit' });
  return {
    nodes: [good, bad],
    /** @param {number} length */
    show(length) {
      const places = placesFor(length);
      good.replaceChildren(...places.good.map((place) => h('li', {}, icon('tick'), place)));
      bad.replaceChildren(...(places.bad ? [icon('warn'), h('span', {}, places.bad)] : []));
    },
    /** Shows an error instead. @param {string} why */
    fail(why) {
      good.replaceChildren();
      bad.replaceChildren(icon('warn'), h('span', {}, why));
    },
  };
}
