/** Buttons for views, following and projection; a pressed one stays visible while the controls are hidden. */
import { h, setAttr, setText } from '../player/base/dom.js';
import { tools } from '../player/element/rooms.js';
import { icon } from './icons.js';
import { menu } from './menu.js';
import { C } from './strings.js';

const VIEWS = /** @type {const} */ (['front', 'side', 'top', 'home']);

/** Yaw and pitch of a `camera` text: they change when the visitor turns the camera. @param {string} camera */
const direction = (camera) => camera.split(',', 2).join();

/** Whether the projection is orthographic. @param {import('../player/session/session.js').Session} session */
export const isOrtho = ({ view: { camera } }) => camera.endsWith('ortho') && !camera.startsWith('view:');

/** @param {import('../player/session/session.js').Session} session @param {boolean} on */
export const setOrtho = ({ view }, on) => view.setCamera(on ? 'ortho' : 'perspective');

/** A button of the bar with a menu of what the buttons beside the stage do. @param {import('./controls.js').Controls} ui @param {Views} views */
export function lookMenu(ui, views) {
  const { session } = ui;
  const figures = tools().flatMap(({ choices, name, press, words: { choices: all = {} } }) =>
    Object.entries(all).map(([value, text]) => ({
      text,
      // Why the clip does not look so though it was chosen.
      why: h('small'),
      refusal: () => session.state.tools[name]?.refusal ?? '',
      keys: press?.[0].toUpperCase(),
      act: () => choices && ui.history.set(choices.option, value),
      on: () => choices?.now(session) === value,
      shown: () => choices?.offered(session, value),
    })),
  );
  const all = [...views.looks, ...figures];
  const { root, opener, list, fill, mark } = menu(ui, 'look wide', C.look, '', (index) => all[index].act(), 'menuitemcheckbox');
  opener.className = 'btn worded';
  opener.replaceChildren(icon('look'), h('span', { class: 'word' }, C.look));
  setAttr(opener, 'aria-label', C.look);
  fill([...views.looks.map(({ text }) => [text]), ...figures.map(({ text, why }) => [text, why])]);
  list.children[views.looks.length]?.classList.add('group');
  figures.forEach(({ keys }, index) => setAttr(list.children[views.looks.length + index], 'aria-keyshortcuts', keys ?? null));
  views.on = () => {
    for (const { on, refusal, why } of figures) setText(why, on() ? refusal() : '');
    mark(
      (index) => all[index].on(),
      (index) => Boolean(figures[index - views.looks.length]?.shown() ?? true),
    );
  };
  session.on('tool', () => views.on());
  views.on();
  return { root, opener };
}

export class Views {
  /** The view last set, and its direction. */
  #lastView = { name: '', from: '' };
  /** Told when something else is on. */
  on = () => {};

  /** @param {import('./controls.js').Controls} ui */
  constructor(ui) {
    const { session } = ui;
    this.ui = ui;
    this.session = session;
    /** What can be chosen. @type {{ text: string, title?: string, act: () => void, on: () => boolean }[]} */
    this.looks = [
      { text: C.following, act: () => ui.history.set('follow', this.#follows ? 'off' : 'on'), on: () => this.#follows },
      ...VIEWS.map((view) => ({
        text: C.views[view],
        act: () => session.view.setCamera(view),
        // "Reset view" is an action, not a state.
        on: () => view !== 'home' && view === this.#view,
      })),
      { text: C.ortho, title: C.orthoTitle, act: () => setOrtho(session, !isOrtho(session)), on: () => isOrtho(session) },
    ];
    this.buttons = this.looks.map(({ text, title, act }) => h('button', { type: 'button', title, onclick: act }, text));
    this.root = h('div', { class: 'viewpoints', role: 'group', 'aria-label': C.viewpoints, hidden: true }, ...this.buttons);
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
    this.looks.forEach(({ on, text }, at) => setAttr(this.buttons[at], 'aria-pressed', text === C.views.home ? null : String(on())));
    this.on();
  }

  /** The view that the camera shows; '' for another one. */
  get #view() {
    const { name, from } = this.#lastView;
    return direction(this.session.view.camera) === from ? name : '';
  }
}
