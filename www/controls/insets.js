/** Measures what the controls cover: the figure is framed in the rest, and the cards are centred in it. */
import { NARROW_PX, SLIM_PX } from './breakpoints.js';
import { pageInsets } from './page-parts.js';

/** If a panel or the page's list would leave less width than this, it covers the figure. */
const FIGURE_PX = 260;
/** If a panel would leave less width than this, a card covers the panel. */
const CARD_PX = 280;
const GAP_PX = 16;
/** The height that the title takes, at most, and in low windows. */
const TITLE_PX = 56;
const LOW_TITLE_PX = 44;
/** Between the strip and the bar, as the style sheet has it. */
const STRIP_GAP_PX = 8;
/** Minimum height above a sheet. */
const LEAST_TOP_PX = 120;
/** Minimum share of the height that a card leaves: the stage never frames a figure in less than a quarter. */
const LEAST_SHARE = 0.26;

/** How the controls are laid out: a low window has one line, a phone a bar for the thumb; page: by the page itself. @typedef {'wide' | 'low' | 'phone' | 'page'} Layout */

export class Insets {
  /** @type {Layout | null} */
  kind = null;
  /** Gives the stage its part of the picture's free area, if it shares that with others. @type {((insets: [top: number, right: number, bottom: number, left: number]) => [number, number, number, number]) | null} */
  divide = null;
  /** That part, CSS pixels. @type {{ left: number, width: number } | null} */
  own = null;

  /** @param {import('./controls.js').Controls} ui */
  constructor(ui) {
    this.ui = ui;
    // The title takes a line or two, and the bar grows with curves and lanes. Measured in the same frame its size might change again, which browsers report as an error, as they do
    // if the title changes with the size of the player.
    const sizes = new ResizeObserver(() =>
      requestAnimationFrame(() => {
        ui.room.settle();
        this.measure();
      }),
    );
    const watch = () => {
      for (const each of [ui.top, ...this.#bars]) sizes.observe(each, { box: 'border-box' });
    };
    ui.session.on('size', () => {
      sizes.disconnect();
      this.#setLayout();
      ui.room.settle();
      this.measure();
      requestAnimationFrame(watch);
    });
    for (const signal of /** @type {const} */ (['fault', 'page'])) ui.session.on(signal, () => this.measure());
    ui.own.addEventListener('slotchange', watch);
    watch();
  }

  /** The bar, or the page's own controls. */
  get #bars() {
    return this.ui.own.assignedElements({ flatten: true });
  }

  /** The middle of the stage's part of the width. */
  get middle() {
    return this.own ? this.own.left + this.own.width / 2 : this.ui.session.host.size.width / 2;
  }

  /** Where a point across the player is in the stage's part of it. @param {number} x */
  fold(x) {
    if (!this.own) return x;
    const { left, width } = this.own;
    return x - Math.floor((x - left) / width) * width;
  }

  measure() {
    const { bar, element, page, panels, root, session, top } = this.ui;
    const { host } = session;
    const { width, height } = host.size;
    const bars = this.#bars;
    root.toggleAttribute('data-own', bars[0] !== bar?.root);
    const pageElement = /** @type {HTMLElement | undefined} */ (page.assignedElements()[0]);
    this.#setLayout();
    const tall = Math.max(0, ...bars.map((each) => /** @type {HTMLElement} */ (each).offsetHeight));
    // List, panels and messages end above it: they are measured after this.
    const strip = bar?.strip?.root.offsetHeight ?? 0;
    const high = tall && tall + (strip && strip + STRIP_GAP_PX);
    root.style.setProperty('--bar', high ? `${high}px` : null);
    const welcome = pageElement?.dataset.mode === 'welcome';
    root.toggleAttribute('data-welcome', welcome);
    const titleBottom = element.controls ? top.offsetTop + top.offsetHeight : 0;
    root.style.setProperty('--title-bottom', `${titleBottom}px`);
    // Until the page's own elements are there, the page tells the room that they will take.
    const expected = pageInsets(session, element.controls && !pageElement?.childElementCount);
    const covers = this.#covers(element.controls ? pageElement : undefined, width, height, expected);
    root.style.setProperty('--title-start', covers.title ? `${covers.title + GAP_PX}px` : null);
    root.style.setProperty('--foot-start', covers.foot ? `${covers.foot + GAP_PX}px` : null);
    root.style.setProperty('--title-end', covers.end ? `${covers.end + 4}px` : null);
    const tallBar = high && high + 12;
    const { offsetLeft: panelLeft = 0, offsetTop: panelTop = 0, offsetWidth: wide = 0 } = panels.root ?? {};
    // A panel stands beside the figure, or on a phone below it as a sheet; a high sheet leaves the figure what little is above it.
    const sheet = wide > width - 32 && panelTop > LEAST_TOP_PX;
    const below = Math.max(expected[2], covers.below && covers.below + 8 - tallBar, sheet ? height - panelTop - tallBar : 0, 0);
    const title = Math.max(covers.above, welcome ? 24 : 0, titleBottom);
    root.style.setProperty('--above', `${title}px`);
    const panel = side(panelLeft, wide, width);
    const [left, right] = room(
      [panel, ...covers.sides].map((each) => /** @type {const} */ ([FIGURE_PX, each])),
      width,
    );
    const above = element.controls && !(sheet && panelTop < height * 0.4) ? (title < height * 0.22 ? title : 24) : 0;
    /** @type {[number, number, number, number]} */
    const covered = [above, right, Math.max(tallBar + below, this.#card(height, above)), left];
    const insets = this.divide?.(covered) ?? covered;
    host.change((stage) => stage.setInsets(...insets));
    root.style.setProperty('--below', `${below}px`);
    const [leftOfCard, rightOfCard] = room(
      [panel, ...covers.sides].map((each) => /** @type {const} */ ([CARD_PX, each])),
      width,
    );
    root.style.setProperty('--left-inset', `${leftOfCard}px`);
    root.style.setProperty('--right-inset', `${rightOfCard}px`);
  }

  /** Height covered by a card below the figure; 0 if less than a figure's room is left above it. @param {number} height @param {number} above height covered at the top */
  #card(height, above) {
    const card = this.ui.centre.querySelector('.card.low');
    const top = card ? card.getBoundingClientRect().top - this.ui.root.getBoundingClientRect().top : 0;
    return top - 8 - above > Math.max(LEAST_TOP_PX, height * LEAST_SHARE) ? height - top + 8 : 0;
  }

  /** The height that the title and the bar without its open dock take, CSS pixels. */
  get fixed() {
    const { bar } = this.ui;
    const dock = /** @type {HTMLElement | null | undefined} */ (bar?.root.querySelector('.dock:not([data-folded])'));
    const line = (bar?.root.offsetHeight ?? 0) - (dock?.offsetHeight ?? 0);
    const title = this.kind === 'low' ? (this.ui.title.root.checkVisibility() ? LOW_TITLE_PX : 0) : TITLE_PX;
    return title + line + GAP_PX;
  }

  #setLayout() {
    const { bar, element, session } = this.ui;
    const { width, height } = session.host.size;
    const [first, ...more] = this.#bars;
    const own = element.controls && !more.length && first === bar?.root;
    const kind = !own ? 'page' : height <= SLIM_PX ? 'low' : width <= NARROW_PX ? 'phone' : 'wide';
    if (kind === this.kind) return;
    this.kind = kind;
    const phone = kind === 'phone';
    this.ui.root.toggleAttribute('data-phone', phone);
    this.ui.root.toggleAttribute('data-low', kind === 'low');
    this.ui.bar?.layout(kind);
    this.ui.title.layout(phone);
  }

  /**
   * What the page's elements with `data-covers` cover, and from which side, told from their position. `title`, `end`: how far they
   * reach beside the title, from its start and from its end; `foot`: beside the line above the bar, from its start.
   * @param {HTMLElement | undefined} pageElement @param {number} width @param {number} height
   * @param {import('./page-parts.js').Insets} expected room of the elements still to come
   */
  #covers(pageElement, width, height, expected) {
    const whole = this.ui.root.getBoundingClientRect();
    const rtl = getComputedStyle(this.ui.root).direction === 'rtl';
    const small = width <= NARROW_PX || height <= SLIM_PX;
    const found = {
      title: 0,
      end: 0,
      foot: 0,
      above: expected[0],
      below: 0,
      sides: [/** @type {[number, number]} */ ([expected[3], expected[1]])],
    };
    for (const each of pageElement?.querySelectorAll('[data-covers]') ?? []) {
      const { left, right, top, bottom, width: wide } = each.getBoundingClientRect();
      const start = rtl ? whole.right - right : left - whole.left;
      // A hidden element still fades out.
      if (!wide || each.closest('[hidden]')) continue;
      if (wide > width * 0.7 || top > height * 0.7) {
        // An element as wide as the player covers its bottom or top, unless it leaves no room to frame in.
        if (top - whole.top > height * 0.2) found.below = Math.max(found.below, whole.bottom - top);
        else if (bottom - whole.top < height / 2) found.above = Math.max(found.above, bottom - whole.top);
        continue;
      }
      if (start < width / 3 && top - whole.top < 60) found.title = Math.max(found.title, start + wide);
      if (start < width / 3 && bottom - whole.top > height / 2) found.foot = Math.max(found.foot, start + wide);
      if (start > width / 2 && top - whole.top < 60) found.end = Math.max(found.end, width - start);
      const how = each.getAttribute('data-covers');
      if (how === 'title') continue;
      if (how === 'above' || (small && bottom - top < height / 2)) found.above = Math.max(found.above, bottom - whole.top);
      else found.sides.push(side(left - whole.left, wide, width));
    }
    return found;
  }
}

/**
 * How far an element reaches in from the left and from the right: it counts at the nearer side.
 * @param {number} start @param {number} wide @param {number} width of the player @returns {[number, number]}
 */
function side(start, wide, width) {
  if (!wide) return [0, 0];
  return start < width - start - wide ? [start + wide + GAP_PX, 0] : [0, width - start + GAP_PX];
}

/**
 * The width covered at the left and at the right. Each element counts only if it leaves its least width free; earlier ones go first.
 * @param {(readonly [least: number, reach: [number, number]])[]} sides @param {number} width
 */
function room(sides, width) {
  let [left, right] = [0, 0];
  for (const [least, [fromLeft, fromRight]] of sides) {
    const [wouldLeft, wouldRight] = [Math.max(left, fromLeft), Math.max(right, fromRight)];
    if (width - wouldLeft - wouldRight >= least) [left, right] = [wouldLeft, wouldRight];
  }
  return [left, right];
}
