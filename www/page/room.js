/**
 * The room that the welcome takes beside the figure, told to the player before the welcome is there: the figure is framed for it and
 * does not jump when it comes. The pixels are those of `clips.css`; `welcome.test.mjs` compares them with what then stands there.
 */

/**
 * @param {import('../player/session.js').Extent} size of the player
 * @param {boolean} rtl
 * @returns {import('../player/session.js').Room}
 */
export function welcomeRoom({ width, height }, rtl) {
  // Too low for more than a name.
  if (height <= 400) return [34, 0, 0, 0];
  // On a phone a name and a sentence above the figure, and a row of samples below it where there is height for them.
  if (width <= 640) return height < 600 ? [42, 0, 0, 0] : [84, 0, 104, 0];
  const column = width < 1100 ? 328 : 448;
  return rtl ? [24, column, 0, 0] : [24, 0, 0, column];
}
