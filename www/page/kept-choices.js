/** Keeps what a visitor chose among the looks that tools offer, such as bones or a body, for later visits. */
import { tools } from '../player/element/rooms.js';

/** @param {string} option */
const keyOf = (option) => `marey-${option}`;

/** @param {import('../player/session/session.js').Session} session */
export function keepChoices(session) {
  const { element } = session;
  for (const { choices } of tools()) {
    if (!choices) continue;
    const { option } = choices;
    try {
      const kept = localStorage.getItem(keyOf(option));
      // The look of a link comes first.
      if (kept && !element.hasAttribute(option)) element.setAttribute(option, kept);
    } catch {
      // Without storage nothing is kept.
      continue;
    }
    // Only steps that can be undone are the visitor's.
    session.on('history', (names) => {
      if (!names.includes(option)) return;
      try {
        localStorage.setItem(keyOf(option), element.getAttribute(option) ?? '');
      } catch {
        // The choice holds for this visit.
      }
    });
  }
}
