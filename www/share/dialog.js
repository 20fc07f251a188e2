/** Contents of the share panel: what to share, the link (with or without the motion in it), embed codes, exports. */
import css from './share.css';
import './icons.js';
import { h } from '../player/base/dom.js';
import { icon } from '../controls/icons.js';
import { copyButton } from './copying.js';
import { embedCode } from './embed-codes.js';
import { embedTabs } from './embed-tabs.js';
import { exports } from './exports.js';
import { push } from './form.js';
import { isMended, linkTo, linkable, packedLinkTo } from './link-to.js';
import { packedFile } from './packed-file.js';
import { packingErrors } from './received-motion.js';
import { Packing } from './packing.js';
import { qrButton, qrContent } from './qr-button.js';
import { qualitySlider } from './quality.js';
import { reasonOf } from './refusal.js';
import { asSheet } from './sheet.js';
import { X } from './strings.js';
import { LIMITS, placesList } from './link-length.js';
import { linkChoices } from './link-choices.js';

/** @typedef {import('../player/session/session.js').Session} Session */

/** Smallest visible increase in sliding of planted feet, millimetres per second. */
const SEEN_SLIDE = 20;

export const sheet = new CSSStyleSheet();
sheet.replaceSync(css);

/** The word of the attribute `share` for a panel without links. */
const FILES = 'files';

/** @param {Session} session @param {import('../controls/controls.js').Controls} ui */
export function dialog(session, ui) {
  if (!session.info) return { content: new DocumentFragment(), focus: null, dispose() {} };
  if (ui.element.getAttribute('share') === FILES) return filesAlone(session, ui);
  const page = new URL(ui.element.getAttribute('share') || './', document.baseURI);
  const embed = new URL('embed.html', page);
  const addressed = linkable(session);
  const voice = h('p', { class: 'unseen', role: 'status' });

  const packing = new Packing(session, () => refresh());
  const choices = linkChoices(
    session,
    () => refresh(),
    (part) => {
      if (inside()) packing.start(part);
    },
  );
  const insideSwitch = h('input', {
    type: 'checkbox',
    role: 'switch',
    class: 'switch',
    onchange: () => {
      if (inside()) packing.start(choices.part);
      else packing.stop();
      refresh();
    },
  });
  const inside = () => !addressed || insideSwitch.checked;

  /** The packed motion at a slider position; null unless it is ready. @param {number} at */
  const packed = (at) => {
    const made = packing.result(at);
    return made && 'packed' in made ? made.packed : null;
  };
  const link = (text = packed(packing.at)?.text) =>
    !inside() ? linkTo(session, page, choices.choice) : text ? packedLinkTo(session, page, choices.choice, text) : '';

  const field = h('input', { type: 'text', dir: 'ltr', readonly: true, 'aria-label': X.link.link, onfocus: () => field.select() });
  const sending = h('div', { class: 'sending' });
  const copy = copyButton(session, {
    label: X.link.copy,
    look: 'push main',
    sign: 'link',
    text: () => link(),
    voice,
    said: X.link.linkCopied,
    byHand: () => {
      sending.toggleAttribute('data-by-hand', true);
      field.focus();
      field.select();
    },
  });
  sending.append(field, copy);
  if ('share' in navigator) {
    sending.append(
      h(
        'button',
        {
          type: 'button',
          class: 'push send',
          onclick: () => {
            // Closing the system's share dialog is no error.
            navigator.share({ title: session.info?.name, url: link() }).catch((error) => {
              if (error.name !== 'AbortError') session.say(X.said.failed(reasonOf(error)));
            });
          },
        },
        icon('share'),
        X.link.send,
      ),
    );
  }

  const quality = qualitySlider(packing, (text) => link(text).length);
  const places = placesList();
  const file = packedFile(session);
  const tabs = embedTabs(session, voice, (kind) => {
    const text = inside() ? (packed(packing.at)?.text ?? '') : null;
    const frame = text === null ? linkTo(session, embed, choices.choice, true) : packedLinkTo(session, embed, choices.choice, text, true);
    return { code: embedCode(kind, { session, choice: choices.choice, packed: text, link: link(), frame }), packed: text };
  });
  const qr = qrButton(ui);
  const phone = ui.root.hasAttribute('data-phone');
  const codes = h(
    'details',
    {
      class: 'embed',
      open: !phone,
      ontoggle: () => {
        if (phone && codes.open) codes.scrollIntoView({ block: 'nearest' });
      },
    },
    h('summary', {}, icon('code'), h('span', {}, X.link.embed)),
    h('div', { class: 'codes' }, ...tabs.nodes),
  );
  const reveals = h('p', { class: 'about reveals' });
  const mended = h('p', { class: 'about', hidden: !isMended(session) }, X.link.mended);
  const again = push(X.link.again, () => packing.start(choices.part));
  const leftOut = h('p', { class: 'about', hidden: true });
  const repacked = h('p', { class: 'about', hidden: true }, X.link.repacked);
  const slides = h('p', { class: 'about', hidden: true });
  const limits = h('div', { class: 'link-limits' }, ...places.nodes);

  const shown = h('div', { class: 'embed-part' }, ...(phone ? [qr.root, qr.note, codes] : [codes, qr.root, qr.note]));

  const refresh = () => {
    const text = link();
    const made = inside() ? packing.result(packing.at) : undefined;
    quality.root.hidden = !inside();
    quality.refresh();
    // While packing, the previous link stays, dimmed and without copy button.
    const isPacking = inside() && !made;
    const unusable = inside() && !isPacking && (!text || text.length > LIMITS.link);
    sending.toggleAttribute('data-busy', isPacking);
    for (const each of sending.querySelectorAll('button')) each.disabled = !text;
    if (!isPacking || !field.value) field.value = text || (isPacking ? X.link.packing : '');
    limits.hidden = !inside();
    if (made && 'error' in made) places.fail(X.link.failed(reasonOf(made.error)));
    else if (text) places.show(text.length);
    const failed = made !== undefined && 'error' in made;
    file.hidden = !unusable;
    again.hidden = !failed;
    // Without a packed motion there is nothing to embed.
    shown.hidden = failed;
    const out = inside() ? (packed(packing.at)?.leftOut ?? []) : [];
    leftOut.hidden = !out.length;
    leftOut.textContent = out.length ? X.link.leftOut(out.map((each) => X.link.left[each] ?? each)) : '';
    // Motion that was received packed and is shared unchanged loses nothing.
    const slide = (inside() && packed(packing.at)?.slide) || 0;
    slides.hidden = slide < SEEN_SLIDE;
    slides.textContent = X.link.slides(slide);
    repacked.hidden = !(inside() && packed(packing.at)?.received !== true && packingErrors(session));
    tabs.refresh(Boolean(text));
    qr.show(
      qrContent(packing, {
        inside: inside(),
        address: addressed ? linkTo(session, page, choices.choice) : '',
        link: (packedText) => packedLinkTo(session, page, choices.choice, packedText),
      }),
    );
    reveals.textContent = inside() ? X.link.reveals.packed : X.link.reveals.address;
  };

  const { source } = session;
  let { complete } = session;
  const unsubscribes = [
    session.on('view', () => refresh()),
    session.on('actors', () => refresh()),
    session.on('play', () => {
      choices.refresh();
      refresh();
    }),
    session.on('time', () => {
      if (session.playback.paused) {
        choices.refresh();
        refresh();
      }
    }),
    session.on('setting', () => {
      choices.refresh();
      refresh();
    }),
    session.on('clip', () => {
      // The panel describes the previous clip.
      if (session.source !== source) ui.panels.close();
      else if (session.complete && !complete) {
        complete = true;
        if (inside()) packing.start(choices.part);
      }
    }),
  ];
  if (inside()) packing.start(choices.part);
  refresh();
  asSheet(ui);

  return {
    focus: copy,
    content: h(
      'div',
      { class: 'share-form' },
      choices.root,
      h(
        'div',
        { class: 'link-part' },
        addressed && h('label', { class: 'line' }, h('span', {}, X.link.inside), insideSwitch),
        quality.root,
        !phone && sending,
        limits,
        again,
        slides,
        mended,
        leftOut,
        repacked,
        file,
      ),
      shown,
      exports(session, ui),
      reveals,
      voice,
      phone && sending,
    ),
    dispose() {
      packing.stop();
      for (const end of unsubscribes) end();
    },
  };
}

/** What can be saved, without links: for hosts whose address nobody else can open. @param {Session} session @param {import('../controls/controls.js').Controls} ui */
function filesAlone(session, ui) {
  const sections = exports(session, ui);
  const { source } = session;
  asSheet(ui);
  return {
    focus: sections.querySelector('summary'),
    content: h('div', { class: 'share-form' }, sections),
    // The panel describes the previous clip.
    dispose: session.on('clip', () => {
      if (session.source !== source) ui.panels.close();
    }),
  };
}
