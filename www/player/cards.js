/** What may stand in the middle of the stage: the big play button, the progress line, an error. */
import { h, setText } from './dom.js';
import { icon } from './icons.js';
import { sentence } from './errors.js';
import { S } from './strings.js';

/** Reading shorter than this shows nothing: a flash is worse than a wait. */
const PATIENCE_MS = 350;

export class Cards {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #late = false;
  /** @type {unknown} */
  #shown = null;

  /** @param {import('./interface.js').Interface} ui */
  constructor(ui) {
    this.ui = ui;
    this.core = /** @type {import('./core.js').Core} */ (ui.core);
    const { core } = this;
    this.big = h('button', { type: 'button', class: 'big', 'aria-label': S.play, hidden: true, onclick: () => { core.toggle(); ui.stage.focus(); } }, icon('play'));
    this.progressText = h('span');
    this.progressBar = h('span', { class: 'grow' });
    this.progress = h('div', { class: 'progress', hidden: true }, this.progressText, h('span', { class: 'groove' }, this.progressBar));
    this.alert = h('div', { role: 'alert' });
    ui.centre.append(this.big, this.progress, this.alert);
    core.on('load', () => this.#load());
    core.on('play', () => this.#big());
    core.on('clip', () => this.#big());
    core.on('time', () => { if (core.paused) this.#big(); });
    core.on('attribute', () => this.#big());
    core.on('fault', () => { this.#fault(); this.#big(); });
  }

  /** Shown where the clip waits for its first play. */
  #big() {
    const { core, ui } = this;
    this.big.hidden = !(ui.element.controls && core.info && core.paused && core.time === 0 && !core.gpuFault && !core.fault && !core.autoplay);
  }

  #load() {
    const { progress } = this.core.loader;
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
    const { core, ui } = this;
    const file = core.fault;
    const subject = core.gpuFault?.kind === 'gpu' ? core.gpuFault : file ?? core.gpuFault;
    if (subject === this.#shown) return;
    this.#shown = subject;
    if (!subject) {
      this.alert.replaceChildren();
      return;
    }
    const module = await ui.panels().catch(() => null);
    if (subject !== this.#shown) return;
    const own = subject === file ? file : null;
    const plain = () => h('div', { class: 'card' }, own ? sentence(own.fault, own.name) : core.gpuFault?.message,
      h('button', { type: 'button', class: 'push', onclick: () => { if (own) core.loader.retry(); else core.retry(); } }, S.retry));
    this.alert.replaceChildren(module ? module.faultCard(ui, own) : plain());
  }
}
