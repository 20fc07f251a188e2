/** A lane for each clip above the timeline, on its scale. Dragging a lane shifts its clip in time. */
import { h, setAttr, setText, svg } from '../../player/base/dom.js';
import { toFrame, snapped } from './snapping.js';
import { LETTERS, startsAfter } from './state.js';
import { V } from './strings.js';

/** @typedef {import('./state.js').CompareState} CompareState */
/** @typedef {import('./state.js').CompareCallbacks} CompareCallbacks */
/** @typedef {{ root: HTMLElement, name: HTMLElement, offset: HTMLElement, speed: HTMLSelectElement, left: Element, feet: unknown }} Lane feet: what is drawn */
/** @typedef {{ index: number, pointer: number, x: number, offset: number, pixel: number, armed: boolean, marks: number[], timer?: ReturnType<typeof setTimeout> }} Drag pixel: seconds; armed: the clip follows the pointer; marks: of the timeline, to which it snaps */

/** A finger drags a lane after this time, so that it can still scroll. */
const HOLD_MS = 150;
/** A finger that moves farther before does not want to drag. */
const STILL_PX = 8;
/** Most lines of a warp. */
const LINES = 32;
/** Speeds of a clip beside that of the clock. */
const SPEEDS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 4];
/** Frames of a step with Shift. */
const MANY = 10;

export class ClipLanes {
  /** @type {Lane[]} */
  #lanes = [];
  /** @type {Drag | null} */
  #drag = null;
  /** Lines between moments that a warp in time brings together. */
  #warp = svg('path', {});

  /** @param {CompareState} state @param {CompareCallbacks} call @param {{ size: number, width: number }} view the part of the clock that is shown */
  constructor(state, call, view) {
    this.state = state;
    this.call = call;
    this.view = view;
    this.root = h('div', { class: 'clip-lanes', role: 'group', 'aria-label': V.lanes });
    this.whole = h('div', { class: 'whole' });
    const warp = svg('svg', { class: 'warp', 'aria-hidden': 'true', viewBox: '0 0 1 1', preserveAspectRatio: 'none' });
    warp.append(this.#warp);
    this.whole.append(warp);
    this.root.append(this.whole);
  }

  /** @param {number} index @returns {Lane} */
  #lane(index) {
    const name = h('bdi', { class: 'clip-name' });
    const offset = h('span', { class: 'offset' });
    const left = svg('path', { class: 'feet' });
    const feet = svg('svg', { 'aria-hidden': 'true', preserveAspectRatio: 'none' });
    feet.append(left);
    const root = h(
      'div',
      {
        class: 'clip-lane',
        role: 'slider',
        tabindex: '0',
        'data-clip': LETTERS[index],
        'aria-orientation': 'horizontal',
        onpointerdown: (/** @type {PointerEvent} */ event) => this.#grab(event, index),
        onpointermove: (/** @type {PointerEvent} */ event) => this.#pull(event),
        onpointerup: (/** @type {PointerEvent} */ event) => this.#release(event, true),
        onpointercancel: (/** @type {PointerEvent} */ event) => this.#release(event, false),
        ondblclick: () => this.#reset(index),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event, index),
      },
      feet,
      h('span', { class: 'name-of-lane' }, h('span', { class: 'tile', 'aria-hidden': 'true' }, LETTERS[index]), name),
      offset,
    );
    const speed = h('select', {
      class: 'speed-of-clip',
      'data-clip': LETTERS[index],
      hidden: !index,
      onchange: () => this.call.setSpeed(index, Number(speed.value)),
    });
    const row = h('div', { class: 'lane-row' }, root, speed);
    this.whole.append(row);
    return { root, name, offset, speed, left, feet: null };
  }

  /** Call when the clips, their offsets or their contacts have changed. */
  update() {
    const {
      clips,
      clock: [from, to],
      solo,
    } = this.state;
    this.#drawWarp();
    while (this.#lanes.length > clips.length) this.#lanes.pop()?.root.parentElement?.remove();
    while (this.#lanes.length < clips.length) {
      this.#lanes.push(this.#lane(this.#lanes.length));
    }
    clips.forEach((clip, index) => {
      const lane = this.#lanes[index];
      const row = /** @type {HTMLElement} */ (lane.root.parentElement);
      place(row, '--start', (clip.offset - from) / (to - from));
      place(row, '--length', clip.duration / (to - from));
      showSpeed(lane.speed, clip);
      setAttr(lane.root, 'data-off', clip.hidden || (solo !== null && solo !== index));
      setText(lane.name, clip.name);
      const after = startsAfter(clips, index);
      setText(lane.offset, index ? V.offset(after) : '');
      setAttr(lane.root, 'aria-label', clip.name);
      setAttr(lane.root, 'aria-valuetext', V.starts(after));
      setAttr(lane.root, 'aria-valuenow', after.toFixed(3));
      setAttr(lane.root, 'aria-valuemin', (-clip.duration).toFixed(3));
      setAttr(lane.root, 'aria-valuemax', clips[index ? 0 : 1].duration.toFixed(3));
      if (lane.feet !== clip.left) {
        lane.feet = clip.left;
        setAttr(/** @type {Element} */ (lane.left.parentElement), 'viewBox', `0 0 ${clip.duration} 1`);
        setAttr(lane.left, 'd', Array.from(clip.left ?? [], (time) => `M${time.toFixed(4)} 0v1`).join(''));
      }
    });
  }

  /** Draws the warp, from the middle of the first lane to that of the other clip's. */
  #drawWarp() {
    const {
      alignment: { start },
      clips,
      clock: [from, to],
      difference: { compared, other },
    } = this.state;
    if (start !== 'warp' || !compared) {
      setAttr(this.#warp, 'd', '');
      return;
    }
    const { times, others } = compared;
    const step = Math.max(1, Math.ceil(times.length / LINES));
    const place = (/** @type {number} */ seconds) => ((seconds - from) / (to - from)).toFixed(5);
    const [y, otherY] = [0, other].map((index) => ((index + 0.5) / clips.length).toFixed(4));
    let lines = '';
    for (let index = 0; index < times.length; index += step)
      lines += `M${place(clips[0].offset + times[index])} ${y}L${place(clips[other].offset + others[index])} ${otherY}`;
    setAttr(this.#warp, 'd', lines);
  }

  /** @param {PointerEvent} event @param {number} index */
  #grab(event, index) {
    if (event.button || this.#drag) return;
    const {
      clips,
      clock: [from, to],
    } = this.state;
    const pixel = ((to - from) * this.view.size) / this.view.width;
    /** @type {Drag} */
    const drag = {
      index,
      pointer: event.pointerId,
      x: event.clientX,
      offset: clips[index].offset,
      pixel,
      armed: event.pointerType !== 'touch',
      marks: (index && this.call.marks?.()) || [],
    };
    this.#drag = drag;
    if (!drag.armed) drag.timer = setTimeout(() => this.#arm(drag), HOLD_MS);
    else this.#arm(drag);
  }

  /** @param {Drag} drag */
  #arm(drag) {
    drag.armed = true;
    const { root } = this.#lanes[drag.index];
    setAttr(root, 'data-dragged', true);
    root.setPointerCapture(drag.pointer);
  }

  /** @param {PointerEvent} event */
  #pull({ pointerId, clientX, altKey }) {
    const drag = this.#drag;
    if (drag?.pointer !== pointerId) return;
    const moved = clientX - drag.x;
    if (!drag.armed) {
      if (Math.abs(moved) > STILL_PX) this.#drop(drag);
      return;
    }
    const wanted = drag.offset + moved * drag.pixel;
    this.call.setOffset(drag.index, altKey ? wanted : snapped(this.state.clips, drag.index, wanted, drag.pixel, drag.marks), false);
  }

  /** @param {Drag} drag */
  #drop(drag) {
    clearTimeout(drag.timer);
    this.#lanes[drag.index]?.root.removeAttribute('data-dragged');
    this.#drag = null;
  }

  /** @param {PointerEvent} event @param {boolean} kept */
  #release({ pointerId }, kept) {
    const drag = this.#drag;
    if (drag?.pointer !== pointerId) return;
    this.#drop(drag);
    const { offset } = this.state.clips[drag.index];
    if (!drag.armed || (offset === drag.offset && kept)) return;
    this.call.setOffset(drag.index, kept ? offset : drag.offset, true);
    if (kept) this.call.dropped?.(drag.index);
  }

  /** @param {number} index */
  #reset(index) {
    const { clips } = this.state;
    this.call.setOffset(index, clips[index ? 0 : 1].offset, true);
  }

  /** Takes the next speed. @param {number} index @param {1 | -1} way */
  #changeSpeed(index, way) {
    const { speed = 1 } = this.state.clips[index];
    const next = way > 0 ? SPEEDS.find((each) => each > speed) : [...SPEEDS].reverse().find((each) => each < speed);
    if (next) this.call.setSpeed(index, next);
  }

  /** @param {KeyboardEvent} event @param {number} index */
  #key(event, index) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { clips } = this.state;
    const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (way)
      this.call.setOffset(index, toFrame(clips, index, clips[index].offset + way * (event.shiftKey ? MANY : 1) * clips[0].frameTime), true);
    else if (event.key === 'Home' || event.key === '0') this.#reset(index);
    else if (index && /[<>]/.test(event.key)) this.#changeSpeed(index, event.key === '>' ? 1 : -1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** Writes a share of the width if it has changed. @param {HTMLElement} element @param {string} name @param {number} share */
function place({ style }, name, share) {
  const text = share.toFixed(6);
  if (style.getPropertyValue(name) !== text) style.setProperty(name, text);
}

/** @param {HTMLSelectElement} select @param {import('./state.js').ComparedClip} clip */
function showSpeed(select, { name, speed = 1 }) {
  const all = SPEEDS.includes(speed) ? SPEEDS : [...SPEEDS, speed].sort((a, b) => a - b);
  if (select.length !== all.length || select.value !== String(speed)) {
    select.replaceChildren(...all.map((each) => h('option', { value: String(each) }, V.times(each))));
    select.value = String(speed);
  }
  setAttr(select, 'aria-label', V.speed(name));
  setAttr(select, 'data-usual', speed === 1);
}
