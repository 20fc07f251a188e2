/** The share panel: a link to this moment, and a line to embed it. */
import { h } from '../player/dom.js';
import { clock } from '../player/format.js';
import { S } from '../player/strings.js';
import { linkTo, linkable } from './link-to.js';
import { P } from './strings.js';
import { row } from './rows.js';
import { sections } from './share-sections.js';

/**
 * @param {import('../player/session.js').Session} session
 * @param {import('../controls/controls.js').Controls} ui
 * @returns {import('../controls/panels.js').Panel}
 */
export function build(session, ui) {
  if (!linkable(session)) return { content: h('div', { class: 'form' }, h('p', { class: 'prose', dir: 'auto' }, P.shareBox.local), ...sections(session, ui)) };
  const here = new URL(ui.element.getAttribute('share') || './', document.baseURI);
  const embed = new URL('embed.html', here);

  const fromHere = h('input', { type: 'checkbox', role: 'switch', class: 'switch', checked: session.playback.time > 0, onchange: () => write() });
  const link = h('input', { type: 'text', dir: 'ltr', readonly: true, 'aria-label': P.shareBox.link, onfocus: () => link.select() });
  const code = h('textarea', { dir: 'ltr', readonly: true, rows: '3', 'aria-label': P.shareBox.embed, onfocus: () => code.select() });

  const write = () => {
    link.value = linkTo(session, here, fromHere.checked);
    const source = linkTo(session, embed, fromHere.checked, true).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    const title = (session.info?.name ?? '').replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
    code.value = `<iframe src="${source}" title="${title}" width="640" height="360" loading="lazy" allow="fullscreen; clipboard-write" frameborder="0"></iframe>`;
  };

  /** @param {HTMLInputElement | HTMLTextAreaElement} from @param {string} done */
  const copy = async (from, done) => {
    try {
      await navigator.clipboard.writeText(from.value);
      session.say(done);
    } catch {
      from.focus();
      from.select();
      session.say(S.say.copyFailed);
    }
  };

  write();
  const first = h('button', { type: 'button', class: 'push main', onclick: () => copy(link, S.say.copied) }, P.shareBox.copy);
  return {
    focus: first,
    content: h('div', { class: 'form' },
      link, row(P.shareBox.fromHere(clock(session.playback.time, session.playback.duration)), fromHere), first,
      h('h3', {}, P.shareBox.embed), code,
      h('button', { type: 'button', class: 'push', onclick: () => copy(code, S.say.embedCopied) }, P.shareBox.copyEmbed),
      ...sections(session, ui)),
  };
}
