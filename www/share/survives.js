/**
 * Where a link of so many characters arrives whole. Chats by the longest message that they take: Discord 2,000 characters,
 * Slack 4,000 before it parts a message, Telegram 4,096, WhatsApp 65,536. Mail by what every program on its way is asked to
 * take of an address (RFC 9110, 4.1): 8,000. Browsers were measured: all take a million, fifteen times what packed motion can be.
 */
import { h } from '../player/dom.js';
import { icon } from '../controls/icons.js';
import { X } from './strings.js';

export const LIMITS = { short: 2000, chats: 4000, mail: 8000, link: 64_000 };

/**
 * @param {number} length characters
 * @returns {{ good: string[], bad: string }}
 */
export function survives(length) {
  const { places, tooLong, shorter } = X.link;
  if (length <= LIMITS.short) return { good: [places.browsers, places.mail, places.chats], bad: '' };
  if (length <= LIMITS.chats) return { good: [places.browsers, places.mail, places.most], bad: tooLong(length, shorter(LIMITS.short)) };
  if (length <= LIMITS.mail) return { good: [places.browsers, places.mail], bad: tooLong(length, places.inChats) };
  if (length <= LIMITS.link) return { good: [places.browsers], bad: tooLong(length, places.inMail) };
  return { good: [], bad: tooLong(length, places.inLinks) };
}

/** Two lines that keep their room, so that nothing below them moves while the slider does. */
export function placesList() {
  const good = h('ul', { class: 'places' });
  const bad = h('p', { class: 'limit' });
  return {
    nodes: [good, bad],
    /** @param {number} length */
    show(length) {
      const told = survives(length);
      good.replaceChildren(...told.good.map((place) => h('li', {}, icon('tick'), place)));
      bad.replaceChildren(...(told.bad ? [icon('warn'), h('span', {}, told.bad)] : []));
    },
    /** What is wrong instead. @param {string} why */
    fail(why) {
      good.replaceChildren();
      bad.replaceChildren(icon('warn'), h('span', {}, why));
    },
  };
}
