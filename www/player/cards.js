/** What may stand in the middle of the stage: the big play button, the progress line, an error. */
import { h, setText } from './dom.js';
import { icon } from './icons.js';
import { missing, sentence } from './errors.js';
import { S } from './strings.js';

/** @typedef {{ text: string, act: () => void }} Action a button */

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

  #fault() {
    const { core } = this;
    const file = core.fault;
    const subject = core.gpuFault?.kind === 'gpu' ? core.gpuFault : file ?? core.gpuFault;
    if (subject === this.#shown) return;
    this.#shown = subject;
    this.alert.replaceChildren();
    if (file && subject === file) {
      const { fault, name } = file;
      const dismiss = { text: S.dismiss, act: () => { core.fault = null; core.signal('fault'); } };
      const lacking = missing(fault);
      if (lacking) {
        this.#needs(name, lacking, dismiss);
        return;
      }
      this.#card(S.errors.title(name), sentence(fault, ''), { excerpt: fault.excerpt, main: this.#remedy(fault), other: dismiss, asIs: Boolean(fault.file) });
    } else if (core.gpuFault) {
      const { kind, message } = core.gpuFault;
      const title = kind === 'nogpu' ? S.errors.noGpuTitle : kind === 'gpu' ? S.errors.gpuTitle : S.errors.playerTitle;
      const text = kind === 'nogpu' ? S.errors.noGpu : kind === 'gpu' ? S.errors.gpu : message;
      this.#card(title, text, { main: kind === 'nogpu' ? undefined : { text: S.retry, act: () => core.retry() } });
    }
  }

  /** What may help. @param {import('../types.d.ts').Fault} fault @returns {Action | undefined} */
  #remedy({ kind, code }) {
    const choose = this.ui.element.chooseFiles;
    if (kind !== 'parse' && kind !== 'link') return { text: S.retry, act: () => this.core.loader.retry() };
    return code === 'acclaim.no-fit' && choose ? { text: S.errors.openAnother, act: choose } : undefined;
  }

  /**
   * Nothing is wrong with the file: it waits for another one.
   * @param {string} name
   * @param {{ what: 'skeleton' | 'wearer', name: string }} lacking
   * @param {Action} dismiss
   */
  #needs(name, lacking, dismiss) {
    const { element } = this.ui;
    const choose = element.chooseFiles;
    const skeleton = lacking.name || S.errors.anySkeleton;
    const text = lacking.what === 'wearer' ? S.errors.dropWearer : choose ? S.errors.dropSkeleton(skeleton) : S.errors.nameSkeleton(skeleton);
    this.#card(lacking.what === 'wearer' ? S.errors.isSkin(name) : S.errors.needsSkeleton(name), text,
      { sign: 'figure', main: choose ? { text: S.errors.openIt, act: choose } : undefined, other: dismiss });
  }

  /**
   * @param {string} title
   * @param {string} text
   * @param {{ sign?: import('./icons.js').IconName, excerpt?: string, main?: Action, other?: Action, asIs?: boolean }} more asIs: begins with a file's name
   */
  #card(title, text, { sign = 'warn', excerpt, main, other, asIs = false }) {
    const clean = text.replace(/^: /, '');
    const push = (/** @type {Action | undefined} */ action, /** @type {string} */ style) =>
      action && h('button', { type: 'button', class: style, onclick: action.act }, action.text);
    this.alert.append(h('div', { class: this.core.info && !this.core.gpuFault ? 'card low' : 'card', 'data-sign': sign },
      h('h2', {}, icon(sign), h('span', {}, title)),
      h('p', {}, asIs ? clean : clean.charAt(0).toUpperCase() + clean.slice(1)),
      excerpt ? h('code', {}, excerpt) : null,
      main || other ? h('div', { class: 'actions' }, push(main, 'push main'), push(other, 'push')) : null));
  }
}
