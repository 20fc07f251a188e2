/** What may stand in the middle of the stage: the big play button, the progress line, an error. */
import { h, setText } from '../player/dom.js';
import { icon } from './icons.js';
import { sentence } from '../player/errors.js';
import { S } from '../player/strings.js';

/** Reading shorter than this shows nothing: a flash is worse than a wait. */
const PATIENCE_MS = 350;

export class Cards {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #late = false;
  /** @type {unknown} */
  #shown = null;

  /** @param {import('./controls.js').Controls} ui */
  constructor(ui) {
    this.ui = ui;
    this.session = /** @type {import('../player/session.js').Session} */ (ui.session);
    const { session } = this;
    this.big = h('button', { type: 'button', class: 'big', 'aria-label': S.play, hidden: true, onclick: () => { session.playback.toggle(); ui.stage.focus(); } }, icon('play'));
    this.progressText = h('span');
    this.progressBar = h('span', { class: 'grow' });
    this.progress = h('div', { class: 'progress', hidden: true }, this.progressText, h('span', { class: 'groove' }, this.progressBar));
    this.alert = h('div', { role: 'alert' });
    ui.centre.append(this.big, this.progress, this.alert);
    session.on('load', () => this.#load());
    session.on('play', () => this.#big());
    session.on('clip', () => this.#big());
    session.on('time', () => { if (session.playback.paused) this.#big(); });
    session.on('attribute', () => this.#big());
    session.on('fault', () => { this.#fault(); this.#big(); });
  }

  /** Shown where the clip waits for its first play. */
  #big() {
    const { session, ui } = this;
    this.big.hidden = !(ui.element.controls && session.info && session.playback.paused && session.playback.time === 0 && !session.pictureFault && !session.failure && !session.autoplay);
  }

  #load() {
    const { progress } = this.session;
    if (!progress) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#late = false;
      this.progress.hidden = true;
      return;
    }
    this.#timer ??= setTimeout(() => { this.#late = true; this.#load(); }, PATIENCE_MS);
    const { loaded, total, name } = progress;
    const part = total ? Math.min(1, loaded / total) : 0;
    setText(this.progressText, S.reading(name, total ? `${Math.round(part * 100)} %` : loaded ? S.megabytes(loaded) : ''));
    this.progressBar.style.setProperty('transform', `scaleX(${part.toFixed(3)})`);
    this.progress.hidden = !this.#late;
  }

  /** What an error card says is fetched with the panels; without them the bare sentence has to do. */
  async #fault() {
    const { session, ui } = this;
    const file = session.failure;
    const subject = session.pictureFault?.kind === 'gpu' ? session.pictureFault : file ?? session.pictureFault;
    if (subject === this.#shown) return;
    this.#shown = subject;
    if (!subject) {
      this.alert.replaceChildren();
      return;
    }
    const module = await ui.panels.fetch().catch(() => null);
    if (subject !== this.#shown) return;
    const own = subject === file ? file : null;
    const plain = () => h('div', { class: 'card' }, own ? sentence(own.fault, own.name) : session.pictureFault?.message,
      h('button', { type: 'button', class: 'push', onclick: () => { if (own) session.retry(); else session.retryPicture(); } }, S.retry));
    this.alert.replaceChildren(module ? module.faultCard(ui, own) : plain());
  }
}
