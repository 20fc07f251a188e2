/** What the controls cover: the figure is framed in what they leave, and what stands in the middle stands in the middle of that. */

/** Where less than this would be left beside it, a panel or a list lies over the figure. */
const FIGURE_PX = 480;
/** Where less than this would be left, a card lies over the panel. */
const CARD_PX = 280;
const GAP_PX = 16;

export class Insets {
  /** @param {import('./controls.js').Controls} ui */
  constructor(ui) {
    this.ui = ui;
    ui.session.on('size', () => this.measure());
    ui.session.on('fault', () => this.measure());
    // The page's list of clips grows.
    new ResizeObserver(() => this.measure()).observe(ui.top);
  }

  measure() {
    const { element, own, panels, root, session: { host }, top } = this.ui;
    const { width, height } = host.size;
    const bar = Math.max(0, ...own.assignedElements({ flatten: true }).map((each) => /** @type {HTMLElement} */ (each).offsetHeight));
    const tallBar = bar && bar + 12;
    const { offsetLeft: panelLeft = 0, offsetWidth: wide = 0, offsetHeight: tall = 0 } = panels.root ?? {};
    // Beside the figure, or on a phone below it.
    const below = wide > width - 32 && tall < height / 2 ? tall + 8 : 0;
    // A row of clips is kept clear of; a column stands beside the figure.
    const title = element.controls ? top.offsetTop + top.offsetHeight : 0;
    const row = title < 96 && title < height * 0.22;
    const list = !row && element.controls ? this.#list?.getBoundingClientRect() : undefined;
    const listLeft = (list?.left ?? 0) - root.getBoundingClientRect().left;
    const panel = side(panelLeft, wide, width);
    const [left, right] = room([panel, side(listLeft, list?.width ?? 0, width)], width, FIGURE_PX);
    host.change((stage) => stage.setInsets(element.controls ? (row ? title : 24) : 0, right, tallBar + below, left));
    const [leftOfCard, rightOfCard] = room([panel], width, CARD_PX);
    root.style.setProperty('--left-inset', `${leftOfCard}px`);
    root.style.setProperty('--right-inset', `${rightOfCard}px`);
  }

  /** The page's list of clips. */
  get #list() {
    const slot = /** @type {HTMLSlotElement | null} */ (this.ui.top.querySelector('slot'));
    return /** @type {HTMLElement | undefined} */ (slot?.assignedElements()[0]);
  }
}

/**
 * How far something reaches in from the left and from the right: it is counted at the nearer side.
 * @param {number} start
 * @param {number} wide
 * @param {number} width of the player
 * @returns {[number, number]}
 */
function side(start, wide, width) {
  if (!wide) return [0, 0];
  return start < width - start - wide ? [start + wide + GAP_PX, 0] : [0, width - start + GAP_PX];
}

/**
 * What is covered at the left and at the right, of those that leave enough, the first before the others.
 * @param {[number, number][]} sides
 * @param {number} width
 * @param {number} least
 */
function room(sides, width, least) {
  let [left, right] = [0, 0];
  for (const [fromLeft, fromRight] of sides) {
    const [wouldLeft, wouldRight] = [Math.max(left, fromLeft), Math.max(right, fromRight)];
    if (width - wouldLeft - wouldRight >= least) [left, right] = [wouldLeft, wouldRight];
  }
  return [left, right];
}
