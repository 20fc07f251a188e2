/** Attributes that a link or a panel sets for one clip only (also loop and speed); they are restored when the clip goes. */

export class AttributeOverrides {
  /** The author's value of each attribute, and the one set instead. @type {Map<string, { before: string | null, now: string | null }>} */
  #changed = new Map();

  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
  }

  /** Sets an attribute for as long as this clip is shown. @param {string} name @param {string | null} value null removes it */
  set(name, value) {
    const before = this.#changed.has(name)
      ? /** @type {{ before: string | null }} */ (this.#changed.get(name)).before
      : this.element.getAttribute(name);
    this.#changed.set(name, { before, now: value });
    if (this.element.getAttribute(name) !== value) this.#put(name, value);
  }

  /** Restores the author's values of all attributes that have not been changed meanwhile. */
  restore() {
    for (const [name, { before, now }] of this.#changed)
      if (this.element.getAttribute(name) === now && before !== now) this.#put(name, before);
    this.#changed.clear();
  }

  /** @param {string} name @param {string | null} value null removes it */
  #put(name, value) {
    if (value === null) this.element.removeAttribute(name);
    else this.element.setAttribute(name, value);
  }
}
