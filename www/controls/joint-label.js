/** Shows the name of the joint under the pointer, else of the highlighted one. */
import { h, setAttr, setText } from '../player/base/dom.js';
import { clock } from '../player/words/format.js';
import { C } from './strings.js';

export class JointLabel {
  root = h('div', { class: 'label', part: 'label', dir: 'auto', hidden: true, 'aria-hidden': 'true' });

  /** @param {import('../player/session/session.js').Session} session */
  constructor(session) {
    this.session = session;
    for (const signal of /** @type {const} */ (['clip', 'select', 'view', 'time'])) session.on(signal, () => this.update());
  }

  /** @param {number} joint -1 for none @param {{ x: number, y: number }} point */
  hover(joint, { x, y }) {
    if (joint < 0) this.update();
    else this.#show(joint, x, y);
  }

  /** Shows the highlighted joint. */
  update() {
    const joint = this.session.get('highlight');
    const { 0: x, 1: y } = this.session.host.numbers('jointScreen');
    if (joint >= 0 && !Number.isNaN(x)) this.#show(joint, x, y);
    else setAttr(this.root, 'hidden', true);
  }

  /** @param {number} joint @param {number} x @param {number} y */
  #show(joint, x, y) {
    const { name = '', label = '' } = this.session.info?.joints[joint] ?? {};
    this.write(label ? `${label} \u00b7 ${name}` : name, { x, y });
  }

  /** Shows the time and the frame of a figure of the chronophotograph. @param {number} seconds @param {{ x: number, y: number }} point */
  moment(seconds, point) {
    const { playback } = this.session;
    this.write(
      C.pointed(clock(seconds, playback.duration), playback.keyed ? '' : C.at(C.frame(false), Math.round(seconds / playback.frameTime))),
      point,
    );
  }

  /** @param {string} text @param {{ x: number, y: number }} point CSS pixels */
  write(text, { x, y }) {
    setText(this.root, text);
    // Kept inside the picture, so that the name is not cut.
    this.root.style.setProperty('transform', `translate(min(${Math.round(x + 12)}px, 100cqw - 100% - 6px), ${Math.round(y - 28)}px)`);
    setAttr(this.root, 'hidden', false);
  }
}
