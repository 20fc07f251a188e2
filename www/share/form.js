/** Form controls for the sections of the share panel. */
import { h } from '../player/base/dom.js';
import { hasCaptions } from './caption.js';
import { reasonOf } from './refusal.js';
import { X } from './strings.js';

/** @param {string} label @param {HTMLElement} control */
const row = (label, control) => h('label', { class: 'line' }, h('span', {}, label), control);

/** @param {string} label @param {(readonly [value: string, text: string])[]} options @param {string} value @param {() => void} [change] */
export function choice(label, options, value, change = () => {}) {
  const control = h('select', { onchange: change });
  // Isolate each text, because a number before a word would change sides on right-to-left pages.
  const fill = (/** @type {(readonly [value: string, text: string])[]} */ list, /** @type {string} */ chosen) =>
    control.replaceChildren(...list.map(([each, text]) => h('option', { value: each, selected: each === chosen }, `\u2068${text}\u2069`)));
  fill(options, value);
  return { row: row(label, control), control, fill };
}

/** @param {string} label @param {boolean} on @param {() => void} [change] */
export function toggle(label, on, change = () => {}) {
  const control = h('input', { type: 'checkbox', role: 'switch', class: 'switch', checked: on, onchange: change });
  return { row: row(label, control), control };
}

/** Whether pictures have what labels say; hidden while nothing does. @param {import('../player/session/session.js').Session} session @param {() => void} change */
export function captions(session, change) {
  const { row: line, control } = toggle(X.captions, true, change);
  const show = () => {
    line.hidden = !hasCaptions(session);
  };
  show();
  const unsubscribe = session.on('tool', () => {
    // The dialog is gone.
    if (!line.isConnected) unsubscribe();
    show();
  });
  return {
    row: line,
    /** As options. */
    get chosen() {
      return !line.hidden && control.checked ? { caption: true } : {};
    },
  };
}

/** Controls for a picture's look. @param {{ background: boolean, grid: boolean, theme?: 'shown' | 'light', change?: () => void }} first */
export function looks({ background, grid, theme: themed = 'shown', change }) {
  const theme = choice(
    X.theme,
    /** @type {const} */ (['shown', 'dark', 'light']).map((each) => [each, X.themes[each]]),
    themed,
    change,
  );
  const [back, lines, shadow] = [toggle(X.background, background, change), toggle(X.grid, grid, change), toggle(X.shadow, true, change)];
  return {
    rows: [theme.row, back.row, lines.row, shadow.row],
    /** The picture's theme. @param {import('../player/session/session.js').Session} session */
    paper: (session) => (theme.control.value === 'shown' ? session.get('theme') : /** @type {'dark' | 'light'} */ (theme.control.value)),
    /** The chosen look, as options. */
    get chosen() {
      const { value } = theme.control;
      return {
        ...(value === 'dark' || value === 'light' ? { theme: /** @type {'dark' | 'light'} */ (value) } : {}),
        background: back.control.checked,
        grid: lines.control.checked,
        shadow: shadow.control.checked,
      };
    },
  };
}

/** @param {string} text @param {(event: Event) => void} act @param {boolean} [main] */
export const push = (text, act, main) => h('button', { type: 'button', class: main ? 'push main' : 'push', onclick: act }, text);

/**
 * A button for a slow action: ignores clicks while the action runs, and announces errors.
 * @param {import('../player/session/session.js').Session} session @param {string} text @param {() => Promise<unknown>} act @param {boolean} [main]
 */
export function slowly(session, text, act, main) {
  const button = push(
    text,
    async () => {
      if (button.ariaBusy === 'true') return;
      button.ariaBusy = 'true';
      try {
        await act();
      } catch (error) {
        if (/** @type {Error} */ (error).name !== 'AbortError') session.say(X.said.failed(reasonOf(error)));
      } finally {
        button.ariaBusy = null;
      }
    },
    main,
  );
  return button;
}
