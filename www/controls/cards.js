/** The middle of the stage: the big play button, the progress line, an error card. */
import { h } from '../player/base/dom.js';
import { button } from './button.js';
import { icon } from './icons.js';
import { withName } from './names.js';
import { sentence } from '../player/words/errors.js';
import { UPDATED } from '../player/base/parts.js';
import { S } from '../player/words/strings.js';
import { C } from './strings.js';

/** Delay of the progress line: for quick reads a flash would be worse than a wait. */
const PROGRESS_DELAY_MS = 350;

export class Cards {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #late = false;
  /** @type {unknown} */
  #shown = null;
  /** Fault of a script that failed to load. @type {import('../types.d.ts').Fault | null} */
  #missing = null;

  /** @param {import('./controls.js').Controls} ui */
  constructor(ui) {
    this.ui = ui;
    this.session = /** @type {import('../player/session/session.js').Session} */ (ui.session);
    const { session } = this;
    this.big = h(
      'button',
      {
        type: 'button',
        class: 'big',
        part: 'big-play',
        'aria-label': C.play,
        hidden: true,
        onclick: () => {
          session.playback.toggle();
          ui.stage.focus();
        },
      },
      icon('play'),
    );
    this.progressText = h('span');
    this.progressBar = h('span', { class: 'grow' });
    this.stop = button('close', C.stopReading, () => session.cancel(), { class: 'stop', 'aria-keyshortcuts': 'Escape' });
    this.progress = h(
      'div',
      { class: 'progress', part: 'progress', hidden: true },
      this.progressText,
      this.stop,
      h('span', { class: 'groove' }, this.progressBar),
    );
    this.alert = h('div', { role: 'alert' });
    ui.centre.append(this.big, this.progress, this.alert);
    session.on('progress', (progress) => this.#load(progress));
    session.on('load', () => {
      this.#load();
      this.#big();
    });
    session.on('play', () => this.#big());
    session.on('clip', () => this.#big());
    session.on('attribute', (name) => {
      if (name === 'controls') this.#big();
    });
    session.on('fault', () => {
      this.#fault();
      this.#big();
    });
    // Shows what happened before the controls were made.
    this.#load();
    this.#big();
    this.#fault();
    ui.element.addEventListener('partmissing', (event) => this.#part(/** @type {CustomEvent} */ (event).detail));
  }

  /** Shows a card for a missing script, unless another is open. @param {import('../types.d.ts').Fault | null} fault null: it has loaded */
  #part(fault) {
    if (fault && this.#shown !== this.#missing) return;
    this.#missing = fault;
    this.#fault();
  }

  /** The big button is shown for a deferred or cancelled clip, as long as there is no figure that it would cover. */
  #big() {
    const { session, ui } = this;
    this.big.hidden = !(
      ui.element.controls &&
      (session.cancelled || (session.deferred && !session.failure)) &&
      !session.info &&
      !session.pictureFault
    );
  }

  #load(progress = this.session.progress) {
    if (!progress) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#late = false;
      if (this.ui.shadow.activeElement === this.stop) this.ui.stage.focus();
      this.progress.hidden = true;
      return;
    }
    this.#timer ??= setTimeout(() => {
      this.#late = true;
      this.#load();
    }, PROGRESS_DELAY_MS);
    const { loaded, total, name } = progress;
    const part = total ? Math.min(1, loaded / total) : 0;
    const words = C.reading(name, total ? C.percent(Math.round(part * 100)) : loaded ? C.megabytes(loaded) : '');
    if (this.progressText.textContent !== words) this.progressText.replaceChildren(...withName(words, name));
    this.progressBar.style.setProperty('transform', `scaleX(${part.toFixed(3)})`);
    this.progress.hidden = !this.#late;
  }

  /** Fetches the error card with the panels; without them a plain sentence has to do. */
  async #fault() {
    const { session, ui } = this;
    const file = session.cancelled ? null : session.failure;
    const subject = session.pictureFault?.kind === 'gpu' ? session.pictureFault : (file ?? session.pictureFault ?? this.#missing);
    if (subject === this.#shown) return;
    this.#shown = subject;
    if (!subject) {
      this.alert.replaceChildren();
      ui.insets.measure();
      return;
    }
    const module = subject === this.#missing ? null : await ui.panels.fetch();
    if (subject !== this.#shown) return;
    const own = subject === file ? file : null;
    this.alert.replaceChildren(module ? module.faultCard(ui, own) : this.#plain(own));
    ui.insets.measure();
  }

  /** @param {import('../player/session/session.js').Session['failure']} file */
  #plain(file) {
    const { session } = this;
    const button = (/** @type {string} */ text, /** @type {() => void} */ act) =>
      h('button', { type: 'button', class: 'push', onclick: act }, text);
    const missing = this.#shown === this.#missing;
    const fault = file?.fault ?? (missing ? this.#missing : session.pictureFault);
    const reload = missing || fault?.code === UPDATED;
    return h(
      'div',
      { class: 'card', part: 'card' },
      h('p', {}, ...withName(file && !reload ? sentence(file.fault, file.name) : (fault?.message ?? ''), file?.name ?? '')),
      h(
        'div',
        { class: 'actions' },
        reload ? button(S.reload, () => location.reload()) : button(C.retry, () => session.retryAll()),
        missing && button(C.close, () => this.#part(null)),
      ),
    );
  }
}
