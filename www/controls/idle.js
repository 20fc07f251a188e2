/** Hides the controls during playback while they are not needed, and shows them at the next input. */

/** Delay after the last input, and after the pointer has left. */
const IDLE_MS = 2500;
const LEAVE_MS = 600;

export class Idle {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** The last input was in the list of clips or in a panel. */
  #looks = false;

  /** @param {import('./controls.js').Controls} ui */
  constructor(ui) {
    this.ui = ui;
    const { element, root, session } = ui;
    for (const type of ['pointermove', 'pointerdown', 'focusin', 'keydown', 'wheel']) {
      root.addEventListener(
        type,
        (event) => {
          this.#looks = event.composedPath().some((each) => each === ui.page || each === ui.panels.root);
          this.showControls();
        },
        { passive: true },
      );
    }
    root.addEventListener('pointerleave', ({ pointerType }) => {
      // A finger that is lifted has not gone elsewhere.
      if (pointerType === 'mouse') this.#looks = false;
      this.#hideAfter(LEAVE_MS);
    });
    element.addEventListener('focusin', () => this.showControls());
    session.on('play', () => this.showControls());
    this.showControls();
  }

  /** Shows the controls, and starts the delay again. */
  showControls() {
    const { root, session } = this.ui;
    if (root.dataset.idle !== undefined) {
      delete root.dataset.idle;
      session.signal('time', session.playback.time);
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
    const { element, foot, panels, session, shadow, stage } = this.ui;
    if (session.playback.paused) return false;
    const focus = shadow.activeElement ?? element.querySelector(':focus-visible');
    // Curves and lanes are watched while the clip plays.
    return Boolean(
      foot.matches(':hover') ||
      this.#looks ||
      shadow.querySelector('.menu:not([hidden]), .over-time:not([hidden], [data-folded])') ||
      panels.root?.contains(focus) ||
      (focus && focus !== stage && focus.matches(':focus-visible')),
    );
  }
}
