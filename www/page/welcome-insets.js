/** What the welcome will cover, for framing the figure before it loads. `welcome.test.mjs` compares the pixels with the style sheets. */

/** @param {import('../controls/page-parts.js').Extent} size @param {boolean} rtl @returns {import('../controls/page-parts.js').Insets} */
export function welcomeInsets({ width, height }, rtl) {
  // Room for the name only.
  if (height <= 400) return [34, 0, 0, 0];
  // Phones: name and sentence above the figure and, if high enough, a row of samples below it.
  if (width <= 640) return height < 600 ? [42, 0, 0, 0] : [84, 0, 104, 0];
  const column = width < 1100 ? 328 : 448;
  return rtl ? [24, column, 0, 0] : [24, 0, 0, column];
}
