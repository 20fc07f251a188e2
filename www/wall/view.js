/** Where the cards scroll: in a box of their own, or with the page. */

/**
 * @typedef {object} View what of the cards is seen, CSS pixels
 * @property {number} top from the top of the cards to what is seen; setting it scrolls
 * @property {number} width
 * @property {number} height
 * @property {number} foot room below the cards that nothing should be scrolled into
 * @property {(scrolled: () => void, resized: () => void) => void} watch
 */

/** The cards in a box that scrolls. @param {HTMLElement} box @returns {View} */
export const inBox = (box) => ({
  get top() {
    return box.scrollTop;
  },
  set top(to) {
    box.scrollTop = to;
  },
  get width() {
    return box.clientWidth;
  },
  get height() {
    return box.clientHeight;
  },
  get foot() {
    return Number.parseFloat(getComputedStyle(box).paddingBottom);
  },
  watch(scrolled, resized) {
    box.addEventListener('scroll', scrolled);
    new ResizeObserver(resized).observe(box);
  },
});

/** The cards in a page, below a head that may stay in view. @param {HTMLElement} cards @param {HTMLElement} head @returns {View} */
export const inPage = (cards, head) => {
  /** What the head covers. */
  const covered = () => (getComputedStyle(head).position === 'sticky' ? head.offsetHeight : 0);
  return {
    get top() {
      return covered() - cards.getBoundingClientRect().top;
    },
    set top(to) {
      scrollBy(0, to - this.top);
    },
    get width() {
      return cards.clientWidth;
    },
    get height() {
      return Math.max(0, innerHeight - covered());
    },
    get foot() {
      return 0;
    },
    watch(scrolled, resized) {
      addEventListener('scroll', scrolled, { passive: true });
      addEventListener('resize', resized);
      new ResizeObserver(resized).observe(cards);
    },
  };
};
