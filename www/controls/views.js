/** Buttons for views, following and projection; a pressed one stays visible while the controls are hidden. */
import { h, setAttr } from '../player/base/dom.js';
import { C } from './strings.js';

const VIEWS = /** @type {const} */ (['front', 'side', 'top', 'home']);

/** Yaw and pitch of a `camera` text: they change when the visitor turns the camera. @param {string} camera */
const direction = (camera) => camera.split(',', 2).join();

/** Whether the projection is orthographic. @param {import('../player/session/session.js').Session} session */
export const isOrtho = ({ view: { camera } }) => camera.endsWith('ortho') && !camera.startsWith('view:');

/** @param {import('../player/session/session.js').Session} session @param {boolean} on */
export const setOrtho = ({ view }, on) => view.setCamera(on ? 'ortho' : 'perspective');

export class Views {
  /** The view last set, and its direction. */
  #lastView = { name: '', from: '' };

  /** @param {import('./controls.js').Controls} ui */
  constructor(ui) {
    const { session } = ui;
    this.ui = ui;
    this.session = session;
    const chip = (/** @type {string} */ text, /** @type {() => void} */ act) => h('button', { type: 'button', onclick: act }, text);
    this.follow = chip(C.following, () => {
      ui.set('follow', this.#follows ? 'off' : 'on');
    });
    this.ortho = chip(C.ortho, () => setOrtho(session, !isOrtho(session)));
    this.ortho.title = C.orthoTitle;
    this.views = VIEWS.map((view) => chip(C.views[view], () => session.view.setCamera(view)));
    this.root = h(
      'div',
      { class: 'viewpoints', role: 'group', 'aria-label': C.viewpoints, hidden: true },
      this.follow,
      ...this.views,
      this.ortho,
    );
    for (const signal of /** @type {const} */ (['setting', 'size'])) session.on(signal, () => this.#write());
    session.on('view', (camera) => {
      if (camera) this.#note(camera);
      this.#write();
    });
    session.on('clip', (what) => {
      if (what === 'new') this.#note('home');
      this.#write();
      this.#fetch();
    });
    this.#fetch();
    this.#write();
  }

  /** Fetches the menu of the file's cameras with the first clip that has any. */
  async #fetch() {
    // `ui.panels` is created after the views.
    await null;
    if (this.cameras || !this.session.info?.viewpoints.length) return;
    const module = await this.ui.panels.fetch();
    if (!module || this.cameras) return;
    this.cameras = module.cameraMenu(this.ui);
    this.root.prepend(this.cameras.root);
    this.cameras.update();
  }

  get #follows() {
    return this.session.host.number('follows') === 1;
  }

  /** Notes a camera that was set. A projection alone keeps the view. @param {string} camera */
  #note(camera) {
    const [name] = camera.split(',');
    if (name !== 'ortho' && name !== 'perspective')
      this.#lastView = { name: name === 'left' ? 'side' : name, from: direction(this.session.view.camera) };
  }

  #write() {
    const { info, pictureFault } = this.session;
    this.root.hidden = !info || pictureFault !== null;
    this.cameras?.update();
    setAttr(this.follow, 'aria-pressed', String(this.#follows));
    const { name, from } = this.#lastView;
    const on = direction(this.session.view.camera) === from ? name : '';
    // "Reset view" is an action, not a state.
    VIEWS.forEach((view, at) => {
      if (view !== 'home') setAttr(this.views[at], 'aria-pressed', String(view === on));
    });
    setAttr(this.ortho, 'aria-pressed', String(isOrtho(this.session)));
  }
}
