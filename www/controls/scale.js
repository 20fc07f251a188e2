/** How wide a square of the ground is, for the eye to measure by. */
import { h, setAttr, setText } from '../player/dom.js';
import { S } from '../player/strings.js';

export class Scale {
  root = h('div', { class: 'scale', part: 'scale', hidden: true });

  /** @param {import('../player/session.js').Session} session */
  constructor(session) {
    this.session = session;
    for (const signal of /** @type {const} */ (['clip', 'view', 'size', 'setting'])) session.on(signal, () => this.#write());
    this.#write();
  }

  #write() {
    const { info, host } = this.session;
    const metres = info ? host.number('gridSpacing') : 0;
    setAttr(this.root, 'hidden', !metres);
    setText(this.root, S.grid(metres));
  }
}
