/** The name beside a joint: of the one under the pointer, else of the selected one. */
import { h, setText } from '../player/dom.js';

export class JointLabel {
  root = h('div', { class: 'label', hidden: true, 'aria-hidden': 'true' });

  /** @param {import('../player/session.js').Session} session */
  constructor(session) {
    this.session = session;
    for (const signal of /** @type {const} */ (['clip', 'select', 'view', 'time'])) session.on(signal, () => this.#selected());
  }

  /** @param {number} joint -1 for none @param {{ x: number, y: number }} point */
  hover(joint, { x, y }) {
    if (joint < 0) this.#selected();
    else this.#show(joint, x, y);
  }

  #selected() {
    const { host, view: { selected } } = this.session;
    const [x, y, visible] = selected < 0 ? [0, 0, 0] : host.read((stage) => stage.jointScreen(selected), new Float32Array(3));
    if (visible) this.#show(selected, x, y);
    else this.root.hidden = true;
  }

  /** @param {number} joint @param {number} x @param {number} y */
  #show(joint, x, y) {
    const { name = '', label = '' } = this.session.info?.joints[joint] ?? {};
    setText(this.root, label ? `${label} \u00b7 ${name}` : name);
    // Never out of the picture: a cut name is no name.
    this.root.style.setProperty('transform', `translate(min(${Math.round(x + 12)}px, 100cqw - 100% - 6px), ${Math.round(y - 28)}px)`);
    this.root.hidden = false;
  }
}
