/** Hides the controls during playback while they are not needed, and shows them at the next input. */

/** Delay after the last input, and after the pointer has left. */
const IDLE_MS = 2500;
const LEAVE_MS = 600;

export class Idle {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {import('./controls.js').Controls} ui */
  constructor(ui) {
    this.ui = ui;
    const { element, root, session } = ui;
    for (const type of ['pointermove', 'pointerdown', 'focusin', 'keydown', 'wheel']) {
      root.addEventListener(type, () => this.showControls(), { passive: true });
    }
    root.addEventListener('pointerleave', () => this.#hideAfter(LEAVE_MS));
    element.addEventListener('focusin', () => this.showControls());
    session.on('play', () => this.showControls());
    this.showControls();
  }

  /** Shows the controls, and starts the delay again. */
  showControls() {
    const { root, session } = this.ui;
    if (root.dataset.idle !== undefined) {
      delete root.dataset.idle;
      session.signal('time');
    }
    this.#hideAfter(IDLE_MS);
  }

  /** @param {number} after */
  #hideAfter(after) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#needed()) this.#hideAfter(IDLE_MS);
      else if (!this.ui.session.playback.paused) this.ui.root.dataset.idle = '';
    }, after);
  }

  #needed() {
    const { element, foot, page, panels, session, shadow, stage } = this.ui;
    if (session.playback.paused) return false;
    const focus = shadow.activeElement ?? element.querySelector(':focus-visible');
    // Curves and lanes are watched while the clip plays.
    return Boolean(
      foot.matches(':hover') ||
      page.matches(':hover') ||
      shadow.querySelector('.menu:not([hidden]), .dock:not([hidden])') ||
      panels.root?.contains(focus) ||
      (focus && focus !== stage && focus.matches(':focus-visible')),
    );
  }
}
