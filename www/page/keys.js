/**
 * The keys of a page that is nothing but the player: they act wherever the focus is, until somebody walks through the controls with
 * Tab or types. In other people's pages the player's keys need the focus; see `controls/keys.js`.
 */
import { typing } from '../controls/keys.js';

/** What takes arrows and letters itself. */
const OWN_KEYS = '[role="menu"], [role="tree"], [role="radiogroup"], [role="tablist"]';

/** @param {import('../player/session.js').Session} session */
export function listenOnPage({ element }) {
  /** The focus came by Tab: Space then presses what has it. */
  let walked = false;

  /** Gives the key to the player as if it had the focus. @param {KeyboardEvent} event */
  const pass = (event) => {
    const { key, code, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (!element.dispatchEvent(new KeyboardEvent('keydown', { key, code, shiftKey, ctrlKey, metaKey, altKey, cancelable: true }))) event.preventDefault();
  };

  for (const type of ['pointerdown', 'drop']) addEventListener(type, () => { walked = false; }, true);
  addEventListener('keydown', (event) => {
    if (event.key === 'Tab') walked = true;
    const target = focused(event);
    // A button that a pointer pressed, or that got the focus as a panel opened, would be pressed by Space.
    if (walked || event.key !== ' ' || !target.matches('button, a, summary') || target.closest(OWN_KEYS)) return;
    pass(event);
    event.stopPropagation();
  }, true);
  addEventListener('keydown', (event) => {
    const target = focused(event);
    if (event.defaultPrevented || typing(target, event.key.toLowerCase()) || target.closest(OWN_KEYS)) return;
    pass(event);
  });
}

/** @param {KeyboardEvent} event */
const focused = (event) => /** @type {HTMLElement} */ (event.composedPath()[0]);
