/** Everything that floats over the stage: makes its parts, which reach each other through this object. */
import css from './controls.css';
import { h, setAttr } from '../player/base/dom.js';
import { isPrivate } from '../player/base/hosts.js';
import { adopt } from '../player/element/shell.js';
import { C } from './strings.js';
import { Bar } from './bar.js';
import { Cards } from './cards.js';
import { Fullscreen } from './fullscreen.js';
import { History } from './history.js';
import { listenToGestures } from './gestures.js';
import { Idle } from './idle.js';
import { Insets } from './insets.js';
import { JointLabel } from './joint-label.js';
import { listenToKeys } from './keys.js';
import { offer } from './page-parts.js';
import { Panels } from './panels.js';
import { preparePrints } from './print.js';
import { Room } from './room.js';
import { Scale } from './scale.js';
import { Title } from './title.js';
import { Toast } from './toast.js';
import { Views } from './views.js';

const sheet = new CSSStyleSheet();
sheet.replaceSync(css);

export class Controls {
  /** @type {Bar | null} */
  bar = null;

  /** @param {import('../player/element/shell.js').Shell} shell @param {import('../player/session/session.js').Session} session */
  constructor(shell, session) {
    const { element, shadow, root, stage, live } = shell;
    this.session = session;
    this.element = element;
    this.shadow = shadow;
    this.root = root;
    this.stage = stage;
    adopt(shadow, sheet);
    this.title = new Title(this, () => {
      if (this.panels.name !== 'details') this.panels.toggle('details');
    });
    this.history = new History(this);
    offer(session, { history: this.history });
    this.top = h('div', { class: 'top fades' }, this.title.root);
    /** The page's welcome or list of clips. */
    this.page = h('slot', { name: 'clips', class: 'page' });
    this.centre = h('div', { class: 'centre' });
    this.scale = new Scale(this);
    /** The bar, or the page's own controls in its place. */
    this.own = h('slot', { name: 'controls', onslotchange: () => this.insets.measure() });
    this.views = new Views(this);
    this.room = new Room(this);
    this.above = h('div', { class: 'above' }, this.room.root, this.views.root);
    this.foot = h('div', { class: 'foot fades' }, this.above, this.own);
    this.label = new JointLabel(session);
    this.toast = new Toast(session, live);
    this.fullscreen = new Fullscreen(element);
    this.panels = new Panels(this);
    this.insets = new Insets(this);
    offer(session, { room: this.room });
    this.idle = new Idle(this);
    stage.after(this.scale.root, this.page, this.top, this.centre, this.foot, this.label.root, this.toast.root);
    new Cards(this);
    // On the machine of a page's author the console reports wrong attributes. Our own pages have none.
    if (element.hasAttribute('debug') || (isPrivate(location.hostname) && !element.querySelector('.clips'))) {
      import('./attribute-check.js').then(
        ({ checkAttributes }) => checkAttributes(element, session),
        () => {},
      );
    }
    listenToKeys(this);
    listenToGestures(this);
    preparePrints(this);
    session.on('attribute', (name) => {
      if (name === 'controls' || name === 'nohotkeys') this.#bar();
    });
    this.#bar();
  }

  #bar() {
    const { controls } = this.element;
    if (controls && !this.bar) {
      this.bar = new Bar(this);
      this.own.append(this.bar.root);
    }
    this.root.toggleAttribute('data-controls', controls);
    setAttr(this.stage, 'tabindex', controls ? '0' : null);
    const keys = controls && !this.element.nohotkeys;
    // The role `application` makes screen readers pass the keys to the stage.
    setAttr(this.stage, 'role', keys ? 'application' : 'group');
    setAttr(this.stage, 'aria-description', keys ? C.keys : null);
    if (!controls) this.panels.close();
    this.insets.measure();
  }

  /** @param {number} factor */
  zoom(factor) {
    const { host } = this.session;
    host.change((stage) => stage.zoom(factor, this.insets.middle, host.size.height / 2));
  }
}
