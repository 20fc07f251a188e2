/** Controls go while nobody needs them, and come with the next sign of life. */

/** How long they stay after it. */
const IDLE_MS = 2500;
const LEFT_MS = 600;

export class Idle {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {import('./controls.js').Controls} ui */
  constructor(ui) {
    this.ui = ui;
    const { element, root, session } = ui;
    for (const type of ['pointermove', 'pointerdown', 'focusin', 'keydown', 'wheel']) {
      root.addEventListener(type, () => this.stir(), { passive: true });
    }
    root.addEventListener('pointerleave', () => this.#rest(LEFT_MS));
    element.addEventListener('focusin', () => this.stir());
    session.on('play', () => this.stir());
    this.stir();
  }

  /** Somebody is there. */
  stir() {
    const { root, session } = this.ui;
    if (root.dataset.idle !== undefined) {
      delete root.dataset.idle;
      session.signal('time');
    }
    this.#rest(IDLE_MS);
  }

  /** @param {number} after */
  #rest(after) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#needed()) this.#rest(IDLE_MS);
      else if (!this.ui.session.playback.paused) this.ui.root.dataset.idle = '';
    }, after);
  }

  #needed() {
    const { element, foot, page, panels, session, shadow, stage } = this.ui;
    if (session.playback.paused) return false;
    const focus = shadow.activeElement ?? element.querySelector(':focus-visible');
    return Boolean(foot.matches(':hover') || page.matches(':hover') || shadow.querySelector('.menu:not([hidden])') || panels.root?.contains(focus)
      || (focus && focus !== stage && focus.matches(':focus-visible')));
  }
}
