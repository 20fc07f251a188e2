/** The controls of the chronophotograph, and its moments on the timeline. */
import css from './strip.css';
import { h } from '../../player/base/dom.js';
import { lazy } from '../../player/base/parts.js';
import { dialog } from '../../player/element/rooms.js';
import { MomentMarks } from './moment-marks.js';
import { P } from './strip-strings.js';

const saving = lazy(() => import('./save.js'));

const FEWEST = 2;
const MOST = 24;

/** @type {import('../../controls/strip.js').Build} */
export function build(ui, { captioned, segments, slider, stepper }) {
  const { element, panels, root, session } = ui;
  const marks = new MomentMarks(ui);
  const shown = () => /** @type {import('./choose.js').ChosenMoments | undefined} */ (session.state.tools.moments ?? undefined);
  const own = () => Array.isArray(session.get('moments'));
  /** How many feet come down, where that decides; there may be fewer figures than were asked for. */
  const atContacts = () => (session.get('spacing') === 'contacts' && !own() && shown()?.contacts) || 0;
  const count = () => (atContacts() && shown()?.moments.length) || element.moments;
  const set = (/** @type {number} */ figures) => {
    ui.history.set('moments', Math.max(FEWEST, Math.min(MOST, atContacts() || MOST, figures)));
  };
  const step = (/** @type {1 | -1} */ by) => {
    if (!own()) set(count() + by);
    else if (by > 0) marks.addInWidestGap();
    else marks.removeFromNarrowestGap();
  };
  const figures = stepper({ label: P.figures, fewer: P.fewer, more: P.more, least: FEWEST, most: MOST, step, set, now: count });
  // Spaces the moments equally, or leaves them where they are, to be moved by hand.
  const spacing = segments(P.spacing, P.spacings, (by) => {
    if (by === 'own') {
      marks.own();
      return;
    }
    ui.history.set('momentsSpacing', by);
    // A number in place of a list.
    ui.history.set('moments', element.moments);
  });
  const tint = segments(P.colours, P.tints, (value) => ui.history.set('momentsTint', value));
  const fade = slider((value) => ui.history.change('fade', value));
  // Switches for what is drawn beside the figures.
  const parts = /** @type {const} */ (['path', 'times']).map((name, index) => {
    const box = h('input', {
      type: 'checkbox',
      role: 'switch',
      class: 'switch',
      checked: !root.hasAttribute(`data-no-${name}`),
      onchange: () => root.toggleAttribute(`data-no-${name}`, !box.checked),
    });
    return h('label', { 'data-leaves': String(2 - index) }, box, P[name]);
  });

  /** A button that saves a picture, one at a time. @param {string} text @param {'image/png' | 'image/svg+xml'} type @param {string} leaves */
  const saver = (text, type, leaves) => {
    const press = h(
      'button',
      {
        type: 'button',
        class: 'push',
        'aria-label': P.saveAs(text),
        'data-leaves': leaves,
        onclick: async () => {
          press.disabled = true;
          await (await saving()).save(ui, type);
          press.disabled = false;
        },
      },
      text,
    );
    return press;
  };

  /** Opens the pictures of the share panel. */
  const savePicture = async () => {
    if (panels.name !== 'share') await panels.toggle('share');
    // The panel fetches its content.
    await dialog(element);
    const pictures = panels.root?.querySelector('[data-section="picture"]');
    if (pictures instanceof HTMLDetailsElement) pictures.open = true;
  };

  const update = () => {
    figures.update();
    spacing.press(own() ? 'own' : session.get('spacing'));
    const none = shown()?.contacts === 0;
    const contacts = /** @type {HTMLButtonElement} */ (spacing.root.querySelector('[data-value="contacts"]'));
    if (contacts.disabled !== none) {
      Object.assign(contacts, { disabled: none, title: none ? P.noContacts : '' });
      if (none && session.get('spacing') === 'contacts') session.say(P.noContacts);
    }
    tint.press(session.get('tint'));
    fade.value = String(session.get('fade'));
    fade.disabled = session.get('tint') === 'viridis';
    marks.update();
  };
  update();

  return {
    title: P.title,
    summary: () => P.count(count()),
    close: P.close,
    css,
    content: [
      captioned(P.figures, figures.root, { 'data-leaves': '8' }),
      captioned(P.spacing, spacing.root, { 'data-leaves': '6' }),
      captioned(P.colours, tint.root, { 'data-leaves': '5' }),
      saver('PNG', 'image/png', '7'),
      saver('SVG', 'image/svg+xml', '9'),
      h('label', { 'data-leaves': '3' }, P.fade, fade),
      ...parts,
      element.hasAttribute('share') && h('button', { type: 'button', class: 'push', 'data-leaves': '4', onclick: savePicture }, P.save),
    ],
    on: { setting: update, tool: update },
    keys: { '+': () => step(1), '=': () => step(1), '-': () => step(-1) },
    closed: () => {
      marks.close();
      ui.history.set('moments', null);
    },
  };
}
