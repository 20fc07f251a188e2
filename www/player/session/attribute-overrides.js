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
    const { before } = this.#changed.get(name) ?? { before: this.element.getAttribute(name) };
    this.#changed.set(name, { before, now: value });
    this.#put(name, value);
  }

  /** Whether an attribute has what was set for this clip. @param {string} name */
  holds(name) {
    return this.#changed.get(name)?.now === this.element.getAttribute(name);
  }

  /** Restores the author's values of all attributes that have not been changed meanwhile. */
  restore() {
    for (const [name, { before }] of this.#changed) if (this.holds(name)) this.#put(name, before);
    this.#changed.clear();
  }

  /** @param {string} name @param {string | null} value null removes it */
  #put(name, value) {
    if (value === null) this.element.removeAttribute(name);
    else if (this.element.getAttribute(name) !== value) this.element.setAttribute(name, value);
  }
}
