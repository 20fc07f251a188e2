/** Asks for an animation frame only while something draws and wants to, and somebody can see it; a clip's first picture is drawn unseen. */

export class FrameLoop {
  #draw;
  #late;
  /** Something draws. */
  on = false;
  /** A clip has no picture yet. One is drawn also where nobody sees it, for who captures the page, or scrolls there. */
  first = false;
  #raf = 0;
  #seen = true;
  /** Runs only while frames do: whatever time passed unseen is not caught up. */
  #clock = 0;
  /** When the last frame was, 0: the next one begins anew. */
  #before = 0;

  /**
   * @param {(clock: number, gap: number) => boolean} draw milliseconds: of the clock, and since the frame before, 0 for the
   *   first. Tells whether it wants another one
   * @param {{ pace: import('./pace.js').Pace | null }} late
   */
  constructor(draw, late) {
    this.#draw = draw;
    this.#late = late;
  }

  get visible() { return (this.#seen || this.first) && !document.hidden; }

  /** Nothing draws any more. */
  end() {
    this.on = false;
    this.#sleep();
  }

  /** There is something to draw. */
  wake() {
    this.#late.pace?.stir();
    if (this.#raf) return;
    this.skip();
    this.#ask();
  }

  /** The time until the next frame does not count. */
  skip() { this.#before = 0; }

  /** Draws at once. */
  now() {
    if (!this.on || !this.visible) return;
    const asked = this.#raf !== 0;
    if (!asked) this.skip();
    if (this.#step(performance.now())) this.#ask();
    else if (asked) this.#sleep();
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
    if (this.#late.pace?.ready === false || this.#step(now) || this.#late.pace?.owes) this.#ask();
  };

  /** @param {number} now */
  #step(now) {
    const gap = this.#before && now - this.#before;
    if (gap > 0) this.#clock += gap;
    this.#before = now;
    return this.#draw(this.#clock, gap);
  }

  /** Learns when a box can be seen. @param {HTMLElement} box @returns {() => void} ends that */
  watch(box) {
    const views = new IntersectionObserver((entries) => {
      this.#seen = entries[entries.length - 1].isIntersecting;
      turn();
    }, { threshold: 0.00001 });
    views.observe(box);
    const turn = () => (this.visible ? this.wake() : this.#sleep());
    document.addEventListener('visibilitychange', turn);
    return () => {
      views.disconnect();
      document.removeEventListener('visibilitychange', turn);
    };
  }
}
