/** Gestures on the stage: orbit, pan, zoom, pick. On other people's pages the wheel and vertical swipes keep scrolling the page. */
import { pageParts } from './page-parts.js';

const TURN = 0.008;
/** A press that moved less is a click. */
const SLOP = 5;
const DOUBLE_MS = 320;
/** A flick: its longest duration, its shortest length, and its least ratio of width to height. */
const FLICK_MS = 280;
const FLICK_PX = 56;
const FLICK_FLAT = 2.5;

/**
 * Whether the wheel belongs to the player: on other people's pages only if the focus is in it. A pinch on a trackpad arrives as
 * a wheel with Ctrl.
 * @param {import('./controls.js').Controls} ui @param {WheelEvent} event
 */
export const takesWheel = ({ element, fullscreen }, { ctrlKey }) =>
  ctrlKey || fullscreen.on || element.getAttribute('gestures') === 'all' || element.matches(':focus-within');

/** Horizontal and vertical turn of a wheel in pixels. With Shift some systems leave it vertical. @param {WheelEvent} event */
export function wheelPixels({ deltaX, deltaY, deltaMode, shiftKey }) {
  const scale = deltaMode === 1 ? 16 : deltaMode === 2 ? 400 : 1;
  return shiftKey && !deltaX ? [deltaY * scale, 0] : [deltaX * scale, deltaY * scale];
}

/** @param {import('./controls.js').Controls} ui */
export function listenToGestures(ui) {
  const { session, element, stage } = ui;
  /** @type {Map<number, { x: number, y: number }>} */
  const fingers = new Map();
  let moved = 0;
  let button = 0;
  let lastTap = 0;
  let hovering = 0;
  /** Where and when a single finger came down. @type {{ x: number, y: number, at: number } | null} */
  let press = null;

  /** The position of an event on the canvas. @param {MouseEvent} event */
  const at = (event) => {
    const box = stage.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  stage.addEventListener('pointerdown', (event) => {
    if (event.button > 2) return;
    ui.idle.showControls();
    fingers.set(event.pointerId, at(event));
    stage.setPointerCapture(event.pointerId);
    press = fingers.size === 1 && event.pointerType === 'touch' ? { ...at(event), at: event.timeStamp } : null;
    if (fingers.size > 1) {
      moved = SLOP;
      return;
    }
    moved = 0;
    button = event.button;
    // Otherwise the middle button starts the browser's autoscroll.
    if (button === 1) event.preventDefault();
  });

  stage.addEventListener('pointermove', (event) => {
    const before = fingers.get(event.pointerId);
    const now = at(event);
    if (!before) {
      if (event.pointerType === 'mouse') hover(now);
      return;
    }
    const dx = now.x - before.x;
    const dy = now.y - before.y;
    moved += Math.abs(dx) + Math.abs(dy);
    if (moved < SLOP) return;
    fingers.set(event.pointerId, now);
    stage.dataset.dragging = '';
    if (fingers.size === 1) {
      if (button !== 0 || event.shiftKey) session.host.change((view) => view.pan(dx, dy));
      else session.host.change((view) => view.orbit(-dx * TURN, dy * TURN));
    } else if (fingers.size === 2) {
      const [other] = [...fingers.entries()].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      const wide = Math.hypot(now.x - other.x, now.y - other.y);
      const narrow = Math.hypot(before.x - other.x, before.y - other.y);
      session.host.change((view) => {
        view.pan(dx / 2, dy / 2);
        if (narrow > 8) view.zoom(wide / narrow, ui.insets.fold((now.x + other.x) / 2), (now.y + other.y) / 2);
      });
    }
  });

  /** @param {PointerEvent} event */
  const up = (event) => {
    if (!fingers.delete(event.pointerId)) return;
    if (fingers.size === 0) delete stage.dataset.dragging;
    if (event.type === 'pointerup' && press) flick(event, press);
    if (event.type === 'pointerup' && fingers.size === 0 && moved < SLOP && button === 0) tap(event);
  };
  stage.addEventListener('pointerup', up);
  stage.addEventListener('pointercancel', up);

  /** Steps through the list of clips, not the samples. @param {PointerEvent} event @param {{ x: number, y: number, at: number }} from */
  const flick = (event, from) => {
    const { x, y } = at(event);
    const far = Math.abs(x - from.x);
    const { clips } = pageParts(session);
    if (clips?.mode !== 'list' || event.timeStamp - from.at > FLICK_MS || far < FLICK_PX || far < FLICK_FLAT * Math.abs(y - from.y)) return;
    clips.step(x < from.x ? 1 : -1);
  };

  /** @param {PointerEvent} event */
  const tap = (event) => {
    if (!session.info || !element.controls) return;
    const { x, y } = at(event);
    const moment = momentAt({ x, y });
    if (moment >= 0) {
      session.playback.pause();
      session.playback.seek({ seconds: moment });
      return;
    }
    const joint = ownAt({ x, y });
    const other = joint < 0 ? otherAt({ x, y }) : null;
    const twice = event.timeStamp - lastTap < DOUBLE_MS;
    lastTap = twice ? 0 : event.timeStamp;
    if (twice) {
      session.host.change((view) => (joint >= 0 ? view.centreOn(joint) : view.setCamera('home')));
      if (joint >= 0) session.view.select(joint);
      else if (event.pointerType === 'mouse') session.playback.toggle();
    } else if (joint >= 0) session.view.select(joint === session.view.selected ? -1 : joint);
    else if (other) session.state.chooser?.choose(other.element, other.joint);
    else if (session.view.selected >= 0) session.view.select(-1);
    else if ((session.state.chosen?.view.selected ?? -1) >= 0) session.state.chosen?.view.select(-1);
    // A tap only brings the controls back, as on every phone; a click plays and pauses.
    else if (event.pointerType === 'mouse') session.playback.toggle();
  };

  /** The moment of the figure at a point, while a tool shows several; -1 if there is none. @param {{ x: number, y: number }} point */
  const momentAt = ({ x, y }) => session.state.momentAt?.(x, y) ?? -1;

  /** The joint of the own clip at a point; -1 if there is none. @param {{ x: number, y: number }} point */
  const ownAt = ({ x, y }) =>
    session.state.columns.filter(({ left }) => left <= x).at(-1)?.element ? -1 : session.host.read((view) => view.pick(x, y), -1);

  /** The joint of another clip at a point. @param {{ x: number, y: number }} point */
  const otherAt = ({ x, y }) => (session.state.momentAt ? null : (session.state.chooser?.pick(x, y) ?? null));

  /** Names the joint, or the time of the figure, under the pointer, at most once a frame. @param {{ x: number, y: number }} point */
  const hover = (point) => {
    if (hovering || !session.info || !element.controls) return;
    hovering = requestAnimationFrame(() => {
      hovering = 0;
      const moment = momentAt(point);
      if (moment >= 0) {
        ui.label.moment(moment, point);
        return;
      }
      const joint = session.state.momentAt ? -1 : ownAt(point);
      const other = joint < 0 ? otherAt(point) : null;
      if (other) ui.label.write(other.name, point);
      else ui.label.hover(joint, point);
    });
  };
  stage.addEventListener('pointerleave', () => ui.label.hover(-1, { x: 0, y: 0 }));

  stage.addEventListener('contextmenu', (event) => event.preventDefault());

  stage.addEventListener(
    'wheel',
    (event) => {
      if (!takesWheel(ui, event)) return;
      event.preventDefault();
      const [, pixels] = wheelPixels(event);
      const { x, y } = at(event);
      const factor = Math.exp(-Math.max(-300, Math.min(300, pixels)) * (event.ctrlKey ? 0.01 : 0.0015));
      session.host.change((view) => view.zoom(factor, ui.insets.fold(x), y));
    },
    { passive: false },
  );
}
