/** The embed codes in tabs, with the ARIA tab pattern: arrow keys choose. */
import { h } from '../player/base/dom.js';
import { copyButton } from './copying.js';
import { KINDS, shortened } from './embed-codes.js';
import { X } from './strings.js';

/** @typedef {import('./embed-codes.js').Kind} Kind */

/**
 * @param {import('../player/session/session.js').Session} session @param {HTMLElement} voice
 * @param {(kind: Kind) => { code: string, packed: string | null }} code
 */
export function embedTabs(session, voice, code) {
  /** @type {Kind} */
  let kind = 'tag';
  /** There is a link to embed. */
  let ready = false;
  const field = h('textarea', {
    dir: 'ltr',
    readonly: true,
    rows: '3',
    spellcheck: 'false',
    'aria-label': X.link.embed,
    // On focus, show the whole code, so that selecting by hand selects all of it.
    onfocus: () => {
      if (ready) field.value = code(kind).code;
      field.select();
    },
    onblur: () => refresh(),
  });
  const note = h('p', { class: 'about' });
  const copy = copyButton(session, {
    label: X.link.copyCode,
    look: 'btn',
    bare: true,
    sign: 'copy',
    text: () => code(kind).code,
    byHand: () => field.focus(),
    voice,
    said: X.link.codeCopied,
  });
  const panel = h('div', { role: 'tabpanel', id: 'embed-code', class: 'code' }, field, copy);
  const tabs = KINDS.map((each) =>
    h(
      'button',
      { type: 'button', role: 'tab', id: `embed-${each}`, 'aria-controls': 'embed-code', onclick: () => choose(each) },
      X.link.kinds[each].name,
    ),
  );

  const refresh = (now = ready) => {
    ready = now;
    copy.disabled = !ready;
    const { code: whole, packed } = ready ? code(kind) : { code: X.link.packing, packed: null };
    field.value = shortened(whole, packed);
    note.textContent = X.link.kinds[kind].note;
  };
  const choose = (/** @type {Kind} */ wanted, focus = false) => {
    kind = wanted;
    for (const [index, tab] of tabs.entries()) {
      const chosen = KINDS[index] === kind;
      tab.ariaSelected = String(chosen);
      tab.tabIndex = chosen ? 0 : -1;
      if (chosen && focus) tab.focus();
    }
    panel.setAttribute('aria-labelledby', `embed-${kind}`);
    refresh();
  };
  const list = h(
    'div',
    {
      role: 'tablist',
      class: 'tabs',
      'aria-label': X.link.embed,
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const forward = list.matches(':dir(rtl)') ? 'ArrowLeft' : 'ArrowRight';
        const back = list.matches(':dir(rtl)') ? 'ArrowRight' : 'ArrowLeft';
        const now = KINDS.indexOf(kind);
        const next = { [forward]: now + 1, [back]: now - 1, Home: 0, End: KINDS.length - 1 }[event.key];
        if (next === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        choose(KINDS[(next + KINDS.length) % KINDS.length], true);
      },
    },
    ...tabs,
  );
  choose(kind);
  return { nodes: [list, panel, note], refresh };
}
