/** Builds DOM without markup strings. */

const SVG = 'http://www.w3.org/2000/svg';

/** Cuts words of more than 300 letters in the middle: a browser lays out a long one for seconds. @param {string} text */
export const cut = (text) => text.replace(/(\S{150})\S+(\S{149})/gu, '$1\u2026$2');

/**
 * Makes an element. Properties that start with "on" become listeners, the rest attributes;
 * false, null and undefined leave an attribute out.
 * @template {keyof HTMLElementTagNameMap} K @param {K} tag @param {Record<string, any>} [props]
 * @param {...(Node | string | null | undefined | false)} children @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else setAttr(element, key, value === true || String(value));
  }
  for (const child of children) if (child) element.append(typeof child === 'string' ? cut(child) : child);
  return element;
}

/** @param {string} tag @param {Record<string, string>} attributes */
export function svg(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** Writes text only if it changed, every frame: even an unchanged write costs a layout. @param {Node} node @param {string} text */
export function setText(node, text) {
  const shown = cut(text);
  if (node.textContent !== shown) node.textContent = shown;
}

/** Sets a changed attribute; null and false remove it. @param {Element} element @param {string} name @param {string | boolean | null} to */
export function setAttr(element, name, to) {
  if (to === null || to === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else {
    const text = to === true ? '' : /^(title|aria)/.test(name) ? cut(to) : to;
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}
