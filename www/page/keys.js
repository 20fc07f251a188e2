/** Player keys on Marey's own page need no focus, unless the visitor types or walks with Tab. Elsewhere they do: `controls/keys.js`. */
import { typing } from '../controls/keys.js';

/** Widgets that handle arrows and letters themselves. */
const OWN_KEYS = '[role="menu"], [role="tree"], [role="radiogroup"], [role="tablist"], .wall';

/** @param {import('../player/session/session.js').Session} session */
export function listenOnPage({ element }) {
  /** The focus was moved by Tab, so Space presses the focused button. */
  let tabbed = false;

  /** Passes the key to the player. @param {KeyboardEvent} event */
  const pass = (event) => {
    const { key, code, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (!element.dispatchEvent(new KeyboardEvent('keydown', { key, code, shiftKey, ctrlKey, metaKey, altKey, cancelable: true })))
      event.preventDefault();
  };

  for (const type of ['pointerdown', 'drop'])
    addEventListener(
      type,
      () => {
        tabbed = false;
      },
      true,
    );
  addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Tab') tabbed = true;
      const target = focused(event);
      // Space must not press a button that got the focus by a click or when a panel opened.
      if (tabbed || event.key !== ' ' || !target.matches('button, a, summary') || target.closest(OWN_KEYS)) return;
      pass(event);
      event.stopPropagation();
    },
    true,
  );
  addEventListener('keydown', (event) => {
    const target = focused(event);
    if (event.defaultPrevented || typing(target, event.key.toLowerCase()) || target.closest(OWN_KEYS)) return;
    pass(event);
  });
}

/** @param {KeyboardEvent} event */
const focused = (event) => /** @type {HTMLElement} */ (event.composedPath()[0]);
