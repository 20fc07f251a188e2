/** Requests animation frames while a visible player needs pictures. A clip's first picture is drawn unseen. */

export class FrameLoop {
  #draw;
  #pacing;
  /** A renderer draws. */
  on = false;
  /** The clip has no picture yet. It gets one even unseen, for screenshots of the page and for whoever scrolls there. */
  first = false;
  #raf = 0;
  #seen = true;
  /** Milliseconds. Advances only with frames, so that time passed unseen is not caught up. */
  #clock = 0;
  /** Timestamp of the last frame; 0: the next frame has no gap. */
  #lastFrameAt = 0;

  /**
   * @param {(clock: number, gap: number) => boolean} draw gets milliseconds: the clock, and the time since the frame before, 0 for the first; returns whether it needs another frame
   * @param {{ pace: import('./pace.js').Pace | null }} pacing
   */
  constructor(draw, pacing) {
    this.#draw = draw;
    this.#pacing = pacing;
  }

  get visible() {
    return (this.#seen || this.first) && !document.hidden;
  }

  /** Stops: no renderer draws. */
  end() {
    this.on = false;
    this.#sleep();
  }

  /** The stage has something to draw. */
  wake() {
    this.#pacing.pace?.changed();
    if (this.#raf) return;
    this.skip();
    this.#ask();
  }

  /** Ignores the time until the next frame. */
  skip() {
    this.#lastFrameAt = 0;
  }

  /** Draws at once. */
  now() {
    if (!this.on || !this.visible) return;
    const pending = this.#raf !== 0;
    if (!pending) this.skip();
    if (this.#step(performance.now())) this.#ask();
    else if (pending) this.#sleep();
  }

  #ask() {
    if (this.on && !this.#raf && this.visible) this.#raf = requestAnimationFrame(this.#tick);
  }

  #sleep() {
    cancelAnimationFrame(this.#raf);
    this.#raf = 0;
  }

  #tick = (/** @type {number} */ now) => {
    this.#raf = 0;
    if (this.#pacing.pace?.ready === false || this.#step(now) || this.#pacing.pace?.coarse) this.#ask();
  };

  /** @param {number} now */
  #step(now) {
    const gap = this.#lastFrameAt && now - this.#lastFrameAt;
    if (gap > 0) this.#clock += gap;
    this.#lastFrameAt = now;
    return this.#draw(this.#clock, gap);
  }

  /** Follows the visibility of a box. @param {HTMLElement} box @returns {() => void} stops following */
  watch(box) {
    const observer = new IntersectionObserver(
      (entries) => {
        this.#seen = entries[entries.length - 1].isIntersecting;
        update();
      },
      { threshold: 0.00001 },
    );
    observer.observe(box);
    const update = () => (this.visible ? this.wake() : this.#sleep());
    document.addEventListener('visibilitychange', update);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', update);
    };
  }
}
