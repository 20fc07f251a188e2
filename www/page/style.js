/** Adopts style sheets that belong to scripts. */

/** @param {string} css */
export function style(css) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
