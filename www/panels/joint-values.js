/** Rotation and position of a joint, relative to its parent or the world. While paused they also describe its row to screen readers. */
import { h, setAttr, setText } from '../player/base/dom.js';
import { eulerDegrees, matrixOf, orderOf, solve, rotationOf } from './euler.js';
import { P } from './strings.js';

/** @typedef {'rotation' | 'position'} Kind */

const AXES = ['x', 'y', 'z'];
/** Milliseconds between updates: faster ones cannot be read. */
const INTERVAL_MS = 100;
/** The chosen spaces, shared by all joints on the page. */
const world = { rotation: false, position: true };

/** Whether the angles refer to the bone's own axes (Acclaim's `rx`), which the rotation does not tell. @param {string} channels */
const usesBoneAxes = (channels) => /\br[xyz]\b/i.test(channels);

export class JointValues {
  #joint = -1;
  #readAt = 0;
  /** @type {Record<Kind, { line: HTMLElement, space: HTMLElement, cells: HTMLElement[], unit: HTMLElement }>} */
  #lines;

  /** @param {import('../player/session/state.js').Inspected} session @param {import('../types.d.ts').ClipInfo} info */
  constructor(session, info) {
    this.session = session;
    this.info = info;
    this.order = h('span', { class: 'order' });
    this.channels = h('bdi', { class: 'channels' });
    this.#lines = { rotation: this.#line('rotation'), position: this.#line('position') };
    this.root = h(
      'div',
      { class: 'values', dir: 'ltr' },
      h('div', { class: 'axes', 'aria-hidden': 'true' }, this.order, ...AXES.map((axis) => h('span', {}, axis))),
      this.#lines.rotation.line,
      this.#lines.position.line,
      this.channels,
    );
  }

  /** @param {Kind} kind */
  #line(kind) {
    const space = h('button', {
      type: 'button',
      class: 'space-of-values',
      onclick: () => {
        world[kind] = !world[kind];
        this.show(this.#joint);
      },
    });
    const cells = AXES.map(() => h('span', { class: 'number', 'aria-hidden': 'true' }));
    const unit = h('span', { class: 'unit', 'aria-hidden': 'true' });
    return { line: h('div', { class: kind }, space, ...cells, unit), space, cells, unit };
  }

  /** @param {number} joint */
  show(joint) {
    this.#joint = joint;
    const { channels, endSite } = this.info.joints[joint];
    for (const kind of /** @type {const} */ (['rotation', 'position'])) {
      const { line, space } = this.#lines[kind];
      setText(space, P.joint[kind](world[kind]));
      setAttr(space, 'title', world[kind] ? P.joint.toLocal : P.joint.toWorld);
      // End sites do not rotate.
      line.hidden = kind === 'rotation' && endSite;
    }
    // The joint's row has no room for limits.
    setText(this.channels, channels.includes('(') ? channels : '');
    this.update(true);
  }

  /** @param {boolean} now ignores the interval: the motion is paused, or the joint or its unit changed */
  update(now) {
    if (this.#joint < 0 || (!now && performance.now() - this.#readAt < INTERVAL_MS)) return;
    this.#readAt = performance.now();
    const { session, info } = this;
    const { parent, channels, endSite } = info.joints[this.#joint];
    const state = this.#state(this.#joint);
    if (!state) return;
    const order = orderOf(channels);
    const {
      quaternion: { 0: x, 1: y, 2: z, 3: w },
    } = state;
    setText(
      this.order,
      endSite
        ? ''
        : usesBoneAxes(channels)
          ? P.joint.turned((2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w)) * 180) / Math.PI)
          : P.joint.order(order),
    );
    setAttr(this.order, 'title', endSite ? null : usesBoneAxes(channels) ? P.joint.ofTheBone : P.joint.orderOf);
    this.#write(
      'rotation',
      eulerDegrees(order, world.rotation ? rotationOf(state.matrix) : matrixOf(state.quaternion)).map(P.info.angle),
      '',
    );
    const above = world.position || parent < 0 ? null : this.#state(parent);
    const at = above
      ? solve(
          above.matrix,
          state.at.map((part, axis) => part - above.at[axis]),
        )
      : state.at;
    const metres = session.get('unit') || (info.unit.confidence || info.unit.from !== 'guess' ? info.unit.metres : 0);
    this.#write(
      'position',
      at ? at.map((part) => P.joint.length(metres ? part * metres : part)) : AXES.map(() => '\u2013'),
      metres ? P.joint.metres : '',
    );
    const words = endSite ? [this.#lines.position] : Object.values(this.#lines);
    if (now)
      setAttr(
        /** @type {Element} */ (this.root.parentElement),
        'aria-description',
        words
          .map(({ line }) =>
            [...line.children]
              .map((part) => part.textContent)
              .join(' ')
              .trim(),
          )
          .join(', '),
      );
  }

  /** @param {Kind} kind @param {string[]} numbers @param {string} unit */
  #write(kind, numbers, unit) {
    const { cells } = this.#lines[kind];
    numbers.forEach((number, index) => setText(cells[index], number));
    setText(this.#lines[kind].unit, unit);
  }

  /** @param {number} joint */
  #state(joint) {
    const state = [...this.session.host.read((stage) => stage.jointState(joint), new Float32Array())];
    if (state.length < 16) return null;
    return {
      at: state.slice(0, 3),
      quaternion: state.slice(3, 7),
      matrix: [0, 1, 2].map((row) => [state[7 + row], state[10 + row], state[13 + row]]),
    };
  }
}
